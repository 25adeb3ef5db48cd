/**
 * What came while a command ran: its offences, kept as they happen, so that neither a reset nor the bounds of journals
 * hide one. Alike ones are counted, not listed again.
 */
import { offencesOf } from '../admin/offences.ts'
import type { OffenceKind } from '../errors.ts'
import type { Exchange } from '../sandboxes/exchange.ts'
import { decodeSandboxId } from '../sandboxes/sandbox-name.ts'

export interface SeenOffence {
  readonly kind: OffenceKind
  readonly message: string
  /** The sandbox that the request named, else the one that it reached: a test's name, where the client sends one. */
  readonly sandbox: string
  /** Sandbox-Request-Id of the first. */
  readonly requestId: string
  count: number
}

export class Traffic {
  /** Exchanges of all kinds. */
  requests = 0
  /** How many exchanges offend, by kind; each is counted, whether it is listed or not. */
  readonly counts: Readonly<Record<OffenceKind, number>>
  readonly #counts = { unmatched: 0, invalid: 0, deprecated: 0 }
  readonly #seen = new Map<string, SeenOffence>()
  readonly #most: number

  /** `most`: how many different offences are listed. */
  constructor(most = 1_000) {
    this.#most = most
    this.counts = this.#counts
  }

  /** In the order in which they came first. */
  get offences(): readonly SeenOffence[] {
    return [...this.#seen.values()]
  }

  readonly see = (exchange: Exchange): void => {
    this.requests++
    for (const { kind, message } of offencesOf(exchange)) {
      this.#counts[kind]++
      const sandbox = nameSandbox(exchange)
      const key = JSON.stringify([kind, message, sandbox])
      const known = this.#seen.get(key)
      if (known) known.count++
      else if (this.#seen.size < this.#most)
        this.#seen.set(key, { kind, message, sandbox, requestId: exchange.id, count: 1 })
    }
  }
}

/** A request that no document has makes no sandbox; the name that it sent still says which test it was. */
const nameSandbox = ({ headers, sandbox }: Exchange): string => {
  const sent = headers['sandbox-id']
  const read = typeof sent === 'string' ? decodeSandboxId(sent) : undefined
  return read?.kind === 'id' ? read.id : sandbox
}

/**
 * The facts that many exchanges of a journal have in common, as one object for all of them. Exchanges live long enough for the
 * garbage collector to copy them, and short enough that the copy is wasted. So the object of each exchange is kept small.
 */
import type { Reply } from '../ports.ts'
import type { Exchange } from './exchange.ts'

export interface ExchangeFacts<Owner>
  extends Pick<Exchange, 'sandbox' | 'method' | 'operation' | 'notices' | 'scenarios' | 'steps' | 'sentFrom'> {
  /** The journal of the exchange. */
  readonly owner: Owner
  readonly status: number
  readonly fault: Reply['fault']
  /** Estimated bytes of the notices. */
  readonly noticeBytes: number
}

/** Kinds of requests that clients send in turn. */
const maxKnown = 8

/** Finds the same facts again, if they are those of one of the last kinds of exchanges. All journals share it. */
export class KnownFacts<Owner> {
  readonly #known: ExchangeFacts<Owner>[] = []
  #next = 0

  of(exchange: Exchange, owner: Owner): ExchangeFacts<Owner> {
    // Their names are the client's, and may be long.
    if (exchange.notices.length > 0) return createFacts(exchange, owner)
    for (const facts of this.#known) if (facts.owner === owner && hasFacts(exchange, facts)) return facts
    const facts = createFacts(exchange, owner)
    this.#known[this.#next] = facts
    this.#next = (this.#next + 1) % maxKnown
    return facts
  }
}

const createFacts = <Owner>(exchange: Exchange, owner: Owner): ExchangeFacts<Owner> => {
  const { sandbox, method, operation, notices, scenarios, steps, sentFrom, reply } = exchange
  const { status, fault } = reply
  const noticeBytes = sizeOfNotices(notices)
  return { owner, sandbox, method, operation, notices, scenarios, steps, sentFrom, status, fault, noticeBytes }
}

/** Lists are compared by identity: empty ones are shared. */
const hasFacts = (exchange: Exchange, facts: ExchangeFacts<unknown>): boolean =>
  exchange.operation === facts.operation &&
  exchange.reply.status === facts.status &&
  exchange.method === facts.method &&
  exchange.notices === facts.notices &&
  exchange.scenarios === facts.scenarios &&
  exchange.steps === facts.steps &&
  exchange.sandbox === facts.sandbox &&
  exchange.reply.fault === facts.fault &&
  exchange.sentFrom === facts.sentFrom

/** Notices have names that clients choose, as many as a body has. */
const sizeOfNotices = (notices: Exchange['notices']): number => {
  let size = 0
  for (const { names } of notices) for (const name of names) size += 32 + name.length
  return size
}

/**
 * Shares the traffic of sandboxes between replicas: publishes what is recorded here, and records what the others publish.
 * Nothing waits until a message has arrived, except for a reader of a journal. A message is a line with its origin, and a line for each
 * item: an exchange as an object, or `["cleared", sandbox]`, or `["deleted", sandbox]`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../contract/operation/operation.ts'
import { isJsonArray } from '../contract/values/json-object.ts'
import type { CoveredFacts } from '../coverage/coverage.ts'
import type { SharedLog } from '../log/log.ts'
import type { Exchange } from './exchange.ts'
import { readExchangeMessage, writeExchange } from './exchange-message.ts'
import type { Journal } from './journal.ts'
import type { StoredExchange } from './stored-exchange.ts'
import type { AllTraffic, TrafficSharing } from './traffic.ts'

export interface SharedJournalParts {
  readonly messages: Pick<SharedLog, 'publish' | 'subscribe' | 'delivered'>
  readonly traffic: AllTraffic
  /** Distinguishes this process from all others, also from those that have ended. */
  readonly replica: string
  /** Finds the operation of an exchange by its key. */
  readonly findOperation: (key: string) => Operation | undefined
}

/** From now on the traffic is shared. Resolves when what is stored of earlier traffic is recorded. Rejects with LogError. */
export const shareTraffic = async (parts: SharedJournalParts): Promise<void> => {
  const shared = new SharedJournal(parts)
  parts.traffic.sharing = shared
  await parts.messages.subscribe(shared.receive)
}

/** The first line of a message has this name and number. Messages with others are ignored. */
const format = ['standin-traffic', 1] as const

/** Items are collected into one message until they have this number of UTF-16 units. */
const fullMessage = 256 * 1024

/** The largest number of lines that are read of a message. */
const maxLines = 10_000

/** The largest number of exchanges whose message has not arrived yet. Older ones are assumed to be lost. */
const maxPending = 10_000

/** Milliseconds that a reader waits for the exchanges of other replicas. */
const maxSettling = 1_000

interface Pending {
  readonly item: number
  readonly entry: StoredExchange<Journal>
}

class SharedJournal implements TrafficSharing {
  readonly #parts: SharedJournalParts
  /** The items of the next message. */
  #lines: string[] = []
  #size = 0
  /** How many items have been sent or will be with the next message. */
  #items = 0
  /** Exchanges of this process whose message has not arrived yet, oldest first. */
  readonly #pending: Pending[] = []
  /** Resolves when what is recorded now has been sent. */
  #sent: Promise<void> | undefined

  constructor(parts: SharedJournalParts) {
    this.#parts = parts
  }

  recorded(exchange: Exchange, covered: CoveredFacts | undefined, entry: StoredExchange<Journal> | undefined): void {
    if (entry) {
      entry.isPending = true
      this.#pending.push({ item: this.#items + 1, entry })
    }
    if (this.#pending.length > maxPending) this.#place(this.#pending[0]?.item ?? 0)
    this.#send(writeExchange(exchange, covered))
  }

  cleared(sandbox: string): void {
    this.#send(JSON.stringify(['cleared', sandbox]))
  }

  deleted(sandbox: string): void {
    this.#send(JSON.stringify(['deleted', sandbox]))
  }

  sent(): Promise<void> {
    this.#sent ??= new Promise((resolve) => {
      const schedule = (): void => {
        this.#sent = undefined
        setImmediate(resolve)
      }
      // This process publishes in the next microtask, the connection collects messages until the one after it, and sends
      // what it has collected at the end of this turn of the event loop.
      queueMicrotask(() => queueMicrotask(schedule))
    })
    return this.#sent
  }

  async settle(): Promise<void> {
    this.#publish()
    const timeout = new AbortController()
    // Without the storage, a reader gets what is recorded here.
    const delivered = this.#parts.messages.delivered().catch(() => {})
    await Promise.race([delivered, delay(maxSettling, undefined, timeout).catch(() => {})])
    timeout.abort()
  }

  /** Called with each message, also with those of this process. */
  readonly receive = (message: string): void => {
    const [head = '', ...lines] = message.split('\n', maxLines)
    const origin = readHead(head)
    if (!origin) return
    const isOwn = origin.replica === this.#parts.replica
    for (const [index, line] of lines.entries()) {
      if (isOwn) this.#arrived(line, origin.first + index)
      else this.#recordOther(parse(line))
    }
  }

  #send(line: string): void {
    // Requests that were stored together arrive here in one turn.
    if (this.#lines.length === 0) queueMicrotask(() => this.#publish())
    this.#lines.push(line)
    this.#items++
    this.#size += line.length
    if (this.#size > fullMessage) this.#publish()
  }

  #publish(): void {
    if (this.#lines.length === 0) return
    const head = JSON.stringify([...format, this.#parts.replica, this.#items - this.#lines.length + 1])
    const message = `${head}\n${this.#lines.join('\n')}`
    this.#lines = []
    this.#size = 0
    this.#parts.messages.publish(message)
  }

  /** An item of this process has arrived, so its place among those of other replicas is known. */
  #arrived(line: string, item: number): void {
    this.#place(item)
    // An exchange has been recorded already; it need not be parsed.
    if (line.startsWith('{')) return
    const [, sandbox] = readCommand(parse(line))
    // What others recorded before it was cleared may have arrived after that.
    if (sandbox !== undefined) this.#parts.traffic.find(sandbox)?.journal.clearPlaced()
  }

  #place(item: number): void {
    while (this.#pending[0] && this.#pending[0].item <= item) {
      this.#pending[0].entry.isPending = false
      this.#pending.shift()
    }
  }

  #recordOther(item: unknown): void {
    const { traffic, findOperation } = this.#parts
    const [command, sandbox = ''] = readCommand(item)
    if (command === 'cleared') traffic.find(sandbox)?.journal.clearPlaced()
    if (command === 'deleted') traffic.deletedElsewhere(sandbox)
    if (command !== undefined) return
    const read = readExchangeMessage(item, findOperation)
    if (read) traffic.open(read.exchange.sandbox).recordOther(read.exchange, read.covered)
  }
}

interface MessageHead {
  readonly replica: string
  /** The number of its first item, of all that the replica has sent. */
  readonly first: number
}

/** Undefined for messages of other formats. */
const readHead = (line: string): MessageHead | undefined => {
  const [name, version, replica, first] = asArray(parse(line))
  if (name !== format[0] || version !== format[1]) return undefined
  return typeof replica === 'string' && typeof first === 'number' ? { replica, first } : undefined
}

/** Empty if the item is not a command. */
const readCommand = (item: unknown): readonly [command?: string, sandbox?: string] => {
  const [command, sandbox] = asArray(item)
  return typeof command === 'string' && typeof sandbox === 'string' ? [command, sandbox] : []
}

const asArray = (value: unknown): readonly unknown[] => (isJsonArray(value) ? value : [])

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

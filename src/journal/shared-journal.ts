/**
 * Shares the traffic of sandboxes between replicas: publishes what is recorded here, and records what the others publish.
 * Nothing waits until a message has arrived, except for a reader of a journal. An item of a message is an exchange as an object with its
 * bodies, or `["cleared", sandbox]`, or `["deleted", sandbox]`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../contract/operation/operation.ts'
import { isJsonArray } from '../contract/values/json-object.ts'
import type { CoveredFacts } from '../coverage/coverage.ts'
import type { SharedLog } from '../log/log.ts'
import type { Exchange } from './exchange.ts'
import { readExchangeMessage, writeExchange } from './exchange-message.ts'
import type { Journal } from './journal.ts'
import { parseJson } from './parse-json.ts'
import { rememberSecretNames } from './redact.ts'
import type { StoredExchange } from './stored-exchange.ts'
import type { AllTraffic, TrafficSharing } from './traffic.ts'
import { type MessageHead, type MessageItem, MessageWriter, prefixOf, readHead, readItems } from './traffic-message.ts'

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

/** Items are collected into one message until it has this number of bytes. */
const fullMessage = 256 * 1024

/** The largest number of exchanges whose message has not arrived yet. Older ones are assumed to be lost. */
const maxPending = 10_000

/** Milliseconds that a reader waits for the exchanges of other replicas. */
const maxSettling = 1_000

/** What this process has recorded or cleared, until its message arrives. */
interface Pending {
  readonly item: number
  /** The exchange; undefined for a command. */
  readonly entry: StoredExchange<Journal> | undefined
  /** The sandbox of a command. */
  readonly cleared: string | undefined
}

class SharedJournal implements TrafficSharing {
  readonly #parts: SharedJournalParts
  readonly #writer: MessageWriter
  /** What all messages of this process begin with. */
  readonly #prefix: Buffer
  /** Oldest first. */
  readonly #pending: Pending[] = []
  readonly #isSecret = rememberSecretNames()
  /** Resolves when what is recorded now has been sent. */
  #sent: Promise<void> | undefined

  constructor(parts: SharedJournalParts) {
    this.#parts = parts
    this.#writer = new MessageWriter(parts.replica)
    this.#prefix = prefixOf(parts.replica)
  }

  recorded(exchange: Exchange, covered: CoveredFacts | undefined, entry: StoredExchange<Journal> | undefined): void {
    const { json, body, reply } = writeExchange(exchange, covered, this.#isSecret)
    const item = this.#send(json, body, reply)
    if (!entry) return
    entry.isPending = true
    this.#addPending({ item, entry, cleared: undefined })
  }

  cleared(sandbox: string): void {
    this.#command('cleared', sandbox)
  }

  deleted(sandbox: string): void {
    this.#command('deleted', sandbox)
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
  readonly receive = (message: Buffer): void => {
    const isOwn = message.subarray(0, this.#prefix.length).equals(this.#prefix)
    const head = readHead(message)
    if (!head) return
    // What this process has sent is recorded already: its items need not be read.
    if (isOwn) this.#arrived(head)
    else for (const item of readItems(message)) this.#recordOther(item)
  }

  #command(command: 'cleared' | 'deleted', sandbox: string): void {
    const item = this.#send(JSON.stringify([command, sandbox]))
    this.#addPending({ item, entry: undefined, cleared: sandbox })
  }

  /** Returns the number of the item. */
  #send(json: string, body?: Buffer | string, reply?: Buffer | string): number {
    // Requests that were stored together arrive here in one turn.
    if (this.#writer.size === 0) queueMicrotask(() => this.#publish())
    const item = this.#writer.add(json, body, reply)
    if (this.#writer.size > fullMessage) this.#publish()
    return item
  }

  #publish(): void {
    const message = this.#writer.take()
    if (message) this.#parts.messages.publish(message)
  }

  #addPending(pending: Pending): void {
    this.#pending.push(pending)
    if (this.#pending.length > maxPending) this.#place()
  }

  /** Items of this process have arrived, so their places among those of other replicas are known. */
  #arrived({ first, count }: MessageHead): void {
    for (let next = this.#pending[0]; next && next.item < first + count; next = this.#pending[0]) {
      this.#place()
      // What others recorded before it was cleared may have arrived after that. Messages before this one were lost.
      if (next.cleared !== undefined && next.item >= first)
        this.#parts.traffic.find(next.cleared)?.journal.clearPlaced()
    }
  }

  #place(): void {
    const placed = this.#pending.shift()
    if (placed?.entry) placed.entry.isPending = false
  }

  #recordOther({ json, body, reply }: MessageItem): void {
    const { traffic, findOperation } = this.#parts
    const facts = parseJson(json)
    const [command, sandbox = ''] = readCommand(facts)
    if (command === 'cleared') traffic.find(sandbox)?.journal.clearPlaced()
    if (command === 'deleted') traffic.deletedElsewhere(sandbox)
    if (command !== undefined) return
    const read = readExchangeMessage(facts, { body, reply }, findOperation)
    if (read) traffic.open(read.exchange.sandbox).recordOther(read.exchange, read.covered)
  }
}

/** Empty if the item is not a command. */
const readCommand = (item: unknown): readonly [command?: string, sandbox?: string] => {
  const [command, sandbox]: readonly unknown[] = isJsonArray(item) ? item : []
  return typeof command === 'string' && typeof sandbox === 'string' ? [command, sandbox] : []
}

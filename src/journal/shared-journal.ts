/**
 * Shares the traffic of sandboxes between replicas: publishes what is recorded here, and records what the others publish.
 * Nothing waits until a message has arrived, except for a reader of a journal. An item of a message is an exchange as an object with its
 * bodies, or a command: a list of its name and what it is about.
 *
 * A process that is alone publishes no exchanges. It does so when another one starts, or when it stops.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../contract/operation/operation.ts'
import { isJsonArray } from '../contract/values/json-object.ts'
import type { CoverageCounts, CoveredFacts } from '../coverage/coverage.ts'
import type { SharedLog } from '../log/log.ts'
import { readCounts, writeCounts } from './coverage-message.ts'
import type { Exchange } from './exchange.ts'
import { readExchangeMessage, writeExchange } from './exchange-message.ts'
import { type Journal, peekExchange } from './journal.ts'
import { parseJson } from './parse-json.ts'
import { Presence } from './presence.ts'
import { rememberSecretNames } from './redact.ts'
import type { StoredExchange } from './stored-exchange.ts'
import type { AllTraffic, TrafficSharing } from './traffic.ts'
import { type MessageHead, type MessageItem, MessageWriter, prefixOf, readHead, readItems } from './traffic-message.ts'

export interface SharedJournalParts {
  readonly messages: Pick<SharedLog, 'publish' | 'subscribe' | 'delivered' | 'attend' | 'leave'>
  readonly traffic: AllTraffic
  /** Distinguishes this process from all others, also from those that have ended. */
  readonly replica: string
  /** Finds the operation of an exchange by its key. */
  readonly findOperation: (key: string) => Operation | undefined
}

/**
 * From now on the traffic is shared. Resolves when earlier traffic is recorded: what is stored of it, and what the other
 * processes had not published. Rejects with LogError.
 */
export const shareTraffic = async (parts: SharedJournalParts): Promise<TrafficSharing> => {
  const shared = new SharedJournal(parts)
  parts.traffic.sharing = shared
  await shared.start()
  return shared
}

/** Items are collected into one message until it has this number of bytes. */
const fullMessage = 256 * 1024

/** The largest number of exchanges whose message has not arrived yet. Older ones are assumed to be lost. */
const maxPending = 10_000

/** Milliseconds that a reader waits for the exchanges of other replicas. */
const maxSettling = 1_000

/** Milliseconds that a process which starts waits for what the others have not published. One of them may have been killed. */
const maxWelcoming = 500

/** Milliseconds that a process which stops waits until what it has not published is stored. */
const maxClosing = 2_000

/** Bytes of exchanges that are published at once when another process starts, so that requests do not wait for long. */
const partSize = 1024 * 1024

/** Parts after which the rest is published at once. */
const maxParts = 200

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
  readonly #presence: Presence
  /** Resolves when what is recorded now has been sent. */
  #sent: Promise<void> | undefined
  #isLive = false
  /** Whether messages come from before this process started: others introduced themselves to others. */
  #isReadingPast = true
  /** Publishes what was recorded while this process was alone. */
  #catchingUp: Promise<void> | undefined
  /** Processes that have not published all that this one needs. */
  readonly #awaited = new Set<string>()
  #onWelcomed = (): void => {}

  constructor(parts: SharedJournalParts) {
    this.#parts = parts
    const { replica, messages } = parts
    this.#writer = new MessageWriter(replica)
    this.#prefix = prefixOf(replica)
    this.#presence = new Presence({
      messages,
      replica,
      onChange: () => this.#adapt(),
      onGone: () => this.onGone(),
      onMissed: () => this.#send(JSON.stringify(['joined', replica])),
    })
  }

  /** Set by who needs to know. */
  onGone = (): void => {}

  isPresent(replica: string): boolean {
    return replica === this.#parts.replica || this.#presence.others.has(replica)
  }

  get isLive(): boolean {
    return this.#isLive
  }

  /** Rejects with LogError. */
  async start(): Promise<void> {
    const { messages, replica } = this.#parts
    await messages.subscribe(this.receive)
    this.#isReadingPast = false
    await this.#presence.begin()
    this.#isLive = !this.#presence.isAlone
    if (!this.#isLive) return
    for (const other of this.#presence.others) this.#awaited.add(other)
    const welcomed = new Promise<void>((resolve) => {
      this.#onWelcomed = resolve
    })
    this.#send(JSON.stringify(['joined', replica]))
    await resolveWithin(welcomed, maxWelcoming)
  }

  async close(): Promise<void> {
    await resolveWithin(
      this.#catchUp().then(() => this.settle()),
      maxClosing,
    )
    await this.#presence.end()
  }

  recorded(exchange: Exchange, covered: CoveredFacts | undefined, entry: StoredExchange<Journal> | undefined): void {
    if (entry) entry.isPending = true
    if (!this.#isLive) return
    const { json, body, reply } = writeExchange(exchange, covered, this.#isSecret)
    const item = this.#send(json, body, reply)
    if (entry) this.#addPending({ item, entry, cleared: undefined })
  }

  cleared(sandbox: string): void {
    this.#command('cleared', sandbox)
  }

  deleted(sandbox: string): void {
    this.#command('deleted', sandbox)
  }

  sent(): Promise<void> | undefined {
    if (!this.#isLive) return undefined
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
    await resolveWithin(this.#delivered(), maxSettling)
  }

  /** Without the storage, a reader gets what is recorded here. */
  #delivered(): Promise<void> {
    return this.#parts.messages.delivered().catch(() => {})
  }

  /** Called with each message, also with those of this process. */
  readonly receive = (message: Buffer): void => {
    const isOwn = message.subarray(0, this.#prefix.length).equals(this.#prefix)
    const head = readHead(message)
    if (!head) return
    // What this process has sent is recorded already: its items need not be read.
    if (isOwn) this.#arrived(head)
    else for (const item of readItems(message)) this.#recordOther(item, head.replica)
  }

  /** Others have come, or the last one has gone. */
  #adapt(): void {
    if (this.#presence.isAlone) this.#isLive = false
    else void this.#catchUp()
  }

  /** Publishes what was recorded while this process was alone. From then on, everything is published at once. */
  #catchUp(): Promise<void> {
    if (this.#isLive) return Promise.resolve()
    this.#catchingUp ??= this.#publishUnsent().finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  async #publishUnsent(): Promise<void> {
    for (let part = 1; !this.#sendUnsent(part < maxParts ? partSize : Number.POSITIVE_INFINITY); part++) {
      this.#publish()
      // What is published faster than it is stored is discarded.
      await this.#delivered()
    }
    // The others may have gone meanwhile.
    this.#isLive = !this.#presence.isAlone
  }

  /** Sends the oldest exchanges of each journal up to a size. Returns whether nothing is left. */
  #sendUnsent(size: number): boolean {
    const { traffic } = this.#parts
    const sent = new Set(this.#pending.map(({ entry }) => entry))
    let bytes = 0
    for (const { journal } of traffic.all())
      for (const entry of journal.pending) {
        if (sent.has(entry)) continue
        if (bytes > size) return false
        const { json, body, reply } = writeExchange(peekExchange(entry), undefined, this.#isSecret, true)
        this.#addPending({ item: this.#send(json, body, reply), entry, cleared: undefined })
        bytes += json.length + (body?.length ?? 0) + (reply?.length ?? 0)
      }
    for (const one of traffic.all()) this.#sendCounts(one.id, one.takeUnsent())
    this.#sendCounts('', traffic.takeUnsentPast())
    return true
  }

  /** Coverage of a sandbox; without an id, of those that no longer exist. */
  #sendCounts(sandbox: string, counts: CoverageCounts | undefined): void {
    if (counts && counts.size > 0) this.#send(JSON.stringify(['counted', sandbox, writeCounts(counts)]))
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

  #recordOther({ json, body, reply }: MessageItem, replica: string): void {
    const { traffic, findOperation } = this.#parts
    const facts = parseJson(json)
    const [command, about = '', counts] = readCommand(facts)
    if (command !== undefined) {
      this.#obey(command, about, replica, counts)
      return
    }
    const read = readExchangeMessage(facts, { body, reply }, findOperation)
    if (read) traffic.open(read.exchange.sandbox).recordOther(read.exchange, read.covered)
  }

  #obey(command: string, about: string, replica: string, counts: unknown): void {
    const { traffic } = this.#parts
    if (command === 'cleared') traffic.find(about)?.journal.clearPlaced()
    if (command === 'deleted') traffic.deletedElsewhere(about)
    if (command === 'counted') (about === '' ? traffic.past : traffic.open(about)).addCounts(readCounts(counts))
    if (command === 'joined' && !this.#isReadingPast) void this.#welcome(replica)
    if (command === 'welcomed' && about === this.#parts.replica) this.#welcomedBy(replica)
  }

  #welcomedBy(replica: string): void {
    if (this.#awaited.delete(replica) && this.#awaited.size === 0) this.#onWelcomed()
  }

  /** Another process has started. */
  async #welcome(other: string): Promise<void> {
    this.#presence.add(other)
    await this.#catchUp()
    this.#send(JSON.stringify(['welcomed', other]))
  }
}

/** Empty if the item is not a command. */
const readCommand = (item: unknown): readonly [command?: string, about?: string, counts?: unknown] => {
  const [command, about, counts]: readonly unknown[] = isJsonArray(item) ? item : []
  return typeof command === 'string' && typeof about === 'string' ? [command, about, counts] : []
}

const resolveWithin = async (promise: Promise<void>, milliseconds: number): Promise<void> => {
  const timeout = new AbortController()
  await Promise.race([promise, delay(milliseconds, undefined, timeout).catch(() => {})])
  timeout.abort()
}

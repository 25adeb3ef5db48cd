/**
 * The journal of a sandbox: its latest exchanges, as they came in. Bounded in number for each sandbox and in bytes over
 * all; the oldest go first. Nothing is formatted before somebody asks.
 */
import type { Exchange } from './exchange.ts'
import { ExchangeLog, type KeptExchange, readExchange } from './kept-exchange.ts'

/** Bytes that journals may take over all sandboxes, and exchanges that each may keep. */
export interface JournalLimits {
  readonly bytes: number
  readonly exchanges: number
}

export const defaultJournal: JournalLimits = { bytes: 64 * 1024 * 1024, exchanges: 1_000 }

type Entry = KeptExchange<Journal>

const exchangeOf = (entry: Entry): Exchange => {
  entry.exchange ??= readExchange(entry)
  return entry.exchange
}

/** A queue that is read from its front: the front is an index, and what lies before it is cut off now and then. */
class Queue {
  #items: Entry[] = []
  #front = 0

  get first(): Entry | undefined {
    return this.#items[this.#front]
  }

  get size(): number {
    return this.#items.length - this.#front
  }

  add(entry: Entry): void {
    this.#items.push(entry)
  }

  take(): Entry | undefined {
    const entry = this.#items[this.#front]
    if (entry === undefined) return undefined
    this.#front++
    if (this.#front > 64 && this.#front * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#front)
      this.#front = 0
    }
    return entry
  }

  rest(): readonly Entry[] {
    return this.#items.slice(this.#front)
  }
}

type Listener = (exchange: Exchange) => void

/** What all journals of a server share. */
export class JournalBudget {
  readonly limits: JournalLimits
  #bytes = 0
  /** All entries by age; those that their journal dropped are passed over. */
  readonly #queue = new Queue()
  #dead = 0
  readonly #listeners = new Set<Listener>()

  constructor(limits: JournalLimits = defaultJournal) {
    this.limits = limits
  }

  /** Bytes that are kept, as they are estimated. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether anybody would ever see an exchange. */
  get isWanted(): boolean {
    return this.limits.exchanges > 0 || this.#listeners.size > 0
  }

  /** Calls back for each exchange of any sandbox; the function that is returned ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(entry: Entry): void {
    for (const listener of this.#listeners) listener(exchangeOf(entry))
  }

  add(entry: Entry): void {
    this.#queue.add(entry)
    this.#bytes += sizeOf(entry)
    while (this.#bytes > this.limits.bytes) {
      const oldest = this.#queue.take()
      if (!oldest) return
      if (oldest.dropped) this.#dead--
      else oldest.owner.dropOldest(oldest)
    }
  }

  /** Called by a journal that has dropped an entry. */
  release(entry: Entry): void {
    this.#bytes -= sizeOf(entry)
    this.#dead++
    // What its journal has dropped already must not lie here for ever.
    while (this.#queue.first?.dropped) {
      this.#queue.take()
      this.#dead--
    }
    if (this.#dead > 1_000 && this.#dead * 2 > this.#queue.size) this.#compact()
  }

  #compact(): void {
    const living = this.#queue.rest().filter(({ dropped }) => !dropped)
    while (this.#queue.take());
    for (const entry of living) this.#queue.add(entry)
    this.#dead = 0
  }
}

export class Journal {
  readonly #budget: JournalBudget
  #queue: Queue | undefined
  #log: ExchangeLog<Journal> | undefined

  constructor(budget: JournalBudget) {
    this.#budget = budget
  }

  record(exchange: Exchange): void {
    if (!this.#budget.isWanted) return
    this.#queue ??= new Queue()
    this.#log ??= new ExchangeLog(this)
    const entry = this.#log.write(exchange)
    this.#queue.add(entry)
    this.#budget.add(entry)
    this.#budget.tell(entry)
    if (this.#queue.size > this.#budget.limits.exchanges) this.#drop()
  }

  /** How many exchanges it holds. */
  get size(): number {
    return this.#queue?.size ?? 0
  }

  /** Oldest first. */
  get exchanges(): readonly Exchange[] {
    return this.#queue?.rest().map(exchangeOf) ?? []
  }

  clear(): void {
    while (this.#queue?.first) this.#drop()
  }

  /** For the budget: an entry is always the oldest that its journal has when it is the oldest of all. */
  dropOldest(entry: Entry): void {
    if (this.#queue?.first === entry) this.#drop()
  }

  #drop(): void {
    const entry = this.#queue?.take()
    if (!entry) return
    entry.dropped = true
    this.#log?.release(entry)
    this.#budget.release(entry)
  }
}

/** Bytes that an exchange takes beside its texts and bodies. An estimate. */
const overhead = 400

const sizeOf = ({ textLength, bodyLength, replyLength }: Entry): number =>
  overhead + textLength + Math.max(bodyLength, 0) + Math.max(replyLength, 0)

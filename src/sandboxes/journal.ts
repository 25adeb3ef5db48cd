/**
 * The journal of a sandbox: its latest exchanges, as they came in. Bounded in number for each sandbox and in bytes over
 * all; the oldest go first. Recording keeps references and nothing is formatted before somebody asks.
 */
import type { Operation } from '../contract/operation.ts'
import type { Refusal } from '../errors.ts'
import type { Notice } from '../notices.ts'
import type { Reply, RequestHeaders } from '../ports.ts'
import { type CoverageCounts, createCoverage } from './coverage.ts'

/** A request with its response, and why it was answered so. */
export interface Exchange {
  /** Sandbox-Request-Id. */
  readonly id: string
  readonly sandbox: string
  /** Epoch milliseconds of real time, when the request had come. */
  readonly at: number
  /** Epoch milliseconds on the sandbox's clock. */
  readonly clock: number
  /** Milliseconds from there to the reply. */
  readonly duration: number
  readonly method: string
  /** As it was sent, with the sandbox's own address where that was used. */
  readonly path: string
  readonly query: string
  readonly headers: RequestHeaders
  /** Bytes of the body as latin1, one character each; undefined where nobody read it. */
  readonly body: string | undefined
  readonly reply: Reply
  /** Undefined where no document has the path and method. */
  readonly operation: Operation | undefined
  readonly pathParams: Readonly<Record<string, string>>
  readonly refusal: Refusal | undefined
  readonly notices: readonly Notice[]
  /** Names of the scenarios that were on for the request, in the order in which they were tried. */
  readonly scenarios: readonly string[]
  /** Steps of them that took effect. */
  readonly steps: readonly string[]
}

/** Bytes that journals may take over all sandboxes, and exchanges that each may keep. */
export interface JournalLimits {
  readonly bytes: number
  readonly exchanges: number
}

export const defaultJournal: JournalLimits = { bytes: 64 * 1024 * 1024, exchanges: 1_000 }

interface Entry {
  readonly exchange: Exchange
  readonly journal: Journal
  readonly size: number
  dropped: boolean
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

  /** Calls back for each exchange of any sandbox; the function that is returned ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(exchange: Exchange): void {
    for (const listener of this.#listeners) listener(exchange)
  }

  add(entry: Entry): void {
    this.#queue.add(entry)
    this.#bytes += entry.size
    while (this.#bytes > this.limits.bytes) {
      const oldest = this.#queue.take()
      if (!oldest) return
      if (oldest.dropped) this.#dead--
      else oldest.journal.dropOldest(oldest)
    }
  }

  /** Called by a journal that has dropped an entry. */
  release(entry: Entry): void {
    this.#bytes -= entry.size
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
  #coverage: CoverageCounts | undefined

  constructor(budget: JournalBudget) {
    this.#budget = budget
  }

  /** What the traffic has covered; outlives the exchanges. */
  get coverage(): CoverageCounts {
    this.#coverage ??= createCoverage()
    return this.#coverage
  }

  record(exchange: Exchange): void {
    const entry: Entry = { exchange, journal: this, size: sizeOf(exchange), dropped: false }
    this.#queue ??= new Queue()
    this.#queue.add(entry)
    this.#budget.add(entry)
    if (this.#queue.size > this.#budget.limits.exchanges) this.#drop()
    this.#budget.tell(exchange)
  }

  /** How many exchanges it holds. */
  get size(): number {
    return this.#queue?.size ?? 0
  }

  /** Oldest first. */
  get exchanges(): readonly Exchange[] {
    return this.#queue?.rest().map(({ exchange }) => exchange) ?? []
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
    this.#budget.release(entry)
  }
}

/** Bytes that an exchange takes beside its texts: objects, headers' names. An estimate. */
const overhead = 1_200

const sizeOf = ({ path, query, body, reply }: Exchange): number =>
  overhead + path.length + query.length + (body?.length ?? 0) + (reply.body?.length ?? 0)

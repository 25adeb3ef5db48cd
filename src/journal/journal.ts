/**
 * The journal of a sandbox: its latest exchanges, in order of arrival. Each journal is limited in number, and all journals
 * of a server share a limit in bytes; the oldest exchanges are discarded first. Nothing is formatted until it is read.
 *
 * Where several replicas serve a sandbox, the order is that of the messages in which they publish their exchanges. An
 * exchange of this process is pending until its own message arrives; exchanges that arrive before it come first.
 */
import type { Exchange } from './exchange.ts'
import { KnownFacts } from './exchange-facts.ts'
import {
  type ChunkBudget,
  ExchangeLog,
  readExchange,
  readPosition,
  type StoredExchange,
  sizeOf,
} from './stored-exchange.ts'

/** The largest number of bytes of all journals together, and of exchanges in each. */
export interface JournalLimits {
  readonly bytes: number
  readonly exchanges: number
}

export const defaultJournal: JournalLimits = { bytes: 64 * 1024 * 1024, exchanges: 1_000 }

type Entry = StoredExchange<Journal>

/** An exchange of a journal, to be decoded when it is needed. It cannot be decoded once it is `dropped`. */
export type JournalEntry = Readonly<Entry>

/** The same object as long as anybody uses it. It is not retained with the entry: decoded, it takes several times the bytes. */
const exchangeOf = (entry: Entry): Exchange => {
  const known = entry.exchange?.deref()
  if (known) return known
  const exchange = readExchange(entry)
  entry.exchange = new WeakRef(exchange)
  return exchange
}

/** The exchange, decoded for the caller only. */
export const peekExchange = (entry: JournalEntry): Exchange => entry.exchange?.deref() ?? readExchange(entry)

/** A first-in-first-out queue on an array. The places before the front are removed when they are a fifth of it. */
class Queue {
  #items: (Entry | undefined)[] = []
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

  /** Adds an entry before those at the end that are pending. */
  insert(entry: Entry): void {
    let at = this.#items.length
    while (at > this.#front && this.#items[at - 1]?.isPending) at--
    if (at === this.#items.length) this.#items.push(entry)
    else this.#items.splice(at, 0, entry)
  }

  remove(entry: Entry): void {
    const at = this.#items.indexOf(entry, this.#front)
    if (at !== -1) this.#items.splice(at, 1)
  }

  take(): Entry | undefined {
    const entry = this.#items[this.#front]
    if (entry === undefined) return undefined
    this.#items[this.#front++] = undefined
    if (this.#front > 64 && this.#front * 5 > this.#items.length) {
      this.#items = this.#items.slice(this.#front)
      this.#front = 0
    }
    return entry
  }

  rest(): readonly Entry[] {
    return this.#items.slice(this.#front).flatMap((entry) => entry ?? [])
  }
}

type Listener = (exchange: Exchange) => void

/** The most chunks that are retained for later, although no journal uses them. */
const maxSpare = 16

/** The limits that all journals of a server share, and the listeners to new exchanges. */
export class JournalBudget implements ChunkBudget {
  readonly limits: JournalLimits
  #bytes = 0
  /** All entries by age, including some that their journal has already discarded. */
  readonly #queue = new Queue()
  #discarded = 0
  readonly #listeners = new Set<Listener>()
  /** Those for one sandbox, so that requests to the others are not slower. */
  readonly #bySandbox = new Map<string, Set<Listener>>()
  #spare: Buffer[] = []
  #isDiscarding = false
  latestReply: ChunkBudget['latestReply']
  readonly facts = new KnownFacts<Journal>()

  constructor(limits: JournalLimits = defaultJournal) {
    this.limits = limits
  }

  /** The estimated size of all exchanges, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether recording has any effect: exchanges are retained, or somebody listens. */
  get isEnabled(): boolean {
    return this.limits.exchanges > 0 || this.#listeners.size > 0 || this.#bySandbox.size > 0
  }

  /** Calls back for each exchange of any sandbox. Returns the function that unsubscribes. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The same for the exchanges of one sandbox. */
  listenTo(sandbox: string, listener: Listener): () => void {
    const listeners = this.#bySandbox.get(sandbox) ?? new Set()
    this.#bySandbox.set(sandbox, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#bySandbox.get(sandbox) === listeners) this.#bySandbox.delete(sandbox)
    }
  }

  notify(exchange: Exchange): void {
    for (const listener of this.#listeners) listener(exchange)
    if (this.#bySandbox.size === 0) return
    for (const listener of this.#bySandbox.get(exchange.sandbox) ?? []) listener(exchange)
  }

  add(entry: Entry): void {
    this.#queue.add(entry)
    this.count(sizeOf(entry))
  }

  /** Counts bytes of exchanges, of chunks, and of what journals need in addition; a negative number no longer. */
  count(bytes: number): void {
    this.#bytes += bytes
    // What is discarded is counted here, too.
    if (this.#isDiscarding || !this.isFull) return
    this.#isDiscarding = true
    try {
      this.#discardOldest()
    } finally {
      this.#isDiscarding = false
    }
  }

  get isFull(): boolean {
    return this.#bytes > this.limits.bytes
  }

  takeSpare(): Buffer | undefined {
    return this.#spare.pop()
  }

  addSpare(bytes: Buffer): boolean {
    if (this.#spare.length === maxSpare || this.isFull) return false
    this.#spare.push(bytes)
    return true
  }

  #discardOldest(): void {
    for (const bytes of this.#spare) this.#bytes -= bytes.length
    this.#spare = []
    while (this.isFull) {
      const oldest = this.#queue.take()
      if (!oldest) return
      if (oldest.dropped) this.#discarded--
      else oldest.facts.owner.dropOldest(oldest)
    }
  }

  /** Called by a journal that has discarded an entry. */
  release(entry: Entry): void {
    this.#bytes -= sizeOf(entry)
    this.#discarded++
    // Remove entries at the front that their journal has discarded.
    while (this.#queue.first?.dropped) {
      this.#queue.take()
      this.#discarded--
    }
    if (this.#discarded > 1_000 && this.#discarded * 2 > this.#queue.size) this.#compact()
  }

  #compact(): void {
    const living = this.#queue.rest().filter(({ dropped }) => !dropped)
    while (this.#queue.take());
    for (const entry of living) this.#queue.add(entry)
    this.#discarded = 0
  }
}

export class Journal {
  readonly #budget: JournalBudget
  /** Called after exchanges have been discarded. */
  onDropped: (() => void) | undefined
  #queue: Queue | undefined
  #log: ExchangeLog<Journal> | undefined
  #discarded = 0

  constructor(budget: JournalBudget) {
    this.#budget = budget
  }

  /** Returns undefined if nobody needs the exchange. */
  record(exchange: Exchange): Entry | undefined {
    if (!this.#budget.isEnabled) return undefined
    this.#queue ??= new Queue()
    this.#log ??= new ExchangeLog(this, this.#budget.facts, this.#budget)
    const entry = this.#log.write(exchange)
    this.#queue.add(entry)
    this.#added(entry, exchange, this.#queue)
    return entry
  }

  /** Adds an exchange of another process, before those of this process that are pending. */
  insert(exchange: Exchange): void {
    if (!this.#budget.isEnabled) return
    this.#queue ??= new Queue()
    this.#log ??= new ExchangeLog(this, this.#budget.facts, this.#budget)
    const entry = this.#log.write(exchange)
    this.#queue.insert(entry)
    this.#added(entry, exchange, this.#queue)
  }

  /** The position of the sandbox before the oldest exchange; undefined if the journal is empty. */
  get oldestPosition(): number | undefined {
    const first = this.#queue?.first
    return first && readPosition(first)
  }

  /** Counts bytes that are needed as long as the exchanges are stored; a negative number no longer. */
  hold(bytes: number): void {
    this.#budget.count(bytes)
  }

  /** Whether all journals together, and what was held, have more bytes than they may. */
  get isFull(): boolean {
    return this.#budget.isFull
  }

  /** The number of exchanges. */
  get size(): number {
    return this.#queue?.size ?? 0
  }

  /** The number of exchanges that were discarded because of a limit, since the journal was last emptied. */
  get discarded(): number {
    return this.#discarded
  }

  /** Oldest first. */
  get exchanges(): readonly Exchange[] {
    return this.#queue?.rest().map(exchangeOf) ?? []
  }

  /** The same, not decoded. */
  get entries(): readonly JournalEntry[] {
    return this.#queue?.rest() ?? []
  }

  /** Those whose place among the exchanges of other processes is not known yet. Oldest first. */
  get pending(): readonly Entry[] {
    return this.#queue?.rest().filter(({ isPending }) => isPending) ?? []
  }

  clear(): void {
    while (this.#queue?.first) this.#drop()
    this.#log?.clear()
    this.#queue = undefined
    this.#discarded = 0
    this.onDropped?.()
  }

  /** Clears what other processes have cleared: everything but the exchanges that are pending. */
  clearPlaced(): void {
    const pending: Entry[] = []
    for (let entry = this.#queue?.take(); entry; entry = this.#queue?.take()) {
      if (entry.isPending) pending.push(entry)
      else this.#discard(entry)
    }
    this.#discarded = 0
    for (const entry of pending) this.#queue?.add(entry)
    this.onDropped?.()
  }

  /** Called by the budget: the oldest entry of all journals is the oldest of its own, or near it. */
  dropOldest(entry: Entry): void {
    if (this.#queue?.first === entry) this.#queue.take()
    else this.#queue?.remove(entry)
    this.#discarded++
    this.#discard(entry)
    this.onDropped?.()
  }

  #added(entry: Entry, exchange: Exchange, queue: Queue): void {
    this.#budget.add(entry)
    // As it was recorded: decoding it again would cost as much as storing it.
    this.#budget.notify(exchange)
    if (queue.size <= this.#budget.limits.exchanges) return
    this.#discarded++
    this.#drop()
    this.onDropped?.()
  }

  #drop(): void {
    const entry = this.#queue?.take()
    if (entry) this.#discard(entry)
  }

  #discard(entry: Entry): void {
    entry.dropped = true
    this.#log?.release(entry)
    this.#budget.release(entry)
  }
}

/**
 * What is recorded of the requests to a sandbox: its journal and its coverage. Both belong to the id of a sandbox, so that
 * requests that other replicas handle are recorded even if this process has not loaded the sandbox.
 */
import { Coverage, type CoverageCounts, type CoveredFacts } from '../coverage/coverage.ts'
import type { Exchange } from './exchange.ts'
import { Journal, type JournalBudget } from './journal.ts'
import type { StoredExchange } from './stored-exchange.ts'

/** Publishes what is recorded here to the other replicas. */
export interface TrafficSharing {
  /** Whether exchanges are published at once. Otherwise no other process needs them yet, and `recorded` only notes them. */
  readonly isLive: boolean
  /** `entry` is undefined if the journal does not store it. */
  readonly recorded: (
    exchange: Exchange,
    covered: CoveredFacts | undefined,
    entry: StoredExchange<Journal> | undefined,
  ) => void
  readonly cleared: (sandbox: string) => void
  readonly deleted: (sandbox: string) => void
  /**
   * Resolves when what was recorded in this turn of the event loop has been sent, whether it arrives or not. A client that
   * waits for a response before it reads the journal of another replica finds its request there. Undefined: there is nothing
   * to wait for.
   */
  readonly sent: () => Promise<void> | undefined
  /** Resolves when everything that other replicas published before this call is recorded here, at the latest after a second. */
  readonly settle: () => Promise<void>
  /** Whether a process uses the storage now. This one does. */
  readonly isPresent: (replica: string) => boolean
  /** Called when a process no longer uses the storage. */
  onGone: () => void
  /** Publishes what has not been published, for those that start later. */
  readonly close: () => Promise<void>
}

/** The largest number of sandboxes whose traffic is recorded although this process has not loaded them. */
export const maxUnloaded = 10_000

/** The traffic of all sandboxes. */
export class AllTraffic {
  readonly budget: JournalBudget
  /** Undefined: only this process serves the sandboxes. */
  sharing: TrafficSharing | undefined
  /** The coverage of sandboxes that no longer exist. */
  readonly past = new Coverage()
  /** Called when another process has deleted a sandbox. */
  onDeletedElsewhere: ((id: string) => void) | undefined
  readonly #loaded = new Map<string, Traffic>()
  /** Of sandboxes that this process has not loaded. The least recently recorded one comes first. */
  readonly #unloaded = new Map<string, Traffic>()
  /** The coverage of sandboxes that no longer exist, as far as it has not been published. */
  #unsentPast = new Coverage()

  constructor(budget: JournalBudget) {
    this.budget = budget
  }

  /**
   * For a new sandbox. An earlier one of that name may have expired, which no process publishes; or another process creates
   * it first, and what is known is about that one.
   */
  create(id: string): Traffic {
    const isUsed = this.find(id)?.isUsed === true
    if (isUsed && !this.sharing) this.delete(id)
    const traffic = this.load(id)
    traffic.mayBeOfEarlier = isUsed
    return traffic
  }

  /** For a sandbox that this process loads. */
  load(id: string): Traffic {
    const traffic = this.find(id) ?? new Traffic(id, this)
    traffic.mayBeOfEarlier = false
    this.#unloaded.delete(id)
    this.#loaded.set(id, traffic)
    return traffic
  }

  /** For a sandbox that still exists, but that this process no longer has in memory. */
  unload(id: string): void {
    const traffic = this.#loaded.get(id)
    this.#loaded.delete(id)
    if (traffic) this.#addUnloaded(traffic)
  }

  /** For a sandbox that this process deletes. */
  delete(id: string): void {
    this.#remove(id)
    this.sharing?.deleted(id)
  }

  /** For a sandbox that another process has deleted. What this process has recorded since then is retained. */
  deletedElsewhere(id: string): void {
    const traffic = this.find(id)
    traffic?.journal.clearPlaced()
    traffic?.moveCoverage(this.past, this.#unsentPast)
    if (traffic?.journal.size === 0) this.#unloaded.delete(id)
    this.onDeletedElsewhere?.(id)
  }

  find(id: string): Traffic | undefined {
    return this.#loaded.get(id) ?? this.#unloaded.get(id)
  }

  /** For an exchange of a sandbox, whether this process has loaded it or not. */
  open(id: string): Traffic {
    const loaded = this.#loaded.get(id)
    if (loaded) return loaded
    const traffic = this.#unloaded.get(id) ?? new Traffic(id, this)
    this.#addUnloaded(traffic)
    return traffic
  }

  all(): readonly Traffic[] {
    return [...this.#loaded.values(), ...this.#unloaded.values()]
  }

  /** The coverage of all sandboxes, including those that no longer exist. */
  coverage(): Coverage {
    const all = new Coverage()
    all.add(this.past)
    all.add(this.#unsentPast)
    for (const traffic of this.all()) traffic.addCoverage(all)
    return all
  }

  /** The coverage of sandboxes that no longer exist, as far as it has not been published. It counts as published then. */
  takeUnsentPast(): CoverageCounts {
    const counts = this.#unsentPast.counts()
    this.past.addCounts(counts)
    this.#unsentPast = new Coverage()
    return counts
  }

  #addUnloaded(traffic: Traffic): void {
    this.#unloaded.delete(traffic.id)
    this.#unloaded.set(traffic.id, traffic)
    if (this.#unloaded.size <= maxUnloaded) return
    const [oldest] = this.#unloaded.keys()
    if (oldest !== undefined) this.#remove(oldest)
  }

  /** This process has created the sandbox, so what was recorded before is about an earlier one. */
  deleteEarlier(traffic: Traffic): void {
    this.#empty(traffic)
    this.sharing?.deleted(traffic.id)
  }

  #empty(traffic: Traffic): void {
    traffic.journal.clear()
    traffic.moveCoverage(this.past, this.#unsentPast)
  }

  #remove(id: string): void {
    const traffic = this.find(id)
    if (traffic) this.#empty(traffic)
    this.#loaded.delete(id)
    this.#unloaded.delete(id)
  }
}

/** The traffic of one sandbox. */
export class Traffic {
  readonly id: string
  readonly journal: Journal
  /** Whether something was recorded before this process began to create the sandbox. */
  mayBeOfEarlier = false
  readonly #all: AllTraffic
  #coverage: Coverage | undefined
  /** The coverage that other processes do not have yet. */
  #unsent: Coverage | undefined

  constructor(id: string, all: AllTraffic) {
    this.id = id
    this.journal = new Journal(all.budget)
    this.#all = all
  }

  /** The sandbox is stored, and this process has created it. */
  noteCreated(): void {
    if (this.mayBeOfEarlier) this.#all.deleteEarlier(this)
    this.mayBeOfEarlier = false
  }

  get isUsed(): boolean {
    return this.journal.size > 0 || this.#coverage !== undefined || this.#unsent !== undefined
  }

  get coverage(): Coverage {
    if (!this.#unsent) return this.#published
    const all = new Coverage()
    this.addCoverage(all)
    return all
  }

  get #published(): Coverage {
    this.#coverage ??= new Coverage()
    return this.#coverage
  }

  /** A request that this process has handled. `covered` is undefined if it belongs to no operation. */
  record(exchange: Exchange, covered: CoveredFacts | undefined): void {
    const { sharing } = this.#all
    if (covered) this.#count(covered, sharing === undefined || sharing.isLive)
    const entry = this.journal.record(exchange)
    sharing?.recorded(exchange, covered, entry)
  }

  /** A request that another process has handled. */
  recordOther(exchange: Exchange, covered: CoveredFacts | undefined): void {
    if (covered) this.#published.count(covered)
    this.journal.insert(exchange)
  }

  /** Coverage that another process has counted. */
  addCounts(counts: CoverageCounts): void {
    this.#published.addCounts(counts)
  }

  /** The coverage that has not been published; undefined if all has. It counts as published then. */
  takeUnsent(): CoverageCounts | undefined {
    const counts = this.#unsent?.counts()
    if (counts) this.#published.addCounts(counts)
    this.#unsent = undefined
    return counts
  }

  /** Empties the journal, also those of the other processes. Coverage is retained. */
  clear(): void {
    this.journal.clear()
    this.#all.sharing?.cleared(this.id)
  }

  addCoverage(target: Coverage): void {
    if (this.#coverage) target.add(this.#coverage)
    if (this.#unsent) target.add(this.#unsent)
  }

  /** Adds the coverage to others, and starts again without any. */
  moveCoverage(target: Coverage, unsent: Coverage): void {
    if (this.#coverage) target.add(this.#coverage)
    if (this.#unsent) unsent.add(this.#unsent)
    this.#coverage = undefined
    this.#unsent = undefined
  }

  #count(covered: CoveredFacts, isPublished: boolean): void {
    if (!isPublished) this.#unsent ??= new Coverage()
    const coverage = isPublished ? this.#published : this.#unsent
    coverage?.count(covered)
  }
}

/**
 * The sandboxes of a server: the default one, those created on first use, those created through the control API. Finding
 * one costs the same however many exist. Their number is limited, and unused ones are evicted.
 */

import { randomBytes } from 'node:crypto'
import type { Coverage } from '../coverage/coverage.ts'
import type { Rejection } from '../errors.ts'
import type { JournalBudget } from '../journal/journal.ts'
import { AllTraffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import type { OutboxTotal } from '../webhooks/outbox/outbox.ts'
import { countMemory } from './count-memory.ts'
import type { DurabilityParts } from './durability.ts'
import type { Creation } from './effects.ts'
import { EvictedLogs } from './evicted-logs.ts'
import { Eviction } from './eviction.ts'
import { KeyOwners } from './key-owners.ts'
import type { Key } from './keys.ts'
import { createLimits } from './limits.ts'
import { moveToSetup } from './move-to-setup.ts'
import { isLostCreation } from './operation.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxBuilder } from './sandbox-builder.ts'
import { SandboxEvents } from './sandbox-events.ts'
import { defaultId } from './sandbox-name.ts'
import type { SandboxesParts, SandboxInit } from './sandbox-parts.ts'
import type { SandboxSetup, SandboxState } from './sandbox-state.ts'
import { type SandboxesInMemory, StoredSandboxes } from './stored-sandboxes.ts'

/** The default limit on sandboxes, not counting the default one. */
export const defaultMaxSandboxes = 10_000

export class Sandboxes {
  readonly budget: JournalBudget
  readonly traffic: AllTraffic
  readonly events = new SandboxEvents()
  readonly realTime: Clock
  /** The deliveries of all sandboxes together. */
  readonly outboxes: OutboxTotal = { size: 0 }
  /**
   * Called when a delivery of a sandbox may be due, and when it is not served any more. It may be one that is not served: see
   * `isServed`.
   */
  onOutbox: (sandbox: Sandbox) => void = () => {}
  readonly #parts: Omit<SandboxesParts, 'setup'>
  readonly #builder: SandboxBuilder
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #default: Sandbox
  /** Undefined: sandboxes are in memory only. */
  #stored: StoredSandboxes | undefined
  readonly #owners = new KeyOwners()
  readonly #eviction: Eviction
  /** Undefined where sandboxes are in memory only. */
  #evictedLogs: EvictedLogs | undefined
  /** How many names were generated. */
  #generatedIds = 0

  constructor({ setup, ...parts }: SandboxesParts) {
    this.#parts = parts
    this.budget = parts.budget
    this.traffic = new AllTraffic(parts.budget)
    this.traffic.onDeletedElsewhere = (id) => this.#checkDeleted(id)
    this.realTime = parts.realTime
    this.#eviction = new Eviction(parts.realTime)
    const { realTime, seed, scenarios, limits = createLimits() } = parts
    limits.memory.countRetained = () => countMemory(this.#sandboxes.values())
    const onOutbox = (sandbox: Sandbox): void => this.onOutbox(sandbox)
    this.#builder = new SandboxBuilder(setup, { realTime, seed, scenarios, limits, onOutbox, traffic: this.traffic })
    this.#default = this.#create({ id: defaultId }, 'start')
  }

  get default(): Sandbox {
    return this.#current(this.#default)
  }

  get setup(): SandboxSetup {
    return this.#builder.setup
  }

  /** Undefined if no sandbox has that name. */
  find(id: string): Sandbox | undefined {
    this.evictUnused()
    const found = this.#sandboxes.get(id)
    return found && this.#current(found)
  }

  /** Creates it on first use. Returns a rejection when the limit is reached. */
  open(id: string): Sandbox | Rejection {
    return this.find(id) ?? this.#checkLimit() ?? this.#create({ id }, 'first-use')
  }

  /** Creates one whose name is not in use. Returns a rejection when the limit is reached. */
  create(init: SandboxInit): Sandbox | Rejection {
    return this.#checkLimit() ?? this.#create(init, 'request')
  }

  /**
   * Loads what is stored, and stores what changes from now on. Resolves with the number of stored sandboxes. Rejects with
   * LogError, LoadError.
   */
  async useLog(parts: DurabilityParts): Promise<number> {
    const stored = new StoredSandboxes(parts, this.#memory())
    const { durability } = stored
    this.#builder.setup = await durability.adopt(this.#builder.setup)
    this.#default.applySetup(this.#builder.setup)
    const loaded = stored.isShared ? await durability.count() : await durability.loadAll()
    this.#stored = stored
    this.#evictedLogs = new EvictedLogs((id) => durability.delete(id))
    this.#owners.isShared = this.isShared
    for (const sandbox of this.#sandboxes.values()) {
      if (!sandbox.log) durability.attach(sandbox)
      this.#owners.add(sandbox)
    }
    return loaded
  }

  /** For what is stored. */
  #memory(): SandboxesInMemory {
    return {
      setup: () => this.#builder.setup,
      find: (id) => this.#sandboxes.get(id),
      ids: () => this.#sandboxes.keys(),
      add: (creation) => this.#recreate(creation),
      create: ({ origin, ...creation }) => this.#builder.buildApart(creation, origin),
      deleteEarlier: (id) => this.#evictedLogs?.delete(id),
      noteAbandoned: (sandbox) => {
        if (this.isServed(sandbox)) this.#unload(sandbox)
      },
      noteLoaded: (sandbox) => {
        this.#owners.add(sandbox)
        // This process has not used it for long, but another one has.
        this.#eviction.forget(sandbox.id)
      },
      noteDeleted: (sandbox) => {
        this.#unload(sandbox)
        if (this.#eviction.isUnused(sandbox)) this.#eviction.note(sandbox)
      },
    }
  }

  /** Nothing is stored any more. Call it when no request runs. */
  async closeLog(): Promise<void> {
    await this.#evictedLogs?.settled()
    await this.#stored?.durability.close()
  }

  /** Whether other processes use the same sandboxes. */
  get isShared(): boolean {
    return this.#stored?.isShared ?? false
  }

  /** Whether `refresh` must be called before a sandbox is used. */
  get needsRefresh(): boolean {
    return this.#stored?.needsRefresh ?? false
  }

  /** Rejects with LogError where the storage cannot be reached now. */
  async checkStorage(): Promise<void> {
    await this.#stored?.durability.shared?.ping()
  }

  /**
   * Learns of what other processes have changed in a sandbox, and whether it was stored after all. Rejects with LogError,
   * LoadError.
   */
  refresh(id: string): Promise<void> {
    return this.#stored?.refresh(id) ?? nothing
  }

  /** Loads all sandboxes that other processes have created. Rejects with LogError, LoadError. */
  async refreshAll(): Promise<void> {
    await this.#stored?.refreshAll()
  }

  /** Another process has deleted a sandbox. One of the same name may exist since then. */
  #checkDeleted(id: string): void {
    // Without the storage, it is noticed when the sandbox is used again.
    if (this.#sandboxes.has(id)) this.refresh(id).catch(() => {})
  }

  #recreate({ origin, ...creation }: Creation): Sandbox | undefined {
    if (creation.id === defaultId) return this.#default
    if (this.#sandboxes.has(creation.id)) return undefined
    return this.#add(this.#builder.build(creation, origin, this.traffic.load(creation.id)))
  }

  /** Deletes a sandbox, also from the log. The default one always exists: it is reset. Rejects with LogError. */
  async remove(sandbox: Sandbox): Promise<void> {
    if (sandbox === this.#default) return sandbox.transact(() => sandbox.reset())
    await sandbox.log?.remove()
    this.#forget(sandbox)
  }

  /**
   * Stores a new sandbox. One that cannot be stored does not exist. Resolves with false if another process has created one
   * of that name. Rejects with LogError.
   */
  async storeNew(sandbox: Sandbox): Promise<boolean> {
    try {
      await sandbox.commit()
      return true
    } catch (error) {
      if (isLostCreation(error)) return false
      throw error
    }
  }

  /** Generates a name that no sandbox has. */
  freeId(): string {
    let id = ''
    // Other processes generate names, too: those that use the same storage, and those that used it before.
    do id = `sandbox-${this.#stored ? randomBytes(6).toString('hex') : ++this.#generatedIds}`
    while (this.#sandboxes.has(id))
    return id
  }

  /** In the order of their creation. Being listed does not count as use. */
  all(): readonly Sandbox[] {
    this.evictUnused()
    return [...this.#sandboxes.values()].map((sandbox) => this.#withSetup(sandbox))
  }

  /** Whether a sandbox is one of this server: neither deleted, nor only a view of one. Does not count as use. */
  isServed(sandbox: Sandbox): boolean {
    return this.#sandboxes.get(sandbox.id) === sandbox
  }

  /** The sandbox that a key was generated for; undefined for keys of fixtures, and for keys that were deleted. */
  ownerOf(key: string): Sandbox | undefined {
    const owner = this.#owners.find(key, (id) => this.#sandboxes.get(id))
    return owner && this.#current(owner)
  }

  /** A key for a sandbox that cannot be guessed. */
  generateSecret(sandbox: Sandbox): string {
    return this.#owners.generate(sandbox)
  }

  /** Adds a key that selects this sandbox. */
  assignKey(sandbox: Sandbox, key: Key): void {
    sandbox.keys.set(key)
    this.#owners.set(key.key, sandbox)
  }

  /** Whether a sandbox of that name was evicted. True once only. */
  wasEvicted(id: string): boolean {
    return this.#eviction.forget(id)
  }

  /** The coverage of all sandboxes, including those that no longer exist. */
  coverage(): Coverage {
    return this.traffic.coverage()
  }

  /** Waits for the exchanges that other replicas have recorded, at most a second. Undefined: no other replica exists. */
  settleJournals(): Promise<void> | undefined {
    return this.traffic.sharing?.settle()
  }

  /**
   * New sandboxes use this setup; an existing one moves to it when it is next used. Rejects with LogError, LoadError.
   * `onReplaced` is called at the moment of the change.
   */
  async replaceSetup(setup: SandboxSetup, onReplaced: () => void): Promise<void> {
    const adopted = this.#stored ? await this.#stored.durability.adopt(setup) : setup
    // Sandboxes may have opened other fixture sets since the files were read.
    const opened = new Set<string>()
    for (let set = this.#findSetBeside(opened); set !== undefined; set = this.#findSetBeside(opened)) {
      opened.add(set)
      await adopted.openSet(set)
    }
    this.#builder.setup = adopted
    onReplaced()
    // A sandbox that cannot be moved now is moved when it is next used.
    moveToSetup([...this.#sandboxes.values()], adopted, () => this.#builder.setup === adopted).catch(() => {})
    this.events.emit({ kind: 'files', change: 'reloaded', sandbox: undefined })
  }

  /** A fixture set that a sandbox starts with, other than these. */
  #findSetBeside(sets: ReadonlySet<string>): string | undefined {
    for (const { fixtures } of this.#sandboxes.values())
      if (fixtures !== undefined && !sets.has(fixtures)) return fixtures
    return undefined
  }

  #create(init: SandboxInit, origin: Sandbox['origin']): Sandbox {
    const sandbox = this.#add(this.#builder.build(init, origin, this.traffic.create(init.id)))
    this.#stored?.durability.attach(sandbox)
    if (this.#parts.rewind) sandbox.startTracking(false)
    this.events.emit({ kind: 'sandbox', change: 'created', sandbox: sandbox.id })
    return sandbox
  }

  #add(sandbox: Sandbox): Sandbox {
    this.#sandboxes.set(sandbox.id, sandbox)
    sandbox.outbox.countIn(this.outboxes)
    return sandbox
  }

  /** A sandbox in a state that it was in, at a time in epoch milliseconds on its clock. To be read only. */
  viewOf(sandbox: Sandbox, state: SandboxState, time: number): Sandbox {
    return this.#builder.viewOf(sandbox, state, time)
  }

  #current(sandbox: Sandbox): Sandbox {
    sandbox.lastUsed = this.#parts.realTime()
    return this.#withSetup(sandbox)
  }

  #withSetup(sandbox: Sandbox): Sandbox {
    if (sandbox.setup !== this.#builder.setup) this.#update(sandbox)
    return sandbox
  }

  #update(sandbox: Sandbox): void {
    sandbox.applySetup(this.#builder.setup)
    // If it cannot be stored now, it is stored with the next change.
    sandbox.log?.transact(() => {}).catch(() => {})
  }

  #checkLimit(): Rejection | undefined {
    const { maximum } = this.#parts
    const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#stored?.count ?? 0) <= maximum
    if (isBelow()) return undefined
    this.sweep()
    if (this.isShared) this.#unloadIdle()
    if (isBelow()) return undefined
    return {
      code: 'unavailable',
      message: `there are ${maximum} sandboxes already; delete some, or raise the limit with --max-sandboxes`,
    }
  }

  /** Evicts sandboxes that nobody has used for their time to live, at most once a minute. */
  evictUnused(): void {
    if (this.#eviction.isDue) this.sweep()
  }

  /** As `evictUnused`, now. */
  sweep(): void {
    this.#evictedLogs?.retry()
    for (const sandbox of this.#eviction.findUnused(this.#sandboxes.values())) {
      this.#eviction.note(sandbox)
      // Another process may still use a shared log; when none does, it expires.
      if (this.isShared) this.#unload(sandbox, 'stored')
      else {
        this.#forget(sandbox)
        this.#evictedLogs?.add(sandbox)
      }
    }
  }

  /** Others may have deleted some of the sandboxes that are in memory here. Those that exist are loaded when they are used again. */
  #unloadIdle(): void {
    for (const sandbox of this.#sandboxes.values())
      if (sandbox !== this.#default && this.#eviction.isIdle(sandbox)) this.#unload(sandbox, 'stored')
  }

  /** Drops a sandbox that no longer exists. If another request has, there may be another one of its name by now. */
  #forget(sandbox: Sandbox): void {
    if (!this.isServed(sandbox)) return
    this.#unload(sandbox)
    this.traffic.delete(sandbox.id)
  }

  /** Drops a sandbox from memory. `stored`: it still exists, and is loaded when it is used again. */
  #unload(sandbox: Sandbox, rest: 'stored' | 'nothing' = 'nothing'): void {
    this.#sandboxes.delete(sandbox.id)
    sandbox.outbox.countIn(undefined)
    this.traffic.unload(sandbox.id)
    // What is held for them would be counted for ever. If the sandbox is loaded again, it has a history of its own.
    sandbox.history?.clear()
    this.#owners.delete(sandbox)
    this.onOutbox(sandbox)
    if (rest === 'nothing') this.events.emit({ kind: 'sandbox', change: 'deleted', sandbox: sandbox.id })
  }
}

const nothing: Promise<void> = Promise.resolve()

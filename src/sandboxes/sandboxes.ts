/**
 * The sandboxes of a server: the default one, those created on first use, those created through the control API. Finding
 * one costs the same however many exist. Their number is limited, and unused ones are evicted.
 */

import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Coverage } from '../coverage/coverage.ts'
import type { Rejection } from '../errors.ts'
import type { JournalBudget } from '../journal/journal.ts'
import { AllTraffic, Traffic } from '../journal/traffic.ts'
import { LogError } from '../log/log.ts'
import type { Clock } from '../ports.ts'
import type { ForkPoint } from './change-log.ts'
import { countMemory } from './count-memory.ts'
import { Durability, type DurabilityParts } from './durability.ts'
import type { Creation } from './effects.ts'
import { KeyOwners } from './key-owners.ts'
import type { Key } from './keys.ts'
import { createLimits, type SandboxLimits } from './limits.ts'
import { Sandbox } from './sandbox.ts'
import { SandboxEvents } from './sandbox-events.ts'
import { defaultId } from './sandbox-name.ts'
import type { SandboxParts } from './sandbox-parts.ts'
import type { SandboxSetup, SandboxState } from './sandbox-state.ts'

export interface SandboxesParts {
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of the scenarios that are active in every new sandbox. */
  readonly scenarios: readonly string[]
  /** Whether sandboxes in memory can return to earlier states. Stored ones always can. */
  readonly rewind?: boolean
  /** The largest number of sandboxes, not counting the default one. */
  readonly maximum: number
  readonly budget: JournalBudget
  /** Default: the usual ones, and any amount of memory. */
  readonly limits?: SandboxLimits
}

/** What a new sandbox starts with. */
export type SandboxInit = Pick<SandboxParts, 'id' | 'fixtures' | 'from' | 'ttl' | 'clock'> & {
  /** Undefined: those that are active in every new sandbox. */
  readonly scenarios?: readonly string[] | undefined
  /** The sandbox that it is a copy of, if that is stored. */
  readonly forkedAt?: ForkPoint | undefined
  readonly initialKey?: Key | undefined
}

/** The default limit on sandboxes, not counting the default one. */
export const defaultMaxSandboxes = 10_000

/** Milliseconds between two searches for unused sandboxes. */
export const sweepEvery = 60_000

/** How many names of evicted sandboxes are remembered, to tell the next request that uses one. */
const maxRemembered = 100_000

/** Milliseconds without a request after which a stored sandbox may leave memory where there are too many. */
const idleTime = 10_000

/** How many sandboxes move to a new setup in one turn of the event loop. */
const movedAtOnce = 50

const nothing: Promise<void> = Promise.resolve()

export class Sandboxes {
  readonly budget: JournalBudget
  readonly traffic: AllTraffic
  readonly events = new SandboxEvents()
  readonly realTime: Clock
  readonly #limits: SandboxLimits
  /** What follows the refresh of a log. Requests that wait for the same one share it. */
  readonly #refreshes = new WeakMap<Promise<boolean>, Promise<void>>()
  readonly #parts: Omit<SandboxesParts, 'setup'>
  #setup: SandboxSetup
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #default: Sandbox
  /** Undefined: sandboxes are in memory only. */
  #durability: Durability | undefined
  readonly #owners = new KeyOwners()
  readonly #evicted = new Set<string>()
  /** Resolves when the logs of all evicted sandboxes are deleted. */
  #removals: Promise<unknown> | undefined
  /** Ids of sandboxes that may be stored or not: the answer to their creation was lost. */
  readonly #unsettled = new Set<string>()
  /** Sandboxes that are being loaded, by name. */
  readonly #loading = new Map<string, Promise<void>>()
  /** How many sandboxes there were when one was last looked for that did not exist. Counted only where they are shared. */
  #storedCount = 0
  #nextSweep = 0
  /** How many names were generated. */
  #generatedIds = 0

  constructor({ setup, ...parts }: SandboxesParts) {
    this.#setup = setup
    this.#parts = parts
    this.budget = parts.budget
    this.traffic = new AllTraffic(parts.budget)
    this.traffic.onDeletedElsewhere = (id) => this.#checkDeleted(id)
    this.realTime = parts.realTime
    this.#limits = parts.limits ?? createLimits()
    this.#limits.memory.countRetained = () => countMemory(this.#sandboxes.values())
    this.#default = this.#create({ id: defaultId }, 'start')
  }

  get default(): Sandbox {
    return this.#current(this.#default)
  }

  get setup(): SandboxSetup {
    return this.#setup
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
    const getSetup = (): SandboxSetup => this.#setup
    const durability = new Durability(parts, {
      get setup() {
        return getSetup()
      },
      add: (creation) => this.#recreate(creation),
      noteUnknown: (id) => this.#unsettled.add(id),
      create: ({ origin, ...creation }) => this.#build(creation, origin, new Traffic(creation.id, this.traffic)),
    })
    this.#setup = await durability.adopt(this.#setup)
    this.#default.applySetup(this.#setup)
    const loaded = durability.shared ? await durability.count() : await durability.loadAll()
    this.#durability = durability
    this.#owners.isShared = this.isShared
    for (const sandbox of this.#sandboxes.values()) {
      if (!sandbox.log) durability.attach(sandbox)
      this.#owners.add(sandbox)
    }
    return loaded
  }

  /** Nothing is stored any more. Call it when no request runs. */
  async closeLog(): Promise<void> {
    await this.#removals
    await this.#durability?.close()
  }

  /** Whether other processes use the same sandboxes. */
  get isShared(): boolean {
    return this.#durability?.shared !== undefined
  }

  /** Whether `refresh` must be called before a sandbox is used. */
  get needsRefresh(): boolean {
    return this.isShared || this.#unsettled.size > 0
  }

  /** Rejects with LogError where the storage cannot be reached now. */
  async checkStorage(): Promise<void> {
    await this.#durability?.shared?.ping()
  }

  /**
   * Learns of what other processes have changed in a sandbox, and whether it was stored after all. Rejects with LogError,
   * LoadError.
   */
  refresh(id: string): Promise<void> {
    if (!this.isShared && !this.#unsettled.has(id)) return nothing
    const known = this.#sandboxes.get(id)
    if (!known?.log) return this.#refreshUnknown(id)
    const exists = known.log.refresh()
    const shared = this.#refreshes.get(exists)
    if (shared) return shared
    const refreshed = this.#refreshKnown(known, exists)
    this.#refreshes.set(exists, refreshed)
    return refreshed
  }

  /** Another process has deleted a sandbox. One of the same name may exist since then. */
  #checkDeleted(id: string): void {
    // Without the storage, it is noticed when the sandbox is used again.
    if (this.#sandboxes.has(id)) this.refresh(id).catch(() => {})
  }

  async #refreshKnown(known: Sandbox, exists: Promise<boolean>): Promise<void> {
    if (await this.#isCurrent(known, exists)) this.#unsettled.delete(known.id)
    else await this.#refreshUnknown(known.id)
  }

  async #refreshUnknown(id: string): Promise<void> {
    const loading = this.#loading.get(id) ?? this.#load(id)
    this.#loading.set(id, loading)
    try {
      await loading
      this.#unsettled.delete(id)
    } finally {
      this.#loading.delete(id)
    }
  }

  /** False if it no longer exists. Another one of that name may. */
  async #isCurrent(known: Sandbox, exists: Promise<boolean>): Promise<boolean> {
    const isStored = await exists
    const current = this.#sandboxes.get(known.id)
    if (current !== known) return current !== undefined
    if (isStored) return true
    this.#unload(known)
    if (isUnused(known, this.#parts.realTime())) this.#noteEvicted(known)
    return false
  }

  /** Loads all sandboxes that other processes have created. Rejects with LogError, LoadError. */
  async refreshAll(): Promise<void> {
    const ids = this.isShared ? ((await this.#durability?.ids()) ?? []) : [...this.#unsettled]
    for (const id of new Set([...ids, ...this.#sandboxes.keys()])) await this.refresh(id)
  }

  async #load(id: string): Promise<void> {
    const sandbox = await this.#durability?.load(id)
    if (sandbox) {
      this.#owners.add(sandbox)
      // This process has not used it for long, but another one has.
      this.#evicted.delete(id)
    } else this.#storedCount = (await this.#durability?.count()) ?? 0
  }

  #recreate({ origin, ...creation }: Creation): Sandbox | undefined {
    if (creation.id === defaultId) return this.#default
    if (this.#sandboxes.has(creation.id)) return undefined
    const sandbox = this.#build(creation, origin, this.traffic.load(creation.id))
    this.#sandboxes.set(sandbox.id, sandbox)
    return sandbox
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
      this.#unload(sandbox)
      if (error instanceof LogError && error.kind === 'exists') return false
      if (error instanceof LogError && error.kind === 'unknown') this.#unsettled.add(sandbox.id)
      throw error
    }
  }

  /** Generates a name that no sandbox has. */
  freeId(): string {
    let id = ''
    // Other processes generate names, too: those that use the same storage, and those that used it before.
    do id = `sandbox-${this.#durability ? randomBytes(6).toString('hex') : ++this.#generatedIds}`
    while (this.#sandboxes.has(id))
    return id
  }

  /** In the order of their creation. Being listed does not count as use. */
  all(): readonly Sandbox[] {
    this.evictUnused()
    return [...this.#sandboxes.values()].map((sandbox) => this.#withSetup(sandbox))
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
    return this.#evicted.size > 0 && this.#evicted.delete(id)
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
   * New sandboxes use this setup; an existing one moves to it when it is next used. Rejects with LogError.
   * `onReplaced` is called at the moment of the change.
   */
  async replaceSetup(setup: SandboxSetup, onReplaced: () => void): Promise<void> {
    this.#setup = this.#durability ? await this.#durability.adopt(setup) : setup
    onReplaced()
    // A sandbox that cannot be moved now is moved when it is next used.
    this.#moveAll(setup).catch(() => {})
    this.events.emit({ kind: 'files', change: 'reloaded', sandbox: undefined })
  }

  /**
   * Moves sandboxes that nobody uses to a new setup, too: otherwise they keep the old one in memory. A few at a time, so that
   * requests are served in between. What changes is stored with the next change.
   */
  async #moveAll(setup: SandboxSetup): Promise<void> {
    let moved = 0
    for (const sandbox of [...this.#sandboxes.values()]) {
      if (this.#setup !== setup) return
      if (sandbox.setup !== setup) sandbox.applySetup(setup)
      if (++moved % movedAtOnce === 0) await nextTurn()
    }
  }

  #create(init: SandboxInit, origin: Sandbox['origin']): Sandbox {
    const sandbox = this.#build(init, origin, this.traffic.create(init.id))
    this.#sandboxes.set(sandbox.id, sandbox)
    this.#durability?.attach(sandbox)
    if (this.#parts.rewind) sandbox.startTracking(false)
    this.events.emit({ kind: 'sandbox', change: 'created', sandbox: sandbox.id })
    return sandbox
  }

  /** A sandbox in a state that it was in, at a time in epoch milliseconds on its clock. To be read only. */
  viewOf({ id, fixtures, origin }: Sandbox, state: SandboxState, time: number): Sandbox {
    const view = this.#build({ id, fixtures, from: state, scenarios: [] }, origin, new Traffic(id, this.traffic))
    view.clock.set(time, true)
    return view
  }

  #build(
    { scenarios, forkedAt, initialKey, ...init }: SandboxInit,
    origin: Sandbox['origin'],
    traffic: Traffic,
  ): Sandbox {
    const { realTime, seed } = this.#parts
    const sandbox = new Sandbox({
      ...init,
      origin,
      setup: this.#setup,
      realTime,
      seed,
      traffic,
      limits: this.#limits,
      scenarios: scenarios ?? this.#parts.scenarios,
    })
    sandbox.forkedAt = forkedAt
    if (initialKey) sandbox.keys.setInitial(initialKey)
    return sandbox
  }

  #current(sandbox: Sandbox): Sandbox {
    sandbox.lastUsed = this.#parts.realTime()
    return this.#withSetup(sandbox)
  }

  #withSetup(sandbox: Sandbox): Sandbox {
    if (sandbox.setup !== this.#setup) this.#update(sandbox)
    return sandbox
  }

  #update(sandbox: Sandbox): void {
    sandbox.applySetup(this.#setup)
    // If it cannot be stored now, it is stored with the next change.
    sandbox.log?.transact(() => {}).catch(() => {})
  }

  #checkLimit(): Rejection | undefined {
    const { maximum } = this.#parts
    const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#storedCount) <= maximum
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
    if (this.#parts.realTime() >= this.#nextSweep) this.sweep()
  }

  /** As `evictUnused`, now. */
  sweep(): void {
    const now = this.#parts.realTime()
    this.#nextSweep = now + sweepEvery
    for (const sandbox of this.#sandboxes.values()) {
      if (sandbox.waiters > 0 || !isUnused(sandbox, now)) continue
      this.#noteEvicted(sandbox)
      // Another process may still use a shared log; when none does, it expires. A log that cannot be deleted now is deleted
      // when the sandbox is evicted again, after the next start.
      if (this.isShared) this.#unload(sandbox, 'stored')
      else {
        this.#forget(sandbox)
        const removal = sandbox.log?.remove().catch(() => {})
        this.#removals = Promise.all([this.#removals, removal]).then(() => undefined)
      }
    }
  }

  /** Others may have deleted some of the sandboxes that are in memory here. Those that exist are loaded when they are used again. */
  #unloadIdle(): void {
    const before = this.#parts.realTime() - idleTime
    for (const sandbox of this.#sandboxes.values())
      if (sandbox !== this.#default && sandbox.waiters === 0 && sandbox.lastUsed < before)
        this.#unload(sandbox, 'stored')
  }

  #noteEvicted({ id }: Sandbox): void {
    if (this.#evicted.size >= maxRemembered) this.#evicted.clear()
    this.#evicted.add(id)
  }

  /** Drops a sandbox that no longer exists. */
  #forget(sandbox: Sandbox): void {
    this.#unload(sandbox)
    this.traffic.delete(sandbox.id)
  }

  /** Drops a sandbox from memory. `stored`: it still exists, and is loaded when it is used again. */
  #unload(sandbox: Sandbox, rest: 'stored' | 'nothing' = 'nothing'): void {
    this.#sandboxes.delete(sandbox.id)
    this.traffic.unload(sandbox.id)
    this.#owners.delete(sandbox)
    if (rest === 'nothing') this.events.emit({ kind: 'sandbox', change: 'deleted', sandbox: sandbox.id })
  }
}

const isUnused = ({ lifetime, lastUsed }: Sandbox, now: number): boolean =>
  lifetime !== undefined && now - lastUsed >= lifetime

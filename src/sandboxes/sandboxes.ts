/**
 * The sandboxes of a server: the default one, those created on first use, those created through the control API. Finding
 * one costs the same however many exist. Their number is limited, and unused ones are evicted.
 */

import type { Coverage } from '../coverage/coverage.ts'
import type { Rejection } from '../errors.ts'
import type { JournalBudget } from '../journal/journal.ts'
import { AllTraffic } from '../journal/traffic.ts'
import type { Clock } from '../ports.ts'
import type { Durability } from './durability.ts'
import type { Creation } from './effects.ts'
import type { Key } from './keys.ts'
import { Sandbox, type SandboxParts } from './sandbox.ts'
import { defaultId } from './sandbox-name.ts'
import type { SandboxSetup } from './sandbox-state.ts'

export interface SandboxesParts {
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Names of the scenarios that are active in every new sandbox. */
  readonly scenarios: readonly string[]
  /** The largest number of sandboxes, not counting the default one. */
  readonly maximum: number
  readonly budget: JournalBudget
}

/** What a new sandbox starts with. */
export type SandboxInit = Pick<SandboxParts, 'id' | 'fixtures' | 'from' | 'ttl' | 'clock'> & {
  /** Undefined: those that are active in every new sandbox. */
  readonly scenarios?: readonly string[] | undefined
}

/** The default limit on sandboxes, not counting the default one. */
export const defaultMaxSandboxes = 10_000

/** Milliseconds without use after which a sandbox that was created on first use is evicted: one hour. */
const idleTime = 3_600_000

/** Milliseconds between two searches for unused sandboxes. */
const sweepEvery = 60_000

/** How many names of evicted sandboxes are remembered, to tell the next request that uses one. */
const maxRemembered = 100_000

export class Sandboxes {
  readonly budget: JournalBudget
  readonly traffic: AllTraffic
  readonly realTime: Clock
  readonly #parts: Omit<SandboxesParts, 'setup'>
  #setup: SandboxSetup
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #default: Sandbox
  /** Undefined: sandboxes are in memory only. */
  #durability: Durability | undefined
  /** The sandbox of each generated key. */
  readonly #owners = new Map<string, Sandbox>()
  readonly #evicted = new Set<string>()
  #nextSweep = 0
  /** How many names were generated. */
  #generatedIds = 0

  constructor({ setup, ...parts }: SandboxesParts) {
    this.#setup = setup
    this.#parts = parts
    this.budget = parts.budget
    this.traffic = new AllTraffic(parts.budget)
    this.realTime = parts.realTime
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
    this.#evictUnused()
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
   * Loads all sandboxes that are stored, and stores what changes from now on. Resolves with the number of loaded ones.
   * Rejects with LogError, LoadError.
   */
  async useLog(durability: Durability): Promise<number> {
    let loaded = 0
    await durability.load(this.#setup, (creation) => {
      loaded++
      return this.#recreate(creation)
    })
    this.#durability = durability
    for (const sandbox of this.#sandboxes.values()) {
      if (!sandbox.log) durability.attach(sandbox)
      for (const [value, key] of sandbox.keys.changes())
        if (key && !sandbox.keys.ring.keys.has(value)) this.#owners.set(value, sandbox)
    }
    return loaded
  }

  #recreate({ id, origin, fixtures, ttl, scenarios, clock, initialKey }: Creation): Sandbox {
    const sandbox = id === defaultId ? this.#default : this.#create({ id, fixtures, ttl, scenarios, clock }, origin)
    if (initialKey) sandbox.keys.setInitial(initialKey)
    return sandbox
  }

  /** Deletes a sandbox, also from the log. The default one always exists: it is reset. Rejects with LogError. */
  async remove(sandbox: Sandbox): Promise<void> {
    if (sandbox === this.#default) await sandbox.transact(() => sandbox.reset())
    else await this.#delete(sandbox)
  }

  /** Generates a name that no sandbox has. */
  freeId(): string {
    let id = ''
    do id = `sandbox-${++this.#generatedIds}`
    while (this.#sandboxes.has(id))
    return id
  }

  all(): readonly Sandbox[] {
    this.#evictUnused()
    return [...this.#sandboxes.values()].map((sandbox) => this.#current(sandbox))
  }

  /** The sandbox that a key was generated for; undefined for keys of fixtures. */
  ownerOf(key: string): Sandbox | undefined {
    const owner = this.#owners.size === 0 ? undefined : this.#owners.get(key)
    return owner && this.#current(owner)
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

  /** New sandboxes use this setup; an existing one moves to it when it is next used. */
  replaceSetup(setup: SandboxSetup): void {
    this.#setup = setup
  }

  #create({ scenarios, ...init }: SandboxInit, origin: Sandbox['origin']): Sandbox {
    const { realTime, seed } = this.#parts
    const sandbox = new Sandbox({
      ...init,
      origin,
      setup: this.#setup,
      realTime,
      seed,
      traffic: this.traffic.load(init.id),
      scenarios: scenarios ?? this.#parts.scenarios,
    })
    this.#sandboxes.set(sandbox.id, sandbox)
    this.#durability?.attach(sandbox)
    return sandbox
  }

  #current(sandbox: Sandbox): Sandbox {
    if (sandbox.setup !== this.#setup) sandbox.applySetup(this.#setup)
    sandbox.lastUsed = this.#parts.realTime()
    return sandbox
  }

  #checkLimit(): Rejection | undefined {
    const { maximum } = this.#parts
    if (this.#sandboxes.size <= maximum) return undefined
    this.#nextSweep = 0
    this.#evictUnused()
    if (this.#sandboxes.size <= maximum) return undefined
    return {
      code: 'unavailable',
      message: `there are ${maximum} sandboxes already; delete some, or raise the limit with --max-sandboxes`,
    }
  }

  #evictUnused(): void {
    const now = this.#parts.realTime()
    if (now < this.#nextSweep) return
    this.#nextSweep = now + sweepEvery
    for (const sandbox of this.#sandboxes.values()) {
      const allowed = sandbox.ttl ?? (sandbox.origin === 'first-use' ? idleTime : Number.POSITIVE_INFINITY)
      if (sandbox.waiters > 0 || now - sandbox.lastUsed < allowed) continue
      // A log that cannot be deleted now is deleted when the sandbox is evicted again, after the next start.
      this.#delete(sandbox)?.catch(() => {})
      if (this.#evicted.size >= maxRemembered) this.#evicted.clear()
      this.#evicted.add(sandbox.id)
    }
  }

  #delete(sandbox: Sandbox): Promise<void> | undefined {
    this.#sandboxes.delete(sandbox.id)
    this.traffic.delete(sandbox.id)
    for (const { key } of sandbox.keys.list()) if (this.#owners.get(key) === sandbox) this.#owners.delete(key)
    return this.#durability?.remove(sandbox)
  }
}

/**
 * The sandboxes of a server: the default one, those made by naming them, those made through the control API. Finding one
 * costs the same however many there are. They are bounded, and those that nobody uses any more go.
 */

import { Coverage } from '../coverage/coverage.ts'
import type { Rejection } from '../errors.ts'
import type { JournalBudget } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import type { Key } from './keys.ts'
import { Sandbox, type SandboxParts, type SandboxSetup } from './sandbox.ts'
import { defaultId } from './sandbox-name.ts'

export interface SandboxesParts {
  readonly setup: SandboxSetup
  readonly realTime: Clock
  readonly seed: number
  /** Scenarios that are on in every sandbox from its start. */
  readonly scenarios: readonly string[]
  /** How many there may be besides the default one. */
  readonly maximum: number
  readonly budget: JournalBudget
}

/** What a sandbox that is asked for by name is to be made of. */
export type SandboxOrder = Pick<SandboxParts, 'id' | 'fixtures' | 'from' | 'ttl'> & {
  /** Undefined: those that are on in every sandbox. */
  readonly scenarios?: readonly string[] | undefined
}

/** Sandboxes that there may be besides the default one. */
export const defaultMaxSandboxes = 10_000

/** Milliseconds after which one that was made on first use goes. */
const idleTime = 3_600_000

/** Milliseconds between two looks for those that nobody uses. */
const sweepEvery = 60_000

/** How many names of evicted sandboxes are remembered. */
const maxRemembered = 100_000

export class Sandboxes {
  readonly budget: JournalBudget
  readonly realTime: Clock
  readonly #parts: Omit<SandboxesParts, 'setup'>
  #setup: SandboxSetup
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #default: Sandbox
  /** Which sandbox a generated key opens. */
  readonly #owners = new Map<string, Sandbox>()
  readonly #evicted = new Set<string>()
  /** What was covered in sandboxes that are gone. */
  readonly #past = new Coverage()
  #nextSweep = 0
  #made = 0

  constructor({ setup, ...parts }: SandboxesParts) {
    this.#setup = setup
    this.#parts = parts
    this.budget = parts.budget
    this.realTime = parts.realTime
    this.#default = this.#make({ id: defaultId }, 'start')
  }

  get default(): Sandbox {
    return this.#current(this.#default)
  }

  get setup(): SandboxSetup {
    return this.#setup
  }

  /** Undefined where there is none of that name. */
  find(id: string): Sandbox | undefined {
    this.#sweep()
    const found = this.#sandboxes.get(id)
    return found && this.#current(found)
  }

  /** Makes it on first use; a rejection where there are as many as there may be. */
  open(id: string): Sandbox | Rejection {
    return this.find(id) ?? this.#rejectMore() ?? this.#make({ id }, 'first-use')
  }

  /** Makes one that somebody asked for; its name must be free. */
  create(order: SandboxOrder): Sandbox | Rejection {
    return this.#rejectMore() ?? this.#make(order, 'request')
  }

  /** Without it. The default one cannot go: it is reset. */
  remove(sandbox: Sandbox): void {
    if (sandbox === this.#default) sandbox.reset()
    else this.#drop(sandbox)
  }

  /** A name that nobody has. */
  freeId(): string {
    let id = ''
    do id = `sandbox-${++this.#made}`
    while (this.#sandboxes.has(id))
    return id
  }

  all(): readonly Sandbox[] {
    this.#sweep()
    return [...this.#sandboxes.values()].map((sandbox) => this.#current(sandbox))
  }

  /** The sandbox that a generated key opens; undefined for keys of fixtures. */
  ownerOf(key: string): Sandbox | undefined {
    const owner = this.#owners.size === 0 ? undefined : this.#owners.get(key)
    return owner && this.#current(owner)
  }

  /** Makes a key open a sandbox, and no other. */
  giveKey(sandbox: Sandbox, key: Key): void {
    sandbox.setKey(key)
    this.#owners.set(key.key, sandbox)
  }

  /** True once for a name whose sandbox was evicted. */
  wasEvicted(id: string): boolean {
    return this.#evicted.size > 0 && this.#evicted.delete(id)
  }

  /** What was covered over all, also in those that are gone. */
  coverage(): Coverage {
    const all = new Coverage()
    all.add(this.#past)
    for (const sandbox of this.#sandboxes.values()) all.add(sandbox.journal.coverage)
    return all
  }

  /** From now on sandboxes are made of this; each takes it over when it is next used. */
  replaceSetup(setup: SandboxSetup): void {
    this.#setup = setup
  }

  #make({ scenarios, ...order }: SandboxOrder, origin: Sandbox['origin']): Sandbox {
    const { realTime, seed, budget } = this.#parts
    const sandbox = new Sandbox({
      ...order,
      origin,
      setup: this.#setup,
      realTime,
      seed,
      budget,
      scenarios: scenarios ?? this.#parts.scenarios,
    })
    this.#sandboxes.set(sandbox.id, sandbox)
    return sandbox
  }

  #current(sandbox: Sandbox): Sandbox {
    if (sandbox.setup !== this.#setup) sandbox.adopt(this.#setup)
    sandbox.lastUsed = this.#parts.realTime()
    return sandbox
  }

  #rejectMore(): Rejection | undefined {
    const { maximum } = this.#parts
    if (this.#sandboxes.size <= maximum) return undefined
    this.#nextSweep = 0
    this.#sweep()
    if (this.#sandboxes.size <= maximum) return undefined
    return { code: 'unavailable', message: `there are ${maximum} sandboxes already; --max-sandboxes allows more` }
  }

  #sweep(): void {
    const now = this.#parts.realTime()
    if (now < this.#nextSweep) return
    this.#nextSweep = now + sweepEvery
    for (const sandbox of this.#sandboxes.values()) {
      const patience = sandbox.ttl ?? (sandbox.origin === 'first-use' ? idleTime : Number.POSITIVE_INFINITY)
      if (sandbox.pins > 0 || now - sandbox.lastUsed < patience) continue
      this.#drop(sandbox)
      if (this.#evicted.size >= maxRemembered) this.#evicted.clear()
      this.#evicted.add(sandbox.id)
    }
  }

  #drop(sandbox: Sandbox): void {
    this.#sandboxes.delete(sandbox.id)
    this.#past.add(sandbox.journal.coverage)
    sandbox.journal.clear()
    for (const { key } of sandbox.keys) if (this.#owners.get(key) === sandbox) this.#owners.delete(key)
  }
}

/**
 * The fixture records that sandboxes start with, in logs of their own: stored once for all sandboxes, by their digest. So
 * edited fixtures do not change what was stored before.
 */
import { type Log, LogError } from '../log/log.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { describeStore } from './describe-state.ts'
import { type Effect, writeEffects } from './effects.ts'
import { readAll } from './read-log.ts'
import { basesOf, type FindBase } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import { applyToStore, type SandboxSetup } from './sandbox-state.ts'

const prefix = 'base:'

interface FixtureBasesParts {
  readonly log: Log
  /** Where the logs are, for messages. */
  readonly place: string
}

export class FixtureBases {
  readonly #parts: FixtureBasesParts
  /** Fixture records as they were stored, by digest, once they were used. */
  readonly #bases = new Map<string, EmbeddedStore>()
  /** Digests of the fixture records that are stored. Rejected promises are removed. */
  readonly #stored = new Map<string, Promise<void>>()

  constructor(parts: FixtureBasesParts) {
    this.#parts = parts
  }

  /** The same setup with the fixture records as they were stored, where they were: they are older. Rejects with LogError. */
  async adopt(setup: SandboxSetup): Promise<SandboxSetup> {
    const adoptBase = async (set: string | undefined): Promise<void> => {
      const base = setup.baseOf(set)
      if (this.#parts.log.shared) await this.#store(base)
      const [stored] = this.#bases.has(base.digest) ? [] : await this.#parts.log.load([prefix + base.digest])
      if (stored) this.#bases.set(base.digest, readBase(stored, base.digest, setup))
    }
    await adoptBase(undefined)
    for (const [digest, base] of this.#bases) this.#bases.set(digest, base.adapt(setup.baseOf('none')))
    return {
      ...setup,
      baseOf: (set) => {
        const base = setup.baseOf(set)
        return this.#bases.get(base.digest) ?? base
      },
      openSet: async (set) => {
        if (!(await setup.openSet(set))) return false
        await adoptBase(set)
        return true
      },
    }
  }

  /** Notes which ones are stored, from the names of all logs. */
  noteStored(names: readonly string[]): void {
    for (const name of names)
      if (name.startsWith(prefix)) this.#stored.set(name.slice(prefix.length), Promise.resolve())
  }

  /** Loads those that effects refer to. `fixtures`: the set that the sandbox was created with. Rejects with LogError. */
  async find(effects: readonly Effect[], fixtures: string | undefined, setup: SandboxSetup): Promise<FindBase> {
    const current = setup.baseOf(fixtures)
    const found = new Map([[current.digest, current]])
    for (const digest of basesOf(effects)) {
      if (found.has(digest)) continue
      const base = this.#bases.get(digest) ?? (await this.#load(digest, setup))
      found.set(digest, base.adapt(setup.baseOf('none')))
    }
    return (digest) => found.get(digest) ?? missingBase(digest)
  }

  async #load(digest: string, setup: SandboxSetup): Promise<EmbeddedStore> {
    const [stored] = await this.#parts.log.load([prefix + digest])
    if (!stored) throw new LogError('damaged', `${this.#parts.place}: the fixture records ${digest} are missing`)
    const base = readBase(stored, digest, setup)
    this.#bases.set(digest, base)
    return base
  }

  /** Stores those that effects refer to: the records that the sandbox starts with. Rejects with LogError. */
  async storeFor(effects: readonly Effect[], { baseStore }: Sandbox): Promise<void> {
    for (const digest of basesOf(effects)) if (digest === baseStore.digest) await this.#store(baseStore)
  }

  /** Stores fixture records once for all sandboxes that start with them. */
  #store(base: EmbeddedStore): Promise<void> {
    const known = this.#stored.get(base.digest)
    if (known) return known
    const text = writeEffects([...describeStore(base)])
    // If another process has stored them meanwhile, nothing is appended.
    const stored = this.#parts.log.append(prefix + base.digest, undefined, text).then(() => {})
    this.#stored.set(base.digest, stored)
    stored.catch(() => this.#stored.delete(base.digest))
    return stored
  }
}

const readBase = (stored: Parameters<typeof readAll>[0], digest: string, setup: SandboxSetup): EmbeddedStore => {
  const base = setup.baseOf('none').fork()
  for (const effect of readAll(stored)) applyToStore(base, effect)
  return base.asSeed(digest)
}

const missingBase: FindBase = (digest) => {
  throw new LogError('damaged', `the fixture records ${digest} are missing`)
}

/**
 * The fixture records that sandboxes start with, in logs of their own: stored once for all sandboxes, by their digest. So
 * edited fixtures do not change what was stored before.
 */
import { type Log, LogError, type StoredEntries } from '../log/log.ts'
import { createEmptyStore, type EmbeddedStore } from '../store/embedded-store.ts'
import { describeStore } from './describe-state.ts'
import { type Effect, writeEffects } from './effects.ts'
import { readAll } from './read-log.ts'
import { basesOf, type FindBase } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import { applyToStore, type SandboxSetup } from './sandbox-state.ts'

const prefix = 'base:'

/** How many fixture records are remembered that may not be stored: files may be edited while the storage is full. */
const rememberedBases = 16

interface FixtureBasesParts {
  readonly log: Log
  /** Where the logs are, for messages. */
  readonly place: string
}

export class FixtureBases {
  readonly #parts: FixtureBasesParts
  /** Fixture records as they were stored, by digest, once they were used. */
  readonly #bases = new Map<string, EmbeddedStore>()
  /** The same under the present setup, by digest and fixture set: sandboxes share them. */
  #adapted = new Map<string, EmbeddedStore>()
  /** The latest fixture records that sandboxes have used and that may not be stored, by digest. */
  readonly #used = new Map<string, EmbeddedStore>()
  /** Digests of the fixture records that are stored. Rejected promises are removed. */
  readonly #stored = new Map<string, Promise<void>>()
  /** The connection through which they were stored or read. */
  #connection = 0

  constructor(parts: FixtureBasesParts) {
    this.#parts = parts
  }

  /** The same setup with the fixture records as they were stored, where they were: they are older. Rejects with LogError. */
  async adopt(setup: SandboxSetup): Promise<SandboxSetup> {
    const adoptBase = async (set: string | undefined): Promise<void> => {
      const base = setup.baseOf(set)
      if (this.#bases.has(base.digest)) return
      // Only those that are missing are stored: nothing can be where the storage is full.
      if ((await this.#find(base.digest)) || !this.#parts.log.shared) return
      await this.#store(base)
      await this.#find(base.digest)
    }
    await adoptBase(undefined)
    const adapted = new Map<string, EmbeddedStore>()
    this.#adapted = adapted
    return {
      ...setup,
      baseOf: (set) => {
        const base = setup.baseOf(set)
        this.#noteUsed(base)
        return this.#adapt(base.digest, set, base, adapted) ?? base
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
      if (!this.#bases.has(digest)) await this.#load(digest)
      const base = this.#adapt(digest, fixtures, current, this.#adapted)
      if (base) found.set(digest, base)
    }
    return (digest) => found.get(digest) ?? missingBase(digest)
  }

  /** Stored records with the resources of the present ones. Resources that they did not have are the present ones. */
  #adapt(
    digest: string,
    set: string | undefined,
    current: EmbeddedStore,
    adapted: Map<string, EmbeddedStore>,
  ): EmbeddedStore | undefined {
    const stored = this.#bases.get(digest)
    if (!stored) return undefined
    const key = JSON.stringify([digest, set])
    const known = adapted.get(key) ?? stored.adapt(current)
    adapted.set(key, known)
    return known
  }

  #noteUsed(base: EmbeddedStore): void {
    this.#used.delete(base.digest)
    this.#used.set(base.digest, base)
    const [oldest] = this.#used.size > rememberedBases ? this.#used.keys() : []
    if (oldest !== undefined) this.#used.delete(oldest)
  }

  async #load(digest: string): Promise<void> {
    if (!(await this.#find(digest)))
      throw new LogError('damaged', `${this.#parts.place}: the fixture records ${digest} are missing`)
  }

  /** Reads stored fixture records. False if they are not stored. */
  async #find(digest: string): Promise<boolean> {
    const [stored] = await this.#parts.log.load([prefix + digest])
    if (!stored) return false
    this.#bases.set(digest, readBase(stored, digest))
    this.#storedNow().set(digest, Promise.resolve())
    return true
  }

  /** Those that are stored, as far as is known. After the connection broke, the storage may have lost them. */
  #storedNow(): Map<string, Promise<void>> {
    const connection = this.#parts.log.shared?.connections() ?? 0
    if (connection !== this.#connection) this.#stored.clear()
    this.#connection = connection
    return this.#stored
  }

  /** Stores those that effects refer to: what the sandbox starts with, and edits before that. Rejects with LogError. */
  async storeFor(effects: readonly Effect[], { baseStore }: Sandbox): Promise<void> {
    for (const digest of basesOf(effects)) {
      const base = digest === baseStore.digest ? baseStore : this.#used.get(digest)
      if (base) await this.#store(base)
    }
  }

  /** Stores fixture records once for all sandboxes that start with them. */
  #store(base: EmbeddedStore): Promise<void> {
    const all = this.#storedNow()
    const known = all.get(base.digest)
    if (known) return known
    const text = writeEffects([...describeStore(base)])
    // If another process has stored them meanwhile, nothing is appended.
    const stored = this.#parts.log.append(prefix + base.digest, undefined, text).then(() => {})
    all.set(base.digest, stored)
    stored.catch(() => {
      if (all.get(base.digest) === stored) all.delete(base.digest)
    })
    return stored
  }
}

const readBase = (stored: StoredEntries, digest: string): EmbeddedStore => {
  const base = createEmptyStore()
  for (const effect of readAll(stored)) applyToStore(base, effect)
  return base.asSeed(digest)
}

const missingBase: FindBase = (digest) => {
  throw new LogError('damaged', `the fixture records ${digest} are missing`)
}

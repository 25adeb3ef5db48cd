/**
 * Connects sandboxes with logs that outlive the process: gives each sandbox a log, loads sandboxes from their logs, and
 * stores the fixture records that they start with, so that edited fixtures do not change what was stored before.
 */
import { LoadError } from '../errors.ts'
import { type Log, LogError, type Point, type SharedLog, type StoredEntries, type StoredLog } from '../log/log.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { Checkpoints } from './checkpoints.ts'
import { describeStore } from './describe-state.ts'
import {
  type Beginning,
  type Creation,
  type Effect,
  effectFormat,
  isBeginning,
  readEffects,
  writeEffects,
} from './effects.ts'
import { applyEntries, basesOf, type FindBase, replayLog } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxLog } from './sandbox-log.ts'
import { applyToStore, type SandboxSetup, type SandboxState } from './sandbox-state.ts'

export interface DurabilityParts {
  readonly log: Log
  /** Where the logs are, for messages. */
  readonly place: string
  /** Reports a failure that affects no request. */
  readonly report: (error: unknown) => void
  /** Characters of entries after which a checkpoint is written. Default: one million. */
  readonly checkpointAfter?: number
}

/** Creates sandboxes to load logs into. */
export interface SandboxFactory {
  /** The files that are served now. */
  readonly setup: SandboxSetup
  /** Adds a sandbox to those of the server. Undefined if it has been created there meanwhile. */
  readonly add: (creation: Creation) => Sandbox | undefined
  /** The sandbox must be refreshed before it is used. */
  readonly noteUnknown: (id: string) => void
  /** Creates one that the server does not have. */
  readonly create: (creation: Creation) => Sandbox
}

// Names of logs: the colon keeps those of sandboxes and of fixture records apart.
const sandboxPrefix = 'sandbox:'
const basePrefix = 'base:'

/** How many states are remembered that sandboxes of other processes start from. Those that start there share records. */
const rememberedPoints = 16

/** How many logs are loaded at once. */
const loadedAtOnce = 200

export class Durability {
  readonly #parts: DurabilityParts
  readonly #factory: SandboxFactory
  /** Fixture records that are stored, by digest, once they were used. */
  readonly #bases = new Map<string, EmbeddedStore>()
  /** Digests of the fixture records that are stored. Rejected promises are removed. */
  readonly #stored = new Map<string, Promise<void>>()
  /** States that several forks start from: all while many are loaded, else the latest. */
  readonly #points = new Map<Point, Promise<SandboxState>>()
  #maxPoints = rememberedPoints
  /** The connection through which the states were read. */
  #connection = 0

  #isClosed = false

  constructor(parts: DurabilityParts, factory: SandboxFactory) {
    this.#parts = parts
    this.#factory = factory
  }

  /** Undefined: no other process uses the logs. */
  get shared(): SharedLog | undefined {
    return this.#parts.log.shared
  }

  /** The same setup with the fixture records as they were stored, where they were: they are older. Rejects with LogError. */
  async adopt(setup: SandboxSetup): Promise<SandboxSetup> {
    const adoptBase = async (set: string | undefined): Promise<void> => {
      const base = setup.baseOf(set)
      if (this.shared) await this.#storeBase(base)
      const [stored] = this.#bases.has(base.digest) ? [] : await this.#parts.log.load([basePrefix + base.digest])
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

  /** Loads all sandboxes that are stored. Resolves with their number. Rejects with LogError, LoadError. */
  async loadAll(): Promise<number> {
    const names = await this.#parts.log.list()
    for (const name of names)
      if (name.startsWith(basePrefix)) this.#stored.set(name.slice(basePrefix.length), Promise.resolve())
    const sandboxes = names.filter((name) => name.startsWith(sandboxPrefix))
    this.#maxPoints = Number.POSITIVE_INFINITY
    for (let index = 0; index < sandboxes.length; index += loadedAtOnce) {
      const slice = sandboxes.slice(index, index + loadedAtOnce)
      const logs = await this.#parts.log.load(slice)
      for (const [position, stored] of logs.entries()) if (stored) await this.#build(slice[position] ?? '', stored)
    }
    this.#maxPoints = rememberedPoints
    this.#points.clear()
    return sandboxes.length
  }

  /** Loads a sandbox. Undefined if it is not stored, or exists here meanwhile. Rejects with LogError, LoadError. */
  async load(id: string): Promise<Sandbox | undefined> {
    const name = sandboxPrefix + id
    const [stored] = await this.#parts.log.load([name])
    return stored && this.#build(name, stored)
  }

  /** The ids of all sandboxes that are stored. Rejects with LogError. */
  async ids(): Promise<readonly string[]> {
    const names = await this.#parts.log.list()
    return names.flatMap((name) => (name.startsWith(sandboxPrefix) ? name.slice(sandboxPrefix.length) : []))
  }

  /** How many sandboxes the processes have that share the logs. Rejects with LogError. */
  async count(): Promise<number> {
    return (await this.shared?.count(sandboxPrefix)) ?? 0
  }

  /** Gives a new sandbox a log. Nothing is stored before it is used. */
  attach(sandbox: Sandbox): void {
    this.#attach(sandbox, undefined)
  }

  /** Ends the log. Everything that was acknowledged is stored already; a checkpoint that is being written is given up. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#parts.log.close()
  }

  async #build(name: string, stored: StoredLog): Promise<Sandbox | undefined> {
    const { effects, creation } = this.#read(name, stored)
    if (creation.fixtures !== undefined) await this.#factory.setup.openSet(creation.fixtures)
    const log = await this.#prepare(stored, effects, creation)
    const sandbox = this.#factory.add(creation)
    if (!sandbox) return undefined
    sandbox.startTracking(true)
    replayLog(sandbox, log, log.findBase)
    this.#attach(sandbox, stored)
    // The fixtures may have been edited meanwhile.
    sandbox.applySetup(this.#factory.setup)
    return sandbox
  }

  #attach(sandbox: Sandbox, stored: StoredLog | undefined): void {
    const name = sandboxPrefix + sandbox.id
    const { log, checkpointAfter } = this.#parts
    const report = (error: unknown): void => {
      if (!this.#isClosed) this.#parts.report(error)
    }
    const sandboxLog = new SandboxLog({
      log,
      name,
      sandbox,
      head: stored?.head,
      storeBases: (effects) => this.#storeBases(effects, sandbox),
      reload: () => this.#reload(sandbox, name),
      follow: async (effects) => applyEntries(sandbox, effects, await this.#findBases(effects, sandbox.fixtures)),
      onUnknown: () => this.#factory.noteUnknown(sandbox.id),
      onAppended: (length) => checkpoints.countAppended(length),
    })
    const whenStored = <Result>(run: (head: string | undefined) => Result) => sandboxLog.whenStored(run)
    const checkpoints = new Checkpoints({ log, name, sandbox, checkpointAfter, report, whenStored })
    if (stored) checkpoints.countLoaded(stored)
    sandbox.log = sandboxLog
  }

  #read(name: string, stored: StoredEntries): { readonly effects: readonly Effect[]; readonly creation: Beginning } {
    const effects = readAll(stored)
    const creation = effects.find(isBeginning)
    const { place } = this.#parts
    if (!creation) throw new LogError('damaged', `${place}: the log ${JSON.stringify(name)} has no creation`)
    if (creation.format > effectFormat) throw tooNew(creation, place)
    return { effects, creation }
  }

  async #reload(sandbox: Sandbox, name: string): Promise<string | undefined> {
    const [stored] = await this.#parts.log.load([name])
    if (!stored) {
      replayLog(sandbox, undefined, missingBase)
      return undefined
    }
    const { effects, creation } = this.#read(name, stored)
    if (creation.fixtures !== undefined) await this.#factory.setup.openSet(creation.fixtures)
    const log = await this.#prepare(stored, effects, creation)
    replayLog(sandbox, log, log.findBase)
    // An edit of the fixtures may not be stored yet.
    sandbox.applySetup(this.#factory.setup)
    return stored.head
  }

  /** Loads what the replay of a log refers to. */
  async #prepare({ origin }: StoredEntries, effects: readonly Effect[], { fixtures }: Creation) {
    const from = origin === undefined ? undefined : await this.#loadPoint(origin)
    // Other processes have exchanges of the latest changes in their journals.
    const first = effects.findIndex(({ kind }) => kind === 'commit' || kind === 'position')
    const end = this.shared && first !== -1 ? first + 1 : effects.length
    return {
      from,
      effects: effects.slice(0, end),
      tracked: effects.slice(end),
      findBase: await this.#findBases(effects, fixtures),
    }
  }

  /** The state at a point of a log. */
  #loadPoint(point: Point): Promise<SandboxState> {
    // Entries that the storage has lost may have been replaced by others.
    const connection = this.shared?.connections() ?? 0
    if (connection !== this.#connection) this.#points.clear()
    this.#connection = connection
    const state = this.#points.get(point) ?? this.#replayPoint(point)
    // The latest comes last.
    this.#points.delete(point)
    this.#points.set(point, state)
    state.catch(() => this.#points.delete(point))
    const [oldest] = this.#points.size > this.#maxPoints ? this.#points.keys() : []
    if (oldest !== undefined) this.#points.delete(oldest)
    return state
  }

  async #replayPoint(point: Point): Promise<SandboxState> {
    const stored = await this.#parts.log.loadPoint(point)
    const { effects, creation } = this.#read(point, stored)
    if (creation.fixtures !== undefined) await this.#factory.setup.openSet(creation.fixtures)
    const log = await this.#prepare(stored, effects, creation)
    const sandbox = this.#factory.create(creation)
    replayLog(sandbox, log, log.findBase)
    return sandbox.capture()
  }

  /** Loads the fixture records that effects refer to. */
  async #findBases(effects: readonly Effect[], fixtures: string | undefined): Promise<FindBase> {
    const { setup } = this.#factory
    const current = setup.baseOf(fixtures)
    const found = new Map([[current.digest, current]])
    for (const digest of basesOf(effects)) {
      if (found.has(digest)) continue
      const base = this.#bases.get(digest) ?? (await this.#loadBase(digest, setup))
      found.set(digest, base.adapt(setup.baseOf('none')))
    }
    return (digest) => found.get(digest) ?? missingBase(digest)
  }

  async #loadBase(digest: string, setup: SandboxSetup): Promise<EmbeddedStore> {
    const [stored] = await this.#parts.log.load([basePrefix + digest])
    if (!stored) throw new LogError('damaged', `${this.#parts.place}: the fixture records ${digest} are missing`)
    const base = readBase(stored, digest, setup)
    this.#bases.set(digest, base)
    return base
  }

  /** Stores the fixture records that effects refer to: those that the sandbox starts with. */
  async #storeBases(effects: readonly Effect[], { baseStore }: Sandbox): Promise<void> {
    for (const digest of basesOf(effects)) if (digest === baseStore.digest) await this.#storeBase(baseStore)
  }

  /** Stores fixture records once for all sandboxes that start with them. */
  #storeBase(base: EmbeddedStore): Promise<void> {
    const known = this.#stored.get(base.digest)
    if (known) return known
    const text = writeEffects([...describeStore(base)])
    // If another process has stored them meanwhile, nothing is appended.
    const stored = this.#parts.log.append(basePrefix + base.digest, undefined, text).then(() => {})
    this.#stored.set(base.digest, stored)
    stored.catch(() => this.#stored.delete(base.digest))
    return stored
  }
}

const readAll = ({ checkpoint, entries }: StoredEntries): readonly Effect[] =>
  [...checkpoint, ...entries.map(({ effects }) => effects)].flatMap(readEffects)

const readBase = (stored: StoredEntries, digest: string, setup: SandboxSetup): EmbeddedStore => {
  const base = setup.baseOf('none').fork()
  for (const effect of readAll(stored)) applyToStore(base, effect)
  return base.asSeed(digest)
}

const missingBase: FindBase = (digest) => {
  throw new LogError('damaged', `the fixture records ${digest} are missing`)
}

const tooNew = ({ id, format }: Beginning, place: string): LoadError =>
  new LoadError([
    {
      code: 'state-too-new',
      file: place,
      message: `the sandbox ${JSON.stringify(id)} was stored in format ${format}, and this version reads formats up to ${effectFormat}; update Standin, or choose another folder with --data`,
    },
  ])

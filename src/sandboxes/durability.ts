/**
 * Connects sandboxes with logs that outlive the process: gives each sandbox a log, and loads sandboxes from their logs.
 */
import type { Log, SharedLog, StoredLog } from '../log/log.ts'
import { Checkpoints } from './checkpoints.ts'
import type { Creation } from './effects.ts'
import { FixtureBases } from './fixture-bases.ts'
import { LogReplays } from './log-replays.ts'
import { applyEntries, type Replayed, replayLog } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxLog } from './sandbox-log.ts'
import type { SandboxSetup } from './sandbox-state.ts'

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
  /** The sandbox could not be stored, so it does not exist. */
  readonly noteAbandoned: (sandbox: Sandbox) => void
  /** Deletes what is still stored of an evicted sandbox of that name; undefined: nothing is. Rejects with LogError. */
  readonly deleteEarlier: (id: string) => Promise<void> | undefined
  /** Creates one that the server does not have. */
  readonly create: (creation: Creation) => Sandbox
}

/** Names of logs: the colon keeps those of sandboxes and of fixture records apart. */
const sandboxPrefix = 'sandbox:'

/** How often a log is read that others delete and create meanwhile. */
const maxReads = 10

interface ReadLog {
  readonly stored: StoredLog
  readonly replayed: Replayed
}

/** How many logs are loaded at once. */
const loadedAtOnce = 200

export class Durability {
  readonly #parts: DurabilityParts
  readonly #factory: SandboxFactory
  readonly #bases: FixtureBases
  readonly #replays: LogReplays
  #isClosed = false

  constructor(parts: DurabilityParts, factory: SandboxFactory) {
    this.#parts = parts
    this.#factory = factory
    const { log, place } = parts
    this.#bases = new FixtureBases({ log, place })
    const { create } = factory
    this.#replays = new LogReplays({ log, place, bases: this.#bases, setup: () => factory.setup, create })
  }

  /** Undefined: no other process uses the logs. */
  get shared(): SharedLog | undefined {
    return this.#parts.log.shared
  }

  /** The same setup with the fixture records as they were stored, where they were: they are older. Rejects with LogError. */
  adopt(setup: SandboxSetup): Promise<SandboxSetup> {
    this.#replays.clear()
    return this.#bases.adopt(setup)
  }

  /** Loads all sandboxes that are stored. Resolves with their number. Rejects with LogError, LoadError. */
  async loadAll(): Promise<number> {
    const { log } = this.#parts
    const names = await log.list()
    this.#bases.noteStored(names)
    const sandboxes = names.filter((name) => name.startsWith(sandboxPrefix))
    await this.#replays.keepAll(async () => {
      for (let index = 0; index < sandboxes.length; index += loadedAtOnce) {
        const slice = sandboxes.slice(index, index + loadedAtOnce)
        const logs = await log.load(slice)
        await this.#replays.loadOrigins(logs)
        for (const [position, stored] of logs.entries()) {
          const name = slice[position] ?? ''
          if (stored) this.#build({ stored, replayed: await this.#replays.prepare(name, stored) })
        }
      }
    })
    return sandboxes.length
  }

  /** Loads a sandbox. Undefined if it is not stored, or exists here meanwhile. Rejects with LogError, LoadError. */
  async load(id: string): Promise<Sandbox | undefined> {
    const name = sandboxPrefix + id
    const read = await this.#read(name)
    return read && this.#build(read)
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

  /** Deletes the log of a name. Rejects with LogError. */
  delete(id: string): Promise<void> {
    return this.#parts.log.remove(sandboxPrefix + id)
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

  #build({ stored, replayed }: ReadLog): Sandbox | undefined {
    const sandbox = this.#factory.add(replayed.creation)
    if (!sandbox) return undefined
    sandbox.startTracking(true)
    replayLog(sandbox, replayed)
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
      storeBases: (effects) => this.#bases.storeFor(effects, sandbox),
      deleteEarlier: () => this.#factory.deleteEarlier(sandbox.id),
      reload: () => this.#reload(sandbox, name),
      follow: async (effects) =>
        applyEntries(sandbox, effects, await this.#bases.find(effects, sandbox.fixtures, this.#factory.setup)),
      onUnknown: () => this.#factory.noteUnknown(sandbox.id),
      onAbandoned: () => this.#factory.noteAbandoned(sandbox),
      onAppended: (length) => checkpoints.countAppended(length),
    })
    const whenStored = <Result>(run: (head: string | undefined) => Result) => sandboxLog.whenStored(run)
    const checkpoints = new Checkpoints({ log, name, sandbox, checkpointAfter, report, whenStored })
    if (stored) checkpoints.countLoaded(stored)
    sandbox.log = sandboxLog
  }

  async #reload(sandbox: Sandbox, name: string): Promise<string | undefined> {
    const read = await this.#read(name)
    replayLog(sandbox, read?.replayed)
    // An edit of the fixtures may not be stored yet.
    if (read) sandbox.applySetup(this.#factory.setup)
    return read?.stored.head
  }

  /** Undefined: nothing is stored. What a log starts from may be deleted with it while it is read: then it is read again. */
  async #read(name: string): Promise<ReadLog | undefined> {
    for (let attempt = 1; ; attempt++) {
      const stored = await this.#load(name)
      try {
        return stored && { stored, replayed: await this.#replays.prepare(name, stored) }
      } catch (error) {
        const isUnchanged = (await this.#load(name))?.generation === stored?.generation
        if (isUnchanged || attempt === maxReads) throw error
      }
    }
  }

  async #load(name: string): Promise<StoredLog | undefined> {
    const [stored] = await this.#parts.log.load([name])
    return stored
  }
}

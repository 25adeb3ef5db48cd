/**
 * Prepares the replay of logs: reads them with everything that they refer to. A log may start from another one, at any
 * position. The states at such positions are remembered, and a replay continues from the latest one of its generation. So a
 * log that many others start from is replayed once, and they share its records.
 */
import type { Log, Origin, StoredEntries } from '../log/log.ts'
import type { Beginning, Creation } from './effects.ts'
import type { FixtureBases } from './fixture-bases.ts'
import { type KnownState, KnownStates } from './known-states.ts'
import { findBeginning, readAll } from './read-log.ts'
import { type Replayed, replayLog } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import type { SandboxSetup, SandboxState } from './sandbox-state.ts'

interface LogReplaysParts {
  readonly log: Log
  /** Where the logs are, for messages. */
  readonly place: string
  readonly bases: FixtureBases
  /** The files that are served now. */
  readonly setup: () => SandboxSetup
  /** Creates a sandbox that the server does not have. */
  readonly create: (creation: Creation) => Sandbox
}

export class LogReplays {
  readonly #parts: LogReplaysParts
  readonly #known = new KnownStates()
  /** The connection through which the states were read. */
  #connection = 0

  constructor(parts: LogReplaysParts) {
    this.#parts = parts
  }

  /** The replay of a whole log. Rejects with LogError, LoadError. */
  async prepare(name: string, stored: StoredEntries): Promise<Replayed> {
    // Other processes have exchanges of the latest changes in their journals, so what undoes these must be replayed.
    const earlier = this.#parts.log.shared ? undefined : await this.#known.latest(stored)
    const read = stored.entries.length - (stored.version - (earlier?.version ?? 0))
    return this.#prepare(name, earlier ? { ...stored, entries: stored.entries.slice(read) } : stored, earlier)
  }

  /** Loads what these logs start from, in the order of the positions, so that each replay continues another one. */
  async loadOrigins(logs: readonly (StoredEntries | undefined)[]): Promise<void> {
    const origins = logs.flatMap((stored) => stored?.origin ?? [])
    for (const origin of origins.toSorted((a, b) => a.version - b.version)) await this.#stateAt(origin)
  }

  /** Remembers all states until `run` ends. */
  keepAll(run: () => Promise<void>): Promise<void> {
    return this.#known.keepAll(run)
  }

  /** Forgets the states: the setup that they refer to was replaced. */
  clear(): void {
    this.#known.clear()
  }

  async #prepare(name: string, stored: StoredEntries, earlier: KnownState | undefined): Promise<Replayed> {
    const { log, place, bases, setup } = this.#parts
    const { origin, entries } = stored
    const effects = readAll(earlier ? { checkpoint: [], entries } : stored)
    const creation: Beginning = earlier?.creation ?? findBeginning(effects, name, place)
    if (creation.fixtures !== undefined) await setup().openSet(creation.fixtures)
    const from = earlier || !origin ? undefined : await this.#stateAt(origin)
    const first = effects.findIndex(({ kind }) => kind === 'commit' || kind === 'position')
    const end = log.shared && first !== -1 ? first + 1 : effects.length
    return {
      creation,
      earlier: earlier?.memento,
      from,
      effects: effects.slice(0, end),
      tracked: effects.slice(end),
      findBase: await bases.find(effects, creation.fixtures, setup()),
    }
  }

  /** What a log starts from. */
  async #stateAt(origin: Origin): Promise<SandboxState> {
    // Entries that the storage has lost may have been replaced by others.
    const connection = this.#parts.log.shared?.connections() ?? 0
    if (connection !== this.#connection) this.#known.clear()
    this.#connection = connection
    const { memento } = await this.#known.find(origin, (earlier) => this.#replay(origin, earlier))
    return memento.state
  }

  async #replay(origin: Origin, earlier: KnownState | undefined): Promise<KnownState> {
    const { generation, version, point } = origin
    const stored = await this.#parts.log.loadPoint(origin, earlier?.version)
    const replayed = await this.#prepare(point, stored, earlier)
    const sandbox = this.#parts.create(replayed.creation)
    replayLog(sandbox, replayed)
    return { generation, version, creation: replayed.creation, memento: sandbox.save() }
  }
}

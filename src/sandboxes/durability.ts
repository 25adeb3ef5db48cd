/**
 * Connects sandboxes with a log that outlives the process: gives each sandbox a log of its own, loads them at the start,
 * and stores the fixture records that they start with, so that edited fixtures do not change what was stored before.
 */
import { LoadError } from '../errors.ts'
import { type Log, LogError, type StoredLog } from '../log/log.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { type Creation, type Effect, effectFormat, readEffects, writeEffects } from './effects.ts'
import { describeStore } from './recorder.ts'
import { replayLog } from './replay.ts'
import type { Sandbox } from './sandbox.ts'
import { SandboxLog } from './sandbox-log.ts'
import type { SandboxSetup } from './sandbox-state.ts'

export interface DurabilityParts {
  readonly log: Log
  /** Where the log is, for messages. */
  readonly place: string
  /** Reports a failure that affects no request. */
  readonly report: (error: unknown) => void
}

// Names of logs: the colon keeps those of sandboxes and of fixture records apart.
const sandboxPrefix = 'sandbox:'
const basePrefix = 'base:'

export class Durability {
  readonly #parts: DurabilityParts
  /** Digests of the fixture records that are stored. */
  readonly #bases = new Map<string, Promise<void>>()

  constructor(parts: DurabilityParts) {
    this.#parts = parts
  }

  /** Creates all sandboxes that are stored. `create` adds an empty sandbox. Rejects with LogError, LoadError. */
  async load(setup: SandboxSetup, create: (creation: Creation) => Sandbox): Promise<void> {
    for (const name of await this.#parts.log.list()) {
      if (name.startsWith(basePrefix)) this.#bases.set(name.slice(basePrefix.length), Promise.resolve())
      if (!name.startsWith(sandboxPrefix)) continue
      const [stored] = await this.#parts.log.load([name])
      if (stored) await this.#build(setup, name, stored, create)
    }
  }

  async #build(
    setup: SandboxSetup,
    name: string,
    { head, checkpoint, entries }: StoredLog,
    create: (creation: Creation) => Sandbox,
  ): Promise<void> {
    const effects = readAll([...checkpoint, ...entries.map((entry) => entry.effects)])
    const creation = effects[0]
    if (creation?.kind !== 'created')
      throw new LogError(
        'damaged',
        `${this.#parts.place}: the log ${JSON.stringify(name)} does not begin with a creation`,
      )
    if (creation.format > effectFormat) throw this.#tooNew(creation)
    if (creation.fixtures !== undefined) await setup.openSet(creation.fixtures)
    const sandbox = create(creation)
    replayLog(sandbox, effects, await this.#loadBase(creation.base, setup, creation.fixtures))
    this.#attach(sandbox, head)
  }

  /** Gives a new sandbox a log. Nothing is stored before it changes. */
  attach(sandbox: Sandbox): void {
    this.#attach(sandbox, undefined)
  }

  #attach(sandbox: Sandbox, head: string | undefined): void {
    const name = sandboxPrefix + sandbox.id
    const { log, report } = this.#parts
    sandbox.log = new SandboxLog({
      log,
      name,
      sandbox,
      head,
      report,
      storeBase: () => this.#storeBase(sandbox),
      reload: () => this.#reload(sandbox, name),
    })
  }

  /** Deletes what is stored of a sandbox. */
  async remove({ id }: Sandbox): Promise<void> {
    await this.#parts.log.remove(sandboxPrefix + id)
  }

  /** Ends the log. Everything that was acknowledged is stored already. */
  close(): Promise<void> {
    return this.#parts.log.close()
  }

  async #reload(sandbox: Sandbox, name: string): Promise<string | undefined> {
    const [stored] = await this.#parts.log.load([name])
    if (!stored) {
      replayLog(sandbox, undefined, undefined)
      return undefined
    }
    const effects = readAll([...stored.checkpoint, ...stored.entries.map((entry) => entry.effects)])
    const [creation] = effects
    const digest = creation?.kind === 'created' ? creation.base : ''
    replayLog(sandbox, effects, await this.#loadBase(digest, sandbox.setup, sandbox.fixtures))
    return stored.head
  }

  /** Stores the fixture records of a sandbox, once for all sandboxes that start with them. */
  #storeBase({ setup, fixtures }: Sandbox): Promise<void> {
    const base = setup.baseOf(fixtures)
    const known = this.#bases.get(base.digest)
    if (known) return known
    const text = writeEffects([...describeStore(base, undefined)])
    const stored = this.#parts.log.append(basePrefix + base.digest, undefined, text).then(() => {})
    this.#bases.set(base.digest, stored)
    stored.catch(() => this.#bases.delete(base.digest))
    return stored
  }

  /** The records that a sandbox was created with; undefined while the fixtures are the same. */
  async #loadBase(
    digest: string,
    setup: SandboxSetup,
    fixtures: string | undefined,
  ): Promise<EmbeddedStore | undefined> {
    if (setup.baseOf(fixtures).digest === digest) return undefined
    const [stored] = await this.#parts.log.load([basePrefix + digest])
    if (!stored) throw new LogError('damaged', `${this.#parts.place}: the fixture records ${digest} are missing`)
    const base = setup.baseOf('none').fork()
    for (const effect of readAll(stored.entries.map((entry) => entry.effects))) putInto(base, effect)
    return base
  }

  #tooNew({ id, format }: Creation & { readonly format: number }): LoadError {
    return new LoadError([
      {
        code: 'state-too-new',
        file: this.#parts.place,
        message: `the sandbox ${JSON.stringify(id)} was stored in format ${format}, and this version reads formats up to ${effectFormat}; update Standin, or choose another folder with --data`,
      },
    ])
  }
}

const readAll = (parts: readonly string[]): readonly Effect[] => parts.flatMap(readEffects)

/** Records of resources that no served document has any more are skipped. */
const putInto = (store: EmbeddedStore, effect: Effect): void => {
  if (effect.kind === 'put' && store.has(effect.resource)) store.put(effect.resource, effect.record)
  if (effect.kind === 'sequence' && store.has(effect.resource)) store.continueAt(effect.resource, effect.sequence)
}

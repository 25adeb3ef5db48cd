/**
 * Keeps the state of a sandbox in memory and what is stored of it the same: appends what was changed to the log, and applies
 * what other processes have appended. It does one thing at a time: sandbox-log.ts calls it for one group after another.
 */
import { type Behind, type Head, type Log, LogError, type Replaced } from '../log/log.ts'
import { describeStart } from './describe-sandbox.ts'
import { type Effect, readEffects, writeEffects } from './effects.ts'
import { isPostponed, PendingChanges } from './pending-changes.ts'
import type { Sandbox } from './sandbox.ts'

export interface LogWriterParts {
  readonly log: Log
  /** The name of the log. */
  readonly name: string
  readonly sandbox: Sandbox
  /** Undefined: nothing is stored yet. */
  readonly head: Head | undefined
  /** Stores the fixture records with these digests, unless they are stored. */
  readonly storeBases: (effects: readonly Effect[]) => Promise<void>
  /** Deletes what is still stored of an evicted sandbox of the same name; undefined: nothing is. Rejects with LogError. */
  readonly deleteEarlier: () => Promise<void> | undefined
  /** Makes the sandbox what is stored. Undefined: nothing is. */
  readonly reload: () => Promise<Head | undefined>
  /** Applies entries that another process has appended. */
  readonly follow: (effects: readonly Effect[]) => Promise<void>
  /** Called when an entry may be stored or not: `refresh` finds out. */
  readonly onUnknown: () => void
  /** Called when the sandbox could not be created. */
  readonly onAbandoned: () => void
  /** Called after an entry with the number of characters that it added. */
  readonly onAppended: (length: number) => void
}

/** How often a group runs at most because other processes append first. */
const maxAttempts = 100

/** Effects on what only the turn of a request sees. */
const recordKinds: ReadonlySet<string> = new Set<Effect['kind']>([
  ...(['put', 'remove', 'sequence', 'response', 'commit'] as const),
  ...(['target', 'remove-target', 'delivery', 'change-delivery', 'forget-delivery'] as const),
])

export class LogWriter {
  readonly #parts: LogWriterParts
  #head: Head | undefined
  /** Entries of other processes that are not applied yet. */
  #missed: Behind | undefined
  /** Whether memory may differ from what is stored: it must be loaded again. */
  #isStale = false
  #isRemoved = false
  /**
   * Set when the sandbox does not exist: another process has deleted it, or this one without an answer from the storage, or
   * it could not be created. What comes later is rejected, because memory may lack its last changes.
   */
  #gone: LogError | undefined
  readonly #pending = new PendingChanges()
  #version = 0

  constructor(parts: LogWriterParts) {
    this.#parts = parts
    this.#head = parts.head
  }

  /** What is stored; undefined: nothing is. */
  get head(): Head | undefined {
    return this.#head
  }

  /** Another number once keys, clock or scenarios may have changed, other than by requests here. */
  get version(): number {
    return this.#version
  }

  /** Whether memory is what is stored, as far as this process knows. */
  get isCurrent(): boolean {
    return !this.#isStale && !this.#gone
  }

  /** Whether this process has deleted the sandbox: what comes later runs in memory only. */
  get isRemoved(): boolean {
    return this.#isRemoved
  }

  noteRemoved(): void {
    this.#isRemoved = true
    // Another process may have created one of the same name since.
    if (this.#parts.log.shared) this.#gone = this.#deletion()
  }

  #deletion(): LogError {
    return new LogError('deleted', `${JSON.stringify(this.#parts.name)} was deleted`)
  }

  /** Whether changes outside of an operation wait to be stored. */
  get hasPending(): boolean {
    return !this.#pending.isEmpty
  }

  /** Makes memory what is stored, and stores what was changed outside of an operation. Rejects with LogError. */
  async prepare(): Promise<void> {
    if (this.#gone) throw this.#gone
    await this.recover()
    await this.#storePending()
  }

  /** What requests have seen of keys, clock or scenarios before their turn may not be true any more. */
  noteChange(effects: readonly Effect[]): void {
    if (!effects.every(({ kind }) => recordKinds.has(kind))) this.#version++
  }

  /**
   * Stores what was changed outside of an operation. As long as that fails, the sandbox can still be read: it is the same with
   * these changes, whether they are stored or not. A new one that a client has created begins with such changes, and exists
   * only once they are stored.
   */
  async #storePending(): Promise<void> {
    const changed = this.isRemoved ? [] : this.#parts.sandbox.commitChange()
    this.#pending.add(changed)
    if (this.#pending.isEmpty) return
    const isNew = this.#head === undefined && this.#parts.sandbox.origin === 'request'
    try {
      if (await this.append([], 1, isNew)) return
    } catch (error) {
      if (isNew) this.#abandon()
      else if (error instanceof LogError && isPostponed(error.kind)) return
      throw error
    }
    await this.recover()
  }

  /** Who has found the new sandbox meanwhile must not create it after all: its client learns that it does not exist. */
  #abandon(): void {
    const { name, onAbandoned } = this.#parts
    this.#gone = new LogError('abandoned', `${JSON.stringify(name)} could not be created`)
    onAbandoned()
  }

  /**
   * The first use of a sandbox creates it, even if it changes nothing. As long as that cannot be stored, the sandbox can be
   * read. False if another process has created it first.
   */
  async appendUse(attempt: number): Promise<boolean> {
    if (this.#head !== undefined || this.isRemoved || this.#parts.sandbox.origin !== 'first-use') return true
    try {
      return await this.#appendEntry([], attempt)
    } catch (error) {
      if (error instanceof LogError) return true
      throw error
    }
  }

  /** Appends effects, after those that wait. As `#appendEntry`. */
  async append(effects: readonly Effect[], attempt: number, mustBeKnown = true): Promise<boolean> {
    const { isEmpty } = this.#pending
    const entry = isEmpty ? effects : [...this.#pending.effects, ...effects]
    const isAppended = await this.#appendEntry(entry, attempt, mustBeKnown)
    if (isAppended) this.#pending.clear()
    // Others have changed what they were about: they are made again after a reload.
    else if (!isEmpty) this.#isStale = true
    return isAppended
  }

  /**
   * False if another process has appended first: the changes must be made again, on what is stored. Rejects with LogError.
   * `mustBeKnown`: if the outcome is unknown, memory may differ from what is stored.
   */
  async #appendEntry(effects: readonly Effect[], attempt: number, mustBeKnown = true): Promise<boolean> {
    const { log, name, sandbox, storeBases, onAppended } = this.#parts
    if (attempt > maxAttempts) throw new LogError('unavailable', `too many processes write to ${JSON.stringify(name)}`)
    const { forkedAt } = sandbox
    const isFirst = this.#head === undefined
    const entry = isFirst ? [...describeStart(sandbox, forkedAt?.at && forkedAt.state, effects)] : effects
    try {
      const connections = log.shared?.connections()
      if (isFirst) await this.#parts.deleteEarlier()
      await storeBases(entry)
      const text = writeEffects(entry)
      const origin = isFirst ? forkedAt?.at : undefined
      const appended = await log.append(name, this.#head, text, { origin, ttl: sandbox.lifetime })
      if (appended.kind === 'no-origin') {
        // The other sandbox has gone on without this point: the entry is written with all records.
        sandbox.forkedAt = undefined
        return await this.#appendEntry(effects, attempt + 1, mustBeKnown)
      }
      if (appended.kind === 'appended') {
        this.#head = appended.head
        sandbox.forkedAt = undefined
        if (isFirst) sandbox.traffic.noteCreated()
        onAppended(text.length)
        // What was stored may have been lost while the append waited for a new connection.
        if (log.shared?.connections() !== connections) await storeBases(entry)
        return true
      }
      if (isFirst && sandbox.origin === 'request') throw new LogError('exists', `${name} was created meanwhile`)
      this.note(appended)
      return false
    } catch (error) {
      if (mustBeKnown || !(error instanceof LogError)) this.noteFailure(error)
      throw error
    }
  }

  /** After an unknown outcome, memory may differ from what is stored. */
  noteFailure(error: unknown): void {
    if (error instanceof LogError && error.kind !== 'unknown') return
    this.#isStale = true
    this.#parts.onUnknown()
  }

  /** Applies what was missed. */
  async recover(): Promise<void> {
    const missed = this.#missed
    if (missed && !this.#isStale) {
      this.#isStale = true
      const effects = missed.entries.flatMap((entry) => readEffects(entry.effects))
      await this.#parts.follow(effects)
      this.noteChange(effects)
      this.#head = missed.head
      this.#isStale = false
    }
    this.#missed = undefined
    if (!this.#isStale) return
    const known = this.#head
    this.#version++
    this.#pending.clear()
    if (known === undefined) await this.#parts.deleteEarlier()
    this.#head = await this.#parts.reload()
    this.#isStale = false
    // The default sandbox always exists.
    if (known === undefined || this.#head !== undefined || this.#parts.sandbox.origin === 'start') return
    this.#gone = this.#deletion()
    throw this.#gone
  }

  /** Where the log is not known yet, it has to be loaded: it may start from another one. */
  note(found: { readonly kind: 'current' } | Behind | Replaced): void {
    if (found.kind === 'behind' && this.#head !== undefined) this.#missed = found
    else if (found.kind !== 'current') this.#isStale = true
  }
}

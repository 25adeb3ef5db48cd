/**
 * Makes the changes of one sandbox durable. Its requests run one after another, in groups: those that come while an entry
 * is on its way to the storage are the next group, and what they change is the next entry. No reply is sent before
 * everything that it may have seen is stored. If another process appended first, the group is undone, what the other one
 * has changed is applied, and the group runs again: the entry shows whether the group has seen everything. If a group has
 * no entry, the head of the log shows it. If the storage fails, what changed nothing runs again and the rest is rejected.
 */
import { type Behind, type Head, type Log, LogError, type Replaced } from '../log/log.ts'
import type { ChangeLog, ForkPoint, Positions } from './change-log.ts'
import { describeStart } from './describe-sandbox.ts'
import { type Effect, readEffects, writeEffects } from './effects.ts'
import { hasChanged, isDeletion, type Operation, type Outcome, runOperation, settle } from './operation.ts'
import { OperationQueue } from './operation-queue.ts'
import { isPostponed, PendingChanges } from './pending-changes.ts'
import type { Sandbox } from './sandbox.ts'
import type { Memento } from './sandbox-parts.ts'

export interface SandboxLogParts {
  readonly log: Log
  /** The name of the log. */
  readonly name: string
  readonly sandbox: Sandbox
  /** Undefined: nothing is stored yet. */
  readonly head: Head | undefined
  /** Stores the fixture records with these digests, unless they are stored. */
  readonly storeBases: (effects: readonly Effect[]) => Promise<void>
  /** Makes the sandbox what is stored. Undefined: nothing is. */
  readonly reload: () => Promise<Head | undefined>
  /** Applies entries that another process has appended. */
  readonly follow: (effects: readonly Effect[]) => Promise<void>
  /** Called when an entry may be stored or not: `refresh` finds out. */
  readonly onUnknown: () => void
  /** Called after an entry with the number of characters that it added. */
  readonly onAppended: (length: number) => void
}

/** How often a group runs at most because other processes append first. */
const maxAttempts = 100

/** Milliseconds between two postponements of the deletion of an unused log, as a share of its lifetime. */
const touchShare = 0.1

const current = { kind: 'current' } as const

/** Effects on what only the turn of a request sees. */
const recordKinds: ReadonlySet<string> = new Set<Effect['kind']>(['put', 'remove', 'sequence', 'response', 'commit'])

export class SandboxLog implements ChangeLog {
  readonly #parts: SandboxLogParts
  #head: Head | undefined
  readonly #queue = new OperationQueue((group) => this.#runGroup(group))
  /** Entries of other processes that are not applied yet. */
  #missed: Behind | undefined
  /** Whether memory may differ from what is stored: it must be loaded again. */
  #isStale = false
  /** Set when this process has deleted the sandbox: what comes later runs in memory only. */
  #isRemoved = false
  /**
   * Set when another process has deleted it, or this one without an answer from the storage: what comes later is rejected,
   * because memory may lack its last changes.
   */
  #deleted: LogError | undefined
  readonly #pending = new PendingChanges()
  #lastTouch = 0
  /** All refreshes that wait for the next group are one operation. */
  #refreshing: Promise<boolean> | undefined
  #version = 0

  constructor(parts: SandboxLogParts) {
    this.#parts = parts
    this.#head = parts.head
    parts.sandbox.startTracking(true)
  }

  get version(): number | undefined {
    return this.#exists && !this.#isStale && !this.#deleted ? this.#version : undefined
  }

  transact<Result>(run: () => Promise<Result> | Result, positions?: Positions, version?: number): Promise<Result> {
    if (version === undefined) return this.#queue.add(run, { positions })
    this.#touch()
    return this.#queue.add(run, { positions, version, isFresh: true })
  }

  async capturePoint(): Promise<ForkPoint> {
    const { sandbox, name } = this.#parts
    return this.#queue.add(
      () => {
        // What waits to be stored is in the state, but not yet at the head.
        const head = this.#pending.isEmpty ? this.#head : undefined
        return { state: sandbox.capture(), at: head === undefined ? undefined : { name, head } }
      },
      { isAlone: true },
    )
  }

  refresh(): Promise<boolean> {
    if (!this.#parts.log.shared && !this.#isStale && !this.#deleted) return Promise.resolve(true)
    this.#refreshing ??= this.#refresh(this.#queue.add(() => {}, { isFresh: true }))
    return this.#refreshing
  }

  async #refresh(ended: Promise<void>): Promise<boolean> {
    try {
      await ended
    } catch (error) {
      if (isDeletion(error)) return false
      throw error
    }
    if (this.#exists) this.#touch()
    return this.#exists
  }

  /** One that is not stored exists for this process only: its first request was rejected, or could not be stored. */
  get #exists(): boolean {
    return !this.#isRemoved && (this.#head !== undefined || this.#parts.sandbox.origin === 'start')
  }

  async remove(): Promise<void> {
    const remove = async (): Promise<void> => {
      try {
        await this.#parts.log.remove(this.#parts.name)
      } catch (error) {
        this.#noteFailure(error)
        throw error
      }
      this.#isRemoved = true
    }
    try {
      await this.#queue.add(remove, { isAlone: true })
    } catch (error) {
      if (!isDeletion(error)) throw error
    }
  }

  /** Runs when everything is stored and nothing else runs. */
  whenStored<Result>(run: (head: Head | undefined) => Result): Promise<Result> {
    return this.#queue.add(() => run(this.#head), { isAlone: true })
  }

  /** Settles each operation of the group. */
  async #runGroup(group: readonly Operation[]): Promise<void> {
    // Refreshes that come later must see more.
    this.#refreshing = undefined
    let operations = await this.#prepare(group)
    let isFresh = this.#isRemoved || !operations.some(({ isFresh }) => isFresh)
    for (let attempt = 1; operations.length > 0; attempt++) {
      const before = this.#parts.sandbox.save()
      const { outcomes, effects } = await this.#run(operations)
      try {
        if ((await this.#store(operations, effects, attempt)) && (isFresh || effects.length > 0))
          return settle(outcomes)
        if (effects.length === 0 && !isFresh && (await this.#isCurrent(outcomes))) return
        // What was missed had been stored after the group came.
        isFresh = true
        this.#revert(before, effects)
        await this.#recover()
      } catch (error) {
        this.#revert(before, effects)
        for (const outcome of outcomes) if (hasChanged(outcome)) outcome.operation.reject(error)
        const unchanged = outcomes.filter((outcome) => !hasChanged(outcome))
        operations = await this.#prepare(unchanged.map(({ operation }) => operation))
      }
    }
  }

  /** Makes memory what is stored. Returns the operations that can run; the others are rejected. */
  async #prepare(operations: readonly Operation[]): Promise<readonly Operation[]> {
    try {
      if (this.#deleted) throw this.#deleted
      await this.#recover()
      await this.#storePending()
      return operations
    } catch (error) {
      for (const { reject } of operations) reject(error)
      return []
    }
  }

  /** Runs all operations on the state in memory. */
  async #run(
    operations: readonly Operation[],
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly effects: readonly Effect[] }> {
    const { sandbox } = this.#parts
    const outcomes: Outcome[] = []
    const effects: Effect[] = []
    for (const operation of operations) {
      const running = runOperation(operation, sandbox, this.#version, effects)
      outcomes.push(running instanceof Promise ? await running : running)
    }
    return { outcomes, effects: this.#isRemoved ? [] : effects }
  }

  /** False if another process has appended first. Rejects with LogError. */
  async #store(operations: readonly Operation[], effects: readonly Effect[], attempt: number): Promise<boolean> {
    if (effects.length > 0) return this.#appendAfterPending(effects, attempt)
    return operations.every(({ isFresh, isAlone }) => isFresh || isAlone) || this.#storeUse(attempt)
  }

  /**
   * Whether a group that changed nothing has seen everything that was stored when it came. Its operations are settled then.
   * If the storage does not answer, those that must see everything are rejected.
   */
  async #isCurrent(outcomes: readonly Outcome[]): Promise<boolean> {
    const { log, name } = this.#parts
    try {
      const found = (await log.shared?.since(name, this.#head)) ?? current
      this.#note(found)
      if (found.kind !== 'current') return false
      settle(outcomes)
    } catch (error) {
      settle(outcomes.map((one) => (one.operation.isFresh ? { ...one, hasFailed: true, result: error } : one)))
    }
    return true
  }

  #revert(before: Memento, effects: readonly Effect[]): void {
    this.#parts.sandbox.revert(before)
    this.#noteChange(effects)
  }

  /** What requests have seen of keys, clock or scenarios before their turn may not be true any more. */
  #noteChange(effects: readonly Effect[]): void {
    if (!effects.every(({ kind }) => recordKinds.has(kind))) this.#version++
  }

  /**
   * The first use of a sandbox creates it, even if it changes nothing. As long as that cannot be stored, the sandbox can be
   * read. False if another process has created it first.
   */
  async #storeUse(attempt: number): Promise<boolean> {
    if (this.#head !== undefined || this.#isRemoved || this.#parts.sandbox.origin !== 'first-use') return true
    try {
      return await this.#append([], attempt)
    } catch (error) {
      if (error instanceof LogError) return true
      throw error
    }
  }

  /**
   * Stores what was changed outside of an operation. As long as that fails, the sandbox can still be read: it is the same with
   * these changes, whether they are stored or not. A new one that a client has created begins with such changes, and exists
   * only once they are stored.
   */
  async #storePending(): Promise<void> {
    const changed = this.#isRemoved ? [] : this.#parts.sandbox.commitChange()
    this.#pending.add(changed)
    if (this.#pending.isEmpty) return
    const isNew = this.#head === undefined && this.#parts.sandbox.origin === 'request'
    try {
      if (await this.#appendAfterPending([], 1, isNew)) return
    } catch (error) {
      if (!isNew && error instanceof LogError && isPostponed(error.kind)) return
      throw error
    }
    await this.#recover()
  }

  async #appendAfterPending(effects: readonly Effect[], attempt: number, mustBeKnown = true): Promise<boolean> {
    const { isEmpty } = this.#pending
    const entry = isEmpty ? effects : [...this.#pending.effects, ...effects]
    const isAppended = await this.#append(entry, attempt, mustBeKnown)
    if (isAppended) this.#pending.clear()
    // Others have changed what they were about: they are made again after a reload.
    else if (!isEmpty) this.#isStale = true
    return isAppended
  }

  /**
   * False if another process has appended first: the changes must be made again, on what is stored. Rejects with LogError.
   * `mustBeKnown`: if the outcome is unknown, memory may differ from what is stored.
   */
  async #append(effects: readonly Effect[], attempt: number, mustBeKnown = true): Promise<boolean> {
    const { log, name, sandbox, storeBases, onAppended } = this.#parts
    if (attempt > maxAttempts) throw new LogError('unavailable', `too many processes write to ${JSON.stringify(name)}`)
    const { forkedAt } = sandbox
    const isFirst = this.#head === undefined
    const entry = isFirst ? [...describeStart(sandbox, forkedAt?.at && forkedAt.state, effects)] : effects
    try {
      await storeBases(entry)
      const text = writeEffects(entry)
      const origin = isFirst ? forkedAt?.at : undefined
      const appended = await log.append(name, this.#head, text, { origin, ttl: sandbox.lifetime })
      if (appended.kind === 'no-origin') {
        // The other sandbox has gone on without this point: the entry is written with all records.
        sandbox.forkedAt = undefined
        return await this.#append(effects, attempt + 1, mustBeKnown)
      }
      if (appended.kind === 'appended') {
        this.#head = appended.head
        sandbox.forkedAt = undefined
        onAppended(text.length)
        return true
      }
      if (isFirst && sandbox.origin === 'request') throw new LogError('exists', `${name} was created meanwhile`)
      this.#note(appended)
      return false
    } catch (error) {
      if (mustBeKnown || !(error instanceof LogError)) this.#noteFailure(error)
      throw error
    }
  }

  /** After an unknown outcome, memory may differ from what is stored. */
  #noteFailure(error: unknown): void {
    if (error instanceof LogError && error.kind !== 'unknown') return
    this.#isStale = true
    this.#parts.onUnknown()
  }

  /** Applies what was missed. */
  async #recover(): Promise<void> {
    const missed = this.#missed
    if (missed && !this.#isStale) {
      this.#isStale = true
      const effects = missed.entries.flatMap((entry) => readEffects(entry.effects))
      await this.#parts.follow(effects)
      this.#noteChange(effects)
      this.#head = missed.head
      this.#isStale = false
    }
    this.#missed = undefined
    if (!this.#isStale) return
    const known = this.#head
    this.#version++
    this.#pending.clear()
    this.#head = await this.#parts.reload()
    this.#isStale = false
    const { name, sandbox } = this.#parts
    // The default sandbox always exists.
    if (known === undefined || this.#head !== undefined || sandbox.origin === 'start') return
    this.#deleted = new LogError('deleted', `${JSON.stringify(name)} was deleted`)
    throw this.#deleted
  }

  /** Where the log is not known yet, it has to be loaded: it may start from another one. */
  #note(found: { readonly kind: 'current' } | Behind | Replaced): void {
    if (found.kind === 'behind' && this.#head !== undefined) this.#missed = found
    else if (found.kind !== 'current') this.#isStale = true
  }

  /** Postpones the deletion of the log. */
  #touch(): void {
    const { log, name, sandbox } = this.#parts
    const ttl = sandbox.lifetime
    const now = Date.now()
    if (ttl === undefined || this.#head === undefined || now - this.#lastTouch < ttl * touchShare) return
    this.#lastTouch = now
    // If it fails, the next request tries again.
    log.shared?.touch(name, ttl).catch(() => {
      this.#lastTouch = 0
    })
  }
}

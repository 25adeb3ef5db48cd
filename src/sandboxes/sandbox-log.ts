/**
 * Makes the changes of one sandbox durable. Its requests run one after another, in groups: those that come while an entry
 * is on its way to the storage are the next group, and what they change is the next entry. No reply is sent before
 * everything that it may have seen is stored. If another process appended first, the group is undone, what the other one
 * has changed is applied, and the group runs again. If the storage fails, what changed nothing runs again and the rest is
 * rejected.
 */
import { type Behind, type Head, type Log, LogError, type Replaced } from '../log/log.ts'
import { type ChangeLog, countChange, type ForkPoint, type Positions } from './change-log.ts'
import { describeStart } from './describe-sandbox.ts'
import { type Effect, readEffects, writeEffects } from './effects.ts'
import type { Sandbox } from './sandbox.ts'

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

/** The largest number of requests in a group, so that none of them waits for long. */
const groupSize = 200

/** How often a group runs at most because other processes append first. */
const maxAttempts = 100

/** Milliseconds between two postponements of the deletion of an unused log, as a share of its lifetime. */
const touchShare = 0.1

interface OperationOptions {
  /** Whether it must see what other processes have stored before it came. */
  readonly isFresh?: boolean
  /** Whether it runs in a group of its own: what it sees is what is stored. */
  readonly isAlone?: boolean
  readonly positions?: Positions | undefined
}

interface Operation extends OperationOptions {
  readonly run: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What became of an operation of a group, before its changes are stored. */
interface Outcome {
  readonly operation: Operation
  /** The positions of the sandbox. */
  readonly before: number
  readonly after: number
  readonly hasFailed: boolean
  /** What it returned or threw. */
  readonly result: unknown
}

export class SandboxLog implements ChangeLog {
  readonly #parts: SandboxLogParts
  #head: Head | undefined
  #waiting: Operation[] = []
  #isWorking = false
  /** Entries of other processes that are not applied yet. */
  #missed: Behind | undefined
  /** Whether memory may differ from what is stored: it must be loaded again. */
  #isStale = false
  /** Set when this process has deleted the sandbox: what comes later runs in memory only. */
  #isRemoved = false
  /** Set when another process has deleted it: what comes later is rejected, because memory may lack its last changes. */
  #deletedElsewhere: LogError | undefined
  #lastTouch = 0
  /** All refreshes that wait for the next group are one operation. */
  #refreshing: Promise<boolean> | undefined

  constructor(parts: SandboxLogParts) {
    this.#parts = parts
    this.#head = parts.head
    parts.sandbox.startTracking(true)
  }

  transact<Result>(run: () => Promise<Result> | Result, positions?: Positions): Promise<Result> {
    return this.#enqueue(run, { positions })
  }

  async capturePoint(): Promise<ForkPoint> {
    const { sandbox, name } = this.#parts
    return this.#enqueue(
      () => ({ state: sandbox.capture(), at: this.#head === undefined ? undefined : { name, head: this.#head } }),
      { isAlone: true },
    )
  }

  refresh(): Promise<boolean> {
    if (!this.#parts.log.shared && !this.#isStale) return Promise.resolve(true)
    this.#refreshing ??= this.#refresh(this.#enqueue(() => {}, { isFresh: true }))
    return this.#refreshing
  }

  async #refresh(ended: Promise<void>): Promise<boolean> {
    try {
      await ended
    } catch (error) {
      if (isDeletion(error)) return false
      throw error
    }
    // One that is not stored exists for this process only: its first request was rejected, or could not be stored.
    const exists = !this.#isRemoved && (this.#head !== undefined || this.#parts.sandbox.origin === 'start')
    if (exists) this.#touch()
    return exists
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
      await this.#enqueue(remove, { isAlone: true })
    } catch (error) {
      if (!isDeletion(error)) throw error
    }
  }

  /** Runs when everything is stored and nothing else runs. */
  whenStored<Result>(run: (head: Head | undefined) => Result): Promise<Result> {
    return this.#enqueue(() => run(this.#head), { isAlone: true })
  }

  #enqueue<Result>(
    run: () => Promise<Result> | Result,
    { isFresh = false, isAlone = false, positions }: OperationOptions,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      // The result that is resolved with is the one of `run`.
      this.#waiting.push({ run, resolve: resolve as (result: unknown) => void, reject, isFresh, isAlone, positions })
      if (!this.#isWorking) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    // What is called in the same turn is one group, and a refresh that begins a group is known before the group is taken.
    await undefined
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup()
      try {
        await this.#runGroup(group)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.#isWorking = false
  }

  #takeGroup(): readonly Operation[] {
    // Refreshes that come later must see more.
    this.#refreshing = undefined
    const alone = this.#waiting.slice(0, groupSize).findIndex(({ isAlone }) => isAlone)
    return this.#waiting.splice(0, alone === -1 ? groupSize : Math.max(alone, 1))
  }

  /** Settles each operation of the group. */
  async #runGroup(group: readonly Operation[]): Promise<void> {
    let operations = await this.#prepare(group)
    for (let attempt = 1; operations.length > 0; attempt++) {
      const before = this.#parts.sandbox.save()
      const { outcomes, effects } = await this.#run(operations)
      try {
        const isStored =
          effects.length > 0
            ? await this.#append(effects, attempt)
            : operations.every(({ isFresh, isAlone }) => isFresh || isAlone) || (await this.#storeUse(attempt))
        if (isStored) return settle(outcomes)
        this.#parts.sandbox.revert(before)
        await this.#recover()
      } catch (error) {
        this.#parts.sandbox.revert(before)
        for (const outcome of outcomes) if (hasChanged(outcome)) outcome.operation.reject(error)
        const unchanged = outcomes.filter((outcome) => !hasChanged(outcome))
        operations = await this.#prepare(unchanged.map(({ operation }) => operation))
      }
    }
  }

  /** Makes memory what is stored. Returns the operations that can run; the others are rejected. */
  async #prepare(operations: readonly Operation[]): Promise<readonly Operation[]> {
    try {
      if (this.#deletedElsewhere) throw this.#deletedElsewhere
      await this.#recover()
      await this.#storePending()
    } catch (error) {
      for (const { reject } of operations) reject(error)
      return []
    }
    const { shared } = this.#parts.log
    if (!shared || this.#isRemoved || !operations.some(({ isFresh }) => isFresh)) return operations
    try {
      this.#note(await shared.since(this.#parts.name, this.#head))
      await this.#recover()
      return operations
    } catch (error) {
      for (const { isFresh, reject } of operations) if (isFresh) reject(error)
      return operations.filter(({ isFresh }) => !isFresh)
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
      const before = sandbox.position
      let hasFailed = false
      let result: unknown
      try {
        result = operation.run()
        if (result instanceof Promise) result = await result
      } catch (error) {
        hasFailed = true
        result = error
      }
      const changed = sandbox.commitChange()
      for (const effect of changed) effects.push(effect)
      if (changed.length > 0) effects.push({ kind: 'commit' })
      outcomes.push({ operation, before, after: sandbox.position, hasFailed, result })
    }
    return { outcomes, effects: this.#isRemoved ? [] : effects }
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

  /** Stores what was changed outside of an operation: files were edited. */
  async #storePending(): Promise<void> {
    const changed = this.#isRemoved ? [] : this.#parts.sandbox.commitChange()
    if (changed.length === 0 || (await this.#append([...changed, { kind: 'commit' }], 1))) return
    this.#isStale = true
    await this.#recover()
  }

  /** False if another process has appended first: the changes must be made again, on what is stored. Rejects with LogError. */
  async #append(effects: readonly Effect[], attempt: number): Promise<boolean> {
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
        return await this.#append(effects, attempt + 1)
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
      this.#noteFailure(error)
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
      await this.#parts.follow(missed.entries.flatMap((entry) => readEffects(entry.effects)))
      this.#head = missed.head
      this.#isStale = false
    }
    this.#missed = undefined
    if (!this.#isStale) return
    const known = this.#head
    this.#head = await this.#parts.reload()
    this.#isStale = false
    const { log, name, sandbox } = this.#parts
    // The default sandbox always exists.
    if (!log.shared || known === undefined || this.#head !== undefined || sandbox.origin === 'start') return
    this.#deletedElsewhere = new LogError('deleted', `${JSON.stringify(name)} was deleted by another process`)
    throw this.#deletedElsewhere
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

/** Whether another process has deleted the sandbox. */
export const isDeletion = (error: unknown): boolean => error instanceof LogError && error.kind === 'deleted'

const hasChanged = ({ before, after }: Outcome): boolean => before !== after

const settle = (outcomes: readonly Outcome[]): void => {
  for (const { operation, before, after, hasFailed, result } of outcomes) {
    if (operation.positions) countChange(operation.positions, before, after)
    if (hasFailed) operation.reject(result)
    else operation.resolve(result)
  }
}

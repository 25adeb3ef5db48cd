/**
 * Makes the changes of one sandbox durable. Its requests run one after another, in groups: those that come while an entry
 * is on its way to the storage are the next group, and what they change is the next entry. No reply is sent before
 * everything that it may have seen is stored. If another process appended first, the group is undone, what the other one
 * has changed is applied, and the group runs again: the entry shows whether the group has seen everything. If a group has
 * no entry, the head of the log shows it. If the storage fails, what changed nothing runs again and the rest is rejected.
 */
import type { Head } from '../log/log.ts'
import type { ChangeLog, ForkPoint, Positions } from './change-log.ts'
import type { Effect } from './effects.ts'
import { LogWriter, type LogWriterParts } from './log-writer.ts'
import { hasChanged, isDeletion, isGone, type Operation, type Outcome, runOperation, settle } from './operation.ts'
import { OperationQueue } from './operation-queue.ts'
import type { Memento } from './sandbox-parts.ts'

/** Milliseconds between two postponements of the deletion of an unused log, as a share of its lifetime. */
const touchShare = 0.1

/** Characters of records after which a group ends: storages limit the length of an entry. */
const groupLength = 8_000_000

const current = { kind: 'current' } as const

export class SandboxLog implements ChangeLog {
  readonly #parts: LogWriterParts
  readonly #writer: LogWriter
  readonly #queue = new OperationQueue((group) => this.#runGroup(group))
  #lastTouch = 0
  /** All refreshes that wait for the next group are one operation. */
  #refreshing: Promise<boolean> | undefined

  constructor(parts: LogWriterParts) {
    this.#parts = parts
    this.#writer = new LogWriter(parts)
    parts.sandbox.startTracking(true)
  }

  get version(): number | undefined {
    return this.#exists && this.#writer.isCurrent ? this.#writer.version : undefined
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
        const head = this.#writer.hasPending ? undefined : this.#writer.head
        return { state: sandbox.capture(), at: head === undefined ? undefined : { name, head } }
      },
      { isAlone: true },
    )
  }

  refresh(): Promise<boolean> {
    if (!this.#parts.log.shared && this.#writer.isCurrent) return Promise.resolve(true)
    this.#refreshing ??= this.#refresh(this.#queue.add(() => {}, { isFresh: true }))
    return this.#refreshing
  }

  async #refresh(ended: Promise<void>): Promise<boolean> {
    try {
      await ended
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
    if (this.#exists) this.#touch()
    return this.#exists
  }

  /** One that is not stored exists for this process only: its first request was rejected, or could not be stored. */
  get #exists(): boolean {
    return !this.#writer.isRemoved && (this.#writer.head !== undefined || this.#parts.sandbox.origin === 'start')
  }

  async remove(): Promise<void> {
    const remove = async (): Promise<void> => {
      if (this.#writer.isRemoved) return
      try {
        await this.#parts.log.remove(this.#parts.name)
      } catch (error) {
        this.#writer.noteFailure(error)
        throw error
      }
      this.#writer.noteRemoved()
    }
    try {
      await this.#queue.add(remove, { isAlone: true })
    } catch (error) {
      if (!isDeletion(error)) throw error
    }
  }

  /** Runs when everything is stored and nothing else runs. */
  whenStored<Result>(run: (head: Head | undefined) => Result): Promise<Result> {
    return this.#queue.add(() => run(this.#writer.head), { isAlone: true })
  }

  /** Settles each operation of the group. */
  async #runGroup(group: readonly Operation[]): Promise<void> {
    // Refreshes that come later must see more.
    this.#refreshing = undefined
    let operations = await this.#prepare(group)
    let isFresh = this.#writer.isRemoved || !operations.some(({ isFresh }) => isFresh)
    for (let attempt = 1; operations.length > 0; attempt++) {
      const before = this.#parts.sandbox.save()
      const { outcomes, effects } = await this.#run(operations)
      if (outcomes.length < operations.length) {
        this.#queue.putBack(operations.slice(outcomes.length))
        operations = operations.slice(0, outcomes.length)
      }
      try {
        if ((await this.#store(operations, effects, attempt)) && (isFresh || effects.length > 0))
          return settle(outcomes)
        if (effects.length === 0 && !isFresh && (await this.#isCurrent(outcomes))) return
        // What was missed had been stored after the group came.
        isFresh = true
        this.#revert(before, effects)
        await this.#writer.recover()
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
      await this.#writer.prepare()
      return operations
    } catch (error) {
      for (const { reject } of operations) reject(error)
      return []
    }
  }

  /** Runs all operations on the state in memory, or the first ones if they change much. */
  async #run(
    operations: readonly Operation[],
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly effects: readonly Effect[] }> {
    const { sandbox } = this.#parts
    const outcomes: Outcome[] = []
    const effects: Effect[] = []
    let length = 0
    for (const operation of operations) {
      if (length > groupLength) break
      const known = effects.length
      const running = runOperation(operation, sandbox, this.#writer.version, effects)
      outcomes.push(running instanceof Promise ? await running : running)
      length += lengthOf(effects, known)
    }
    return { outcomes, effects: this.#writer.isRemoved ? [] : effects }
  }

  /** False if another process has appended first. Rejects with LogError. */
  async #store(operations: readonly Operation[], effects: readonly Effect[], attempt: number): Promise<boolean> {
    if (effects.length > 0) return this.#writer.append(effects, attempt)
    return operations.every(({ isFresh, isAlone }) => isFresh || isAlone) || this.#writer.appendUse(attempt)
  }

  /**
   * Whether a group that changed nothing has seen everything that was stored when it came. Its operations are settled then.
   * If the storage does not answer, those that must see everything are rejected.
   */
  async #isCurrent(outcomes: readonly Outcome[]): Promise<boolean> {
    const { log, name } = this.#parts
    try {
      const found = (await log.shared?.since(name, this.#writer.head)) ?? current
      this.#writer.note(found)
      if (found.kind !== 'current') return false
      settle(outcomes)
    } catch (error) {
      settle(outcomes.map((one) => (one.operation.isFresh ? { ...one, hasFailed: true, result: error } : one)))
    }
    return true
  }

  #revert(before: Memento, effects: readonly Effect[]): void {
    this.#parts.sandbox.revert(before)
    this.#writer.noteChange(effects)
  }

  /** Postpones the deletion of the log. */
  #touch(): void {
    const { log, name, sandbox } = this.#parts
    const ttl = sandbox.lifetime
    const now = Date.now()
    if (ttl === undefined || this.#writer.head === undefined || now - this.#lastTouch < ttl * touchShare) return
    this.#lastTouch = now
    // If it fails, the next request tries again.
    log.shared?.touch(name, ttl).catch(() => {
      this.#lastTouch = 0
    })
  }
}

/** Characters of the records in effects, from an index on. */
const lengthOf = (effects: readonly Effect[], start: number): number => {
  let length = 0
  for (let index = start; index < effects.length; index++) {
    const effect = effects[index]
    if (effect?.kind === 'put') length += effect.record.json.length
  }
  return length
}

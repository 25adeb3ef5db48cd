/**
 * Makes the changes of one sandbox durable. Requests of the sandbox run one after another. While an entry is on its way
 * to the disk the next requests run already, and what they change becomes the next entry; but no reply is sent before
 * everything that it may have seen is stored. If an entry cannot be stored, the sandbox returns to what the log has.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import { type Head, type Log, LogError } from '../log/log.ts'
import { type Effect, writeEffects } from './effects.ts'
import { describeStart, describeWholeSandbox } from './replay.ts'
import type { Sandbox } from './sandbox.ts'

export interface SandboxLogParts {
  readonly log: Log
  /** The name of the log. */
  readonly name: string
  readonly sandbox: Sandbox
  /** Undefined: nothing is stored yet. */
  readonly head: Head | undefined
  /** Stores the fixture records that the sandbox starts with, unless they are stored. Awaited before its first entry. */
  readonly storeBase: () => Promise<void>
  /** Returns the sandbox to what is stored. */
  readonly reload: () => Promise<Head | undefined>
  /** Reports a failure that affects no request. */
  readonly report: (error: unknown) => void
}

/** Characters of entries after which a checkpoint is written, unless the last checkpoint was longer. */
const checkpointAfter = 1_000_000

/** Characters of one part of a checkpoint. */
const partLength = 256 * 1024

/** What several requests changed while the previous entry was on its way: the next entry. */
interface Group {
  readonly effects: Effect[]
  /** Resolves when the entry is stored. Rejects with LogError. */
  readonly stored: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const createGroup = (): Group => {
  let resolve = () => {}
  let reject: (error: unknown) => void = () => {}
  const stored = new Promise<void>((onStored, onFailed) => {
    resolve = onStored
    reject = onFailed
  })
  // If nobody waits any more, a failure must not count as unhandled.
  stored.catch(() => {})
  return { effects: [], stored, resolve, reject }
}

export class SandboxLog {
  readonly #parts: SandboxLogParts
  #head: Head | undefined
  /** Resolves when the request that runs has ended. */
  #turn: Promise<void> = Promise.resolve()
  /** The entry that is on its way. */
  #current: Group | undefined
  /** The entry after it. */
  #next: Group | undefined
  /** Set when an entry could not be stored: the sandbox has changes that the log does not have. */
  #failure: unknown
  #sinceCheckpoint = 0
  #lastCheckpoint = 0
  #isCheckpointing = false

  constructor(parts: SandboxLogParts) {
    this.#parts = parts
    this.#head = parts.head
    parts.sandbox.startRecording()
  }

  /** Runs a request alone, and returns its result when all that it changed and saw is stored. Rejects with LogError. */
  async transact<Result>(run: () => Promise<Result> | Result): Promise<Result> {
    for (;;) {
      const { result, changed, group } = await this.#takeTurn(run)
      try {
        await group?.stored
        return result
      } catch (error) {
        // What changed nothing can be done again, on what is stored.
        if (changed) throw error
      }
    }
  }

  /** Stores what was changed outside of a request. */
  async commit(): Promise<void> {
    await this.transact(() => {})
  }

  async #takeTurn<Result>(run: () => Promise<Result> | Result) {
    const before = this.#turn
    let endTurn = () => {}
    this.#turn = new Promise((resolve) => {
      endTurn = resolve
    })
    try {
      await before
      await this.#recover()
      const result = await run()
      const effects = this.#parts.sandbox.takeEffects()
      if (effects.length > 0) this.#add(effects)
      return { result, changed: effects.length > 0, group: this.#next ?? this.#current }
    } finally {
      endTurn()
    }
  }

  #add(effects: readonly Effect[]): void {
    const isFirst = this.#head === undefined && !this.#current && !this.#next
    this.#next ??= createGroup()
    this.#next.effects.push(...(isFirst ? describeStart(this.#parts.sandbox, effects) : effects))
    if (!this.#current) void this.#appendAll()
  }

  async #appendAll(): Promise<void> {
    for (let group = this.#startNext(); group; group = this.#startNext()) {
      try {
        await this.#append(group)
        group.resolve()
      } catch (error) {
        this.#fail(error, group)
      }
      this.#current = undefined
    }
    if (this.#sinceCheckpoint > Math.max(checkpointAfter, this.#lastCheckpoint)) void this.#writeCheckpoint()
  }

  #startNext(): Group | undefined {
    this.#current = this.#next
    this.#next = undefined
    return this.#current
  }

  async #append({ effects }: Group): Promise<void> {
    const { log, name, sandbox, storeBase } = this.#parts
    if (this.#failure !== undefined) throw this.#failure
    if (this.#head === undefined) await storeBase()
    const text = writeEffects(effects)
    const appended = await log.append(name, this.#head, text)
    if (appended.kind !== 'appended')
      throw new LogError('unavailable', `the log of ${JSON.stringify(sandbox.id)} was changed by another process`)
    this.#head = appended.head
    this.#sinceCheckpoint += text.length
  }

  /** What ran after the entry that failed saw changes that are not stored: it has failed, too. */
  #fail(error: unknown, group: Group): void {
    this.#failure = error
    group.reject(error)
    this.#next?.reject(error)
    this.#next = undefined
  }

  /** After a failure, memory becomes what is stored, before anything else runs. */
  async #recover(): Promise<void> {
    if (this.#failure === undefined) return
    await this.#current?.stored.catch(() => {})
    this.#head = await this.#parts.reload()
    this.#parts.sandbox.takeEffects()
    this.#failure = undefined
  }

  /** Replaces the entries by the state that they lead to. Requests go on meanwhile. */
  async #writeCheckpoint(): Promise<void> {
    if (this.#isCheckpointing) return
    this.#isCheckpointing = true
    try {
      const { head, effects } = await this.#describeStored()
      if (head === undefined) return
      const parts: string[] = []
      for (let part = readPart(effects); part !== undefined; part = readPart(effects)) {
        parts.push(part)
        await nextTick()
      }
      await this.#parts.log.checkpoint(this.#parts.name, head, parts)
      this.#lastCheckpoint = parts.reduce((length, part) => length + part.length, 0)
    } catch (error) {
      this.#parts.report(error)
    } finally {
      this.#isCheckpointing = false
    }
  }

  /** The whole sandbox at a moment when nothing runs and everything is stored. */
  async #describeStored(): Promise<{ readonly head: Head | undefined; readonly effects: Iterator<Effect> }> {
    const { sandbox } = this.#parts
    const { result } = await this.#takeTurn(async () => {
      await (this.#next ?? this.#current)?.stored
      this.#sinceCheckpoint = 0
      return { head: this.#head, effects: describeWholeSandbox(sandbox) }
    })
    return result
  }
}

/** Effects as JSON of about the length of a part; undefined at the end. */
const readPart = (effects: Iterator<Effect>): string | undefined => {
  const part: Effect[] = []
  let length = 0
  for (let next = effects.next(); !next.done; next = effects.next()) {
    part.push(next.value)
    length += next.value.kind === 'put' ? next.value.record.json.length : 100
    if (length >= partLength) break
  }
  return part.length === 0 ? undefined : writeEffects(part)
}

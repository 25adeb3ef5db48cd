/**
 * Logs in a folder of this machine: SQLite in a worker. Changes that are made while a commit is under way share the next
 * one. A folder has one owner.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from '../../make-folder.ts'
import {
  type AppendOptions,
  type AppendResult,
  type Head,
  type Log,
  LogError,
  type Origin,
  type StoredEntries,
  type StoredLog,
} from '../log.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { readLogs, readPoint } from './log-reader.ts'
import type { Answer, Change, ChangeResult, Command } from './protocol.ts'
import { WorkerConnection, type WorkerParts } from './worker-connection.ts'

/** Carries out commands one after another, in a worker. */
export interface Connection {
  /** Rejects with LogError. */
  readonly send: (command: Command) => Promise<Answer>
  /** Closes the database. */
  readonly end: () => Promise<void>
}

/** Parts of a checkpoint that are written in one transaction: appends in between wait for no longer than that. */
const partsAtOnce = 8

/** Changes, and characters of changes, that one transaction stores. */
const most = { changes: 1_000, characters: 8_000_000 }

/** Rejects with LogError: in-use, damaged, unavailable. */
export const openFileLog = (parts: WorkerParts): Promise<Log> =>
  openLogIn({ folder: parts.folder, connection: new WorkerConnection(parts), sweepDelay: 200 })

export interface FileLogParts {
  readonly folder: string
  /** It opens the database of the folder when the first command comes. */
  readonly connection: Connection
  /** Milliseconds for which what is to be deleted is collected: deleting one log costs as much as deleting many. */
  readonly sweepDelay: number
}

/** Rejects with LogError: in-use, damaged, unavailable. */
export const openLogIn = async ({ folder, connection, sweepDelay }: FileLogParts): Promise<Log> => {
  try {
    await makeFolder(folder)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new LogError(
      'unavailable',
      `the folder ${folder} cannot be created (${problem}); choose one that can be written with --data`,
      { cause },
    )
  }
  const lock = await lockFolder(folder)
  const log = new FileLog(connection, lock, sweepDelay)
  try {
    await log.start()
    return log
  } catch (error) {
    await log.close()
    throw error
  }
}

interface Waiting {
  readonly change: Change
  readonly resolve: (result: ChangeResult) => void
  readonly reject: (error: unknown) => void
}

class FileLog implements Log {
  readonly #connection: Connection
  readonly #lock: FolderLock
  readonly #sweepDelay: number
  #waiting: Waiting[] = []
  #isCommitting = false
  /** One checkpoint is written after the other. */
  #checkpoints: Promise<void> = Promise.resolve()
  /** What is being read must not be deleted meanwhile. */
  readonly #reads = new Set<Promise<unknown>>()
  #isSweeping = false
  #mustSweep = false
  #isClosed = false

  constructor(connection: Connection, lock: FolderLock, sweepDelay: number) {
    this.#connection = connection
    this.#lock = lock
    this.#sweepDelay = sweepDelay
  }

  /** Opens the database. Rejects with LogError. */
  async start(): Promise<void> {
    await this.#send({ kind: 'find', names: [] })
    this.#sweep()
  }

  readonly #send = (command: Command): Promise<Answer> => this.#connection.send(command)

  async list(): Promise<readonly string[]> {
    const answer = await this.#send({ kind: 'list' })
    return answer.kind === 'names' ? answer.names : []
  }

  load(names: readonly string[]): Promise<readonly (StoredLog | undefined)[]> {
    return this.#read(() => readLogs(this.#send, names))
  }

  async loadPoint(origin: Origin, after?: number): Promise<StoredEntries> {
    const stored = await this.#read(() => readPoint(this.#send, origin, after))
    if (stored) return stored
    throw new LogError('damaged', `the point ${origin.point}, where a log starts, is missing`)
  }

  async #read<Result>(run: () => Promise<Result>): Promise<Result> {
    const reading = run()
    this.#reads.add(reading)
    try {
      return await reading
    } finally {
      this.#reads.delete(reading)
    }
  }

  async append(
    name: string,
    head: Head | undefined,
    effects: string,
    { origin }: AppendOptions = {},
  ): Promise<AppendResult> {
    const result = await this.#change({ kind: 'append', name, head, effects, origin })
    return result.kind === 'removed' ? { kind: 'replaced' } : result
  }

  async remove(name: string): Promise<void> {
    await this.#change({ kind: 'remove', name })
    this.#sweep()
  }

  #change(change: Change): Promise<ChangeResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject })
      if (!this.#isCommitting) void this.#commit()
    })
  }

  /** One transaction after the other, each with all that has come meanwhile. */
  async #commit(): Promise<void> {
    this.#isCommitting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, countOfNext(this.#waiting))
      await this.#store(batch)
    }
    this.#isCommitting = false
  }

  async #store(batch: readonly Waiting[]): Promise<void> {
    try {
      const answer = await this.#send({ kind: 'change', changes: batch.map(({ change }) => change) })
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = answer.kind === 'changed' ? answer.results[index] : undefined
        if (result) resolve(result)
        else reject(new LogError('unknown', 'the worker that writes the data did not answer'))
      }
    } catch (error) {
      // There is always space to delete, but not to append.
      const isFull = error instanceof LogError && error.kind === 'full'
      const removals = isFull ? batch.filter(({ change }) => change.kind === 'remove') : []
      const retried = removals.length < batch.length ? removals : []
      for (const waiting of batch) if (!retried.includes(waiting)) waiting.reject(error)
      if (retried.length > 0) await this.#store(retried)
    }
  }

  checkpoint(_name: string, head: Head, parts: readonly string[]): Promise<void> {
    const writing = this.#checkpoints.then(() => this.#writeCheckpoint(head, parts))
    this.#checkpoints = writing.catch(() => {})
    return writing
  }

  async #writeCheckpoint(head: Head, parts: readonly string[]): Promise<void> {
    const count = parts.length
    let first: number | undefined
    for (let index = 0; index < count; index += partsAtOnce) {
      const some = parts.slice(index, index + partsAtOnce)
      const answer = await this.#send({ kind: 'write-parts', head, first, index, parts: some, count })
      first = answer.kind === 'written' ? answer.first : undefined
      if (first === undefined) return
    }
    if (first === undefined) return
    await this.#send({ kind: 'seal', head, first, count })
    this.#sweep()
  }

  /** Deletes what is no longer needed, in the background. */
  #sweep(): void {
    this.#mustSweep = true
    if (!this.#isSweeping) void this.#sweepAll()
  }

  async #sweepAll(): Promise<void> {
    this.#isSweeping = true
    let isMore = false
    try {
      while (this.#mustSweep && !this.#isClosed) {
        if (!isMore) await delay(this.#sweepDelay, undefined, { ref: false })
        if (this.#isClosed) return
        if (this.#reads.size > 0) {
          await Promise.allSettled(this.#reads)
          continue
        }
        this.#mustSweep = false
        const answer = await this.#send({ kind: 'sweep' })
        isMore = answer.kind === 'swept' && answer.isMore
        if (isMore) this.#mustSweep = true
      }
    } catch {
      // Nothing is lost: it is deleted after the next change that leaves something to delete, or the next start.
    } finally {
      this.#isSweeping = false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    try {
      await this.#connection.end()
    } finally {
      await this.#lock.release()
    }
  }
}

/** The number of changes that the next transaction stores. */
const countOfNext = (waiting: readonly Waiting[]): number => {
  let characters = 0
  const count = waiting.findIndex(({ change }, index) => {
    characters += change.kind === 'append' ? change.effects.length : 0
    return index >= most.changes || (index > 0 && characters > most.characters)
  })
  return count === -1 ? waiting.length : count
}

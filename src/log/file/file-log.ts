/**
 * Logs in a folder of this machine: SQLite in a worker. Appends that come while a commit is under way share the next one.
 * A folder has one owner.
 */
import { mkdirSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import {
  type AppendOptions,
  type AppendResult,
  type Head,
  type Log,
  LogError,
  type Point,
  type StoredEntries,
  type StoredLog,
} from '../log.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import type { Answer, Append, Command, Message } from './protocol.ts'

export interface FileLogParts {
  readonly folder: string
  /** The file of worker.ts, as it is or built. */
  readonly workerFile: string
}

/** Parts of a checkpoint that are written in one transaction: appends in between wait for no longer than that. */
const partsAtOnce = 8

/** Rejects with LogError: in-use, damaged, unavailable. */
export const openFileLog = async ({ folder, workerFile }: FileLogParts): Promise<Log> => {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    throw new LogError('unavailable', `the folder ${folder} cannot be created: ${describe(cause)}`, { cause })
  }
  const lock = await lockFolder(folder)
  const connection = new WorkerConnection(new Worker(workerFile, { workerData: folder }))
  try {
    await connection.opened
  } catch (error) {
    await connection.end()
    await lock.release()
    throw error
  }
  return new FileLog(connection, lock)
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Waiting {
  readonly append: Append
  readonly resolve: (result: AppendResult) => void
  readonly reject: (error: unknown) => void
}

class FileLog implements Log {
  readonly #connection: WorkerConnection
  readonly #lock: FolderLock
  #waiting: Waiting[] = []
  #isCommitting = false

  constructor(connection: WorkerConnection, lock: FolderLock) {
    this.#connection = connection
    this.#lock = lock
  }

  async list(): Promise<readonly string[]> {
    const answer = await this.#connection.send({ kind: 'list' })
    return answer.kind === 'list' ? answer.sandboxes : []
  }

  async load(names: readonly string[]): Promise<readonly (StoredLog | undefined)[]> {
    const answer = await this.#connection.send({ kind: 'load', names })
    return answer.kind === 'logs' ? answer.logs : []
  }

  loadPoint(point: Point): Promise<StoredEntries> {
    return Promise.reject(new LogError('damaged', `there is no point ${point}`))
  }

  append(
    sandbox: string,
    head: Head | undefined,
    effects: string,
    { origin }: AppendOptions = {},
  ): Promise<AppendResult> {
    if (origin) return Promise.resolve({ kind: 'no-origin' })
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append: { sandbox, version: Number(head ?? 0) + 1, effects }, resolve, reject })
      if (!this.#isCommitting) void this.#commit()
    })
  }

  /** One transaction after the other, each with all that has come meanwhile. */
  async #commit(): Promise<void> {
    this.#isCommitting = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#connection.send({ kind: 'append', entries: batch.map(({ append }) => append) })
        for (const { append, resolve } of batch) resolve({ kind: 'appended', head: String(append.version) })
      } catch (error) {
        settleFailed(batch, error)
      }
    }
    this.#isCommitting = false
  }

  async checkpoint(sandbox: string, head: Head, parts: readonly string[]): Promise<void> {
    for (let index = 0; index < parts.length; index += partsAtOnce)
      await this.#connection.send({
        kind: 'write-parts',
        sandbox,
        index,
        parts: parts.slice(index, index + partsAtOnce),
      })
    await this.#connection.send({ kind: 'seal', sandbox, version: Number(head), count: parts.length })
    for (let isMore = true; isMore; ) {
      const answer = await this.#connection.send({ kind: 'trim', sandbox })
      isMore = answer.kind === 'trimmed' && answer.isMore
    }
  }

  async remove(sandbox: string): Promise<void> {
    await this.#connection.send({ kind: 'remove', sandbox })
  }

  async close(): Promise<void> {
    await this.#connection.send({ kind: 'close' })
    await this.#connection.end()
    await this.#lock.release()
  }
}

/** Tells each append of a failed commit whether it is stored all the same. */
const settleFailed = (batch: readonly Waiting[], error: unknown): void => {
  const stored = error instanceof CommandError ? error.stored : []
  for (const [index, { append, resolve, reject }] of batch.entries())
    if (stored[index]) resolve({ kind: 'appended', head: String(append.version) })
    else reject(error)
}

/** A command that failed. */
class CommandError extends LogError {
  readonly stored: readonly boolean[]
  constructor({ error, message, stored }: Extract<Answer, { kind: 'failed' }>) {
    super(error, message)
    this.stored = stored
  }
}

interface Pending {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** Sends commands to the worker, and finds the command of each answer. */
class WorkerConnection {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #failure: LogError | undefined
  /** Rejects where the database cannot be opened. */
  readonly opened: Promise<Answer>

  constructor(worker: Worker) {
    this.#worker = worker
    this.opened = this.#wait(0)
    worker.on('message', ({ id, body }: Message<Answer>) => {
      const pending = this.#pending.get(id)
      this.#pending.delete(id)
      if (body.kind === 'failed') pending?.reject(new CommandError(body))
      else pending?.resolve(body)
    })
    worker.on('error', (error) => this.#fail(`the worker that writes the data failed: ${describe(error)}`))
    worker.on('exit', () => this.#fail('the worker that writes the data has ended'))
  }

  send(command: Command): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure)
    const id = ++this.#lastId
    this.#worker.postMessage({ id, body: command } satisfies Message<Command>)
    return this.#wait(id)
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #wait(id: number): Promise<Answer> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  /** What was sent may be stored or not; nothing more is accepted. */
  #fail(message: string): void {
    this.#failure ??= new LogError('unavailable', message)
    for (const { reject } of this.#pending.values()) reject(new LogError('unknown', message))
    this.#pending.clear()
  }
}

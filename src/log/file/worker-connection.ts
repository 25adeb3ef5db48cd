/**
 * Sends commands to the worker, and finds the command of each answer. If the worker dies, the next command starts another
 * one, though not immediately again and again.
 */
import { Worker } from 'node:worker_threads'
import { LogError } from '../log.ts'
import { type Answer, type Command, type Message, readMessage, writeMessage } from './protocol.ts'

export interface WorkerParts {
  /** The file of worker.ts, built: Node 20 does not run TypeScript in a worker. */
  readonly workerFile: string
  /** The folder of the database. */
  readonly folder: string
}

/** Milliseconds between two starts: at first, and at most, after several workers that ended without an answer. */
const pauses = { first: 1_000, most: 30_000 }

/** Milliseconds for which a worker remains idle before it is terminated. */
const idleBeforeEnd = 1_000

interface Pending {
  /** Undefined: the first message, which says that the database is open. */
  readonly command: Command | undefined
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

export class WorkerConnection {
  readonly #parts: WorkerParts
  /** The worker that runs or starts. */
  #running: Promise<RunningWorker> | undefined
  #startedAt = Number.NEGATIVE_INFINITY
  #pause = pauses.first
  #isEnded = false

  constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  /** Rejects with LogError. */
  async send(command: Command): Promise<Answer> {
    if (this.#isEnded) throw new LogError('unavailable', 'the folder is closed')
    this.#running ??= this.#start()
    return (await this.#running).send(command)
  }

  /** Closes the database; the worker ends a moment later. Nothing can be sent afterwards. */
  async end(): Promise<void> {
    this.#isEnded = true
    try {
      const running = await this.#running
      await running?.send({ kind: 'close' }).finally(() => running.retire())
    } catch {
      // It did not start, or died: what was acknowledged is stored all the same.
    }
  }

  /** Throws LogError where it is too early to start another worker. */
  #start(): Promise<RunningWorker> {
    const now = performance.now()
    if (now < this.#startedAt + this.#pause)
      throw new LogError('unavailable', 'the worker that writes the data has ended; it is started again in a moment')
    this.#startedAt = now
    return this.#open()
  }

  async #open(): Promise<RunningWorker> {
    const worker: RunningWorker = new RunningWorker(this.#parts, () => this.#ended(worker))
    try {
      await worker.opened
      return worker
    } catch (error) {
      worker.retire()
      throw error
    }
  }

  #ended({ hasAnswered }: RunningWorker): void {
    this.#running = undefined
    this.#pause = hasAnswered ? pauses.first : Math.min(this.#pause * 2, pauses.most)
  }
}

class RunningWorker {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  readonly #onEnd: () => void
  #lastId = 0
  #isEnded = false
  /** Whether it has answered a command. */
  hasAnswered = false
  /** Rejects where the database cannot be opened. */
  readonly opened: Promise<Answer>

  constructor({ workerFile, folder }: WorkerParts, onEnd: () => void) {
    this.#onEnd = onEnd
    this.#worker = new Worker(workerFile, { workerData: folder })
    this.opened = this.#wait(0, undefined)
    this.#worker.on('message', (message: Message<Answer>) => this.#receive(message))
    this.#worker.on('messageerror', (error) => this.#fail(error.message))
    this.#worker.on('error', (error) => this.#fail(error.message))
    this.#worker.on('exit', () => this.#fail('it has ended'))
  }

  send(command: Command): Promise<Answer> {
    if (this.#isEnded) return Promise.reject(endedBefore(command, 'it has ended'))
    const id = ++this.#lastId
    this.#worker.postMessage(writeMessage(id, command))
    return this.#wait(id, command)
  }

  /**
   * Terminates it when it has been idle for a moment, and does not keep the process running until then. Where a worker ends,
   * Node waits for the compilations that run in the background, and one of them may wait for a garbage collection, which only
   * a running worker can do: then both wait forever, and so does every other worker that ends (nodejs/node#54918). While
   * the worker is idle, they finish.
   */
  retire(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnd()
    this.#worker.unref()
    setTimeout(() => void this.#worker.terminate(), idleBeforeEnd).unref()
  }

  #wait(id: number, command: Command | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => this.#pending.set(id, { command, resolve, reject }))
  }

  #receive(message: Message<Answer>): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    const body = readMessage(message)
    if (pending?.command) this.hasAnswered = true
    if (body.kind === 'failed') pending?.reject(new LogError(body.error, body.message))
    else pending?.resolve(body)
  }

  #fail(problem: string): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnd()
    for (const { command, reject } of this.#pending.values()) reject(endedBefore(command, problem))
    this.#pending.clear()
    // After an error it ends by itself; after a message that cannot be read it does not.
    void this.#worker.terminate()
  }
}

/** What was sent may be stored or not. */
const endedBefore = (command: Command | undefined, problem: string): LogError =>
  new LogError(
    command?.kind === 'change' ? 'unknown' : 'unavailable',
    `the worker that writes the data failed: ${problem}`,
  )

/**
 * Messages to all processes, in one stream of limited length. They are not part of any log and may be lost. A second
 * connection waits for them, because a command that waits would delay the others.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LogError } from '../log.ts'
import { type Connection, defineScript } from './connection.ts'
import { indexKeys } from './keys.ts'
import { asBuffer, asList, asString, type Reply } from './replies.ts'
import type { Command } from './session.ts'

const key = indexKeys.messages

/** About how many batches of messages stay stored. */
const maxBatches = 10_000

/** Where they need more memory than this, the oldest are deleted. */
const maxBytes = 48 * 1024 * 1024

/** Bytes that a process publishes between two checks of that. */
const bytesBetweenChecks = 1024 * 1024

/** Most bytes of messages in one command; a single message may be larger. */
const batchBytes = 262_144

/** Messages are dropped while more than this waits for replies. */
const maxPendingBytes = 16 * 1024 * 1024

/** Milliseconds that a command waits for new messages. */
const blockTime = 2_000

/** Batches in one reply. */
const batchesAtOnce = 50

/**
 * Milliseconds between two replies, unless somebody waits for messages: reading each batch at once would cost more than
 * what the batches contain.
 */
const readingInterval = 20

/** Milliseconds after which reading is tried again. */
const retryDelay = 100

/** Milliseconds that `delivered` waits. */
const patience = 2_000

/** Messages are bytes: most are this process's own, and not read. */
const asBytes = { asBytes: true } as const

/** The id of the last batch, without its content. */
const lastScript = defineScript(`
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
return last and last[1] or '0-0'`)

export interface MessagesParts {
  readonly connection: Connection
  /** Opens the connection that waits for messages. */
  readonly openReader: () => Promise<Connection>
  readonly report: (message: string) => void
}

export class Messages {
  readonly #parts: MessagesParts
  #batch: Buffer[] = []
  #batchSize = 0
  #pendingBytes = 0
  #uncheckedBytes = 0
  #listener: ((message: Buffer) => void) | undefined
  #reader: Connection | undefined
  #position = '0-0'
  #isClosed = false
  readonly #waiting = new Set<() => void>()
  /** Ends the pause between two replies. */
  #readNow: (() => void) | undefined

  constructor(parts: MessagesParts) {
    this.#parts = parts
  }

  publish(message: Buffer): void {
    if (this.#isClosed || !this.#parts.connection.isOpen) return
    const size = message.length
    if (this.#pendingBytes + this.#batchSize + size > maxPendingBytes) return
    if (this.#batch.length > 0 && this.#batchSize + size > batchBytes) this.flush()
    if (this.#batch.length === 0) queueMicrotask(() => this.flush())
    this.#batch.push(message)
    this.#batchSize += size
  }

  /** Sends what was published in this turn of the event loop. */
  flush(): void {
    if (this.#batch.length === 0) return
    const command = [
      'XADD',
      key,
      'MAXLEN',
      '~',
      String(maxBatches),
      '*',
      ...this.#batch.flatMap((message) => ['m', message]),
    ]
    const bytes = this.#batchSize
    this.#batch = []
    this.#batchSize = 0
    void this.#send(command, bytes)
  }

  async #send(command: Command, bytes: number): Promise<void> {
    this.#pendingBytes += bytes
    try {
      await this.#parts.connection.run(command, { mayRepeat: false })
      this.#uncheckedBytes += bytes
      if (this.#uncheckedBytes > bytesBetweenChecks) await this.#limitMemory()
    } catch {
      // Messages may be lost; the state of the connection is reported by the connection.
    } finally {
      this.#pendingBytes -= bytes
    }
  }

  async #limitMemory(): Promise<void> {
    this.#uncheckedBytes = 0
    const { connection } = this.#parts
    const used = Number(asString(await connection.run(['MEMORY', 'USAGE', key, 'SAMPLES', '0'])))
    if (used <= maxBytes) return
    const length = Number(asString(await connection.run(['XLEN', key])))
    await connection.run(['XTRIM', key, 'MAXLEN', String(Math.floor((length * maxBytes * 0.8) / used))])
  }

  async subscribe(listener: (message: Buffer) => void): Promise<void> {
    this.#reader ??= await this.#parts.openReader()
    this.#listener = listener
    const end = await this.#findEnd()
    for (let found = 1; found > 0 && isBefore(this.#position, end) && !this.#isClosed; )
      found = this.#deliver(
        await this.#reader.run(['XREAD', 'COUNT', String(batchesAtOnce), 'STREAMS', key, this.#position], asBytes),
      )
    void this.#readOn(this.#reader)
  }

  async delivered(): Promise<void> {
    this.flush()
    if (!this.#listener) return
    const end = await this.#findEnd()
    const deadline = performance.now() + patience
    while (isBefore(this.#position, end)) {
      const left = deadline - performance.now()
      if (left <= 0 || this.#isClosed) throw new LogError('unavailable', 'messages of other processes are delayed')
      await this.#waitForMessages(left)
    }
  }

  async close(): Promise<void> {
    this.flush()
    this.#isClosed = true
    this.#wake()
    this.#readNow?.()
    this.#reader?.abandon()
  }

  async #findEnd(): Promise<string> {
    return asString(await this.#parts.connection.evaluate(lastScript, [key], []))
  }

  /** Waits for messages as long as the log is open. The connection waits where the server cannot be reached. */
  async #readOn(reader: Connection): Promise<void> {
    const options = ['COUNT', String(batchesAtOnce), 'BLOCK', String(blockTime)]
    while (!this.#isClosed)
      try {
        const found = this.#deliver(await reader.run(['XREAD', ...options, 'STREAMS', key, this.#position], asBytes))
        if (found > 0 && found < batchesAtOnce) await this.#pause()
      } catch {
        // The connection is opened again meanwhile.
        await delay(retryDelay, undefined, { ref: false })
      }
  }

  async #pause(): Promise<void> {
    if (this.#isClosed || this.#waiting.size > 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, readingInterval)
      this.#readNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#readNow = undefined
  }

  /** Returns the number of batches. */
  #deliver(reply: Reply): number {
    if (reply === null || this.#isClosed) return 0
    const batches = asList(asList(asList(reply)[0])[1])
    for (const batch of batches) {
      const [id, fields] = asList(batch)
      for (const [index, field] of asList(fields).entries()) if (index % 2 === 1) this.#call(asBuffer(field))
      this.#position = asString(id)
    }
    this.#wake()
    return batches.length
  }

  #call(message: Buffer): void {
    try {
      this.#listener?.(message)
    } catch (error) {
      this.#parts.report(`a message could not be used: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #waitForMessages(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      this.#waiting.add(wake)
      this.#readNow?.()
    })
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}

const isBefore = (first: string, second: string): boolean => {
  const [time = 0, number = 0] = first.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = second.split('-').map(Number)
  return time < otherTime || (time === otherTime && number < otherNumber)
}

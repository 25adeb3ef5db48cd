/**
 * Messages to all processes, in one stream of limited length. They are not part of any log and may be lost. A second
 * connection waits for them, because a command that waits would delay the others.
 *
 * A process that publishes learns with each batch of its own which one was the last before it. If it knows that one, nobody
 * else has published meanwhile, and it need not read its own messages back. So while a process publishes, it reads only if
 * others do, too; otherwise it waits for new messages. Own batches that follow what has not been read yet are remembered:
 * a process that publishes all the time would otherwise never catch up.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { LogError } from '../log.ts'
import { type Connection, defineScript } from './connection.ts'
import { indexKeys } from './keys.ts'
import { asBuffer, asList, asString, asStrings, type Reply } from './replies.ts'

const key = indexKeys.messages
const keys = [key, indexKeys.lastMessages]

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
 * what the batches contain. A process that has published nothing for this time waits for new messages instead.
 */
const readingInterval = 20

/** Milliseconds after which reading is tried again. */
const retryDelay = 100

/** Milliseconds that `delivered` waits. */
const patience = 2_000

/** Messages are bytes: most are this process's own, and not read. */
const asBytes = { asBytes: true } as const

/** The id before the first batch. */
const start = '0-0'

/** KEYS: stream, id of the last batch. ARGV: length of the stream, fields. The id of the batch before this one, and its own. */
const addScript = defineScript(`
local before = redis.call('GET', KEYS[2]) or '${start}'
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, 2))
redis.call('SET', KEYS[2], id)
return {before, id}`)

/** Bytes of own batches that are remembered until what precedes them has been read. With more, they are read, too. */
const maxAheadBytes = 4 * 1024 * 1024

/** Lua can pass about 8,000 values to a command. */
const batchMessages = 1_000

export interface MessagesParts {
  readonly connection: Connection
  /** Opens the connection that waits for messages. */
  readonly openReader: () => Promise<Connection>
  readonly report: (message: string) => void
}

interface Batch {
  readonly id: string
  readonly messages: readonly Buffer[]
  readonly bytes: number
}

export class Messages {
  readonly #parts: MessagesParts
  #batch: Buffer[] = []
  #batchSize = 0
  #pendingBytes = 0
  #uncheckedBytes = 0
  #listener: ((message: Buffer) => void) | undefined
  #reader: Connection | undefined
  #position = start
  /** Others have published something that has not been read. */
  #isBehind = false
  /** Own batches that are not delivered yet, by the id of the batch before each. */
  readonly #ahead = new Map<string, Batch>()
  #aheadBytes = 0
  #lastPublished = Number.NEGATIVE_INFINITY
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
    if (this.#batch.length >= batchMessages || (this.#batch.length > 0 && this.#batchSize + size > batchBytes))
      this.flush()
    if (this.#batch.length === 0) queueMicrotask(() => this.flush())
    this.#batch.push(message)
    this.#batchSize += size
  }

  /** Sends what was published in this turn of the event loop. */
  flush(): void {
    if (this.#batch.length === 0) return
    const messages = this.#batch
    const bytes = this.#batchSize
    this.#batch = []
    this.#batchSize = 0
    void this.#send(messages, bytes)
  }

  async #send(messages: readonly Buffer[], bytes: number): Promise<void> {
    this.#pendingBytes += bytes
    this.#lastPublished = performance.now()
    try {
      const values = [String(maxBatches), ...messages.flatMap((message) => ['m', message])]
      // By its text: a batch whose script the server does not know yet would be sent again, after later ones.
      const command = ['EVAL', addScript.text, String(keys.length), ...keys, ...values]
      const reply = await this.#parts.connection.run(command, { mayRepeat: false })
      const [before = start, id = start] = asStrings(reply)
      this.#added(before, { id, messages, bytes })
      this.#uncheckedBytes += bytes
      if (this.#uncheckedBytes > bytesBetweenChecks) await this.#limitMemory()
    } catch {
      // Messages may be lost; the state of the connection is reported by the connection.
    } finally {
      this.#pendingBytes -= bytes
    }
  }

  /** Delivers messages of this process that directly follow what was delivered. */
  #added(before: string, batch: Batch): void {
    if (!this.#listener || this.#isClosed || !isBefore(this.#position, batch.id)) return
    if (this.#aheadBytes + batch.bytes > maxAheadBytes) this.#forgetAhead()
    this.#ahead.set(before, batch)
    this.#aheadBytes += batch.bytes
    this.#deliverAhead()
    this.#isBehind = this.#ahead.size > 0
    this.#wake()
  }

  /** Delivers own batches that directly follow what was delivered. */
  #deliverAhead(): void {
    for (let next = this.#ahead.get(this.#position); next; next = this.#ahead.get(this.#position)) {
      this.#ahead.delete(this.#position)
      this.#aheadBytes -= next.bytes
      for (const message of next.messages) this.#call(message)
      this.#position = next.id
    }
  }

  /** Forgets own batches that have been read. */
  #dropRead(): void {
    for (const [before, { id, bytes }] of this.#ahead) {
      if (isBefore(this.#position, id)) continue
      this.#ahead.delete(before)
      this.#aheadBytes -= bytes
    }
  }

  #forgetAhead(): void {
    this.#ahead.clear()
    this.#aheadBytes = 0
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
    const last = await this.#parts.connection.run(['GET', indexKeys.lastMessages])
    return last === null ? start : asString(last)
  }

  /** Gets messages as long as the log is open. The connection waits where the server cannot be reached. */
  async #readOn(reader: Connection): Promise<void> {
    while (!this.#isClosed)
      try {
        if (this.#mayWait()) await this.#pause()
        else if (await this.#read(reader)) await this.#pause()
      } catch {
        // The connection is opened again meanwhile.
        await delay(retryDelay, undefined, { ref: false })
      }
  }

  /** The next batch of this process shows whether there is anything to read. */
  #mayWait(): boolean {
    return !this.#isBehind && this.#waiting.size === 0 && performance.now() - this.#lastPublished < readingInterval
  }

  /** Returns whether there was anything, and all of it was read. */
  async #read(reader: Connection): Promise<boolean> {
    const wait = this.#isBehind ? [] : ['BLOCK', String(blockTime)]
    // Whatever is found to be missing from now on may not be in this reply.
    this.#isBehind = false
    const command = ['XREAD', 'COUNT', String(batchesAtOnce), ...wait, 'STREAMS', key, this.#position]
    const found = this.#deliver(await reader.run(command, asBytes))
    this.#dropRead()
    this.#deliverAhead()
    this.#isBehind = this.#ahead.size > 0 || found === batchesAtOnce
    this.#wake()
    return found > 0 && found < batchesAtOnce
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
      const [idBytes, fields] = asList(batch)
      const id = asString(idBytes)
      // A batch of this process that was delivered while this reply was on its way.
      if (!isBefore(this.#position, id)) continue
      for (const [index, field] of asList(fields).entries()) if (index % 2 === 1) this.#call(asBuffer(field))
      this.#position = id
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

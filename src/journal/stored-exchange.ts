/**
 * How a journal stores exchanges: strings and bodies as bytes in chunks, shared objects by reference. Thousands of small
 * objects that live for minutes are expensive for the garbage collector; bytes are not. An exchange is decoded when it is
 * read.
 */
import type { Reply } from '../ports.ts'
import type { Exchange } from './exchange.ts'
import { joinStrings, splitStrings } from './exchange-strings.ts'

/** A buffer that exchanges are appended to. */
interface Chunk {
  readonly bytes: Buffer
  used: number
  /** How many of its exchanges are still in the journal. */
  live: number
}

type Shared = Pick<
  Exchange,
  | 'sandbox'
  | 'method'
  | 'operation'
  | 'notices'
  | 'scenarios'
  | 'steps'
  | 'positionBefore'
  | 'positionAfter'
  | 'sentFrom'
>

/** An exchange in a log: where its bytes are, and the objects that it shares with others. */
export interface StoredExchange<Owner> extends Shared {
  readonly owner: Owner
  /** Whether the journal has discarded it. */
  dropped: boolean
  /** Whether its place among the exchanges of other replicas is not known yet. */
  isPending: boolean
  /** The decoded exchange, once it has been read: the same object as long as anybody uses it. */
  exchange: WeakRef<Exchange> | undefined
  /** Estimated bytes that it takes in addition to those of its chunk. */
  readonly size: number
  /** Without bytes once it is dropped: queues may refer to it for longer. */
  chunk: Chunk
  readonly start: number
  /** Lengths in bytes; -1 if there is no such body. The text is followed by the body. */
  readonly textLength: number
  readonly bodyLength: number
  readonly replyLength: number
  /** Where the reply's body is in the chunk. Several exchanges may have the same one. */
  readonly replyStart: number
  readonly status: number
  readonly fault: Reply['fault']
}

/** Each exchange begins with three numbers, `at`, `clock` and `duration`: 24 bytes. */
const head = 24
const largestChunk = 64 * 1024

/** The body of a reply that is in a chunk. */
interface WrittenReply {
  readonly body: string
  readonly chunk: Chunk
  readonly start: number
  readonly length: number
}

/** Bytes of bodies that are looked for in the chunk before they are written again. */
const repeated = { least: 512, most: largestChunk }

/** What the logs of all journals share. */
export interface ChunkBudget {
  /** The latest body that may be repeated: clients read the same list again and again. */
  latestReply: WrittenReply | undefined
  /** Counts the bytes of chunks; a negative number when they are dropped. */
  readonly count: (bytes: number) => void
  /** Bytes of the largest size that no log uses any more; undefined if no bytes are spare. */
  readonly takeSpare: () => Buffer | undefined
  /** Whether no more bytes may be retained. */
  readonly isFull: boolean
  /** Whether the bytes are retained for later. */
  readonly addSpare: (bytes: Buffer) => boolean
}

const noChunk: Chunk = { bytes: Buffer.alloc(0), used: 0, live: 0 }

/** Stores the exchanges of one journal. A chunk is dropped when all of its exchanges have been released. */
export class ExchangeLog<Owner> {
  readonly #owner: Owner
  readonly #budget: ChunkBudget
  #chunk: Chunk | undefined
  /** Bytes of all its chunks. */
  #allocated = 0

  constructor(owner: Owner, budget: ChunkBudget) {
    this.#owner = owner
    this.#budget = budget
  }

  write(exchange: Exchange): StoredExchange<Owner> {
    const { at, clock, duration, body, reply, sandbox, method, operation, notices, scenarios, steps } = exchange
    const text = joinStrings(exchange)
    const known = this.#findReply(reply.body)
    const chunk = (known && this.#currentFor(text, body, undefined)) ?? this.#roomFor(text, body, reply.body)
    const { bytes, used: start } = chunk
    let end = bytes.writeDoubleLE(at, start)
    end = bytes.writeDoubleLE(clock, end)
    end = bytes.writeDoubleLE(duration, end)
    const textLength = bytes.write(text, end)
    end += textLength
    const bodyLength = body === undefined ? -1 : writeBody(body, bytes, end)
    end += Math.max(bodyLength, 0)
    // In another chunk, it is written again.
    const isKnown = known?.chunk === chunk
    const replyStart = isKnown ? known.start : end
    const replyLength = isKnown ? known.length : this.#writeReply(reply.body, chunk, end)
    chunk.used = isKnown ? end : end + Math.max(replyLength, 0)
    chunk.live++
    return {
      owner: this.#owner,
      dropped: false,
      isPending: false,
      exchange: undefined,
      size: overhead + sizeOfNotices(notices),
      chunk,
      start,
      textLength,
      bodyLength,
      replyLength,
      replyStart,
      status: reply.status,
      fault: reply.fault,
      sandbox,
      method,
      operation,
      notices,
      scenarios,
      steps,
      positionBefore: exchange.positionBefore,
      positionAfter: exchange.positionAfter,
      sentFrom: exchange.sentFrom,
    }
  }

  release(entry: StoredExchange<Owner>): void {
    const { chunk } = entry
    entry.chunk = noChunk
    chunk.live--
    if (chunk.live > 0) return
    // Another object, so that nobody looks for a body in it that is overwritten.
    if (chunk === this.#chunk && chunk.bytes.length <= largestChunk && !this.#budget.isFull)
      this.#chunk = { bytes: chunk.bytes, used: 0, live: 0 }
    else this.#drop(chunk)
  }

  /** The journal is empty. */
  clear(): void {
    if (this.#chunk?.live === 0) this.#drop(this.#chunk)
  }

  #drop(chunk: Chunk): void {
    if (chunk === this.#chunk) this.#chunk = undefined
    this.#allocated -= chunk.bytes.length
    if (chunk.bytes.length === largestChunk && this.#budget.addSpare(chunk.bytes)) return
    this.#budget.count(-chunk.bytes.length)
  }

  /** The body of a reply, if the current chunk has it. */
  #findReply(body: Reply['body']): WrittenReply | undefined {
    const { latestReply } = this.#budget
    return latestReply && latestReply.chunk === this.#chunk && latestReply.body === body ? latestReply : undefined
  }

  /** Returns the number of bytes; -1 if there is no body. */
  #writeReply(body: Reply['body'], chunk: Chunk, start: number): number {
    if (body === undefined) return -1
    const length = writeBody(body, chunk.bytes, start)
    if (typeof body === 'string' && length >= repeated.least && length <= repeated.most)
      this.#budget.latestReply = { body, chunk, start, length }
    return length
  }

  /** The current chunk, if it has room. */
  #currentFor(text: string, body: Buffer | undefined, replyBody: Reply['body']): Chunk | undefined {
    if (!this.#chunk) return undefined
    const free = this.#chunk.bytes.length - this.#chunk.used
    const most = head + text.length * 3 + (body?.length ?? 0) + mostBytes(replyBody)
    return free >= most || free >= neededFor(text, body, replyBody) ? this.#chunk : undefined
  }

  #roomFor(text: string, body: Buffer | undefined, replyBody: Reply['body']): Chunk {
    const current = this.#currentFor(text, body, replyBody)
    if (current) return current
    this.#chunk = this.#nextChunk(neededFor(text, body, replyBody))
    return this.#chunk
  }

  /** A journal with few exchanges has small chunks: what is not used of the last one is a part of what the journal has. */
  #nextChunk(needed: number): Chunk {
    const before = this.#chunk
    if (before?.live === 0) this.#drop(before)
    // Counting may discard exchanges of this journal: from now on the old chunk is dropped with the last of them.
    this.#chunk = undefined
    const size = Math.min(largestChunk, powerBelow(this.#allocated / 2))
    const bytes = (size === largestChunk && needed <= size && this.#budget.takeSpare()) || undefined
    const chunk = { bytes: bytes ?? Buffer.allocUnsafeSlow(Math.max(size, needed)), used: 0, live: 0 }
    this.#allocated += chunk.bytes.length
    if (!bytes) this.#budget.count(chunk.bytes.length)
    return chunk
  }
}

/** The highest power of two that is not higher. */
const powerBelow = (number: number): number => 2 ** Math.floor(Math.log2(Math.max(1, number)))

/** Estimated bytes of the object of an exchange, and of its places in queues. */
const overhead = 400

/** Notices have names that clients choose, as many as a body has. */
const sizeOfNotices = (notices: Exchange['notices']): number => {
  let size = 0
  for (const { names } of notices) for (const name of names) size += 32 + name.length
  return size
}

const mostBytes = (body: Reply['body']): number => (typeof body === 'string' ? body.length * 3 : (body?.length ?? 0))

const neededFor = (text: string, body: Buffer | undefined, replyBody: Reply['body']): number =>
  head + Buffer.byteLength(text) + (body?.length ?? 0) + (replyBody === undefined ? 0 : Buffer.byteLength(replyBody))

const writeBody = (body: string | Buffer, bytes: Buffer, at: number): number =>
  typeof body === 'string' ? bytes.write(body, at) : body.copy(bytes, at)

/** When the request arrived, without decoding the exchange. */
export const readTime = ({ chunk, start }: StoredExchange<unknown>): number => chunk.bytes.readDoubleLE(start)

/** The id, without decoding the exchange. */
export const readId = ({ chunk, start }: StoredExchange<unknown>): string => {
  const from = start + head
  return chunk.bytes.toString('utf8', from, chunk.bytes.indexOf(newline, from))
}

const newline = 10

/** Decodes an exchange. */
export const readExchange = (kept: StoredExchange<unknown>): Exchange => {
  const { chunk, start, textLength, bodyLength, replyLength, replyStart, status, fault } = kept
  const { bytes } = chunk
  const textEnd = start + head + textLength
  const bodyEnd = textEnd + Math.max(bodyLength, 0)
  const { replyHeaders, ...strings } = splitStrings(bytes.toString('utf8', start + head, textEnd))
  return {
    ...strings,
    at: bytes.readDoubleLE(start),
    clock: bytes.readDoubleLE(start + 8),
    duration: bytes.readDoubleLE(start + 16),
    body: bodyLength < 0 ? undefined : Buffer.from(bytes.subarray(textEnd, bodyEnd)),
    reply: {
      status,
      headers: replyHeaders,
      ...(replyLength < 0 ? {} : { body: Buffer.from(bytes.subarray(replyStart, replyStart + replyLength)) }),
      ...(fault === undefined ? {} : { fault }),
    },
    sandbox: kept.sandbox,
    method: kept.method,
    operation: kept.operation,
    notices: kept.notices,
    scenarios: kept.scenarios,
    steps: kept.steps,
    positionBefore: kept.positionBefore,
    positionAfter: kept.positionAfter,
    ...(kept.sentFrom === undefined ? {} : { sentFrom: kept.sentFrom }),
  }
}

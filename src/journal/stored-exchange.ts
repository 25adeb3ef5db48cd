/**
 * How a journal stores exchanges: strings and bodies as bytes in chunks, shared objects by reference. Thousands of small
 * objects that live for minutes are expensive for the garbage collector; bytes are not. An exchange is decoded when it is
 * read.
 */
import type { Reply } from '../ports.ts'
import type { Exchange } from './exchange.ts'
import type { ExchangeFacts, KnownFacts } from './exchange-facts.ts'
import { joinStrings, splitStrings } from './exchange-strings.ts'

/** A buffer that exchanges are appended to. */
interface Chunk {
  readonly bytes: Buffer
  used: number
  /** How many of its exchanges are still in the journal. */
  live: number
}

/** An exchange in a log: where its bytes are, and the objects that it shares with others. */
export interface StoredExchange<Owner> {
  readonly facts: ExchangeFacts<Owner>
  /** Whether the journal has discarded it. */
  dropped: boolean
  /** Whether its place among the exchanges of other replicas is not known yet. */
  isPending: boolean
  /** The decoded exchange, once it has been read: the same object as long as anybody uses it. */
  exchange: WeakRef<Exchange> | undefined
  /** Without bytes once it is dropped: queues may refer to it for longer. */
  chunk: Chunk
  readonly start: number
}

/**
 * Where the numbers of an exchange are, in bytes from its start. Lengths are in bytes, -1 if there is no such body. The text
 * follows the numbers, then the body of the request. The body of the reply may be anywhere in the chunk: several exchanges may
 * have the same one.
 */
const offsets = {
  at: 0,
  clock: 8,
  duration: 16,
  positionBefore: 24,
  positionAfter: 32,
  textLength: 40,
  bodyLength: 44,
  replyLength: 48,
  replyStart: 52,
} as const

/** Bytes of these numbers. */
const head = 56
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
  readonly #facts: KnownFacts<Owner>
  readonly #budget: ChunkBudget
  #chunk: Chunk | undefined
  /** Bytes of all its chunks. */
  #allocated = 0

  constructor(owner: Owner, facts: KnownFacts<Owner>, budget: ChunkBudget) {
    this.#owner = owner
    this.#facts = facts
    this.#budget = budget
  }

  write(exchange: Exchange): StoredExchange<Owner> {
    const { body, reply } = exchange
    const text = joinStrings(exchange)
    const known = this.#findReply(reply.body)
    const chunk = (known && this.#currentFor(text, body, undefined)) ?? this.#roomFor(text, body, reply.body)
    const { bytes, used: start } = chunk
    let end = start + head
    const textLength = bytes.write(text, end)
    end += textLength
    const bodyLength = body === undefined ? -1 : writeBody(body, bytes, end)
    end += Math.max(bodyLength, 0)
    // In another chunk, it is written again.
    const isKnown = known?.chunk === chunk
    const replyStart = isKnown ? known.start : end
    const replyLength = isKnown ? known.length : this.#writeReply(reply.body, chunk, end)
    bytes.writeDoubleLE(exchange.at, start + offsets.at)
    bytes.writeDoubleLE(exchange.clock, start + offsets.clock)
    bytes.writeDoubleLE(exchange.duration, start + offsets.duration)
    bytes.writeDoubleLE(exchange.positionBefore, start + offsets.positionBefore)
    bytes.writeDoubleLE(exchange.positionAfter, start + offsets.positionAfter)
    bytes.writeInt32LE(textLength, start + offsets.textLength)
    bytes.writeInt32LE(bodyLength, start + offsets.bodyLength)
    bytes.writeInt32LE(replyLength, start + offsets.replyLength)
    bytes.writeInt32LE(replyStart, start + offsets.replyStart)
    chunk.used = isKnown ? end : end + Math.max(replyLength, 0)
    chunk.live++
    const facts = this.#facts.of(exchange, this.#owner)
    return { facts, dropped: false, isPending: false, exchange: undefined, chunk, start }
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
const overhead = 300

/** Estimated bytes of an exchange in addition to those of its chunk. */
export const sizeOf = ({ facts }: StoredExchange<unknown>): number => overhead + facts.noticeBytes

const mostBytes = (body: Reply['body']): number => (typeof body === 'string' ? body.length * 3 : (body?.length ?? 0))

const neededFor = (text: string, body: Buffer | undefined, replyBody: Reply['body']): number =>
  head + Buffer.byteLength(text) + (body?.length ?? 0) + (replyBody === undefined ? 0 : Buffer.byteLength(replyBody))

const writeBody = (body: string | Buffer, bytes: Buffer, at: number): number =>
  typeof body === 'string' ? bytes.write(body, at) : body.copy(bytes, at)

/** When the request arrived, without decoding the exchange. */
export const readTime = ({ chunk, start }: StoredExchange<unknown>): number =>
  chunk.bytes.readDoubleLE(start + offsets.at)

/** How many changes of the sandbox there were before it, without decoding the exchange. */
export const readPosition = ({ chunk, start }: StoredExchange<unknown>): number =>
  chunk.bytes.readDoubleLE(start + offsets.positionBefore)

/** Bytes of the bodies of the request and of the reply, without decoding the exchange. */
export const bodyBytes = ({ chunk, start }: StoredExchange<unknown>): number =>
  Math.max(chunk.bytes.readInt32LE(start + offsets.bodyLength), 0) +
  Math.max(chunk.bytes.readInt32LE(start + offsets.replyLength), 0)

/** The id, without decoding the exchange. */
export const readId = ({ chunk, start }: StoredExchange<unknown>): string => {
  const from = start + head
  return chunk.bytes.toString('utf8', from, chunk.bytes.indexOf(newline, from))
}

const newline = 10

/** Decodes an exchange. */
export const readExchange = ({ chunk: { bytes }, start, facts }: StoredExchange<unknown>): Exchange => {
  const numberAt = (offset: number): number => bytes.readDoubleLE(start + offset)
  const lengthAt = (offset: number): number => bytes.readInt32LE(start + offset)
  const textEnd = start + head + lengthAt(offsets.textLength)
  const bodyLength = lengthAt(offsets.bodyLength)
  const replyLength = lengthAt(offsets.replyLength)
  const replyStart = lengthAt(offsets.replyStart)
  const { replyHeaders, ...strings } = splitStrings(bytes.toString('utf8', start + head, textEnd))
  const { status, fault, sandbox, method, operation, notices, scenarios, steps, sentFrom } = facts
  return {
    ...strings,
    at: numberAt(offsets.at),
    clock: numberAt(offsets.clock),
    duration: numberAt(offsets.duration),
    body: bodyLength < 0 ? undefined : Buffer.from(bytes.subarray(textEnd, textEnd + bodyLength)),
    reply: {
      status,
      headers: replyHeaders,
      ...(replyLength < 0 ? {} : { body: Buffer.from(bytes.subarray(replyStart, replyStart + replyLength)) }),
      ...(fault === undefined ? {} : { fault }),
    },
    sandbox,
    method,
    operation,
    notices,
    scenarios,
    steps,
    positionBefore: numberAt(offsets.positionBefore),
    positionAfter: numberAt(offsets.positionAfter),
    ...(sentFrom === undefined ? {} : { sentFrom }),
  }
}

/**
 * How a journal stores exchanges: strings and bodies as bytes in chunks, shared objects by reference. Thousands of small
 * objects that live for minutes are expensive for the garbage collector; bytes are not. An exchange is decoded when it is
 * read.
 */
import type { ErrorCode } from '../errors.ts'
import type { Reply, RequestHeaders } from '../ports.ts'
import type { Exchange } from './exchange.ts'

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
  /** Lengths in bytes; -1 if there is no such body. The text is followed by the body, then by the reply's body. */
  readonly textLength: number
  readonly bodyLength: number
  readonly replyLength: number
  readonly status: number
  readonly fault: Reply['fault']
}

/** Each exchange begins with three numbers, `at`, `clock` and `duration`: 24 bytes. */
const head = 24
const largestChunk = 64 * 1024

/** What the logs of all journals share. */
export interface ChunkBudget {
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
    const chunk = this.#roomFor(text, body, reply.body)
    const { bytes, used: start } = chunk
    let end = bytes.writeDoubleLE(at, start)
    end = bytes.writeDoubleLE(clock, end)
    end = bytes.writeDoubleLE(duration, end)
    const textLength = bytes.write(text, end)
    end += textLength
    const bodyLength = body === undefined ? -1 : writeBody(body, bytes, end)
    end += Math.max(bodyLength, 0)
    const replyLength = reply.body === undefined ? -1 : writeBody(reply.body, bytes, end)
    chunk.used = end + Math.max(replyLength, 0)
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
    if (chunk === this.#chunk && chunk.bytes.length <= largestChunk && !this.#budget.isFull) chunk.used = 0
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

  #roomFor(text: string, body: Buffer | undefined, replyBody: Reply['body']): Chunk {
    const most = head + text.length * 3 + (body?.length ?? 0) + mostBytes(replyBody)
    if (this.#chunk && this.#chunk.bytes.length - this.#chunk.used >= most) return this.#chunk
    const needed = head + Buffer.byteLength(text) + (body?.length ?? 0) + exactBytes(replyBody)
    if (this.#chunk && this.#chunk.bytes.length - this.#chunk.used >= needed) return this.#chunk
    this.#chunk = this.#nextChunk(needed)
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

const exactBytes = (body: Reply['body']): number => (body === undefined ? 0 : Buffer.byteLength(body))

const writeBody = (body: string | Buffer, bytes: Buffer, at: number): number =>
  typeof body === 'string' ? bytes.write(body, at) : body.copy(bytes, at)

/**
 * One line per string: id, path, query; pairs of lines for the request's headers, an empty line; the same for the reply's
 * headers and for the path parameters; then the rejection, as readRejection expects it.
 */
const joinStrings = ({ id, path, query, headers, reply, pathParams, rejection }: Exchange): string => {
  let text = `${id}\n${path}\n${query}\n`
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') text += `${name}\n${toLine(value)}\n`
    else for (const one of value ?? []) text += `${name}\n${toLine(one)}\n`
  }
  text += '\n'
  for (const part of reply.headers) text += `${toLine(part)}\n`
  text += '\n'
  for (const name in pathParams) text += `${toLine(name)}\n${toLine(pathParams[name] ?? '')}\n`
  text += '\n'
  if (!rejection) return text
  text += `${rejection.code}\n${toLine(rejection.message)}`
  for (const { at, keyword, message } of rejection.violations ?? [])
    text += `\n${toLine(at)}\n${keyword}\n${toLine(message)}`
  return text
}

/** A string with line breaks is written as JSON after a tab, in one line. */
const toLine = (text: string): string =>
  text.includes('\n') || text.startsWith('\t') ? `\t${JSON.stringify(text)}` : text

const fromLine = (line = ''): string => (line.startsWith('\t') ? JSON.parse(line.slice(1)) : line)

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
  const { chunk, start, textLength, bodyLength, replyLength, status, fault } = kept
  const { bytes } = chunk
  const textEnd = start + head + textLength
  const bodyEnd = textEnd + Math.max(bodyLength, 0)
  const lines = bytes.toString('utf8', start + head, textEnd).split('\n')
  const [id = '', path = '', query = ''] = lines
  const headers = readPairs(lines, 3)
  const replyHeaders = readPairs(lines, headers.end)
  const pathParams = readPairs(lines, replyHeaders.end)
  return {
    id,
    at: bytes.readDoubleLE(start),
    clock: bytes.readDoubleLE(start + 8),
    duration: bytes.readDoubleLE(start + 16),
    path,
    query,
    headers: groupHeaders(headers.pairs),
    body: bodyLength < 0 ? undefined : Buffer.from(bytes.subarray(textEnd, bodyEnd)),
    reply: {
      status,
      headers: replyHeaders.pairs.flat(),
      ...(replyLength < 0 ? {} : { body: Buffer.from(bytes.subarray(bodyEnd, bodyEnd + replyLength)) }),
      ...(fault === undefined ? {} : { fault }),
    },
    pathParams: Object.fromEntries(pathParams.pairs),
    sandbox: kept.sandbox,
    method: kept.method,
    operation: kept.operation,
    rejection: readRejection(lines, pathParams.end),
    notices: kept.notices,
    scenarios: kept.scenarios,
    steps: kept.steps,
    positionBefore: kept.positionBefore,
    positionAfter: kept.positionAfter,
    ...(kept.sentFrom === undefined ? {} : { sentFrom: kept.sentFrom }),
  }
}

/** Reads pairs of lines up to an empty one; `end` is the line after it. */
const readPairs = (
  lines: readonly string[],
  start: number,
): { readonly pairs: readonly (readonly [string, string])[]; readonly end: number } => {
  const pairs: (readonly [string, string])[] = []
  let at = start
  for (; lines[at]; at += 2) pairs.push([fromLine(lines[at]), fromLine(lines[at + 1])])
  return { pairs, end: at + 1 }
}

/** Code, message, and three lines for each violation: place, keyword, message. No lines if there was no rejection. */
const readRejection = (lines: readonly string[], start: number): Exchange['rejection'] => {
  const [code, message, ...rest] = lines.slice(start)
  if (!code) return undefined
  const violations = Array.from({ length: rest.length / 3 }, (_, index) => ({
    at: fromLine(rest[index * 3]),
    keyword: rest[index * 3 + 1] ?? '',
    message: fromLine(rest[index * 3 + 2]),
  }))
  return { code: code as ErrorCode, message: fromLine(message), violations }
}

/** A header that was sent several times has a list of values. */
const groupHeaders = (pairs: readonly (readonly [string, string])[]): RequestHeaders => {
  const headers: Record<string, string | readonly string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    const known = headers[name]
    headers[name] = known === undefined ? value : [known, value].flat()
  }
  return headers
}

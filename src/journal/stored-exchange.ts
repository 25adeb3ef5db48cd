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
  /** The decoded exchange, once it has been read. Always the same object. */
  exchange: Exchange | undefined
  readonly chunk: Chunk
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
const firstChunk = 4 * 1024
const largestChunk = 64 * 1024

/** Stores the exchanges of one journal. A chunk is used again when all of its exchanges have been released. */
export class ExchangeLog<Owner> {
  readonly #owner: Owner
  #chunk: Chunk | undefined
  /** A chunk without live exchanges, to be reused. */
  #spare: Chunk | undefined

  constructor(owner: Owner) {
    this.#owner = owner
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

  release({ chunk }: StoredExchange<Owner>): void {
    chunk.live--
    if (chunk.live > 0) return
    chunk.used = 0
    if (chunk !== this.#chunk && chunk.bytes.length <= largestChunk) this.#spare = chunk
  }

  #roomFor(text: string, body: Buffer | undefined, replyBody: Reply['body']): Chunk {
    const most = head + text.length * 3 + (body?.length ?? 0) + mostBytes(replyBody)
    if (this.#chunk && this.#chunk.bytes.length - this.#chunk.used >= most) return this.#chunk
    const needed = head + Buffer.byteLength(text) + (body?.length ?? 0) + exactBytes(replyBody)
    if (this.#chunk && this.#chunk.bytes.length - this.#chunk.used >= needed) return this.#chunk
    this.#chunk = this.#nextChunk(needed)
    return this.#chunk
  }

  #nextChunk(needed: number): Chunk {
    const spare = this.#spare
    this.#spare = undefined
    if (spare && spare.bytes.length >= needed) return spare
    const size = this.#chunk ? Math.min(this.#chunk.bytes.length * 2, largestChunk) : firstChunk
    return { bytes: Buffer.allocUnsafeSlow(Math.max(size, needed)), used: 0, live: 0 }
  }
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

/**
 * Reads a request's body within a limit and undoes its content codings (RFC 9110, section 8.4).
 */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { ReadBody } from '../ports.ts'
import { isReset } from './http2-exchange.ts'

const unzip = {
  gunzip: promisify(gunzip),
  inflate: promisify(inflate),
  inflateRaw: promisify(inflateRaw),
  brotli: promisify(brotliDecompress),
}

/** The default limit on request bodies, in bytes, before and after decompression. */
export const defaultMaxBody = 1024 * 1024

/** Reads the whole body. Over the limit it resolves at once and discards the rest for a while, so that the client can read the response. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<ReadBody> => {
  // Without the header it is not a number, and not above the limit.
  if (Number(request.headers['content-length']) > limit) {
    discard(request, limit)
    return tooLarge(limit)
  }
  // A small body nearly always arrives with its headers: after one turn of the event queue it can be read synchronously.
  if (!request.complete) await undefined
  const raw = isWhole(request) ? takeWhole(request, limit) : await collect(request, limit)
  const encoding = request.headers['content-encoding']
  return encoding === undefined ? raw : undoCodings(raw, encoding, limit)
}

/** Undoes the content codings that the header names, within the limit. Clients name one also for a body that is missing. */
export const undoCodings = async (raw: ReadBody, encoding: string | undefined, limit: number): Promise<ReadBody> =>
  raw.kind === 'rejected' || raw.bytes.length === 0 || encoding === undefined || encoding === 'identity'
    ? raw
    : decode(raw.bytes, encoding, limit)

/** The rejection of a body over the limit. */
export const tooLarge = (limit: number): ReadBody => ({
  kind: 'rejected',
  code: 'payload_too_large',
  message: `body must be at most ${limit} bytes; --max-body raises the limit`,
})

const empty = Buffer.alloc(0)

const isWhole = (request: IncomingMessage): boolean => request.complete && !isReset(request)

const takeWhole = (request: IncomingMessage, limit: number): ReadBody => {
  let bytes: Buffer = request.read() ?? empty
  // From Node 26 on, one call reads one part.
  if (request.readableLength > 0) bytes = Buffer.concat([bytes, ...takeRest(request)])
  return bytes.length > limit ? tooLarge(limit) : { kind: 'bytes', bytes }
}

const takeRest = (request: IncomingMessage): readonly Buffer[] => {
  const parts: Buffer[] = []
  for (let part: Buffer | null = request.read(); part !== null; part = request.read()) parts.push(part)
  return parts
}

/** A body that nobody read, if it has arrived completely and is not encoded. For the journal, which does not wait for it. */
export const takeArrived = (request: IncomingMessage, limit: number): Buffer | undefined => {
  if (!isWhole(request) || request.headers['content-encoding'] !== undefined) return undefined
  const taken = takeWhole(request, limit)
  return taken.kind === 'bytes' && taken.bytes.length > 0 ? taken.bytes : undefined
}

const collect = (request: IncomingMessage, limit: number): Promise<ReadBody> =>
  new Promise((resolve) => {
    const failure = failures.get(request)
    if (failure) return resolve(failure)
    // Its client had disconnected before: there will be no event.
    if (request.destroyed || isReset(request)) return resolve(endedEarly)
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) {
        request.off('data', onData)
        discard(request, limit)
        resolve(tooLarge(limit))
      } else chunks.push(chunk)
    }
    request.on('data', onData)
    request.on('end', () =>
      resolve({ kind: 'bytes', bytes: chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks) }),
    )
    request.on(failed, resolve)
    // The client has disconnected; resolve, so that nothing waits forever. After `end` this has no effect. An incoming
    // message emits `error` only if there is a listener for it.
    request.on('close', () => resolve(endedEarly))
  })

const endedEarly: ReadBody = { kind: 'rejected', code: 'invalid_request', message: 'body ended before it was complete' }

/** The event of a request whose body fails. Ending its stream would destroy the connection before the response. */
const failed = Symbol('failed')

/** Why the bodies of some requests cannot be read to their end. */
const failures = new WeakMap<IncomingMessage, ReadBody>()

/** The rest of the body will not arrive, because of an error of its framing or of its time: whoever reads it learns why. */
export const failBody = (request: IncomingMessage, failure: ReadBody): void => {
  failures.set(request, failure)
  request.emit(failed, failure)
}

/** Calls back if the body fails, also if it has failed already. Who reads it with `readBody` learns of it there. */
export const whenBodyFails = (request: IncomingMessage, listener: (failure: ReadBody) => void): void => {
  const failure = failures.get(request)
  if (failure) listener(failure)
  else request.on(failed, listener)
}

/** How many times the limit is read and discarded before the connection is closed. */
const discardFactor = 16

/** Of a small limit, a multiple can arrive at once: the connection would be closed before the response is written. */
const discard = (request: IncomingMessage, limit: number): void => {
  const most = discardFactor * Math.max(limit, defaultMaxBody)
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > most) request.destroy()
  })
}

/** Each is decoded on its own, and real clients use one. */
export const maxCodings = 4

const decode = async (bytes: Buffer, header: string, limit: number): Promise<ReadBody> => {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  let current: Buffer = bytes
  if (codings.length > maxCodings)
    return {
      kind: 'rejected',
      code: 'unsupported_media_type',
      message: `header.Content-Encoding must have at most ${maxCodings} codings, got ${codings.length}`,
    }
  for (const coding of codings.reverse()) {
    const run = decoders.get(coding)
    if (!run) {
      return {
        kind: 'rejected',
        code: 'unsupported_media_type',
        message: `header.Content-Encoding must be gzip, deflate or br, got "${coding.slice(0, 60)}"`,
        headers: ['Accept-Encoding', 'gzip, deflate, br'],
      }
    }
    try {
      current = await run(current, limit)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(limit)
      return {
        kind: 'rejected',
        code: 'invalid_request',
        message: `body is not valid ${coding}: ${(error as Error).message}`,
      }
    }
  }
  return { kind: 'bytes', bytes: current }
}

type Decoder = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>

const decodeGzip: Decoder = (bytes, maxOutputLength) => unzip.gunzip(bytes, { maxOutputLength })

/** deflate is the zlib format (RFC 9110, section 8.4.1.2); some clients send raw deflate. */
const decodeDeflate: Decoder = (bytes, maxOutputLength) =>
  ((bytes[0] ?? 0) % 16 === 8 ? unzip.inflate : unzip.inflateRaw)(bytes, { maxOutputLength })

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', (bytes, maxOutputLength) => unzip.brotli(bytes, { maxOutputLength })],
])

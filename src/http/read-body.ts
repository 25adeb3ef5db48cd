/**
 * Reads a request's body within a limit and undoes its content codings (RFC 9110, section 8.4).
 */
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { ReadBody } from '../ports.ts'

const unzip = {
  gunzip: promisify(gunzip),
  inflate: promisify(inflate),
  inflateRaw: promisify(inflateRaw),
  brotli: promisify(brotliDecompress),
}

/** The largest body that is taken, in bytes, before and after decompression. */
export const defaultMaxBody = 1024 * 1024

/** Reads the whole body. Past the limit it answers at once; what still comes is discarded for a while, so that the client gets to read the answer. */
export const readBody = async (request: IncomingMessage, limit: number): Promise<ReadBody> => {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    discard(request, limit)
    return tooLarge(limit)
  }
  // A small body has nearly always come with its headers, and is there as soon as the parser has had its turn: then it
  // can be taken without waiting for events.
  if (!request.complete) await undefined
  const raw = request.complete ? takeWhole(request, limit) : await collect(request, limit)
  return undoCodings(raw, request.headers['content-encoding'], limit)
}

/** The body as it was before the content codings that its header names; within the limit as well. */
export const undoCodings = async (raw: ReadBody, encoding: string | undefined, limit: number): Promise<ReadBody> =>
  raw.kind === 'rejected' || encoding === undefined || encoding === '' || encoding === 'identity'
    ? raw
    : decode(raw.bytes, encoding, limit)

/** A body past the limit. */
export const tooLarge = (limit: number): ReadBody => ({
  kind: 'rejected',
  code: 'payload_too_large',
  message: `body must be at most ${limit} bytes; --max-body raises the limit`,
})

const empty = Buffer.alloc(0)

const takeWhole = (request: IncomingMessage, limit: number): ReadBody => {
  const bytes: Buffer = request.read() ?? empty
  return bytes.length > limit ? tooLarge(limit) : { kind: 'bytes', bytes }
}

/** A body that nobody read, where it is all there and not encoded: for the journal, which waits for nothing. */
export const takeArrived = (request: IncomingMessage, limit: number): Buffer | undefined => {
  if (!request.complete || request.headers['content-encoding'] !== undefined) return undefined
  const taken = takeWhole(request, limit)
  return taken.kind === 'bytes' && taken.bytes.length > 0 ? taken.bytes : undefined
}

const collect = (request: IncomingMessage, limit: number): Promise<ReadBody> =>
  new Promise((resolve) => {
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
    // The client is gone or broke the protocol; nobody will read the answer, but nothing may wait for it either. After
    // the end this resolves in vain. Without a listener for it, an incoming message emits no error.
    request.on('close', () =>
      resolve({ kind: 'rejected', code: 'invalid_request', message: 'body ended before it was complete' }),
    )
  })

/** How many times the limit is read and thrown away before the connection is cut. */
const patience = 16

const discard = (request: IncomingMessage, limit: number): void => {
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > patience * limit) request.destroy()
  })
}

const decode = async (bytes: Buffer, header: string, limit: number): Promise<ReadBody> => {
  const codings = header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  let current: Buffer = bytes
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

/** deflate is the zlib format (RFC 9110, section 8.4.1.2); some clients send it without its wrapper. */
const decodeDeflate: Decoder = (bytes, maxOutputLength) =>
  ((bytes[0] ?? 0) % 16 === 8 ? unzip.inflate : unzip.inflateRaw)(bytes, { maxOutputLength })

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', (bytes, maxOutputLength) => unzip.brotli(bytes, { maxOutputLength })],
])

/**
 * The transport without a socket: takes a WHATWG Request and returns the Response that the server would have sent. The host
 * of a URL is ignored; its path and query are served. A fault rejects as it does with undici, the fetch of Node.
 */

import { METHODS, STATUS_CODES } from 'node:http'
import { bodiless } from '../contract/values/bodiless.ts'
import type { Fault, IncomingRequest, ReadBody, Reply } from '../ports.ts'
import { tooLarge, undoCodings } from './read-body.ts'
import { sendableHeaders } from './sendable-headers.ts'
import { serveRequest, type Transport, toIncomingRequest } from './transport.ts'

/** Called like the global fetch. A string without a host is a path of this Standin. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The same, with default headers: each is added unless the request has it. */
export type Serve = (
  input: string | URL | Request,
  init?: RequestInit,
  added?: Readonly<Record<string, string>>,
) => Promise<Response>

export interface FetchParts extends Transport {
  /** The base of relative URLs. */
  readonly origin: () => string
  readonly closing: Closing
  /** Forwards a request to a real service. Undefined: the sandboxes answer all. */
  readonly forward?: ((request: Request, url: URL) => Promise<Response>) | undefined
}

/**
 * Whether the server has been closed, and who to notify. Not an AbortSignal: removing a listener from one takes longer
 * the more listeners it has, and in a DOM test environment AbortSignal is the DOM's.
 */
export class Closing {
  readonly #listeners = new Set<() => void>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners) listener()
  }

  /** Calls back on close. Returns the function that unsubscribes. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Why a fetch failed: the cause of its TypeError. The codes are those of Node and undici. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Redirects are returned, not followed. */
export const createFetch = (parts: FetchParts): Serve => {
  // A Request that was garbage collected does not forward the abort of its signal, so pending ones are referenced here.
  const pending = new Set<object>()
  return async (input, init, added = {}) => {
    const request = new Request(input instanceof Request ? input : new URL(input, parts.origin()), init)
    for (const [name, value] of Object.entries(added)) if (!request.headers.has(name)) request.headers.set(name, value)
    const entry = { input, request }
    pending.add(entry)
    try {
      return await serve(request, parts)
    } finally {
      pending.delete(entry)
    }
  }
}

const serve = async (request: Request, parts: FetchParts): Promise<Response> => {
  const { signal } = request
  signal.throwIfAborted()
  if (parts.closing.isClosed) throw fetchFailed(closedError())
  const url = new URL(request.url)
  if (/^\/_sandbox(?!\/oauth\/)(?:\/|$)/.test(url.pathname)) return rejectControl(url)
  if (!METHODS.includes(request.method)) return toResponse(rejectMethod(parts), request)
  if (parts.forward && !url.pathname.startsWith('/_sandbox/oauth/'))
    return orAborted(parts.forward(request, url), signal, parts.closing)
  const incoming = receive(request, url, parts)
  const serving = serveRequest(incoming, { target: url.pathname + url.search }, parts)
  const reply = await orAborted(serving, signal, parts.closing)
  const { fault } = reply
  if (fault !== undefined && fault !== 'truncate') return breakFetch(fault, signal, parts.closing)
  return toResponse(reply, request)
}

const receive = (request: Request, url: URL, parts: FetchParts): IncomingRequest => {
  const headers = headersOf(request, url)
  return toIncomingRequest(
    {
      method: request.method,
      path: url.pathname,
      query: url.search.slice(1),
      headers,
      isSecure: url.protocol === 'https:',
      readBody: async () =>
        undoCodings(await collect(request, parts.maxBody), headers['content-encoding'], parts.maxBody),
      takeArrivedBody: () => undefined,
    },
    parts,
  )
}

/** A client on a socket adds Host, and Accept unless it is set. The Headers of happy-dom preserve the case of names. */
export const headersOf = (request: Request, url: URL): Record<string, string> => ({
  host: url.host,
  accept: '*/*',
  ...Object.fromEntries(Array.from(request.headers, ([name, value]) => [name.toLowerCase(), value])),
})

const collect = async ({ body }: Request, limit: number): Promise<ReadBody> => {
  const chunks: Uint8Array[] = []
  let size = 0
  let pieces = 0
  try {
    for await (const chunk of body ?? []) {
      // A stream can have anything, whatever its type says.
      if (!ArrayBuffer.isView(chunk as unknown)) return notBytes
      size += chunk.byteLength
      // Leaving the loop cancels the rest of the body.
      // Pieces without bytes could go on for ever, and nothing else would run meanwhile.
      if (size > limit || ++pieces > limit) return tooLarge(limit)
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'rejected', code: 'invalid_request', message: 'body ended before it was complete' }
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks) }
}

/** Node's fetch rejects such a request. Whatever else a stream has, its size would not be known. */
const notBytes: ReadBody = {
  kind: 'rejected',
  code: 'invalid_request',
  message: 'body is a stream that must have bytes (Uint8Array)',
}

const toResponse = (reply: Reply, request: Request): Response => {
  const { status } = reply
  const headers = toHeaders(reply.headers)
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString())
  const bytes = Buffer.from(reply.body ?? '')
  const isCut = reply.fault === 'truncate'
  if (reply.body !== undefined || !bodiless.has(status))
    headers.set('Content-Length', String(isCut ? Math.max(bytes.length, 2) : bytes.length))
  const body = isCut ? truncated(bytes) : bytes
  return createResponse(body, { status, statusText: STATUS_CODES[status] ?? '', headers, request })
}

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  /** Or name, value, name, value. */
  readonly headers: Headers | readonly string[]
  readonly request: Request
}

/** The body is left out where a response has none. */
export const createResponse = (
  body: Buffer | ReadableStream<Uint8Array>,
  { status, statusText, headers, request }: ResponseHead,
): Response => {
  const hasBody = request.method !== 'HEAD' && !bodiless.has(status)
  const response = new Response(hasBody ? body : null, {
    status,
    statusText,
    headers: headers instanceof Headers ? headers : toHeaders(headers),
  })
  return Object.defineProperty(response, 'url', { value: request.url.replace(/#.*$/, ''), configurable: true })
}

const toHeaders = (pairs: readonly string[]): Headers => {
  const headers = new Headers()
  try {
    for (let index = 0; index < pairs.length; index += 2) headers.append(pairs[index] ?? '', pairs[index + 1] ?? '')
    return headers
  } catch {
    const sendable = sendableHeaders(pairs)
    return sendable.length === pairs.length && sendable.every((text, index) => text === pairs[index])
      ? headers
      : toHeaders(sendable)
  }
}

/** Half of the body, then an error as if the connection had ended. */
const truncated = (bytes: Buffer): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) =>
      controller.enqueue(bytes.length < 2 ? Buffer.from(' ') : bytes.subarray(0, bytes.length / 2)),
    pull: (controller) => controller.error(new TypeError('terminated', { cause: otherSideClosed() })),
  })

const breakFetch = async (fault: Exclude<Fault, 'truncate'>, signal: AbortSignal, closing: Closing): Promise<never> => {
  switch (fault) {
    case 'reset':
      throw fetchFailed(new ConnectionError('ECONNRESET', 'read ECONNRESET'))
    case 'empty':
      throw fetchFailed(otherSideClosed())
    case 'garbage':
      throw fetchFailed(new ConnectionError('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'))
    case 'timeout':
      return orAborted(new Promise<never>(() => {}), signal, closing)
  }
}

/** Settles with whatever comes first: the end of the work, the caller's abort, or the close of the server. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal, closing: Closing): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      signal.removeEventListener('abort', onAbort)
      stopListening()
    }
    const fail = (reason: unknown): void => {
      end()
      reject(reason)
    }
    const onAbort = (): void => fail(signal.reason)
    signal.addEventListener('abort', onAbort)
    const stopListening = closing.onClose(() => fail(fetchFailed(otherSideClosed())))
    work.then((value) => {
      end()
      resolve(value)
    }, fail)
  })

const fetchFailed = (cause: ConnectionError): TypeError => new TypeError('fetch failed', { cause })

const otherSideClosed = (): ConnectionError => new ConnectionError('UND_ERR_SOCKET', 'other side closed')

const closedError = (): ConnectionError => new ConnectionError('ECONNREFUSED', 'this Standin is closed')

/** Methods are case-sensitive, and fetch does not change `patch`. On a socket such a request does not parse and is not logged. */
const rejectMethod = ({ reject, nextId }: FetchParts): Reply =>
  reject({ code: 'invalid_request', status: 400, message: 'the method is not an HTTP/1.1 method' }, nextId())

const rejectControl = ({ pathname }: URL): Response =>
  Response.json(
    {
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: `${pathname} cannot be reached with fetch; the control API needs a port. In code, use the methods of a sandbox: standin.sandbox() creates one`,
    },
    { status: 404, headers: { 'Content-Type': 'application/problem+json' } },
  )

/**
 * The transport without a socket: a WHATWG Request in, a WHATWG Response out, with what the server would have answered.
 * Whatever host a URL names, its path and query are served. What breaks a connection breaks a fetch, as undici tells it.
 */
import { METHODS, STATUS_CODES } from 'node:http'
import { type Rejection, unexpectedFailure } from '../errors.ts'
import type { Handled } from '../handle/finish.ts'
import type { Handle } from '../handle/handle.ts'
import type { Fault, IncomingRequest, ReadBody, Reply, RequestHeaders, RequestLog } from '../ports.ts'
import type { Closing } from './closing.ts'
import { addCorsHeaders, answerPreflight } from './cors.ts'
import { toLogEntry } from './log-entry.ts'
import { tooLarge, undoCodings } from './read-body.ts'

/** As the platform's own fetch is called. A text without a host is read as a path of this Standin. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The same, with headers that are added where the request has none of that name. */
export type Serve = (
  input: string | URL | Request,
  init?: RequestInit,
  added?: Readonly<Record<string, string>>,
) => Promise<Response>

export interface FetchParts {
  readonly handle: Handle
  /** Renders a rejection of a request that is not handed to `handle`. */
  readonly reject: (rejection: Rejection, requestId: string) => Reply
  /** Unique request ids. */
  readonly nextId: () => string
  readonly maxBody: number
  /** Whether pages of other origins may read the responses. */
  readonly cors: boolean
  /** Undefined: nothing is logged. */
  readonly log: RequestLog | undefined
  /** What a URL without a host is relative to. */
  readonly origin: () => string
  /** Nothing is served once it is closed. */
  readonly closing: Closing
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

/** Redirects are handed back, not followed. */
export const createFetch = (parts: FetchParts): Serve => {
  // A Request that nobody holds any more does not pass its signal's abort on: those under way are held here.
  const underWay = new Set<object>()
  return async (input, init, added = {}) => {
    const request = new Request(input instanceof Request ? input : new URL(input, parts.origin()), init)
    for (const [name, value] of Object.entries(added)) if (!request.headers.has(name)) request.headers.set(name, value)
    const held = { input, request }
    underWay.add(held)
    try {
      return await serve(request, parts)
    } finally {
      underWay.delete(held)
    }
  }
}

const serve = async (request: Request, parts: FetchParts): Promise<Response> => {
  const { signal } = request
  signal.throwIfAborted()
  if (parts.closing.isClosed) throw fetchFailed(closedError())
  const url = new URL(request.url)
  if (/^\/_sandbox(?:\/|$)/.test(url.pathname)) return rejectControl(url)
  if (!METHODS.includes(request.method)) return toResponse(rejectMethod(parts), request)
  const started = performance.now()
  const incoming = toIncomingRequest(request, url, parts)
  const handled = await orAborted(answer(incoming, parts), signal, parts.closing)
  if (parts.cors) addCorsHeaders(handled.reply.headers, incoming)
  const duration = performance.now() - started
  parts.log?.(toLogEntry({ request: incoming, target: url.pathname + url.search, handled, duration }))
  const { fault } = handled.reply
  if (fault !== undefined && fault !== 'truncate') return breakFetch(fault, signal, parts.closing)
  return toResponse(handled.reply, request)
}

/** Preflight first, as the server has it; the interface itself only then. */
const answer = async (request: CorsIncoming, { handle, reject, cors }: FetchParts): Promise<Handled> => {
  const preflight = cors ? answerPreflight(request) : undefined
  if (preflight) return { reply: preflight }
  try {
    return await handle(request)
  } catch (failure) {
    const rejection = unexpectedFailure
    return { reply: reject(rejection, request.id), rejection, failure }
  }
}

/** Headers as the parser of Node gives them: here no name has a list but Set-Cookie, which no request has. */
type CorsIncoming = IncomingRequest & { readonly headers: Record<string, string> }

const toIncomingRequest = (request: Request, url: URL, { nextId, maxBody }: FetchParts): CorsIncoming => {
  const headers = headersOf(request, url)
  let body: Promise<ReadBody> | undefined
  let bytes: Buffer | undefined
  return {
    id: nextId(),
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    readBody: () => {
      body ??= readBody(request, headers, maxBody).then((read) => {
        if (read.kind === 'bytes') bytes = read.bytes
        return read
      })
      return body
    },
    bodySoFar: () => bytes,
  }
}

/** A client on a socket adds Host, and an Accept where there is none. The Headers of happy-dom keep the case of names. */
const headersOf = (request: Request, url: URL): Record<string, string> => ({
  host: url.host,
  accept: '*/*',
  ...Object.fromEntries(Array.from(request.headers, ([name, value]) => [name.toLowerCase(), value])),
})

const readBody = async (request: Request, headers: RequestHeaders, limit: number): Promise<ReadBody> =>
  undoCodings(await collect(request, limit), headers['content-encoding']?.toString(), limit)

const collect = async ({ body }: Request, limit: number): Promise<ReadBody> => {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      // Leaving the loop cancels what is still to come.
      if (size > limit) return tooLarge(limit)
      chunks.push(chunk)
    }
  } catch {
    return { kind: 'rejected', code: 'invalid_request', message: 'body ended before it was complete' }
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks) }
}

/** Statuses whose responses have no body (Fetch Standard, section 2.2.3). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const toResponse = (reply: Reply, { method, url }: Request): Response => {
  const { status } = reply
  const headers = new Headers()
  for (let index = 0; index < reply.headers.length; index += 2)
    headers.append(reply.headers[index] ?? '', reply.headers[index + 1] ?? '')
  if (!headers.has('Date')) headers.set('Date', new Date().toUTCString())
  const bytes = Buffer.from(reply.body ?? '')
  const isCut = reply.fault === 'truncate'
  if (reply.body !== undefined || !bodiless.has(status))
    headers.set('Content-Length', String(isCut ? Math.max(bytes.length, 2) : bytes.length))
  const hasBody = method !== 'HEAD' && !bodiless.has(status)
  const body = hasBody ? (isCut ? truncated(bytes) : bytes) : null
  const response = new Response(body, { status, statusText: STATUS_CODES[status] ?? '', headers })
  return Object.defineProperty(response, 'url', { value: url.replace(/#.*$/, ''), configurable: true })
}

/** Half of the body, then the end of the connection. */
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

/** What comes first: the work's end, the caller's abort, or the end of the server. */
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

/** Methods are case-sensitive, and fetch leaves `patch` as it is: on a socket that does not parse, and is not logged. */
const rejectMethod = ({ reject, nextId }: FetchParts): Reply =>
  reject({ code: 'invalid_request', status: 400, message: 'the method is none that HTTP/1.1 defines' }, nextId())

const rejectControl = ({ pathname }: URL): Response =>
  Response.json(
    {
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: `${pathname} is not reached by fetch; the control API needs a port. In code, use the methods of the sandbox: standin.sandbox() gives one`,
    },
    { status: 404, headers: { 'Content-Type': 'application/problem+json' } },
  )

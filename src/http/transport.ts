/**
 * What the two transports share, sockets (server.ts) and fetch (fetch.ts): request ids, CORS, the last resort for unexpected
 * errors, and the request log.
 */
import { randomBytes } from 'node:crypto'
import { addVary, findHeader } from '../contract/values/header-list.ts'
import { type Rejection, unexpectedFailure } from '../errors.ts'
import type { HandledRequest } from '../handle/finish-reply.ts'
import type { Handle } from '../handle/handle.ts'
import type { IncomingRequest, ReadBody, Reply, RequestHeaders, RequestLog } from '../ports.ts'

/** What all connections of a server have in common. */
export interface ConnectionSecurity {
  /** Whether they use TLS. */
  readonly isSecure: boolean
  readonly verifiesClients: boolean
}

export interface Transport {
  /** Default: neither. */
  readonly security?: ConnectionSecurity
  readonly handle: Handle
  /** Renders a rejection of a request that `handle` does not see. */
  readonly reject: (rejection: Rejection, requestId: string) => Reply
  readonly nextId: () => string
  /** The largest request body, in bytes. */
  readonly maxBody: number
  /** Whether pages of other origins may read the responses. */
  readonly cors: boolean
  /** Undefined: nothing is logged. */
  readonly log: RequestLog | undefined
}

/** Generates ids that no other process generates, not even one of a thousand replicas, and that sort by time within this one. */
export const createRequestIds = (): (() => string) => {
  const prefix = `req-${randomBytes(6).toString('hex')}-`
  let count = 0
  return () => prefix + (++count).toString(36)
}

export interface ReceivedRequest
  extends Pick<IncomingRequest, 'method' | 'path' | 'query' | 'headers' | 'isSecure' | 'client'> {
  readonly readBody: () => Promise<ReadBody>
  /** A body that arrived although nobody read it. */
  readonly takeArrivedBody: () => Buffer | undefined
}

/** Gives a request its id, and reads its body at most once. */
export const toIncomingRequest = (received: ReceivedRequest, { nextId }: Transport): IncomingRequest => {
  const { method, path, query, headers, isSecure = false, client, readBody, takeArrivedBody } = received
  let body: Promise<ReadBody> | undefined
  let bytes: Buffer | undefined
  const read = async (): Promise<ReadBody> => {
    const result = await readBody()
    if (result.kind === 'bytes') bytes = result.bytes
    return result
  }
  return {
    id: nextId(),
    method,
    path,
    query,
    headers,
    isSecure,
    client,
    readBody: () => {
      body ??= read()
      return body
    },
    bodySoFar: () => {
      if (!body) bytes ??= takeArrivedBody()
      return bytes
    },
  }
}

export interface ServeOptions {
  /** Path and query as they were sent, for the log. */
  readonly target: string
  /** Rejects the request before anything else looks at it. */
  readonly rejection?: Rejection | undefined
}

/** The reply to a request, logged. Preflights are answered before a key is required. */
export const serveRequest = async (
  request: IncomingRequest,
  { target, rejection }: ServeOptions,
  transport: Transport,
): Promise<Reply> => {
  const { reject, handle, cors, log } = transport
  const started = log ? performance.now() : 0
  const early = rejection ? { reply: reject(rejection, request.id), rejection } : answerEarly(request, transport)
  let handled: HandledRequest
  try {
    handled = early ?? (await handle(request))
  } catch (failure) {
    handled = rejectFailure(failure, request.id, transport)
  }
  if (cors) addCorsHeaders(handled, request)
  if (log) logRequest(request, target, { handled, duration: performance.now() - started }, log)
  return handled.reply
}

/** Requests that concern no document. */
const answerEarly = (request: IncomingRequest, { cors }: Transport): HandledRequest | undefined => {
  if (request.method !== 'OPTIONS') return undefined
  const preflight = cors ? answerPreflight(request) : undefined
  if (preflight) return { reply: preflight }
  return request.path === '*' ? { reply: { status: 204, headers: ['Allow', methods] } } : undefined
}

/** Whether a request concerns no document, so that it is answered before anything else looks at it. */
export const isAnsweredEarly = (request: IncomingRequest, transport: Transport): boolean =>
  answerEarly(request, transport) !== undefined

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** The last resort: an unexpected error becomes a 500 in the document's error shape. The details go to the log only. */
export const rejectFailure = (failure: unknown, requestId: string, { reject }: Transport): HandledRequest => ({
  reply: reject(unexpectedFailure, requestId),
  rejection: unexpectedFailure,
  failure,
})

export interface LoggedResult {
  readonly handled: HandledRequest
  /** In milliseconds. */
  readonly duration: number
}

export type LoggedRequest = Pick<IncomingRequest, 'id' | 'method' | 'headers' | 'isSecure'>

/** `target`: path and query as they were sent. */
export const logRequest = (
  { id, method, headers, isSecure = false }: LoggedRequest,
  target: string,
  { handled, duration }: LoggedResult,
  log: RequestLog,
): void => {
  const { reply, operation, route, rejection, sandbox, steps, notices, activeKeys, failure } = handled
  log(
    {
      requestId: id,
      method,
      target,
      status: reply.status,
      ...(reply.fault === undefined ? {} : { fault: reply.fault }),
      duration,
      ...(operation === undefined ? {} : { operation }),
      ...(rejection ? { code: rejection.code, message: rejection.message } : {}),
      ...(sandbox === undefined || sandbox === 'default' ? {} : { sandbox }),
      ...(steps?.length ? { scenario: steps } : {}),
      ...(notices?.length ? { notices } : {}),
      ...(activeKeys === undefined ? {} : { activeKeys: activeKeys() }),
      ...(failure === undefined ? {} : { failure: describeError(failure) }),
    },
    { headers, isSecure, route, sandbox, trace: findHeader(reply.headers, 'Sandbox-Trace') },
  )
}

/** With the stack, if there is one. */
const describeError = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const exposedHeaders = [
  'Sandbox-Request-Id, Sandbox-Id, Sandbox-Trace, Sandbox-Notice, Preference-Applied, RateLimit, RateLimit-Policy',
  'Allow, Deprecation, ETag, Idempotent-Replayed, Link, Location, Retry-After, Sunset, WWW-Authenticate',
].join(', ')

/**
 * Adds what a browser needs to let a page of another origin read the response (Fetch Standard, section 3.2). The response
 * always varies by Origin, so that no cache serves it to the wrong one.
 */
export const addCorsHeaders = ({ reply: { headers }, exposed }: HandledRequest, request: IncomingRequest): void => {
  addVary(headers, 'Origin')
  const origin = headerOf(request.headers, 'origin')
  if (origin === undefined) return
  const allowed = [
    ['Access-Control-Allow-Origin', origin] as const,
    ['Access-Control-Allow-Credentials', 'true'] as const,
    [
      'Access-Control-Expose-Headers',
      exposed === undefined ? exposedHeaders : `${exposedHeaders}, ${exposed}`,
    ] as const,
  ]
  // Those of a scenario stay: browsers reject a header that is there twice.
  for (const [name, value] of allowed) if (findHeader(headers, name) === undefined) headers.push(name, value)
}

/** The reply to a CORS preflight; undefined for any other OPTIONS request. */
const answerPreflight = ({ headers }: IncomingRequest): Reply | undefined => {
  if (headers.origin === undefined) return undefined
  if (headers['access-control-request-method'] === undefined) return undefined
  const reply = ['Access-Control-Allow-Methods', methods, 'Access-Control-Max-Age', '600']
  const names = headerOf(headers, 'access-control-request-headers')
  if (names !== undefined) reply.push('Access-Control-Allow-Headers', names)
  if (headers['access-control-request-private-network'] === 'true')
    reply.push('Access-Control-Allow-Private-Network', 'true')
  return { status: 204, headers: reply }
}

const headerOf = (headers: RequestHeaders, name: string): string | undefined => headers[name]?.toString()

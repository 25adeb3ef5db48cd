/**
 * Requests and responses of HTTP/2, as Node's compatibility API makes them: they have what Koa and our handlers use of those of
 * HTTP/1.1. What differs is here: pseudo-headers, and how a response ends early.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2'
import type { Rejection } from '../errors.ts'
import type { Fault, Reply, RequestHeaders } from '../ports.ts'
import { sendableHeaders } from './sendable-headers.ts'
import { resetStream } from './stream-resets.ts'
import { truncate } from './truncate.ts'

/** Both protocols have the same handlers; `isHttp2` distinguishes their requests. */
export const asHttp1 = (
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): readonly [IncomingMessage, ServerResponse] => {
  // Koa and the control API read the Host of a request.
  request.headers.host ??= request.authority
  // The compatibility API has no complete type: it has the members of both that are used.
  return [request as unknown as IncomingMessage, response as unknown as ServerResponse]
}

export const isHttp2 = ({ httpVersionMajor }: IncomingMessage): boolean => httpVersionMajor === 2

/** The stream of a request or response of HTTP/2, undefined for one of HTTP/1.1. */
export const streamOf = (message: object): ServerHttp2Stream | undefined =>
  'stream' in message ? (message.stream as ServerHttp2Stream | undefined) : undefined

/** Whether a client has reset a request of HTTP/2. Its body can no longer be read, although Node reports it as complete. */
export const isReset = (request: IncomingMessage): boolean => {
  const stream = streamOf(request)
  return stream?.aborted === true && !stream.endAfterHeaders
}

/** The headers without pseudo-headers. */
export const plainHeaders = (headers: RequestHeaders): RequestHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))

/** `maxHeaders`: bytes, counted as in HTTP/1.1. `rawHeaders`: names and values in turn. */
export const checkHttp2Size = (rawHeaders: readonly string[], maxHeaders: number): Rejection | undefined => {
  let size = 0
  for (const text of rawHeaders) size += text.length + 2
  if (size <= maxHeaders) return undefined
  return {
    code: 'headers_too_large',
    message: `the headers must be at most ${maxHeaders} bytes together; --max-headers raises the limit`,
  }
}

/** A request names its host in :authority, in Host, or the same one in both (RFC 9113, section 8.3.1). */
export const checkAuthority = ({ headers }: Pick<IncomingMessage, 'headers'>): Rejection | undefined => {
  const authority = headers[':authority']
  const { host } = headers
  if (host === undefined) return reject(':authority or header.Host is required')
  if (authority === undefined || authority === host) return undefined
  return reject(`header.Host must be as :authority, ${JSON.stringify(authority)}, got ${JSON.stringify(host)}`)
}

const reject = (message: string): Rejection => ({ code: 'invalid_request', status: 400, message })

/** Headers that belong to a connection of HTTP/1.1 (RFC 9113, section 8.2.2). */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

export const writeHttp2Reply = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
): void => {
  const bytes = Buffer.from(body ?? '')
  if (body !== undefined || (status !== 204 && status !== 304)) headers.push('Content-Length', String(bytes.length))
  writeHttp2Head(response, status, headers)
  if (body === undefined || request.method === 'HEAD') response.end()
  else response.end(bytes)
}

/** `headers`: name, value, name, value. Those of a connection of HTTP/1.1 are left out. */
export const writeHttp2Head = (response: ServerResponse, status: number, headers: readonly string[]): void => {
  const sent = toHttp2Headers(headers)
  try {
    response.writeHead(status, sent)
  } catch (error) {
    if (response.headersSent) throw error
    // Of a header that may be given once, the last one counts.
    const single = Object.entries(sent).map(([name, values]) => [name, values.slice(name === 'set-cookie' ? 0 : -1)])
    response.writeHead(status, Object.fromEntries(single))
  }
}

const toHttp2Headers = (headers: readonly string[]): Record<string, string[]> => {
  const sent = new Map<string, string[]>()
  const pairs = sendableHeaders(headers)
  for (let index = 0; index < pairs.length; index += 2) {
    const name = (pairs[index] ?? '').toLowerCase()
    if (connectionHeaders.has(name)) continue
    const values = sent.get(name)
    const value = pairs[index + 1] ?? ''
    if (values) values.push(value)
    else sent.set(name, [value])
  }
  return Object.fromEntries(sent)
}

/** Error codes of RFC 9113, section 7. */
const codes = { protocolError: 1, internalError: 2, cancel: 8 } as const

/** A fault breaks only the stream of its request: other requests on the connection are not the scenario's. */
export const breakStream = (response: ServerResponse, reply: Reply, fault: Fault): void => {
  const stream = streamOf(response)
  switch (fault) {
    case 'reset':
      if (stream) resetStream(stream, codes.internalError)
      return
    case 'empty':
      if (stream) resetStream(stream, codes.cancel)
      return
    case 'garbage':
      if (stream) resetStream(stream, codes.protocolError)
      return
    case 'truncate':
      writeTruncated(response, reply)
      return
    case 'timeout':
      return
  }
}

const writeTruncated = (response: ServerResponse, reply: Reply): void => {
  const { headers, part } = truncate(reply)
  writeHttp2Head(response, reply.status, headers)
  breakAfter(response, part)
}

/** Sends the bytes, then breaks the stream. What has been written before is sent, too. */
export const breakAfter = (response: ServerResponse, bytes: string | Buffer): void => {
  response.write(bytes, () => {
    const stream = streamOf(response)
    if (stream) resetStream(stream, codes.internalError)
  })
}

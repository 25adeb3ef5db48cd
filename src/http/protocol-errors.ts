/**
 * Errors that Node would answer without a body, or not at all: requests that do not parse, headers that are too large, slow
 * requests, CONNECT, expectations. The responses have the error shape of the first document.
 *
 * Node calls the handler when it has parsed the headers, and may find an error after that. An error in the body of a request
 * fails the reading of the body, so that its handler responds: with an error if it needs the body, otherwise with what it has
 * done. The connection ends with that response. An error after the body belongs to the next request: it is answered after the
 * response to this one.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Rejection } from '../errors.ts'
import type { ReadBody, Reply } from '../ports.ts'
import { type Connections, endWith, isSilent } from './connections.ts'
import { failBody } from './read-body.ts'
import { formatRawReply, writeReply } from './write-reply.ts'

/** Renders a rejection without a parsed request. */
export type RenderProtocolError = (rejection: Rejection) => Reply

interface ProtocolErrorParts {
  readonly render: RenderProtocolError
  readonly connections: Connections
  /** Bytes. */
  readonly maxHeaders: number
}

export const answerProtocolErrors = (server: Server, { render, connections, maxHeaders }: ProtocolErrorParts): void => {
  // Node reports an error again for all that arrives later on the same connection.
  const failed = new WeakSet<Duplex>()
  const endWithError = (socket: Duplex, rejection: Rejection): void => {
    if (socket.writable) endWith(socket, formatRawReply(render(rejection)))
    else socket.destroy()
  }
  /** Responses have the order of their requests (RFC 9112, section 9.3.2). */
  const endAfterLatest = (socket: Duplex, rejection: Rejection): void => {
    const response = connections.latest(socket)
    if (response?.writableFinished === false) response.once('finish', () => endWithError(socket, rejection))
    else endWithError(socket, rejection)
  }
  const fail = (error: ParserError, socket: Duplex): void => {
    if (failed.has(socket)) return
    failed.add(socket)
    socket.on('error', () => socket.destroy())
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const response = connections.latest(socket)
    const rejection = describeParserError(error, maxHeaders)
    if (response?.req.complete === false) failRequest(socket, response, rejection)
    else endAfterLatest(socket, rejection)
  }
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') unlessArrived(socket, connections, () => fail(error, socket))
    else fail(error, socket)
  })
  server.on('connect', (_request, socket: Duplex) => endAfterLatest(socket, noProxy))
  server.on('checkExpectation', (request, response) => {
    connections.begin(request, response)
    writeReply(request, response, render(describeExpectation(request)))
  })
}

/** Turns of the event loop in which each connection is read, also those that others had to be read before. */
const turnsToRead = 4

/**
 * Node looks for late requests before it reads what has arrived meanwhile. So a server that was busy would reject a request that
 * was sent in time, if it were not read first.
 *
 * Node does not watch a connection any more that it has reported, until the next request begins on it. So what has begun before
 * has to be whole by now.
 */
const unlessArrived = (socket: Duplex, connections: Connections, fail: () => void): void => {
  const wasSilent = isSilent(socket)
  const before = connections.count(socket)
  const hasBegun = connections.latest(socket)?.req.complete === false
  const hasArrived = (): boolean => {
    if (wasSilent) return !isSilent(socket)
    const isWhole = connections.latest(socket)?.req.complete !== false
    return isWhole && (hasBegun || connections.count(socket) > before)
  }
  const look = (turns: number): void => {
    if (hasArrived() || socket.destroyed) return
    if (turns === 0) fail()
    else setImmediate(look, turns - 1)
  }
  setImmediate(look, turnsToRead)
}

/** For CONNECT. */
export const noProxy: Rejection = {
  code: 'method_not_allowed',
  message: 'CONNECT is for proxies; this server is not a proxy',
  headers: ['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
}

export const describeExpectation = ({ headers }: Pick<IncomingMessage, 'headers'>): Rejection => ({
  code: 'expectation_failed',
  message: `header.Expect must be 100-continue, got ${JSON.stringify(String(headers.expect).slice(0, 60))}`,
})

type ParserError = NodeJS.ErrnoException & { readonly reason?: string }

/**
 * The connection ends with the response, because the next request cannot be found. A response that has been sent already stays
 * the only one: a client would take a second one for that of its next request.
 */
const failRequest = (socket: Duplex, response: ServerResponse, { code, message }: Rejection): void => {
  failBody(response.req, { kind: 'rejected', code: toBodyCode(code), message })
  if (response.writableFinished) endWith(socket, '')
  // Not the socket of the response: it is undefined before its turn, and again as soon as it is sent.
  else if (response.headersSent) response.once('finish', () => endWith(socket, ''))
  else response.shouldKeepAlive = false
}

const toBodyCode = (code: Rejection['code']): Extract<ReadBody, { kind: 'rejected' }>['code'] =>
  code === 'payload_too_large' || code === 'request_timeout' ? code : 'invalid_request'

const describeParserError = (error: ParserError, maxHeaders: number): Rejection => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 'headers_too_large',
        message: `request line and headers must be at most ${maxHeaders} bytes together; --max-headers raises the limit`,
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'payload_too_large', message: 'the chunk extensions of the body are too large' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        code: 'request_timeout',
        message: 'the request did not arrive in time; --headers-timeout and --request-timeout raise the limits',
      }
    case 'HPE_INVALID_METHOD':
      return { code: 'invalid_request', status: 400, message: 'the method is not an HTTP/1.1 method' }
    default:
      return {
        code: 'invalid_request',
        status: 400,
        message: `the request is not HTTP/1.1: ${error.reason ?? error.code ?? 'it does not parse'}`,
      }
  }
}

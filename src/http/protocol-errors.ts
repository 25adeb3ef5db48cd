/**
 * Errors that Node would answer without a body, or not at all: requests that do not parse, headers that are too large, slow
 * requests, CONNECT, expectations. The responses have the error shape of the first document.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Rejection } from '../errors.ts'
import type { Reply } from '../ports.ts'
import { writeRawReply, writeReply } from './write-reply.ts'

/** Renders a rejection without a parsed request. */
export type RenderProtocolError = (rejection: Rejection) => Reply

/** The response that is being sent on a connection, if any. */
export type ResponseInFlight = (socket: Duplex) => ServerResponse | undefined

export const answerProtocolErrors = (server: Server, render: RenderProtocolError, inFlight: ResponseInFlight): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Part of a response may have been sent already; a second one would corrupt it.
    if (error.code === 'ECONNRESET' || !socket.writable || inFlight(socket)?.headersSent) {
      socket.destroy()
      return
    }
    socket.on('error', () => socket.destroy())
    writeRawReply(socket, render(describeParserError(error)))
  })
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    writeRawReply(
      socket,
      render({
        code: 'method_not_allowed',
        message: 'CONNECT is for proxies; this server is not a proxy',
        headers: ['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
      }),
    )
  })
  server.on('checkExpectation', (request, response) => {
    writeReply(
      request,
      response,
      render({
        code: 'expectation_failed',
        message: `header.Expect must be 100-continue, got ${JSON.stringify(String(request.headers.expect).slice(0, 60))}`,
      }),
    )
  })
}

const describeParserError = (error: NodeJS.ErrnoException & { reason?: string }): Rejection => {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', message: 'request line and headers must be at most 16 KiB together' }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'payload_too_large', message: 'the chunk extensions of the body are too large' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', message: 'the request did not arrive in time' }
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

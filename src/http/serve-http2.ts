/**
 * Hands the requests of HTTP/2 to the handlers of HTTP/1.1, and answers what Node would answer without a body.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Server, Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { Rejection } from '../errors.ts'
import type { Connection } from './connection-turns.ts'
import { Http2Connections, type Http2Timeouts, type OpenedConnection } from './http2-connections.ts'
import { asHttp1, checkHttp2Size } from './http2-exchange.ts'
import { describeExpectation, noProxy, type RenderProtocolError } from './protocol-errors.ts'
import { writeReply } from './write-reply.ts'

interface Http2Parts {
  readonly timeouts: Http2Timeouts
  /** Bytes. */
  readonly maxHeaders: number
  readonly render: RenderProtocolError
  readonly onOpen: (opened: OpenedConnection) => void
  readonly onRequest: (request: IncomingMessage, response: ServerResponse, connection: Connection) => void
}

export const serveHttp2 = (
  server: Http2Server,
  { timeouts, maxHeaders, render, onOpen, onRequest }: Http2Parts,
): Http2Connections => {
  const connections = new Http2Connections(server, timeouts, onOpen)
  const serve = (
    received: Http2ServerRequest,
    created: Http2ServerResponse,
    reject: (request: IncomingMessage) => Rejection | undefined,
  ): void => {
    const [request, response] = asHttp1(received, created)
    const connection = connections.begin(request, response, received.stream)
    // Otherwise its client has gone.
    if (!connection) return
    const rejection = reject(request)
    if (rejection) writeReply(request, response, render(rejection))
    else onRequest(request, response, connection)
  }
  server.on('request', (request, response) =>
    serve(request, response, ({ rawHeaders }) => checkHttp2Size(rawHeaders, maxHeaders)),
  )
  server.on('checkExpectation', (request, response) => serve(request, response, describeExpectation))
  // The compatibility API emits it with a response, as it does for any other method.
  server.on('connect', (request: Http2ServerRequest, response: Http2ServerResponse) =>
    serve(request, response, () => noProxy),
  )
  return connections
}

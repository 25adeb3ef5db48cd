/**
 * The transport over sockets: listens, runs the middleware of a Koa application for each request, and closes without
 * interrupting requests that are being handled.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { ListenError, type Rejection } from '../errors.ts'
import type { Reply } from '../ports.ts'
import { checkHead } from './check-head.ts'
import { Connections, type OnConnection } from './connections.ts'
import { type NetworkLimits, networkLimits } from './network-limits.ts'
import { answerProtocolErrors } from './protocol-errors.ts'
import { localTarget, makeLocal, receive } from './receive.ts'
import { RequestQueue } from './request-queue.ts'
import type { TlsKeys } from './secure-server.ts'
import { serveHttp2 } from './serve-http2.ts'
import { closeSlowReaders } from './slow-readers.ts'
import { serveRequest, type Transport } from './transport.ts'
import { UnsentResponses } from './unsent-responses.ts'
import { writeFailure } from './write-failure.ts'
import { breakConnection, writeReply } from './write-reply.ts'

export interface ServerParts extends Transport {
  /** The routes below /_sandbox. */
  readonly control: Koa.Middleware
  /** Forwards requests to a real service, and has the others served. It never rejects. Undefined: all are served. */
  readonly forward?:
    | ((request: IncomingMessage, response: ServerResponse, serve: () => Promise<void>) => Promise<void>)
    | undefined
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Whether a response of this number of bytes can wait for its client, beside those that do. */
  readonly makeRoom: (bytes: number) => boolean
  /** From now on each connection ends with its next response, so that a balancer opens none for later requests. */
  readonly drain: () => void
  /** Stops accepting connections, waits at most five seconds for open requests, then closes. */
  readonly close: () => Promise<void>
}

/** Milliseconds between two looks of Node for requests over their limit. */
const checkInterval = 1_000

/** Milliseconds for open requests when the server closes; idle connections are closed at once. */
export const grace = 5_000

export interface ListenOptions extends NetworkLimits {
  readonly host: string
  readonly port: number
  /** Undefined: HTTP/1.1 without TLS. */
  readonly tls?: TlsKeys | undefined
}

/** Throws ListenError if the port is in use or the host is not an address of this machine. */
export const listen = async (parts: ServerParts, { host, port, tls, ...given }: ListenOptions): Promise<Listening> => {
  const limits = { ...networkLimits, ...given }
  const queue = new RequestQueue({
    handle: new App(parts).handler(),
    reject: (request, response) => rejectOverload(request, response, parts),
  })
  const options = {
    requireHostHeader: false,
    keepAliveTimeout: limits.idleTimeout,
    headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: checkInterval,
    maxHeaderSize: limits.maxHeaders,
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    connections.begin(request, response)
    // Once some of these responses wait for their turn, Node does not read the connection.
    if (connections.hasTooMany(request.socket)) rejectOverload(request, response, parts)
    else queue.add(request, response)
  }
  const secure = tls && (await import('./secure-server.ts')).createSecureServer(tls, options, onRequest)
  const server = secure?.server ?? createServer(options, onRequest)
  const onConnection: OnConnection = secure?.onConnection ?? ((listener) => server.on('connection', listener))
  onConnection((socket) => queue.open(socket))
  server.maxConnections = limits.maxConnections
  serveHalfOpen(server)
  closeSlowReaders(server, onConnection, limits.sendTimeout)
  const connections = new Connections(server, onConnection)
  const unsent = new UnsentResponses()
  onConnection((socket) => unsent.add({ socket, unsent: () => connections.countUnsent(socket) }))
  const render = (rejection: Rejection): Reply => parts.reject(rejection, parts.nextId())
  answerProtocolErrors(server, { render, connections, maxHeaders: limits.maxHeaders })
  const http2 =
    secure &&
    serveHttp2(secure.http2, {
      timeouts: limits,
      maxHeaders: limits.maxHeaders,
      render,
      onOpen: ({ connection, ...reader }) => {
        queue.open(connection)
        unsent.add(reader)
      },
      onRequest: (request, response, connection) => queue.add(request, response, connection),
    })
  secure?.onHttp2Connection((socket) => http2?.accept(socket))
  await bind(server, host, port)
  const address = server.address() as AddressInfo
  const unwatch = [unsent.watch(), http2?.watch()]
  return {
    host,
    port: address.port,
    makeRoom: (bytes) => unsent.makeRoom(bytes),
    drain: () => {
      connections.drain()
      http2?.drain()
    },
    close: async () => {
      const closed = connections.close(grace)
      secure?.closePending()
      http2?.close(grace)
      await closed
      for (const stop of unwatch) stop?.()
    },
  }
}

/** A client may close its side after its request and still wait for the response. Node has no documented option for it. */
const serveHalfOpen = (server: Server & { httpAllowHalfOpen?: boolean }): void => {
  server.httpAllowHalfOpen = true
}

/** The connection stays open: closing it while its requests are arriving would lose the responses before this one. */
const rejectOverload = (request: IncomingMessage, response: ServerResponse, parts: ServerParts): void => {
  const message = 'the server has more requests than it can handle now; send fewer at a time, and try again'
  writeReply(
    request,
    response,
    parts.reject({ code: 'unavailable', message, headers: ['Retry-After', '1'] }, parts.nextId()),
  )
}

const bind = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(describeListenError(error, host, port), { cause: error })),
    )
    server.listen({ host, port }, resolve)
  })

const describeListenError = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use on ${host}; stop the program that listens there, or choose another port with --port (0 for any free one)`
    case 'EACCES':
      return `this process may not listen on port ${port}; choose a port above 1023 with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; --host must be one, for example 127.0.0.1 or 0.0.0.0`
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`
  }
}

/**
 * Koa runs the middleware of the control API and of the console. The documents are served with a context of Koa, without its
 * chain of promises and its listeners for the end of a response, which cost 2 µs of CPU a request.
 */
class App extends Koa {
  readonly #parts: ServerParts

  constructor(parts: ServerParts) {
    super()
    this.#parts = parts
    // Koa would print stack traces. Errors are logged and answered by writeFailure.
    this.silent = true
    this.use(async (ctx, next) => {
      try {
        await parts.control(ctx, next)
      } catch (error) {
        ctx.respond = false
        writeFailure(error, ctx, parts)
      }
    })
  }

  /** What it returns never throws: the other requests of the turn have to start. */
  handler(): (request: IncomingMessage, response: ServerResponse) => void {
    const parts = this.#parts
    const control = this.callback()
    const { forward } = parts
    const serve = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
      this.#serveDocuments(this.createContext(request, response))
    const answer = forward
      ? (request: IncomingMessage, response: ServerResponse) =>
          isOAuth(localTarget(request.url ?? ''))
            ? serve(request, response)
            : forward(request, response, () => serve(request, response))
      : serve
    return (request, response) => {
      try {
        if (!isControl(localTarget(request.url ?? ''))) answer(request, response)
        else {
          makeLocal(request)
          control(request, response)
        }
      } catch (error) {
        writeFailure(error, { req: request, res: response }, parts)
      }
    }
  }

  /** Never rejects. */
  async #serveDocuments(ctx: Koa.Context): Promise<void> {
    const { req, res } = ctx
    const parts = this.#parts
    try {
      res.on('error', ignoreLost)
      const request = receive(req, parts)
      const reply = await serveRequest(request, { target: req.url ?? '', rejection: checkHead(req) }, parts)
      if (reply.fault === undefined) writeReply(req, res, reply)
      else breakConnection(req, res, reply, reply.fault)
    } catch (error) {
      writeFailure(error, ctx, parts)
    }
  }
}

/** What a client that has gone does not receive is nobody's error. */
const ignoreLost = (): void => {}

/** The endpoints of OAuth are for the clients of the documents, and have no guard. */
const isControl = (url: string): boolean =>
  url.startsWith('/_sandbox') && /^\/_sandbox(?!\/oauth\/)(?:[/?]|$)/.test(url)

const isOAuth = (url: string): boolean => url.startsWith('/_sandbox/oauth/')

/**
 * The server of --tls: HTTP/2 and HTTP/1.1 on one port, as each client prefers. Connections of HTTP/1.1 are those of Node's
 * https server, with all its limits; those of HTTP/2 are passed on to a server of their own.
 */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { OnConnection } from './connections.ts'
import { endWith } from './connections.ts'

/** The certificates and keys of a server, as PEM. */
export interface TlsKeys {
  readonly cert: string
  readonly key: string
  /** The authorities that sign client certificates; undefined: client certificates are not requested. */
  readonly ca: string | undefined
}

/** What a connection of HTTP/2 may do. Node's own limits of floods (resets, settings, pings, empty frames) apply, too. */
export const http2Limits = {
  /** Requests that a client may have at a time; more wait at the client. */
  streams: 100,
  /** How many times larger than `--max-headers` the headers may be that get a response; beyond, the stream is reset. */
  headers: 4,
  /** Megabytes of memory that Node may use for one connection, without the bodies. */
  memory: 4,
  /** Streams that a client may open beyond its limit, and frames that are invalid, until it is disconnected. */
  mistakes: 100,
}

interface SecureServerOptions extends ServerOptions {
  readonly maxHeaderSize: number
  readonly headersTimeout: number
}

export interface SecureServer {
  readonly server: Server
  readonly http2: Http2Server
  readonly onConnection: OnConnection
  /** As `onConnection`, for connections that carry HTTP/2. They have to be passed to `http2`. */
  readonly onHttp2Connection: OnConnection
  /** Closes connections that are not yet encrypted. */
  readonly closePending: () => void
}

export const createSecureServer = (
  { cert, key, ca }: TlsKeys,
  options: SecureServerOptions,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): SecureServer => {
  const server = createServer(
    {
      ...options,
      cert,
      key,
      // Whether a client needs a certificate depends on the operation.
      ...(ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: false }),
      ALPNProtocols: ['h2', 'http/1.1'],
      // Like servers without TLS: a client may close its side with its request.
      allowHalfOpen: true,
      handshakeTimeout: options.headersTimeout,
    },
    handle,
  )
  const http2 = createHttp2Server({
    settings: {
      maxConcurrentStreams: http2Limits.streams,
      maxHeaderListSize: http2Limits.headers * options.maxHeaderSize,
    },
    maxSessionMemory: http2Limits.memory,
    maxSessionInvalidFrames: http2Limits.mistakes,
    maxSessionRejectedStreams: http2Limits.mistakes,
  })
  const serveHttp1 = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') for (const serve of serveHttp1) serve.call(server, socket)
    // A session would not notice that its client has gone.
    else socket.allowHalfOpen = false
  })
  return {
    server,
    http2,
    onConnection: (listener) =>
      server.prependListener('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol !== 'h2') listener(socket)
      }),
    onHttp2Connection: (listener) =>
      server.on('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol === 'h2') listener(socket)
      }),
    closePending: watchHandshakes(server),
  }
}

/** A connection that fails to become encrypted gets no response of HTTP, except a request without TLS. */
const watchHandshakes = (server: Server): (() => void) => {
  const pending = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const key = addressOf(socket)
    pending.set(key, socket)
    socket.once('close', () => pending.delete(key))
  })
  server.prependListener('secureConnection', (socket: TLSSocket) => pending.delete(addressOf(socket)))
  // Node would report it as an error of the HTTP parser.
  server.removeAllListeners('tlsClientError')
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const plain = pending.get(addressOf(socket))
    if (error.code === 'ERR_SSL_HTTP_REQUEST' && plain) endWith(plain, needsTls)
    else socket.destroy()
  })
  return () => {
    for (const socket of pending.values()) socket.destroy()
  }
}

const addressOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`

const explanation = 'This port requires TLS: the address begins with https://\n'

const needsTls = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: text/plain',
  `Content-Length: ${explanation.length}`,
  'Connection: close',
  '',
  explanation,
].join('\r\n')

/**
 * The open connections of HTTP/2, each with its requests. What Node does for connections of HTTP/1.1 only is done here: limits
 * of time for requests, for connections without one, and for clients that do not read; and closing without interrupting
 * requests that are being handled.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { Connection } from './connection-turns.ts'
import { isEndless } from './connections.ts'
import { failBody } from './read-body.ts'
import { limitResets, resetStream, streamErrors } from './stream-resets.ts'

/** Milliseconds, as those of HTTP/1.1. */
export interface Http2Timeouts {
  readonly requestTimeout: number
  readonly idleTimeout: number
  readonly sendTimeout: number
}

/** Milliseconds between two looks at the open connections. */
const interval = 1_000

/** Milliseconds that a client has to read why its connection ends, and its last responses. */
const linger = 1_000

/** Bytes that a client must read within `sendTimeout`. The answers to a minute of pings are less. */
const leastProgress = 1_024

interface OpenRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly stream: ServerHttp2Stream
  /** Milliseconds of `performance.now()`. */
  readonly since: number
}

/** A connection that was opened, as others use it. */
export interface OpenedConnection {
  readonly connection: Connection
  readonly socket: Socket
  /** Bytes of responses that the client has not read. */
  readonly unsent: () => number
}

interface OpenSession {
  readonly socket: Socket
  /** The session as the queue of requests knows it. */
  readonly connection: Connection
  readonly requests: Set<OpenRequest>
  /** When its last request ended. */
  idleSince: number
  /** How much had been sent when the client was last seen reading; undefined if nothing waits for it. */
  progress: { readonly sent: number; readonly since: number } | undefined
}

export class Http2Connections {
  readonly #server: Http2Server
  readonly #timeouts: Http2Timeouts
  readonly #onOpen: (opened: OpenedConnection) => void
  readonly #sessions = new Map<ServerHttp2Session, OpenSession>()
  #isDraining = false

  /** `onOpen` is called for each connection. */
  constructor(server: Http2Server, timeouts: Http2Timeouts, onOpen: (opened: OpenedConnection) => void) {
    this.#server = server
    this.#timeouts = timeouts
    this.#onOpen = onOpen
  }

  /** Serves a connection. */
  accept(socket: Socket): void {
    // The server creates the session at once.
    this.#server.once('session', (session) => this.#open(session, socket))
    this.#server.emit('connection', socket)
  }

  #open(session: ServerHttp2Session, socket: Socket): void {
    const connection = toConnection(session)
    const open = {
      socket,
      connection,
      requests: new Set<OpenRequest>(),
      idleSince: performance.now(),
      progress: undefined,
    }
    this.#sessions.set(session, open)
    socket.once('close', () => this.#sessions.delete(session))
    limitResets(session, () => {
      // No other requests begin. Destroying the session now could lose this, and clients would wait for their responses.
      session.goaway(streamErrors.ENHANCE_YOUR_CALM)
      setTimeout(() => socket.destroy(), linger).unref()
    })
    this.#onOpen({ connection, socket, unsent: () => countUnsent(open) })
  }

  /** Looks once a second for what is over its limit. Returns the function that ends it. */
  watch(): () => void {
    const timer = setInterval(() => this.#look(performance.now()), interval).unref()
    return () => clearInterval(timer)
  }

  /** Call it for each request. Undefined if its connection has closed. */
  begin(request: IncomingMessage, response: ServerResponse, stream: ServerHttp2Stream): Connection | undefined {
    const { session } = stream
    const open = session && this.#sessions.get(session as ServerHttp2Session)
    if (!open) return undefined
    const entry = { request, response, stream, since: performance.now() }
    open.requests.add(entry)
    stream.once('close', () => {
      open.requests.delete(entry)
      open.idleSince = performance.now()
    })
    if (this.#isDraining) stream.once('finish', () => session.close())
    return open.connection
  }

  /** From now on each connection ends with its next response. */
  drain(): void {
    this.#isDraining = true
  }

  /** Connections end with the responses to their open requests, endless ones now, and all that are left after `grace` milliseconds. */
  close(grace: number): void {
    this.drain()
    setTimeout(() => {
      for (const { socket } of this.#sessions.values()) socket.destroy()
    }, grace).unref()
    for (const [session, { requests }] of this.#sessions) {
      session.close()
      for (const { response, stream } of requests) if (response.headersSent && isEndless(response)) resetStream(stream)
    }
  }

  #look(now: number): void {
    const { requestTimeout, idleTimeout, sendTimeout } = this.#timeouts
    for (const [session, open] of this.#sessions) {
      // A session that has ended waits for its client to close the connection, too.
      if (session.destroyed) {
        open.socket.destroy()
        continue
      }
      for (const entry of open.requests) if (now - entry.since >= requestTimeout) endLate(entry)
      if (open.requests.size === 0 && now - open.idleSince >= idleTimeout) session.close()
      if (isStalled(open, now, sendTimeout)) open.socket.destroy()
    }
  }
}

/** A request whose body is still arriving: its handler responds as to one of HTTP/1.1. */
const endLate = ({ request, stream }: OpenRequest): void => {
  if (request.complete) return
  if (stream.writableEnded) resetStream(stream)
  else
    failBody(request, {
      kind: 'rejected',
      code: 'request_timeout',
      message: 'the request did not arrive in time; --request-timeout raises the limit',
    })
}

/** A stream has what it sends until all of that is sent. */
const countUnsent = ({ requests }: OpenSession): number => {
  let bytes = 0
  for (const { stream } of requests) bytes += stream.writableLength
  return bytes
}

/** Whether the client has read next to nothing for too long of what is being sent to it. */
const isStalled = (open: OpenSession, now: number, limit: number): boolean => {
  const sent = open.socket.bytesWritten
  if (countUnsent(open) === 0) open.progress = undefined
  else if (open.progress === undefined || sent - open.progress.sent >= leastProgress)
    open.progress = { sent, since: now }
  return open.progress !== undefined && now - open.progress.since >= limit
}

/**
 * A session cannot be paused: the number of its streams is limited, so that a client has at most that many waiting requests.
 */
const toConnection = (session: ServerHttp2Session): Connection => ({
  pause: () => {},
  resume: () => {},
  on: () => {},
  off: () => {},
  once: (event, listener) => session.once(event, listener),
})

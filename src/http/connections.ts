/**
 * The open connections of a server, each with the response that is being sent on it. Knows which of them may be closed
 * when the server stops, and how a connection is closed so that its client can still read the last response.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { abortWithoutTrace } from './abort-without-trace.ts'

/** Calls a listener with each connection from now on that carries HTTP/1.1, when requests can arrive on it. */
export type OnConnection = (listener: (socket: Socket) => void) => void

/** Milliseconds that a client has to read the last response and to close its side. */
const linger = 1_000

/**
 * Requests of one connection whose responses are not whole. A client that sends requests without waiting for the responses could
 * fill the memory while a scenario delays them; Node only limits what waits to be sent. HTTP/2 has a limit of its own.
 */
export const maxOpen = 500

/** The requests of a connection. */
interface Served {
  count: number
  /**
   * The response to the latest request. Not once both are whole: nobody needs it then, and with its request it would survive
   * several collections of garbage.
   */
  latest: ServerResponse | undefined
  /** Earlier ones that are not whole: the client has sent several requests at once. Undefined until it does. */
  earlier: Set<ServerResponse> | undefined
}

export class Connections {
  readonly #server: Server
  readonly #open = new Map<Duplex, Served>()
  /** A listener of responses. */
  readonly #release: (this: ServerResponse) => void
  #isDraining = false
  #isClosing = false

  constructor(server: Server, onConnection: OnConnection) {
    this.#server = server
    const open = this.#open
    this.#release = function () {
      const served = open.get(this.req.socket)
      if (served?.latest === this && this.req.complete) served.latest = undefined
      served?.earlier?.delete(this)
    }
    onConnection((socket) => {
      open.set(socket, { count: 0, latest: undefined, earlier: undefined })
      socket.once('close', () => open.delete(socket))
    })
  }

  /** Call it for each request. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const served = this.#open.get(socket)
    if (served) {
      served.count++
      if (served.latest && !served.latest.writableFinished) {
        if (served.earlier === undefined) {
          served.earlier = new Set()
          abortWithoutTrace(socket)
        }
        served.earlier.add(served.latest)
      }
      served.latest = response
      response.on('finish', this.#release)
    }
    if (this.#isDraining) response.shouldKeepAlive = false
  }

  /** The response to the latest request of a connection; undefined before the first request, and once both are whole. */
  latest(socket: Duplex): ServerResponse | undefined {
    return this.#open.get(socket)?.latest
  }

  /** Bytes of responses on a connection that the system has not taken: those of the current one, and those behind it. */
  countUnsent(socket: Duplex): number {
    const { latest, earlier = [] } = this.#open.get(socket) ?? {}
    let bytes = socket.writableLength
    for (const response of [...earlier, ...(latest ? [latest] : [])])
      if (!response.socket) bytes += response.writableLength
    return bytes
  }

  /** Whether a connection has more requests than it may, with the latest. */
  hasTooMany(socket: Duplex): boolean {
    return (this.#open.get(socket)?.earlier?.size ?? 0) >= maxOpen
  }

  /** How many requests have begun on a connection. */
  count(socket: Duplex): number {
    return this.#open.get(socket)?.count ?? 0
  }

  /** From now on each connection ends with its next response. */
  drain(): void {
    this.#isDraining = true
  }

  /** Closes connections without a request, the others with their response, and all that are left after `grace` milliseconds. */
  close(grace: number): Promise<void> {
    if (this.#isClosing) return Promise.resolve()
    this.#isClosing = true
    this.drain()
    return new Promise((resolve) => {
      const cut = setTimeout(() => {
        for (const socket of this.#open.keys()) socket.destroy()
      }, grace)
      this.#server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      this.#server.closeIdleConnections()
      for (const [socket, served] of this.#open) endConnection(socket, served)
    })
  }
}

const endConnection = (socket: Duplex, { latest: response }: Served): void => {
  // Node does not count a connection as idle before its first request.
  if (response === undefined) {
    if (isSilent(socket)) socket.destroy()
  } else if (!response.headersSent) response.shouldKeepAlive = false
  else if (isEndless(response)) destroySoon(socket)
  else response.once('finish', () => destroySoon(socket))
}

/** Nothing has been read on the connection. */
export const isSilent = (socket: Duplex): boolean => 'bytesRead' in socket && socket.bytesRead === 0

/** A stream of events has no end to wait for. */
export const isEndless = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

const destroySoon = (socket: Duplex): void => {
  socket.end(() => socket.destroy())
}

/**
 * Sends the last bytes of a connection, and closes it when the client has done so too, at the latest after a second. Closing
 * at once would discard the bytes if the client has sent something that was not read (RFC 9112, section 9.6).
 */
export const endWith = (socket: Duplex, bytes: string): void => {
  socket.on('error', () => socket.destroy())
  socket.end(bytes)
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), linger)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Which connections are read in a turn of the event loop.
 *
 * A connection with several waiting requests floods. It is not read, so that what it sends waits at its client. Every second turn reads
 * only connections that have not flooded (quiet). A connection of HTTP/1.1 that was paused, or opened during a flood, is read in
 * pieces of a few requests from then on. What is left of what it has sent is late once it has waited for too long, and gets 503.
 *
 * After turns of a flood in which a connection was opened, more turns read only quiet connections, because others may wait to be
 * accepted, one in each turn.
 */
import { Socket } from 'node:net'
import { readInPieces } from './read-in-pieces.ts'

export const readLimits = {
  /** Requests after which no connection is read any more in one turn. */
  all: 256,
  /** Requests after which a connection that is read in pieces is not read any more in one turn. One is enough to see that it floods. */
  quiet: 1,
  flooding: 4,
}

/** Turns in a row that read no client that floods, at most, and where connections are opened at most. */
const quietTurns = { usual: 1, most: 3 }

/** Connections that are read again in one turn: quiet ones, and those that flood, or one session of HTTP/2 that does. */
const resumed = { quiet: 1_000, flooding: 8 }

/** What requests arrive on: a socket, or a session of HTTP/2. */
export interface Connection {
  readonly pause: () => unknown
  readonly resume: () => unknown
  readonly on: (event: 'resume', listener: () => void) => unknown
  readonly off: (event: 'resume', listener: () => void) => unknown
  readonly once: (event: 'close', listener: () => void) => unknown
}

/** When something has arrived. */
export interface Arrival {
  readonly since: number
  /** CPU time of the process at the beginning of that turn. */
  readonly sinceCpu: number
}

export interface ConnectionTurnsParts {
  readonly now: () => Arrival
  /** Whether what has arrived then has waited for too long by now. */
  readonly isLate: (arrival: Arrival) => boolean
  /** Requests that have arrived in this turn. */
  readonly countArrived: () => number
  /** A connection has to be read again in a later turn. */
  readonly requestTurn: () => void
}

export class ConnectionTurns {
  readonly #parts: ConnectionTurnsParts
  readonly #read = new Set<Connection>()
  /** Connections whose latest request did not come with many others. */
  readonly #quiet = new WeakSet<Connection>()
  /** Connections that are not read until the next turn. */
  readonly #paused = new Set<Connection>()
  /** Connections that are not read because they had many requests at once. Some are read again in each second turn. */
  readonly #flooding = new Set<Connection>()
  readonly #inPieces = new WeakSet<Connection>()
  #isLate = false
  /** Turns in a row that have read only quiet connections. */
  #quietTurns = quietTurns.usual
  /** Whether a connection was opened since the last turn, and since the last one that did more than accept. */
  #hasAccepted = false
  #hasOpened = false

  constructor(parts: ConnectionTurnsParts) {
    this.#parts = parts
  }

  /** Whether what arrives now has waited for too long in the buffer of its connection. */
  get isLate(): boolean {
    return this.#isLate
  }

  /** Whether some connections are not read. */
  get isFlooded(): boolean {
    return this.#paused.size + this.#flooding.size > 0
  }

  open(socket: Connection): void {
    this.#quiet.add(socket)
    this.#read.add(socket)
    if (this.isFlooded) {
      this.#hasAccepted = true
      this.#hasOpened = true
      this.#readInPieces(socket)
    }
    socket.once('close', () => {
      for (const sockets of [this.#read, this.#paused, this.#flooding]) sockets.delete(socket)
    })
  }

  markQuiet(socket: Connection): void {
    this.#quiet.add(socket)
  }

  /** A connection that sends while one of its requests waits, or of which a piece is left, is not read until it has had its turns. */
  slowDown(socket: Connection): void {
    this.#quiet.delete(socket)
    this.#pause(socket, this.#flooding)
  }

  /** Until the next turn. */
  pauseAll(): void {
    for (const socket of this.#read) this.#pause(socket, this.#quiet.has(socket) ? this.#paused : this.#flooding)
  }

  /** Whether a connection was opened during a flood since the last call: others may wait to be accepted. */
  takeAccepted(): boolean {
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    return hasAccepted
  }

  /** There is no flood any more. The next one begins with a turn that reads every connection. */
  endFlood(): void {
    this.#quietTurns = quietTurns.usual
  }

  /** Reads paused connections again: the quiet ones, and in some turns those that flood, unless requests of them still wait. */
  readAgain(isWaiting: (socket: Connection) => boolean): void {
    let quiet = resumed.quiet
    for (const socket of this.#paused) {
      if (quiet-- === 0) break
      this.#resume(socket, this.#paused)
    }
    if (this.#isTurnOfQuiet()) return
    let flooding = resumed.flooding
    for (const socket of this.#flooding) {
      if (isWaiting(socket)) continue
      this.#resume(socket, this.#flooding)
      flooding -= socket instanceof Socket ? 1 : resumed.flooding
      if (flooding <= 0) return
    }
  }

  #isTurnOfQuiet(): boolean {
    const most = this.#hasOpened ? quietTurns.most : quietTurns.usual
    this.#hasOpened = false
    const isQuiet = this.#quietTurns < most && this.#flooding.size > 0
    this.#quietTurns = isQuiet ? this.#quietTurns + 1 : 0
    return isQuiet
  }

  #pause(socket: Connection, sockets: Set<Connection>): void {
    if (this.#read.delete(socket)) {
      // Node reads again after each response.
      socket.on('resume', pauseAgain)
      socket.pause()
    } else if (!this.#paused.delete(socket)) return
    sockets.add(socket)
  }

  #resume(socket: Connection, sockets: Set<Connection>): void {
    sockets.delete(socket)
    this.#read.add(socket)
    socket.off('resume', pauseAgain)
    this.#readInPieces(socket)
    socket.resume()
  }

  /** From when it is resumed next. Of a new connection, Node does so in this turn. */
  #readInPieces(socket: Connection): void {
    if (!(socket instanceof Socket) || this.#inPieces.has(socket)) return
    this.#inPieces.add(socket)
    whenRead(socket, () => this.#startPieces(socket))
  }

  #startPieces(socket: Socket): void {
    const { now, isLate, countArrived, requestTurn } = this.#parts
    let left: Arrival | undefined
    readInPieces(socket, {
      begin: () => {
        this.#isLate = left !== undefined && isLate(left)
        return this.#quiet.has(socket) ? readLimits.quiet : readLimits.flooding
      },
      count: countArrived,
      end: (isLeft) => {
        this.#isLate = false
        left = isLeft ? (left ?? now()) : undefined
        if (!isLeft) return
        this.slowDown(socket)
        requestTurn()
      },
    })
  }
}

/** Calls back when the connection is resumed, and not paused again at once. */
const whenRead = (socket: Socket, callback: () => void): void => {
  const look = (): void => {
    if (socket.isPaused()) return
    socket.off('resume', look)
    callback()
  }
  socket.on('resume', look)
}

function pauseAgain(this: Connection): void {
  this.pause()
}

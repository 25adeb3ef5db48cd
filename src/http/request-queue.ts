/**
 * Starts requests, and protects clients against each other.
 *
 * The requests that arrive in one turn of the event loop start together, at its end. Each step of their handling then runs for
 * all of them before the next step, and a request takes half of the time (docs/decisions/040).
 * Requests of one connection of HTTP/1.1 have their effects in their order (RFC 9112, section 9.3.2): each begins a new group, and
 * Node runs all promises between two groups.
 *
 * In one turn only some requests are started. The others wait, and connections take turns. A connection with several waiting
 * requests is not read, so that what it sends waits at its client. What has waited for too long gets 503.
 *
 * A client that floods the server then waits for itself, and a request on another connection for a few milliseconds. Health
 * checks never wait once they have arrived. They arrive soon too: a connection of HTTP/1.1 that was paused is read in pieces of a
 * few requests from then on, and every second turn reads only connections that have not flooded (quiet). What is left of what it
 * has sent gets 503, too, once it has waited for too long. Turns in which a connection was opened do nothing else, because others
 * may wait to be accepted, one in each turn. After them, more turns read only quiet connections.
 */
import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { cpuUsage } from 'node:process'
import { isHttp2, streamOf } from './http2-exchange.ts'
import { readInPieces } from './read-in-pieces.ts'
import { localTarget } from './receive.ts'

export const queueLimits = {
  /** Requests that are started in one turn of the event loop, and how many at least where they take long. */
  started: 128,
  leastStarted: 16,
  /** Milliseconds of CPU time of one turn, with what it reads and rejects. Beyond it, the next turn starts fewer requests. */
  turn: 20,
  /** Requests after which no connection is read any more in one turn. */
  read: 256,
  /** Requests after which a connection that is read in pieces is not read any more in one turn. One is enough to see that it floods. */
  piece: { quiet: 1, flooding: 4 },
  /** Requests that wait. */
  waiting: 10_000,
  /**
   * Those of them that wait behind others of their connection. One connection may have half of them if it is alone, otherwise
   * a share. Each takes memory that the garbage collector has to move, for which everybody waits.
   */
  pipelined: 300,
  /** What each connection may have in any case: clients that pipeline do so with ten requests, not with hundreds. */
  own: 16,
  /** Milliseconds that a request waits, if the process has used that share of a core meanwhile: what it lacks is not an overload. */
  wait: 500,
  busy: 0.5,
}

/** Requests that are rejected in one turn because they have waited for too long. */
const rejected = 256

/** Turns in a row that read no client that floods, at most, and where connections are opened at most. */
const quietTurns = { usual: 1, most: 3 }

/** Milliseconds of CPU time, at most, of turns in a row that only accept connections: libuv accepts one in each turn. */
const accepting = 10

/** Connections that are read again in one turn: quiet ones, and those that flood, or one session of HTTP/2 that does. */
const resumed = { quiet: 1_000, flooding: 8 }

export interface RequestQueueParts {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Responds with 503. */
  readonly reject: (request: IncomingMessage, response: ServerResponse) => void
  readonly now?: () => number
  /** CPU time of the process in milliseconds: on a busy machine, a turn takes longer than its work. */
  readonly cpu?: () => number
  /** Calls back at the end of this turn of the event loop, after what was passed to it before. */
  readonly atEndOfTurn?: (callback: () => void) => void
}

/** What requests arrive on: a socket, or a session of HTTP/2. */
export interface Connection {
  readonly pause: () => unknown
  readonly resume: () => unknown
  readonly on: (event: 'resume', listener: () => void) => unknown
  readonly off: (event: 'resume', listener: () => void) => unknown
  readonly once: (event: 'close', listener: () => void) => unknown
}

/** It starts in the asynchronous context in which it has arrived: tracing of the process finds the request by that. */
class Arrived extends AsyncResource {
  readonly #request: IncomingMessage
  readonly response: ServerResponse

  constructor(request: IncomingMessage, response: ServerResponse) {
    super('StandinRequest')
    this.#request = request
    this.response = response
  }

  pass(receiver: RequestQueueParts['handle']): void {
    this.runInAsyncScope(receiver, undefined, this.#request, this.response)
  }
}

/** Requests that start together. */
interface Group {
  readonly requests: Arrived[]
  /** The connections of HTTP/1.1 of the requests. */
  readonly connections: Set<Connection>
}

/** When something has arrived. */
interface Arrival {
  readonly since: number
  /** CPU time of the process at the beginning of that turn. */
  readonly sinceCpu: number
}

interface Waiting extends Arrival {
  readonly arrived: Arrived
}

export class RequestQueue {
  readonly #parts: Required<RequestQueueParts>
  readonly #read = new Set<Connection>()
  /** Connections whose latest request did not come with many others. */
  readonly #quiet = new WeakSet<Connection>()
  /** Connections that are not read until the next turn. */
  readonly #paused = new Set<Connection>()
  /** Connections that are not read because they had many requests at once. Some are read again in each second turn. */
  readonly #flooding = new Set<Connection>()
  readonly #inPieces = new WeakSet<Connection>()
  /** Whether what arrives now has waited for too long in the buffer of its connection. */
  #isLate = false
  /** The connections with waiting requests, in the order of their turns. */
  readonly #waiting = new Map<Connection, Waiting[]>()
  #size = 0
  /** Requests that start at the end of this turn, in their order. */
  readonly #starting: Group[] = []
  /** Requests since the last turn that is known to have ended: those that were started, and all. */
  #started = 0
  #arrived = 0
  #isScheduled = false
  #most = queueLimits.started
  /** CPU time at the beginning of the turn before, if this one follows it directly. */
  #before: number | undefined
  /** CPU time at the beginning of this turn, as long as requests wait. */
  #cpu = 0
  /** Turns in a row that have read only quiet connections. */
  #quietTurns = quietTurns.usual
  /** Whether a connection was opened since the last turn, and since the last one that did more than accept. */
  #hasAccepted = false
  #hasOpened = false

  constructor({ now = () => performance.now(), cpu = cpuTime, atEndOfTurn = endOfTurn, ...parts }: RequestQueueParts) {
    this.#parts = { ...parts, now, cpu, atEndOfTurn }
  }

  /** Call it for each connection. */
  open(socket: Connection): void {
    this.#quiet.add(socket)
    this.#read.add(socket)
    if (this.#isFlooded()) {
      this.#hasAccepted = true
      this.#hasOpened = true
      this.#readInPieces(socket)
    }
    socket.once('close', () => {
      for (const sockets of [this.#read, this.#paused, this.#flooding]) sockets.delete(socket)
    })
  }

  #isFlooded(): boolean {
    return this.#paused.size + this.#flooding.size > 0
  }

  /** Starts a request that has just arrived, at the end of this turn or later, or rejects it. */
  add(request: IncomingMessage, response: ServerResponse, socket: Connection = request.socket): void {
    if (++this.#arrived === queueLimits.read) this.#pauseAll()
    if (this.#isLate && !isHealthCheck(request.url)) this.#parts.reject(request, response)
    else if (this.#size === 0 && this.#started < this.#most) {
      // Scheduling costs time: where few requests come at once, the ends of most turns are not observed.
      if (++this.#started >= this.#most / 2) this.#schedule()
      // It no longer is when another of its requests has to wait.
      this.#quiet.add(socket)
      this.#startSoon(request, response, socket)
    } else if (isHealthCheck(request.url)) this.#parts.handle(request, response)
    else this.#enqueue(request, response, socket)
  }

  #startSoon(request: IncomingMessage, response: ServerResponse, socket: Connection): void {
    let group = this.#starting.at(-1)
    if (group === undefined || group.connections.has(socket)) {
      group = { requests: [], connections: new Set() }
      this.#starting.push(group)
      this.#parts.atEndOfTurn(() => this.#startGroup())
    }
    group.requests.push(new Arrived(request, response))
    if (!isHttp2(request)) group.connections.add(socket)
  }

  #startGroup(): void {
    for (const arrived of this.#starting.shift()?.requests ?? [])
      if (!isGone(arrived.response)) arrived.pass(this.#parts.handle)
  }

  #enqueue(request: IncomingMessage, response: ServerResponse, socket: Connection): void {
    const others = this.#waiting.get(socket)
    const count = others?.length ?? 0
    if (count > 0) this.#slowDown(socket)
    const pipelined = this.#size - this.#waiting.size
    const share = Math.max(queueLimits.own, queueLimits.pipelined - pipelined)
    if (this.#size >= queueLimits.waiting || count >= share) {
      this.#parts.reject(request, response)
      return
    }
    if (this.#size++ === 0) this.#cpu = this.#parts.cpu()
    const waiting = { arrived: new Arrived(request, response), ...this.#now() }
    if (others === undefined) this.#waiting.set(socket, [waiting])
    else others.push(waiting)
    if (count === 0) this.#quiet.add(socket)
    this.#schedule()
  }

  #now(): Arrival {
    return { since: this.#parts.now(), sinceCpu: this.#cpu }
  }

  /** A connection that sends while one of its requests waits is not read until it has had its turns. */
  #slowDown(socket: Connection): void {
    this.#quiet.delete(socket)
    this.#pause(socket, this.#flooding)
  }

  #pauseAll(): void {
    for (const socket of this.#read) this.#pause(socket, this.#quiet.has(socket) ? this.#paused : this.#flooding)
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
    let left: Arrival | undefined
    readInPieces(socket, {
      begin: () => {
        this.#isLate = left !== undefined && this.#findLate()(left)
        return this.#quiet.has(socket) ? queueLimits.piece.quiet : queueLimits.piece.flooding
      },
      count: () => this.#arrived,
      end: (isLeft) => {
        this.#isLate = false
        left = isLeft ? (left ?? this.#now()) : undefined
        if (!isLeft) return
        this.#slowDown(socket)
        this.#schedule()
      },
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#parts.atEndOfTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    const isBusy = this.#size > 0 || this.#isFlooded()
    if (isBusy && this.#accepts()) {
      this.#schedule()
      return
    }
    this.#adapt(isBusy)
    this.#started = 0
    this.#arrived = 0
    if (!isBusy) return
    // They have arrived before those that wait.
    while (this.#starting.length > 0) this.#startGroup()
    if (this.#size > 0) this.#startWaiting()
    this.#readAgain()
    if (this.#size > 0 || this.#isFlooded()) this.#schedule()
  }

  /** Others may wait to be accepted. */
  #accepts(): boolean {
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    return hasAccepted && this.#parts.cpu() - this.#cpu < accepting
  }

  /** How many requests a turn starts depends on the CPU time of the one before. */
  #adapt(isBusy: boolean): void {
    const time = isBusy ? this.#parts.cpu() : undefined
    if (time !== undefined) this.#cpu = time
    if (time === undefined) {
      this.#most = queueLimits.started
      this.#quietTurns = quietTurns.usual
    }
    if (time !== undefined && this.#before !== undefined) {
      const spent = time - this.#before
      if (spent > queueLimits.turn) this.#most = Math.max(queueLimits.leastStarted, this.#most >> 1)
      else if (spent < queueLimits.turn / 2) this.#most = Math.min(queueLimits.started, this.#most + 8)
    }
    this.#before = time
  }

  #startWaiting(): void {
    const { handle, reject } = this.#parts
    const isLate = this.#findLate()
    for (let left = rejected; left > 0 && this.#started < this.#most; ) {
      const next = this.#take()
      if (next === undefined) return
      if (isGone(next.arrived.response)) continue
      if (isLate(next)) {
        left--
        next.arrived.pass(reject)
      } else {
        this.#started++
        next.arrived.pass(handle)
      }
    }
  }

  /** Whether what has arrived has waited for too long by now. */
  #findLate(): (arrival: Arrival) => boolean {
    const oldest = this.#parts.now() - queueLimits.wait
    const oldestCpu = this.#cpu - queueLimits.wait * queueLimits.busy
    return ({ since, sinceCpu }) => since < oldest && sinceCpu < oldestCpu
  }

  /** The first request of the connection whose turn it is. The connection then waits for its next turn. */
  #take(): Waiting | undefined {
    for (const [socket, requests] of this.#waiting) {
      const first = requests.shift()
      this.#waiting.delete(socket)
      if (requests.length > 0) this.#waiting.set(socket, requests)
      this.#size--
      return first
    }
    return undefined
  }

  #readAgain(): void {
    let quiet = resumed.quiet
    for (const socket of this.#paused) {
      if (quiet-- === 0) break
      this.#resume(socket, this.#paused)
    }
    const most = this.#hasOpened ? quietTurns.most : quietTurns.usual
    this.#hasOpened = false
    const isQuiet = this.#quietTurns < most && this.#flooding.size > 0
    this.#quietTurns = isQuiet ? this.#quietTurns + 1 : 0
    if (isQuiet) return
    let flooding = resumed.flooding
    for (const socket of this.#flooding) {
      if (this.#waiting.has(socket)) continue
      this.#resume(socket, this.#flooding)
      flooding -= socket instanceof Socket ? 1 : resumed.flooding
      if (flooding <= 0) return
    }
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

/** Read when the module is loaded: tests that replace timers may start a server afterwards. */
const endOfTurn = setImmediate

/** Nobody would receive the response. */
const isGone = (response: ServerResponse): boolean => response.destroyed || streamOf(response)?.destroyed === true

function pauseAgain(this: Connection): void {
  this.pause()
}

const cpuTime = (): number => {
  const { user, system } = cpuUsage()
  return (user + system) / 1_000
}

/** Routes that always respond: a balancer would take an overloaded server for a dead one. */
const isHealthCheck = (target = ''): boolean =>
  // Almost no target is a whole URL. Looking for the path in each would cost time.
  (target.startsWith('/_sandbox/') || !target.startsWith('/')) &&
  /^\/_sandbox\/(health|ready)(\?|$)/.test(localTarget(target))

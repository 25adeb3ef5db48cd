/**
 * Protects clients against each other. In one turn of the event loop only some requests are started. The others wait, and
 * connections take turns. A connection with several waiting requests is not read, so that what it sends waits at its client.
 * What has waited for too long gets 503.
 *
 * A client that floods the server then waits for itself, and a request on another connection for a few milliseconds. Health
 * checks never wait once they have arrived.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export const queueLimits = {
  /** Requests that are started in one turn of the event loop. */
  started: 128,
  /** Requests after which no connection is read any more in one turn. One piece of data can have hundreds. */
  read: 256,
  /** Requests that wait. One connection may have half of them if it is alone, otherwise a share. */
  waiting: 10_000,
  /** Milliseconds that a request waits. */
  wait: 500,
}

/** Requests that are rejected in one turn because they have waited for too long. */
const rejected = 256

/** Connections that are read again in one turn. */
const resumed = 128

export interface RequestQueueParts {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Responds with 503. */
  readonly reject: (request: IncomingMessage, response: ServerResponse) => void
  readonly now?: () => number
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn?: (callback: () => void) => void
}

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly since: number
}

export class RequestQueue {
  readonly #parts: Required<RequestQueueParts>
  readonly #read = new Set<Socket>()
  /** Connections that are not read until the next turn. */
  readonly #paused = new Set<Socket>()
  /** Connections that are not read because they had several waiting requests. One is read again in each turn. */
  readonly #flooding = new Set<Socket>()
  /** The connections with waiting requests, in the order of their turns. */
  readonly #waiting = new Map<Socket, Waiting[]>()
  #size = 0
  /** Requests since the last turn that is known to have ended: those that were started, and all. */
  #started = 0
  #arrived = 0
  #isScheduled = false

  constructor({ now = () => performance.now(), nextTurn = setImmediate, ...parts }: RequestQueueParts) {
    this.#parts = { ...parts, now, nextTurn }
  }

  /** Call it for each connection. */
  open(socket: Socket): void {
    this.#read.add(socket)
    socket.once('close', () => {
      for (const sockets of [this.#read, this.#paused, this.#flooding]) sockets.delete(socket)
    })
  }

  /** Starts a request that has just arrived, now or later, or rejects it. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (++this.#arrived === queueLimits.read) for (const socket of this.#read) this.#pause(socket, this.#paused)
    if (this.#size === 0 && this.#started < queueLimits.started) {
      // Scheduling costs time: where few requests come at once, the ends of most turns are not observed.
      if (++this.#started >= queueLimits.started / 2) this.#schedule()
      this.#parts.handle(request, response)
    } else if (isHealthCheck(request.url)) this.#parts.handle(request, response)
    else this.#enqueue({ request, response, since: this.#parts.now() })
  }

  #enqueue(waiting: Waiting): void {
    const { request, response } = waiting
    const { socket } = request
    const others = this.#waiting.get(socket)
    const count = others?.length ?? 0
    if (count >= queueLimits.waiting - this.#size) {
      this.#parts.reject(request, response)
      return
    }
    this.#size++
    if (others === undefined) this.#waiting.set(socket, [waiting])
    else others.push(waiting)
    if (count === 1) this.#pause(socket, this.#flooding)
    this.#schedule()
  }

  #pause(socket: Socket, sockets: Set<Socket>): void {
    if (this.#read.delete(socket)) {
      // Node reads again after each response.
      socket.on('resume', pauseAgain)
      socket.pause()
    } else if (!this.#paused.delete(socket)) return
    sockets.add(socket)
  }

  #resume(socket: Socket, sockets: Set<Socket>): void {
    sockets.delete(socket)
    this.#read.add(socket)
    socket.off('resume', pauseAgain)
    socket.resume()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#parts.nextTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    this.#started = 0
    this.#arrived = 0
    if (this.#size > 0) this.#startWaiting()
    this.#readAgain()
    if (this.#size > 0 || this.#paused.size > 0 || this.#flooding.size > 0) this.#schedule()
  }

  #startWaiting(): void {
    const { handle, reject, now } = this.#parts
    const oldest = now() - queueLimits.wait
    for (let left = rejected; left > 0 && this.#started < queueLimits.started; ) {
      const next = this.#take()
      if (next === undefined) return
      // Otherwise its client has gone.
      if (next.response.destroyed) continue
      if (next.since >= oldest) {
        this.#started++
        handle(next.request, next.response)
      } else {
        left--
        reject(next.request, next.response)
      }
    }
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
    let left = resumed
    for (const socket of this.#paused) {
      if (left-- === 0) return
      this.#resume(socket, this.#paused)
    }
    for (const socket of this.#flooding) {
      if (this.#waiting.has(socket)) continue
      this.#resume(socket, this.#flooding)
      return
    }
  }
}

function pauseAgain(this: Socket): void {
  this.pause()
}

/** Routes that always respond: a balancer would take an overloaded server for a dead one. */
const isHealthCheck = (target: string | undefined): boolean =>
  target?.startsWith('/_sandbox/') === true && /^\/_sandbox\/(health|ready)(\?|$)/.test(target)

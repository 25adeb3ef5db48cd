/**
 * Starts requests, and protects clients against each other.
 *
 * The requests that arrive in one turn of the event loop start together, at its end. Each step of their handling then runs for
 * all of them before the next step, and a request takes half of the time (docs/decisions/040).
 * Requests of one connection of HTTP/1.1 have their effects in their order (RFC 9112, section 9.3.2): each begins a new group, and
 * Node runs all promises between two groups.
 *
 * In one turn only some requests are started. The others wait, and connections take turns. What has waited for too long gets 503.
 * A connection with several waiting requests is read later (connection-turns.ts).
 *
 * A client that floods the server then waits for itself, and a request on another connection for a few milliseconds. Health
 * checks never wait once they have arrived.
 */
import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { cpuUsage } from 'node:process'
import { type Arrival, type Connection, ConnectionTurns, readLimits } from './connection-turns.ts'
import { isHttp2, streamOf } from './http2-exchange.ts'
import { localTarget } from './receive.ts'

export const queueLimits = {
  /** Requests that are started in one turn of the event loop, and how many at least where they take long. */
  started: 128,
  leastStarted: 16,
  /** Milliseconds of CPU time of one turn, with what it reads and rejects. Beyond it, the next turn starts fewer requests. */
  turn: 20,
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

/** Milliseconds of CPU time, at most, of turns of a flood in a row that only accept connections: libuv accepts one in each turn. */
const accepting = 10

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

interface Waiting extends Arrival {
  readonly arrived: Arrived
}

export class RequestQueue {
  readonly #parts: Required<RequestQueueParts>
  readonly #connections = new ConnectionTurns({
    now: () => this.#now(),
    isLate: (arrival) => this.#findLate()(arrival),
    countArrived: () => this.#arrived,
    requestTurn: () => this.#schedule(),
  })
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

  constructor({ now = () => performance.now(), cpu = cpuTime, atEndOfTurn = endOfTurn, ...parts }: RequestQueueParts) {
    this.#parts = { ...parts, now, cpu, atEndOfTurn }
  }

  /** Call it for each connection. */
  open(socket: Connection): void {
    this.#connections.open(socket)
  }

  /** Starts a request that has just arrived, at the end of this turn or later, or rejects it. */
  add(request: IncomingMessage, response: ServerResponse, socket: Connection = request.socket): void {
    if (++this.#arrived === readLimits.all) this.#connections.pauseAll()
    if (this.#connections.isLate && !isHealthCheck(request.url)) this.#parts.reject(request, response)
    else if (this.#size === 0 && this.#started < this.#most) {
      // Scheduling costs time: where few requests come at once, the ends of most turns are not observed.
      if (++this.#started >= this.#most / 2) this.#schedule()
      // It no longer is when another of its requests has to wait.
      this.#connections.markQuiet(socket)
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
    if (count > 0) this.#connections.slowDown(socket)
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
    if (count === 0) this.#connections.markQuiet(socket)
    this.#schedule()
  }

  #now(): Arrival {
    return { since: this.#parts.now(), sinceCpu: this.#cpu }
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#parts.atEndOfTurn(() => this.#turn())
  }

  #turn(): void {
    this.#isScheduled = false
    const isBusy = this.#size > 0 || this.#connections.isFlooded
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
    this.#connections.readAgain((socket) => this.#waiting.has(socket))
    if (this.#size > 0 || this.#connections.isFlooded) this.#schedule()
  }

  /** Others may wait to be accepted. */
  #accepts(): boolean {
    return this.#connections.takeAccepted() && this.#parts.cpu() - this.#cpu < accepting
  }

  /** How many requests a turn starts depends on the CPU time of the one before. */
  #adapt(isBusy: boolean): void {
    const time = isBusy ? this.#parts.cpu() : undefined
    if (time !== undefined) this.#cpu = time
    if (time === undefined) {
      this.#most = queueLimits.started
      this.#connections.endFlood()
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
}

/** Read when the module is loaded: tests that replace timers may start a server afterwards. */
const endOfTurn = setImmediate

/** Nobody would receive the response. */
const isGone = (response: ServerResponse): boolean => response.destroyed || streamOf(response)?.destroyed === true

const cpuTime = (): number => {
  const { user, system } = cpuUsage()
  return (user + system) / 1_000
}

/** Routes that always respond: a balancer would take an overloaded server for a dead one. */
const isHealthCheck = (target = ''): boolean =>
  // Almost no target is a whole URL. Looking for the path in each would cost time.
  (target.startsWith('/_sandbox/') || !target.startsWith('/')) &&
  /^\/_sandbox\/(health|ready)(\?|$)/.test(localTarget(target))

/**
 * Protects the server against more requests than it can handle: while the event loop has been busy for long without a pause,
 * and with many requests, further ones get 503 at once. Other clients then wait for a moment, not until all requests of one
 * client have been handled.
 */

/** How long requests may keep the event loop busy, in milliseconds, and how many of them make it an overload. */
export const overloadLimits = { busy: 500, requests: 500 }

/** Milliseconds between two looks at whether the event loop pauses. */
const interval = 100

export class Overload {
  readonly #now: () => number
  #lastPause: number
  #requests = 0
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#lastPause = now()
  }

  start(): void {
    this.#timer = setInterval(() => this.pause(), interval).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The event loop has come to its timers. */
  pause(): void {
    this.#lastPause = this.#now()
    this.#requests = 0
  }

  /** Whether a request that has just arrived is one too many. A single slow request is not an overload. */
  rejectsNext(): boolean {
    return ++this.#requests > overloadLimits.requests && this.#now() - this.#lastPause > overloadLimits.busy
  }
}

/** Routes that always respond: a balancer would take an overloaded server for a dead one. */
export const isHealthCheck = (target: string | undefined): boolean =>
  target?.startsWith('/_sandbox/') === true && /^\/_sandbox\/(health|ready)(\?|$)/.test(target)

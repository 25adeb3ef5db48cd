/**
 * Logs that expire. The server extends a log's own data whenever it is appended to; this extends what the log starts from,
 * which is in other logs. It does so before the log itself is extended, so what a log starts from never expires first.
 */
import { LogError } from '../log.ts'
import type { Connection } from './connection.ts'
import { keyOf, parsePosition } from './keys.ts'
import type { Origins } from './origins.ts'
import { asString } from './replies.ts'
import { touchScript } from './scripts.ts'

/** What is extended lives half as long again as the log (scripts.ts), so a quarter may pass between two extensions. */
const shareBetween = 0.25

/** Most logs that are remembered; a forgotten one costs one command. */
const maxKnown = 10_000

interface Known {
  readonly id: string
  readonly hasOrigin: boolean
  /** The lifetime to which the origin was extended; 0: unlimited. */
  readonly ttl: number
  /** A time before that, of this process. */
  readonly at: number
}

export class Lifetimes {
  readonly #connection: Connection
  readonly #origins: Origins
  readonly #known = new Map<string, Known>()

  constructor(connection: Connection, origins: Origins) {
    this.#connection = connection
    this.#origins = origins
  }

  /** What a log starts from has been extended, or it starts from nothing. */
  note(name: string, known: Known): void {
    this.#known.delete(name)
    this.#known.set(name, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Extends what a log starts from, unless that was done recently. A ttl of 0: it must not expire. */
  async extendOrigins(name: string, id: string, ttl: number): Promise<void> {
    if (this.#isRecent(this.#known.get(name), id, ttl)) return
    const at = performance.now()
    const readOrigin = () => this.#connection.run(['GET', keyOf(name, `origin:${id}`)])
    const origin = await readOrigin()
    if (origin !== null && !(await this.#origins.keep(asString(origin), ttl))) {
      // The log may have been deleted meanwhile, or have got a checkpoint: then it starts from nothing.
      if ((await readOrigin()) === null) return
      throw new LogError('damaged', `what ${JSON.stringify(name)} starts from is missing in Redis`)
    }
    this.note(name, { id, hasOrigin: origin !== null, ttl, at })
  }

  /** Postpones the deletion of a log and of what it starts from. */
  async touch(name: string, ttl: number): Promise<void> {
    const head = await this.#connection.run(['GET', keyOf(name, 'head')])
    if (head === null) return
    await this.extendOrigins(name, parsePosition(asString(head)).id, ttl)
    await this.#connection.evaluate(touchScript, [keyOf(name, 'head')], [String(ttl)])
  }

  #isRecent(known: Known | undefined, id: string, ttl: number): boolean {
    if (known?.id !== id) return false
    if (!known.hasOrigin || known.ttl === 0) return true
    return ttl !== 0 && ttl <= known.ttl && performance.now() - known.at < ttl * shareBetween
  }
}

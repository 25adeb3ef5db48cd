/**
 * Logs that start from others. What a log starts from is pinned: it stays until the log has a checkpoint, is deleted or
 * expires. The pin is in the other log, so several steps are needed; each order is chosen such that a process that ends in
 * between leaves a pin that nobody needs, never a log without its origin. `sweep` finds such pins
 * (docs/decisions/020-logs-in-redis.md).
 */
import { LogError, type Point } from '../log.ts'
import { type Connection, defineScript } from './connection.ts'
import { formatPoint, indexKeys, keyOf, parsePoint, parsePosition } from './keys.ts'
import { asList, asString, asStrings } from './replies.ts'
import { keepScript, pinScript, releaseScript } from './scripts.ts'

/** A log that starts from another one. */
export interface Holder {
  readonly name: string
  readonly id: string
}

export interface Pinned {
  readonly point: Point
  /** The log must be created before this time of the server, in milliseconds: the pin may be removed after it. */
  readonly until: number
}

/** Milliseconds in which the log must be created after the pin. */
const creationTime = 30_000

/** Milliseconds after which a new pin is checked: longer than the creation may take. */
const firstCheck = 60_000

/** Milliseconds after which a pin that is needed is checked again. */
const laterCheck = 3_600_000

const checksAtOnce = 100

/** Longer chains of logs that start from each other are not created. */
const maxChain = 1_000

/** KEYS: pins. ARGV: member, milliseconds until the check. */
const trackScript = defineScript(`
local time = redis.call('TIME')
return redis.call('ZADD', KEYS[1], string.format('%d', time[1] * 1000 + ARGV[2]), ARGV[1])`)

/** KEYS: pins. ARGV: most members. Members whose check is due. */
const dueScript = defineScript(`
local time = redis.call('TIME')
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', time[1] * 1000), 'LIMIT', 0, ARGV[1])`)

export class Origins {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * Pins a position of a log for a log that will be created with the given id. Undefined: the log no longer has that
   * position. A ttl of 0: the new log does not expire.
   */
  async pin(from: { readonly name: string; readonly head: string }, holder: Holder, ttl: number) {
    const { id, version } = parsePosition(from.head)
    const values = [from.head, holder.id, String(ttl)]
    const reply = asStrings(await this.#connection.evaluate(pinScript, [keyOf(from.name, 'head')], values))
    const [kind, generation = '', origin = '', time] = reply
    if (kind !== 'pinned') return undefined
    const point = formatPoint({ name: from.name, id, generation, version })
    await this.#track(point, holder, firstCheck)
    if (origin === '' || (await this.keep(origin, ttl))) return { point, until: Number(time) + creationTime }
    await this.release(point, holder)
    return undefined
  }

  /** Extends the lifetime of all that a log starts from. False: it is gone. */
  async keep(point: Point, ttl: number): Promise<boolean> {
    let next: Point = point
    for (let depth = 0; depth < maxChain; depth++) {
      const { name, id, generation } = parsePoint(next)
      const values = [id, generation, String(ttl)]
      const [kind, origin = ''] = asStrings(await this.#connection.evaluate(keepScript, [keyOf(name, 'head')], values))
      if (kind !== 'kept') return false
      if (origin === '') return true
      next = origin
    }
    throw new LogError('unavailable', `more than ${maxChain} logs start from each other; store a checkpoint of one`)
  }

  /** Unpins what a log started from, and deletes what nothing needs any more. */
  async release(point: Point, holder: Holder): Promise<void> {
    let next: { point: Point; holder: Holder } | undefined = { point, holder }
    for (let depth = 0; next !== undefined && depth <= maxChain; depth++) {
      const { name, id, generation } = parsePoint(next.point)
      const values = [id, generation, next.holder.id]
      const origin = asString(await this.#connection.evaluate(releaseScript, [keyOf(name, 'head')], values))
      await this.#connection.run(['ZREM', indexKeys.pins, formatMember(next.point, next.holder)])
      next = origin === '' ? undefined : { point: origin, holder: { name, id } }
    }
  }

  /** Releases pins of logs that no longer need them: they expired, or a process ended between two steps. */
  async sweep(): Promise<void> {
    for (let page = 0; page < maxChain; page++) {
      const due = asStrings(await this.#connection.evaluate(dueScript, [indexKeys.pins], [String(checksAtOnce)]))
      await Promise.all(due.map((member) => this.#check(member)))
      if (due.length < checksAtOnce) break
    }
  }

  /** A log needs its origin as long as it has the key `origin`: see keys.ts. */
  async #check(member: string): Promise<void> {
    const parsed = parseMember(member)
    if (!parsed) {
      await this.#connection.run(['ZREM', indexKeys.pins, member])
      return
    }
    const { point, holder } = parsed
    const left = Number(asString(await this.#connection.run(['PTTL', keyOf(holder.name, `origin:${holder.id}`)])))
    if (left === -2) await this.release(point, holder)
    else await this.#track(point, holder, left === -1 ? laterCheck : Math.min(left + 1_000, laterCheck))
  }

  async #track(point: Point, holder: Holder, wait: number): Promise<void> {
    const values = [formatMember(point, holder), String(wait)]
    await this.#connection.evaluate(trackScript, [indexKeys.pins], values)
  }
}

const formatMember = (point: Point, { name, id }: Holder): string => JSON.stringify([point, name, id])

const parseMember = (member: string): { point: Point; holder: Holder } | undefined => {
  try {
    const [point, name, id] = asList(JSON.parse(member))
    return { point: asString(point), holder: { name: asString(name), id: asString(id) } }
  } catch {
    return undefined
  }
}

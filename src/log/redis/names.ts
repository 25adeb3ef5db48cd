/**
 * The names of all logs. A name is added before its log is created, because the process may end in between, and again after
 * it, because the deletion of an earlier log may have removed it. It is removed after its log is gone, if it has not been
 * added again meanwhile. Each name has a time at which to look whether its log has expired. So a log is not missing here; a
 * name without a log may remain for a while.
 */
import { type Connection, defineScript } from './connection.ts'
import { indexKeys, keyOf } from './keys.ts'
import { asList, asString, asStrings } from './replies.ts'

/** Milliseconds after which the log of a new name is checked. */
const firstCheck = 30_000

/** Milliseconds after which a log without a ttl is checked again. */
const laterCheck = 3_600_000

const pageSize = 1_000

/** Most names that are checked at once. */
const checksAtOnce = 100

/** More names than any server has. */
const maxPages = 100_000

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** KEYS: names, due. ARGV: name, milliseconds until the check. The time of the check is always another one. */
const addScript = defineScript(`${now}
local known = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or 0)
redis.call('ZADD', KEYS[1], 0, ARGV[1])
redis.call('ZADD', KEYS[2], string.format('%d', math.max(now + ARGV[2], known + 1)), ARGV[1])
return 1`)

/**
 * KEYS: names, due. ARGV: name, time of the check that is known, milliseconds until the next or -1: the log is gone. Also where
 * memory is full: what counts the names must not fail then.
 */
const settleScript = defineScript(`#!lua flags=allow-oom
${now}
if redis.call('ZSCORE', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '-1' then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else redis.call('ZADD', KEYS[2], string.format('%d', now + ARGV[3]), ARGV[1]) end
return 1`)

/** KEYS: names, due. ARGV: prefix. The number of names, and those whose check is due with its time. */
const countScript = defineScript(`${now}
return {
  redis.call('ZLEXCOUNT', KEYS[1], '[' .. ARGV[1], '[' .. ARGV[1] .. '\\255'),
  redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%d', now), 'WITHSCORES', 'LIMIT', 0, ${checksAtOnce})
}`)

const keys = [indexKeys.names, indexKeys.due]

export class Names {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Must be called before a log is created, and again after it. */
  async add(name: string): Promise<void> {
    await this.#connection.evaluate(addScript, keys, [name, String(firstCheck)])
  }

  /** Removes a name whose log is gone. */
  async check(name: string): Promise<void> {
    const time = await this.#connection.run(['ZSCORE', indexKeys.due, name])
    if (time !== null) await this.#checkLog(name, asString(time))
  }

  async list(): Promise<readonly string[]> {
    const found: string[] = []
    let after = '-'
    for (let page = 0; page < maxPages; page++) {
      const command = ['ZRANGE', indexKeys.names, after, '+', 'BYLEX', 'LIMIT', '0', String(pageSize)]
      const names = asStrings(await this.#connection.run(command))
      const exist = await Promise.all(names.map((name) => this.#connection.run(['EXISTS', keyOf(name, 'head')])))
      found.push(...names.filter((_, index) => exist[index] === 1))
      if (names.length < pageSize) break
      after = `(${names.at(-1)}`
    }
    return found
  }

  async count(prefix: string): Promise<number> {
    for (let page = 0; page < maxPages; page++) {
      const reply = asList(await this.#connection.evaluate(countScript, keys, [prefix]))
      const due = asStrings(reply[1])
      if (due.length === 0) return Number(asString(reply[0]))
      await this.#check(due)
    }
    return 0
  }

  /** Names with the times of their checks, alternating. */
  async #check(due: readonly string[]): Promise<void> {
    const checks = due.flatMap((name, index) => (index % 2 === 0 ? [{ name, time: due[index + 1] ?? '' }] : []))
    await Promise.all(checks.map(({ name, time }) => this.#checkLog(name, time)))
  }

  /** `time` was read before: if the name has been added again since, it stays. */
  async #checkLog(name: string, time: string): Promise<void> {
    const left = Number(asString(await this.#connection.run(['PTTL', keyOf(name, 'head')])))
    const next = left === -2 ? -1 : left === -1 ? laterCheck : left + 1
    await this.#connection.evaluate(settleScript, keys, [name, time, String(next)])
  }
}

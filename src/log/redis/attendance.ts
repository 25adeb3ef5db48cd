/**
 * Which processes use the storage now, by the clock of the server. A process notes itself about every second, and counts as
 * gone when it has not done so for three.
 */
import type { Attendance } from '../log.ts'
import { type Connection, defineScript } from './connection.ts'
import { indexKeys } from './keys.ts'
import { asList, asString, asStrings } from './replies.ts'

/** Milliseconds for which a process counts as present. */
const presence = 3_000

/** Milliseconds after which nothing is stored of any process. */
const retention = 60_000

/**
 * KEYS: sorted set of processes by time. ARGV: this process. Whether it was present, and all that are. Where memory is full,
 * servers can start, and what they have can be read.
 */
const attendScript = defineScript(`#!lua flags=allow-oom
local time = redis.call('TIME')
local now = math.floor(time[1] * 1000 + time[2] / 1000)
local limit = now - ${presence}
-- The clock of the server may have been set back.
for _, later in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], string.format('(%d', now), '+inf')) do
  redis.call('ZADD', KEYS[1], string.format('%d', now), later)
end
local before = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '0')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', limit))
redis.call('ZADD', KEYS[1], string.format('%d', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], '${retention}')
return {before > limit and 1 or 0, redis.call('ZRANGE', KEYS[1], 0, -1)}`)

/** Rejects with LogError. */
export const attend = async (connection: Connection, process: string): Promise<Attendance> => {
  const [wasPresent, present] = asList(await connection.evaluate(attendScript, [indexKeys.processes], [process]))
  return {
    wasPresent: asString(wasPresent) === '1',
    others: asStrings(present ?? []).filter((other) => other !== process),
  }
}

/** Rejects with LogError. */
export const leave = async (connection: Connection, process: string): Promise<void> => {
  await connection.run(['ZREM', indexKeys.processes, process])
}

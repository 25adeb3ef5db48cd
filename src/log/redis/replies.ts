/**
 * Replies of the server, as strings and lists. A reply of another form than the script promises is a damaged storage.
 */
import { LogError } from '../log.ts'

export type Reply = string | Buffer | number | null | readonly Reply[]

export const asString = (reply: Reply | undefined): string => {
  if (typeof reply === 'string') return reply
  if (typeof reply === 'number' || Buffer.isBuffer(reply)) return String(reply)
  throw new LogError('damaged', `expected a string from Redis, got ${reply === null ? 'nothing' : typeof reply}`)
}

/** For a command whose reply consists of bytes. */
export const asBuffer = (reply: Reply | undefined): Buffer =>
  Buffer.isBuffer(reply) ? reply : Buffer.from(asString(reply))

export const asList = (reply: Reply | undefined): readonly Reply[] => {
  if (Array.isArray(reply)) return reply as readonly Reply[]
  throw new LogError('damaged', `expected a list from Redis, got ${reply === null ? 'nothing' : typeof reply}`)
}

export const asStrings = (reply: Reply | undefined): readonly string[] => asList(reply).map(asString)

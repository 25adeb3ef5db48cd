/**
 * The names of keys, and the strings that have several parts. All keys of one log have the same hash tag, so a cluster
 * stores them together. For a log NAME with the incarnation ID (each creation of a log has its own):
 *
 * - `standin:{NAME}:head` its position, as ID.VERSION.TOKEN
 * - `standin:{NAME}:log:ID` its entries, a stream with the ids VERSION-0
 * - `standin:{NAME}:gen:ID` its generation: the last checkpoint, as CHECKPOINT.VERSION.FIELDS; 0.0.0 before the first
 * - `standin:{NAME}:parts:ID:GENERATION` the parts of that checkpoint, a hash
 * - `standin:{NAME}:origin:ID` the point from which generation 0.0.0 starts, if it starts from another log
 * - `standin:{NAME}:pins:ID:GENERATION` the incarnations that start from this generation, a set
 * - `standin:{NAME}:log:ID:GENERATION` the entries of an earlier generation that others start from
 * - `standin:{NAME}:gone:ID` for a minute: it was deleted
 */
import { randomBytes } from 'node:crypto'
import { LogError, type Origin, type Point } from '../log.ts'

/** Keys that belong to no single log. */
export const indexKeys = {
  /** All names, in a sorted set with equal scores: counted by prefix. */
  names: 'standin:index:{standin}:names',
  /** The same names with the time at which to check whether the log has expired. */
  due: 'standin:index:{standin}:due',
  /** Every pin, with the time at which to check whether it is still needed. */
  pins: 'standin:index:{standin}:pins',
  /** The processes that use the storage now. */
  processes: 'standin:{messages}:processes',
  messages: 'standin:{messages}',
  /** The id of the last batch of messages. */
  lastMessages: 'standin:{messages}:last',
} as const

/** A key of a log. Braces would end the hash tag. */
export const keyOf = (name: string, rest: string): string =>
  `standin:{${name.replace(/[%{}]/g, encodeURIComponent)}}:${rest}`

/** An id that nobody else has. It contains no dot. */
export const createId = (): string => randomBytes(12).toString('base64url')

export interface Position {
  readonly id: string
  readonly version: number
  readonly token: string
}

export const parsePosition = (head: string): Position => {
  const [id, version, token, ...rest] = head.split('.')
  if (!id || !token || rest.length > 0 || !/^\d+$/.test(version ?? ''))
    throw new LogError('damaged', `${JSON.stringify(head.slice(0, 100))} is not a position in a log`)
  return { id, version: Number(version), token }
}

/** What a log's entries continue: a checkpoint, or the start of the log. */
export interface Generation {
  readonly checkpoint: string
  readonly version: number
  /** The number of fields of its parts. */
  readonly fields: number
}

export const formatGeneration = ({ checkpoint, version, fields }: Generation): string =>
  `${checkpoint}.${version}.${fields}`

export const parseGeneration = (text: string): Generation => {
  const [checkpoint, version, fields, ...rest] = text.split('.')
  if (!checkpoint || rest.length > 0 || !/^\d+$/.test(version ?? '') || !/^\d+$/.test(fields ?? ''))
    throw new LogError('damaged', `${JSON.stringify(text.slice(0, 100))} is not a checkpoint of a log`)
  return { checkpoint, version: Number(version), fields: Number(fields) }
}

/** A position in a log together with all that is needed to read up to it. */
export interface PointParts {
  readonly name: string
  readonly id: string
  readonly generation: string
  readonly version: number
}

export const formatPoint = ({ name, id, generation, version }: PointParts): Point =>
  JSON.stringify([name, id, generation, version])

/** What a log starts from. */
export const originOf = (point: Point): Origin => {
  const { version, ...parts } = parsePoint(point)
  return { point, generation: describeGeneration(parts), version }
}

/** Different for each generation of each log. */
export const describeGeneration = ({ name, id, generation }: Omit<PointParts, 'version'>): string =>
  JSON.stringify([name, id, generation])

export const parsePoint = (point: Point): PointParts => {
  try {
    const parts: unknown = JSON.parse(point)
    if (Array.isArray(parts)) {
      const [name, id, generation, version] = parts as readonly unknown[]
      if (typeof name === 'string' && typeof id === 'string' && typeof generation === 'string')
        return { name, id, generation, version: Number(version) }
    }
  } catch {
    // Not JSON: reported below.
  }
  throw new LogError('damaged', `${JSON.stringify(point.slice(0, 100))} is not a point in a log`)
}

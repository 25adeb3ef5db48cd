/**
 * Reads a log, or a part of it that another one starts from, in pages. Other processes may store a checkpoint meanwhile,
 * which replaces what is being read.
 */
import { type LogEntry, LogError, type Origin, type StoredEntries, type StoredLog } from '../log.ts'
import { readParts } from './checkpoint.ts'
import type { Connection } from './connection.ts'
import {
  describeGeneration,
  keyOf,
  originOf,
  type PointParts,
  parseGeneration,
  parsePoint,
  parsePosition,
} from './keys.ts'
import { asList, asString, asStrings } from './replies.ts'
import { openScript, pageScript } from './scripts.ts'

/** How often a log is read again because a checkpoint replaced what was being read. */
const maxAttempts = 20

/** Logs that are read at the same time. */
const logsAtOnce = 16

/** In the order of the names. Undefined for a name without a log. */
export const readLogs = async (
  connection: Connection,
  names: readonly string[],
): Promise<readonly (StoredLog | undefined)[]> => {
  const logs: (StoredLog | undefined)[] = new Array(names.length).fill(undefined)
  const queue = names.entries()
  const read = async (): Promise<void> => {
    for (const [index, name] of queue) logs[index] = await readLog(connection, name)
  }
  await Promise.all(Array.from({ length: Math.min(logsAtOnce, names.length) }, read))
  return logs
}

const readLog = async (connection: Connection, name: string): Promise<StoredLog | undefined> => {
  let missing: string | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const reply = asList(await connection.evaluate(openScript, [keyOf(name, 'head')], []))
    if (reply.length === 0) return undefined
    const [head, generation, origin] = asStrings(reply.slice(0, 3))
    if (head === undefined || generation === undefined) break
    const { id, version } = parsePosition(head)
    const first = toEntries(asStrings(reply[3]))
    const stored = await readGeneration(connection, { name, id, generation, version }, { origin, first })
    if (stored) return { ...stored, head }
    if (missing === generation)
      throw new LogError('damaged', `parts of the checkpoint of ${JSON.stringify(name)} are missing in Redis`)
    missing = generation
  }
  throw new LogError('unavailable', `${JSON.stringify(name)} changes too fast to be read`)
}

/**
 * Reads what another log starts from, or only the entries after a version. It stays as long as it is pinned, so nothing may be
 * missing.
 */
export const readPoint = async (
  connection: Connection,
  { point }: Pick<Origin, 'point'>,
  after?: number,
): Promise<StoredEntries> => {
  const parts = parsePoint(point)
  const { version } = parseGeneration(parts.generation)
  const page = await readPage(connection, parts, after ?? version)
  const stored = await readGeneration(connection, parts, page, after)
  if (!stored)
    throw new LogError('damaged', `what a log starts from is missing in Redis: ${JSON.stringify(parts.name)}`)
  return stored
}

interface Page {
  readonly origin: string | undefined
  readonly first: readonly LogEntry[]
}

/**
 * Reads a checkpoint and the entries after it, of which the first page is known. `after`: only the entries after this version.
 * Undefined: another checkpoint replaced it.
 */
const readGeneration = async (
  connection: Connection,
  point: PointParts,
  page: Page | undefined,
  after?: number,
): Promise<StoredEntries | undefined> => {
  if (!page) return undefined
  const { name, id, generation, version } = point
  const parsed = parseGeneration(generation)
  const start = after ?? parsed.version
  const entries = [...page.first]
  const parts = keyOf(name, `parts:${id}:${generation}`)
  const checkpoint = after === undefined ? await readParts(connection, parts, parsed.fields) : []
  if (!checkpoint) return undefined
  while (start + entries.length < version) {
    const next = await readPage(connection, point, start + entries.length)
    if (!next) return undefined
    if (next.first.length === 0)
      throw new LogError('damaged', `entries of ${JSON.stringify(name)} are missing in Redis`)
    entries.push(...next.first)
  }
  const origin = page.origin ? originOf(page.origin) : undefined
  return { generation: describeGeneration(point), version, origin, checkpoint, entries }
}

const readPage = async (connection: Connection, point: PointParts, from: number): Promise<Page | undefined> => {
  const { name, id, generation, version } = point
  const values = [id, generation, String(from), String(version)]
  const [kind, origin, effects] = asList(await connection.evaluate(pageScript, [keyOf(name, 'head')], values))
  return kind === 'page' ? { origin: asString(origin), first: toEntries(asStrings(effects)) } : undefined
}

export const toEntries = (effects: readonly string[]): readonly LogEntry[] => effects.map((text) => ({ effects: text }))

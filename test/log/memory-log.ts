/**
 * The simplest adapter that keeps what the log promises: in memory, without sharing anything between logs. It shows that
 * the contract can be kept, and is short enough to be read as its explanation. shared-memory-log.ts has the rest of it: what
 * several processes need.
 */
import {
  type Behind,
  type Head,
  type Log,
  type LogEntry,
  LogError,
  type Origin,
  type Point,
  type Replaced,
  type StoredEntries,
} from '../../src/log/log.ts'

interface MemoryLog {
  /** Distinguishes logs that had the same name at different times. */
  readonly id: number
  origin: Origin | undefined
  checkpoint: readonly string[]
  /** The version of the checkpoint. */
  start: number
  entries: readonly LogEntry[]
  /** When it may be deleted, in epoch milliseconds; undefined: never. */
  expires: number | undefined
}

export interface MemoryStorage {
  readonly logs: Map<string, MemoryLog>
  /** What logs start from, as it was at that time. */
  readonly points: Map<Point, StoredEntries>
  lastId: number
  /** Epoch milliseconds. */
  readonly now: () => number
}

export const createMemoryStorage = (now = Date.now): MemoryStorage => ({
  logs: new Map(),
  points: new Map(),
  lastId: 0,
  now,
})

export const headOf = ({ id, start, entries }: MemoryLog): Head => `${id}.${start + entries.length}`

/** The number of entries that a position has after the checkpoint; undefined: the log does not have the position. */
const positionIn = (log: MemoryLog | undefined, head: Head): number | undefined => {
  const [id, version] = head.split('.').map(Number)
  if (log?.id !== id || log === undefined || version === undefined) return undefined
  return version >= log.start && version <= log.start + log.entries.length ? version - log.start : undefined
}

/** What was appended after a head. Where there is nothing to continue from, a log with an origin must be loaded. */
export const readSince = (log: MemoryLog, head: Head | undefined): Behind | Replaced => {
  const isWhole = log.origin === undefined && log.start === 0
  const count = head === undefined ? (isWhole ? 0 : undefined) : positionIn(log, head)
  if (count === undefined) return { kind: 'replaced' }
  return { kind: 'behind', head: headOf(log), entries: log.entries.slice(count) }
}

export const openMemoryLog = (storage: MemoryStorage): Log => {
  const { logs, points } = storage
  const copyAt = ({ id, start, origin, checkpoint, entries }: MemoryLog, count: number): StoredEntries => ({
    generation: `${id}.${start}`,
    version: start + count,
    origin,
    checkpoint,
    entries: entries.slice(0, count),
  })
  return {
    list: async () => [...logs.keys()],
    load: async (names) =>
      names.map((name) => {
        const log = logs.get(name)
        return log && { ...copyAt(log, log.entries.length), head: headOf(log) }
      }),
    loadPoint: async ({ point }, after) => {
      const stored = points.get(point)
      if (!stored) throw new LogError('damaged', `the point ${point} is missing`)
      const { version, entries } = stored
      return after === undefined
        ? stored
        : { ...stored, checkpoint: [], entries: entries.slice(entries.length - (version - after)) }
    },
    append: async (name, head, effects, { origin, ttl } = {}) => {
      const log = logs.get(name)
      const expires = ttl === undefined ? undefined : storage.now() + ttl
      if (log) {
        if (head !== headOf(log)) return readSince(log, head)
        log.expires = expires
        log.entries = [...log.entries, { effects }]
        return { kind: 'appended', head: headOf(log) }
      }
      if (head !== undefined) return { kind: 'replaced' }
      const id = ++storage.lastId
      let start: Origin | undefined
      if (origin) {
        const from = logs.get(origin.name)
        const count = positionIn(from, origin.head)
        if (!from || count === undefined) return { kind: 'no-origin' }
        const point = `point ${id} ${points.size}`
        const stored = copyAt(from, count)
        points.set(point, stored)
        start = { point, generation: stored.generation, version: stored.version }
      }
      const created = { id, origin: start, checkpoint: [], start: 0, entries: [{ effects }], expires }
      logs.set(name, created)
      return { kind: 'appended', head: headOf(created) }
    },
    checkpoint: async (name, head, parts) => {
      const log = logs.get(name)
      const count = positionIn(log, head)
      if (!log || count === undefined) return
      log.origin = undefined
      log.checkpoint = parts
      log.start += count
      log.entries = log.entries.slice(count)
    },
    remove: async (name) => {
      logs.delete(name)
    },
    close: async () => {},
  }
}

/**
 * Logs in one SQLite file: each method is one step that takes effect as a whole. Synchronous; it runs in a worker, since
 * each commit waits for the disk.
 */
import { type AppendResult, type Behind, type Head, LogError, type Point, type Replaced } from '../log.ts'
import { DatabaseFile } from './database-file.ts'
import { headOf, parseHead, parsePoint, pointOf } from './heads.ts'
import { LogTables } from './log-tables.ts'
import type { Change, ChangeResult, Found, PartsOfCheckpoint, Position, Span } from './protocol.ts'
import { Reserve } from './reserve.ts'
import type { LogRow } from './rows.ts'
import { Sweeper } from './sweeper.ts'

/** The last change of a transaction. */
interface Written {
  readonly name: string
  /** Undefined: the log was deleted. */
  readonly head: Head | undefined
}

type Append = Extract<Change, { readonly kind: 'append' }>

/** Characters of one answer, about: the server does nothing else while it takes one. */
const answerLength = 1_000_000

/** Rows that one query reads. */
const rowsAtOnce = { entry: 64, part: 4 } as const

export class LogDatabase {
  readonly #file: DatabaseFile
  readonly #sweeper = new Sweeper()
  readonly #reserve: Reserve

  /** Throws LogError: damaged, unavailable. */
  constructor(folder: string) {
    this.#file = new DatabaseFile(folder)
    try {
      // Their deletion was interrupted, or others start from them.
      for (const id of this.#read(undefined, (tables) => tables.readDeleted())) this.#sweeper.add(id)
      this.#reserve = new Reserve(folder)
    } catch (error) {
      this.#file.close()
      throw error
    }
  }

  #read<Result>(name: string | undefined, run: (tables: LogTables) => Result): Result {
    return this.#file.read(name, (database) => run(new LogTables(database, this.#damaged)))
  }

  #transact<Result>(run: (tables: LogTables) => Result): Result {
    return this.#file.transact((database) => run(new LogTables(database, this.#damaged)))
  }

  readonly #damaged = (problem: string, name?: string): LogError => this.#file.damaged(problem, name)

  /** The names of all logs. Compares everything that is stored twice, so that no log is missed. */
  list(): readonly string[] {
    return this.#read(undefined, (tables) => {
      const logs = new Map(tables.readLogs().map((row) => [row.id, row]))
      const names = tables.readNames()
      for (const { name, log } of names)
        if (logs.get(log)?.name !== name) throw this.#damaged('it is not in the table of logs', name)
      const known = new Set(names.map(({ name }) => name))
      const pins = tables.readPins()
      const points = new Set(pins.map(({ log, child }) => `${log} ${child}`))
      for (const { id, name, parent } of logs.values()) {
        if (name === undefined) continue
        if (!known.has(name)) throw this.#damaged('it is not in the table of names', name)
        if (parent !== 0 && !points.has(`${parent} ${id}`)) throw this.#damaged('where it starts is missing', name)
      }
      for (const { log, parent } of pins)
        if (!logs.has(log) || (parent !== 0 && !points.has(`${parent} ${log}`)))
          throw this.#damaged(`the log ${log}, from which others start, is missing`)
      return names.map(({ name }) => name)
    })
  }

  /** Where each log is now. Undefined for a name without a log. */
  find(names: readonly string[]): readonly (Found | undefined)[] {
    return this.#read(names.length === 1 ? names[0] : undefined, (tables) =>
      tables.findLogs(names).map((row) => row && { ...row, log: row.id, start: this.#startOf(tables, row.id, row) }),
    )
  }

  /** What a log starts from. */
  findPoint(point: Point): Found {
    return this.#read(undefined, (tables) => {
      const parsed = parsePoint(point)
      const pin = parsed && tables.readPin(parsed.log, parsed.child)
      if (!pin) throw this.#missing(point)
      return { ...pin, start: this.#startOf(tables, pin.log, pin) }
    })
  }

  /** Where a log starts in its parent. */
  #startOf(tables: LogTables, log: number, { parent }: Position): Found['start'] {
    if (parent === 0) return undefined
    const pin = tables.readPin(parent, log)
    if (!pin) throw this.#missing(pointOf(parent, log))
    return pin
  }

  readonly #missing = (point: Point): LogError => this.#damaged(`the point ${point}, where a log starts, is missing`)

  /** Reads the first rows of the spans, as many as fit into one answer. */
  read(spans: readonly Span[]): readonly (readonly string[])[] {
    return this.#read(undefined, (tables) => {
      const strings: string[][] = spans.map(() => [])
      let length = 0
      for (const batch of batchesOf(spans)) {
        for (const [index, read] of tables.readStrings(batch).entries())
          for (const text of read) {
            strings[batch[index]?.index ?? 0]?.push(text)
            length += text.length
          }
        if (length > answerLength) return strings.slice(0, (batch.at(-1)?.index ?? 0) + 1)
      }
      return strings
    })
  }

  /** Carries out all changes, or none. Deletions alone are always possible. */
  change(changes: readonly Change[]): readonly ChangeResult[] {
    if (changes.some(({ kind }) => kind !== 'remove')) return this.#change(changes)
    return this.#reserve.free(() => this.#change(changes))
  }

  #change(changes: readonly Change[]): readonly ChangeResult[] {
    const results: ChangeResult[] = []
    let last: Written | undefined
    try {
      this.#transact((tables) => {
        for (const change of changes) {
          // Removing a log that does not exist writes nothing.
          const isWritten = change.kind === 'append' || tables.findLog(change.name) !== undefined
          const result = change.kind === 'append' ? this.#append(tables, change) : this.#remove(tables, change.name)
          results.push(result)
          if (isWritten && (result.kind === 'appended' || result.kind === 'removed'))
            last = { name: change.name, head: result.kind === 'appended' ? result.head : undefined }
        }
      })
    } catch (error) {
      if (results.length < changes.length || !last || !this.#isStored(last)) throw error
    }
    return results
  }

  /** A commit may have reached the disk although it was reported as failed. */
  #isStored({ name, head }: Written): boolean {
    try {
      const row = this.#read(name, (tables) => tables.findLog(name))
      return (row && headOf(row)) === head
    } catch (cause) {
      throw new LogError('unknown', 'a change may be stored or not: the database cannot be read', { cause })
    }
  }

  #append(tables: LogTables, append: Append): AppendResult {
    const row = tables.findLog(append.name)
    if (append.head === undefined) return row ? behind(tables, row, 0) : this.#create(tables, append)
    const expected = parseHead(append.head)
    if (!row || expected?.log !== row.id) return { kind: 'replaced' }
    if (expected.version !== row.version) return behind(tables, row, expected.version)
    const next = { ...row, version: row.version + 1 }
    tables.insertEntry({ log: next.id, version: next.version, parent: 0, text: append.effects })
    tables.updateLog(next)
    return { kind: 'appended', head: headOf(next) }
  }

  #create(tables: LogTables, { name, effects, origin }: Append): AppendResult {
    const id = tables.nextId()
    const start = origin && findOrigin(tables, origin)
    if (origin && !start) return { kind: 'no-origin' }
    if (start) tables.insertPin({ ...start, child: id })
    const parent = start?.log ?? 0
    const row = { id, name, version: 1, checkpoint: 0, first: 0, count: 0, parent }
    tables.insertLog(row)
    tables.insertEntry({ log: id, version: 1, parent, text: effects })
    return { kind: 'appended', head: headOf(row) }
  }

  #remove(tables: LogTables, name: string): ChangeResult {
    const row = tables.findLog(name)
    if (row) this.#sweeper.removeName(tables, row)
    return { kind: 'removed' }
  }

  /**
   * Stores parts of the next checkpoint. They count for nothing until it is sealed. Returns the number of its first part;
   * undefined where the log no longer exists.
   */
  writeParts({ head, first, index, parts, count }: PartsOfCheckpoint): number | undefined {
    return this.#transact((tables) => {
      const row = findLive(tables, head)
      if (!row) return undefined
      const start = first ?? Math.max(tables.lastPart(row.id), row.first + row.count - 1) + 1
      const checkpoint = {
        log: row.id,
        checkpoint: parseHead(head)?.version ?? 0,
        first: start,
        last: start + count - 1,
      }
      for (const [offset, text] of parts.entries())
        tables.insertPart({ ...checkpoint, number: start + index + offset, text })
      return start
    })
  }

  /** Puts a checkpoint in force: it replaces all entries up to `head`. */
  seal(head: string, first: number, count: number): void {
    this.#transact((tables) => {
      const row = findLive(tables, head)
      const version = parseHead(head)?.version ?? 0
      if (row && version > row.checkpoint && version <= row.version)
        this.#sweeper.replacePosition(tables, row, {
          version: row.version,
          checkpoint: version,
          first,
          count,
          parent: 0,
        })
    })
  }

  /** Deletes some of what nobody needs any more. True where more is left. */
  sweep(): boolean {
    if (!this.#sweeper.isEmpty)
      this.#sweeper.forget(
        this.#reserve.free((isShort) => this.#transact((tables) => this.#sweeper.sweep(tables, isShort))),
      )
    return !this.#sweeper.isEmpty
  }

  close(): void {
    this.#file.close()
  }
}

interface Piece extends Span {
  /** Of the span that it belongs to. */
  readonly index: number
}

/** Rows that one query reads at most: parts of long spans, or several short ones of the same table. */
const batchesOf = function* (spans: readonly Span[]): Generator<readonly Piece[]> {
  let batch: Piece[] = []
  let room = 0
  for (const piece of piecesOf(spans)) {
    const size = piece.last - piece.first + 1
    if (batch.length > 0 && (size > room || batch[0]?.table !== piece.table)) {
      yield batch
      batch = []
    }
    room = (batch.length === 0 ? rowsAtOnce[piece.table] : room) - size
    batch.push(piece)
  }
  if (batch.length > 0) yield batch
}

const piecesOf = function* (spans: readonly Span[]): Generator<Piece> {
  for (const [index, span] of spans.entries())
    for (let { first } = span; first <= span.last; first += rowsAtOnce[span.table])
      yield { ...span, index, first, last: Math.min(span.last, first + rowsAtOnce[span.table] - 1) }
}

/** The log of a head, where it still has its name. */
const findLive = (tables: LogTables, head: string): LogRow | undefined => {
  const parsed = parseHead(head)
  const row = parsed && tables.readLog(parsed.log)
  return row?.name === undefined ? undefined : row
}

/** What was appended after a version, where it is still stored. */
const behind = (tables: LogTables, row: LogRow, version: number): Behind | Replaced => {
  if (version < row.checkpoint || version > row.version || (version === 0 && row.parent !== 0))
    return { kind: 'replaced' }
  const [strings = []] = tables.readStrings([{ table: 'entry', log: row.id, first: version + 1, last: row.version }])
  return { kind: 'behind', head: headOf(row), entries: strings.map((effects) => ({ effects })) }
}

/** The state of a log at a head, if it can still be read: since its last checkpoint, or because another log starts there. */
const findOrigin = (
  tables: LogTables,
  { name, head }: { readonly name: string; readonly head: string },
): (Position & { readonly log: number }) | undefined => {
  const row = tables.findLog(name)
  const expected = parseHead(head)
  if (!row || expected?.log !== row.id) return undefined
  const { version } = expected
  const covers = (position: Position): boolean => position.checkpoint <= version && version <= position.version
  const position = covers(row) ? row : tables.readPins(row.id).find(covers)
  if (!position) return undefined
  const { checkpoint, first, count, parent } = position
  return { log: row.id, version, checkpoint, first, count, parent }
}

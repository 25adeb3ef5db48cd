/**
 * Deletes what nobody needs any more. A log's state needs the parts of its checkpoint and the entries after it; so does each
 * state that another log starts from. Everything else is deleted in slices, so that appends need not wait for long.
 */
import type { LogTables } from './log-tables.ts'
import type { Position, Span } from './protocol.ts'
import type { LogRow, PinRow } from './rows.ts'

/** Rows that one transaction deletes at most. A part has up to a quarter of a megabyte. */
const sliceSizes = { entry: 2_000, part: 32 } as const

/** The same where little space is left for what SQLite has to remember of them. */
const shortSlices = { entry: 32, part: 1 } as const

type SliceSizes = Readonly<Record<Span['table'], number>>

/** Logs that one transaction looks at. */
const logsAtOnce = 200

/** Numbers after the first, up to the second. */
type Range = readonly [after: number, upTo: number]

export class Sweeper {
  /** Logs that may have something to delete. */
  readonly #logs = new Set<number>()

  get isEmpty(): boolean {
    return this.#logs.size === 0
  }

  add(log: number): void {
    this.#logs.add(log)
  }

  /** Deletes a log, as far as others do not start from it. */
  removeName(tables: LogTables, row: LogRow): void {
    tables.run('delete from name where name = ?', [row.name ?? ''])
    const removed = { ...row, name: undefined }
    tables.updateLog(removed)
    this.#logs.add(row.id)
    this.#releaseOrigin(tables, row)
  }

  /** Changes the state of a log to one that needs less. */
  replacePosition(tables: LogTables, row: LogRow, position: Position): void {
    tables.updateLog({ ...row, ...position })
    this.#logs.add(row.id)
    this.#releaseOrigin(tables, row)
  }

  /** Deletes the pin where a log starts, if nothing needs it any more, and those further up that only it needed. */
  #releaseOrigin(tables: LogTables, { id, parent }: { readonly id: number; readonly parent: number }): void {
    let [log, child] = [parent, id]
    while (log !== 0 && !needsOrigin(tables, child)) {
      const pin = tables.readPin(log, child)
      if (!pin) return
      tables.run('delete from pin where log = ? and child = ?', [log, child])
      if (freesRows(tables, pin)) this.#logs.add(log)
      child = log
      log = pin.parent
    }
  }

  /** Deletes a slice, or a small one. Returns the logs that are done: they are forgotten when the transaction is committed. */
  sweep(tables: LogTables, isShort: boolean): readonly number[] {
    const sizes = isShort ? shortSlices : sliceSizes
    const done: number[] = []
    for (const log of [...this.#logs].slice(0, isShort ? 1 : logsAtOnce)) {
      if (!sweepLog(tables, log, sizes)) break
      done.push(log)
    }
    return done
  }

  forget(logs: readonly number[]): void {
    for (const log of logs) this.#logs.delete(log)
  }
}

/** Whether the state of a log, or one that another log starts from, needs the log from which it starts. */
const needsOrigin = (tables: LogTables, log: number): boolean => {
  const row = tables.readLog(log)
  if (row?.name !== undefined && row.parent !== 0) return true
  return tables.has('select 1 from pin where log = ? and parent <> 0', [log])
}

/** Whether only this pin, which was just deleted, needed some rows: usually others need the same ones. */
const freesRows = (tables: LogTables, { log, checkpoint, version }: PinRow): boolean => {
  const row = tables.readLog(log)
  if (row?.name !== undefined && row.checkpoint === checkpoint) return false
  return !tables.has('select 1 from pin where log = ? and checkpoint = ? and version >= ?', [log, checkpoint, version])
}

/** Deletes up to a slice of a log's rows. True where nothing more is left to delete. */
const sweepLog = (tables: LogTables, id: number, sizes: SliceSizes): boolean => {
  const row = tables.readLog(id)
  if (!row) return true
  const pins = tables.readPins(id)
  const isLive = row.name !== undefined
  const needed: readonly Position[] = isLive ? [row, ...pins] : pins
  const entries = needed.map(({ checkpoint, version }): Range => [checkpoint, version])
  const parts = needed.map(({ first, count }): Range => [first - 1, first + count - 1])
  // Parts after those of a live log may belong to a checkpoint that is being written.
  const end = isLive ? row.first + row.count - 1 : Number.MAX_SAFE_INTEGER
  const isDone =
    deleteOutside(
      tables,
      { table: 'entry', log: id, most: sizes.entry },
      entries,
      isLive ? row.version : Number.MAX_SAFE_INTEGER,
    ) && deleteOutside(tables, { table: 'part', log: id, most: sizes.part }, parts, end)
  if (isDone && needed.length === 0) tables.run('delete from log where id = ?', [id])
  return isDone
}

/** True where nothing more is left to delete. */
const deleteOutside = (
  tables: LogTables,
  { table, log, most }: { readonly table: Span['table']; readonly log: number; readonly most: number },
  needed: readonly Range[],
  end: number,
): boolean => {
  let left = most
  for (const [after, upTo] of gapsBetween(needed, end)) {
    left -= tables.deleteStrings(table, log, after, upTo, left)
    if (left === 0) return false
  }
  return true
}

/** The ranges of numbers from 1 to `end` that are in none of the given ranges. */
const gapsBetween = (ranges: readonly Range[], end: number): readonly Range[] => {
  const gaps: Range[] = []
  let covered = 0
  for (const [after, upTo] of ranges.toSorted(([a], [b]) => a - b)) {
    if (after > covered) gaps.push([covered, after])
    covered = Math.max(covered, upTo)
  }
  if (end > covered) gaps.push([covered, end])
  return gaps
}

/**
 * Finds all rows of a database whose checksums match, wherever they are in the file.
 */
import type { Row } from '../database.ts'
import {
  type EntryRow,
  type LogRow,
  type PartRow,
  type PinRow,
  readEntryRow,
  readLogRow,
  readNameRow,
  readPartRow,
  readPinRow,
} from '../rows.ts'
import type { DatabasePages, PageRow, Place } from './database-pages.ts'

export interface FoundEntry {
  readonly place: Place
  readonly parent: number
}

export interface FoundPart {
  readonly place: Place
  readonly checkpoint: number
  readonly first: number
  readonly last: number
}

export class Salvage {
  readonly #pages: DatabasePages
  /** The newest row of each log. */
  readonly logs = new Map<number, LogRow>()
  /** Rows of logs that are deleted, or on pages whose count of rows is damaged. */
  readonly #uncounted = new Map<number, LogRow>()
  /** The name of each log. */
  readonly names = new Map<number, string>()
  /** By log and version. An entry is never changed, so all rows with the same key are equal. */
  readonly entries = new Map<number, Map<number, FoundEntry>>()
  /** By log and number. */
  readonly parts = new Map<number, Map<number, FoundPart>>()
  readonly #pins = new Map<string, PinRow>()
  /** Logs that have entries or parts, other than deleted ones. */
  readonly used = new Set<number>()

  constructor(pages: DatabasePages) {
    this.#pages = pages
    pages.visitRows((row) => this.#add(row))
    // A log that still has its name is not deleted.
    for (const [id, row] of this.#uncounted) if (!this.logs.has(id) && this.names.has(id)) this.logs.set(id, row)
  }

  pinOf(log: number, child: number): PinRow | undefined {
    return this.#pins.get(`${log} ${child}`)
  }

  get pins(): Iterable<PinRow> {
    return this.#pins.values()
  }

  /** Undefined if the file has changed meanwhile. */
  readEntry({ place }: FoundEntry): EntryRow | undefined {
    const row = this.#pages.readRow(place)
    return row && readEntryRow(rowOf(row, entryColumns))
  }

  /** Undefined if the file has changed meanwhile. */
  readPart({ place }: FoundPart): PartRow | undefined {
    const row = this.#pages.readRow(place)
    return row && readPartRow(rowOf(row, partColumns))
  }

  /** Whether it is a row. The tables differ in the number of columns. */
  #add(row: PageRow): boolean {
    if (row.rowId !== undefined) return row.values.length === logColumns.length && this.#addLog(row)
    switch (row.values.length) {
      case nameColumns.length:
        return this.#addName(row)
      case entryColumns.length:
        return this.#addEntry(row)
      case partColumns.length:
        return this.#addPart(row)
      case pinColumns.length:
        return this.#addPin(row)
      default:
        return false
    }
  }

  #addLog(row: PageRow): boolean {
    const read = readLogRow({ ...rowOf(row, logColumns), id: row.rowId })
    if (!read) return false
    const logs = row.isCounted ? this.logs : this.#uncounted
    const known = logs.get(read.id)
    if (!known || isNewer(read, known)) logs.set(read.id, read)
    return true
  }

  #addName(row: PageRow): boolean {
    const read = readNameRow(rowOf(row, nameColumns))
    if (read && row.isCounted) this.names.set(read.log, read.name)
    return read !== undefined
  }

  #addEntry(row: PageRow): boolean {
    const read = readEntryRow(rowOf(row, entryColumns))
    if (!read) return false
    groupOf(this.entries, read.log).set(read.version, { place: row.place, parent: read.parent })
    if (row.isCounted) this.used.add(read.log)
    return true
  }

  #addPart(row: PageRow): boolean {
    const read = readPartRow(rowOf(row, partColumns))
    if (!read) return false
    const { log, number, checkpoint, first, last } = read
    groupOf(this.parts, log).set(number, { place: row.place, checkpoint, first, last })
    if (row.isCounted) this.used.add(log)
    return true
  }

  #addPin(row: PageRow): boolean {
    const read = readPinRow(rowOf(row, pinColumns))
    if (read) this.#pins.set(`${read.log} ${read.child}`, read)
    return read !== undefined
  }
}

const logColumns = ['id', 'version', 'checkpoint', 'first', 'count', 'parent', 'crc', 'name']
const nameColumns = ['name', 'log', 'crc']
const entryColumns = ['log', 'version', 'parent', 'crc', 'text']
const partColumns = ['log', 'number', 'checkpoint', 'first', 'last', 'crc', 'text']
const pinColumns = ['log', 'child', 'version', 'checkpoint', 'first', 'count', 'parent', 'crc']

const rowOf = ({ values }: PageRow, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column, index) => [column, values[index]]))

const groupOf = <Value>(groups: Map<number, Map<number, Value>>, log: number): Map<number, Value> => {
  const known = groups.get(log)
  if (known) return known
  const created = new Map<number, Value>()
  groups.set(log, created)
  return created
}

/** Versions and checkpoints only grow, and a name is only removed. */
const isNewer = (a: LogRow, b: LogRow): boolean => {
  if (a.version !== b.version) return a.version > b.version
  if (a.checkpoint !== b.checkpoint) return a.checkpoint > b.checkpoint
  return a.name === undefined && b.name !== undefined
}

/**
 * Reads and writes single rows of the database, and compares their checksums. Inside of a transaction or without one.
 */
import type { LogError } from '../log.ts'
import type { Database, Row, Value } from './database.ts'
import type { Span } from './protocol.ts'
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
  writeEntryRow,
  writeLogRow,
  writeNameRow,
  writePartRow,
  writePinRow,
} from './rows.ts'

/** The error for a part of the database that is not as it was written. `name`: of the log that it belongs to. */
export type DescribeDamage = (problem: string, name?: string) => LogError

/** The tables whose rows are strings with numbers. */
type StringTable = Span['table']

const numberColumns = { entry: 'version', part: 'number' } as const

export class LogTables {
  readonly #database: Database
  readonly #damaged: DescribeDamage

  constructor(database: Database, damaged: DescribeDamage) {
    this.#database = database
    this.#damaged = damaged
  }

  /** The first row of a result. */
  #first(sql: string, values: readonly Value[]): Row | undefined {
    return this.#database.all(sql, values)[0]
  }

  has(sql: string, values: readonly Value[]): boolean {
    return this.#first(`${sql} limit 1`, values) !== undefined
  }

  run(sql: string, values: readonly Value[]): void {
    this.#database.run(sql, values)
  }

  /** All logs, those that are deleted included. */
  readLogs(): readonly LogRow[] {
    return this.#database.all('select * from log', []).map((row) => this.#checkLog(row))
  }

  /** The numbers of logs without a name. */
  readDeleted(): readonly number[] {
    return this.#database.all('select id from log where name is null', []).map(({ id }) => Number(id))
  }

  readLog(id: number): LogRow | undefined {
    const row = this.#first('select * from log where id = ?', [id])
    return row && this.#checkLog(row)
  }

  #checkLog(row: Row): LogRow {
    const read = readLogRow(row)
    if (read) return read
    throw this.#damaged(
      `the checksum of log ${row.id} does not match`,
      row.name === null ? undefined : String(row.name),
    )
  }

  /** The log that has a name now. */
  findLog(name: string): LogRow | undefined {
    const row = this.#first(
      'select name.crc as name_crc, name.log as name_log, log.* from name left join log on log.id = name.log where name.name = ?',
      [name],
    )
    return row && this.#checkNamed(name, row)
  }

  /** In the order of the names; undefined where there is no log. One statement for all of them. */
  findLogs(names: readonly string[]): readonly (LogRow | undefined)[] {
    const rows = this.#database.all(
      'select given.value as given, name.crc as name_crc, name.log as name_log, log.* from json_each(?) given cross join name on name.name = given.value left join log on log.id = name.log',
      [JSON.stringify(names)],
    )
    const found = new Map(rows.map((row) => [String(row.given), row]))
    return names.map((name) => {
      const row = found.get(name)
      return row && this.#checkNamed(name, row)
    })
  }

  /** `row`: the columns of both tables. */
  #checkNamed(name: string, row: Row): LogRow {
    this.#checkName({ name, log: row.name_log, crc: row.name_crc })
    if (row.id === null || row.name !== name) throw this.#damaged('it is not in the table of logs', name)
    return this.#checkLog(row)
  }

  readNames(): readonly { readonly name: string; readonly log: number }[] {
    return this.#database.all('select name, log, crc from name order by name', []).map((row) => this.#checkName(row))
  }

  #checkName(row: Row): { readonly name: string; readonly log: number } {
    const read = readNameRow(row)
    if (read) return read
    throw this.#damaged('the checksum of its name does not match', String(row.name))
  }

  /** Numbers of logs are not used again. */
  nextId(): number {
    const row = this.#first(
      "select max(coalesce((select seq from sqlite_sequence where name = 'log'), 0), coalesce((select max(id) from log), 0)) + 1 as id",
      [],
    )
    const id = row?.id
    if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id
    throw this.#damaged('the number of the newest log is invalid')
  }

  insertLog(row: LogRow & { readonly name: string }): void {
    this.run('insert into log values(?, ?, ?, ?, ?, ?, ?, ?)', writeLogRow(row))
    this.run('insert into name values(?, ?, ?)', writeNameRow(row.name, row.id))
  }

  updateLog(row: LogRow): void {
    this.run('insert or replace into log values(?, ?, ?, ?, ?, ?, ?, ?)', writeLogRow(row))
  }

  /** All pins, or those of one log. */
  readPins(log?: number): readonly PinRow[] {
    const rows =
      log === undefined
        ? this.#database.all('select * from pin', [])
        : this.#database.all('select * from pin where log = ?', [log])
    return rows.map((row) => this.#checkPin(row))
  }

  readPin(log: number, child: number): PinRow | undefined {
    const row = this.#first('select * from pin where log = ? and child = ?', [log, child])
    return row && this.#checkPin(row)
  }

  #checkPin(row: Row): PinRow {
    const read = readPinRow(row)
    if (read) return read
    throw this.#damaged(`the checksum of the point in log ${row.log} where log ${row.child} starts does not match`)
  }

  insertPin(row: PinRow): void {
    this.run('insert into pin values(?, ?, ?, ?, ?, ?, ?, ?)', writePinRow(row))
  }

  insertEntry(row: EntryRow): void {
    this.run('insert into entry values(?, ?, ?, ?, ?)', writeEntryRow(row))
  }

  insertPart(row: PartRow): void {
    this.run('insert into part values(?, ?, ?, ?, ?, ?, ?)', writePartRow(row))
  }

  /** The strings of each span. All spans are of one table, and all of their strings must exist. One statement. */
  readStrings(spans: readonly Span[]): readonly (readonly string[])[] {
    const table = spans[0]?.table ?? 'entry'
    const number = numberColumns[table]
    const rows = this.#database.all(
      `select span.key as span, ${table}.* from json_each(?) span cross join ${table} on ${table}.log = span.value ->> 0 and ${table}.${number} between span.value ->> 1 and span.value ->> 2`,
      [JSON.stringify(spans.map(({ log, first, last }) => [log, first, last]))],
    )
    const strings: string[][] = spans.map(() => [])
    for (const row of rows) {
      const [span, read] = [spans[Number(row.span)], strings[Number(row.span)]]
      if (span && read) read.push(this.#checkText(span, span.first + read.length, row))
    }
    for (const [index, span] of spans.entries()) {
      const next = span.first + (strings[index]?.length ?? 0)
      if (next <= span.last) throw this.#textDamaged(span, next, 'is missing')
    }
    return strings
  }

  #checkText(span: Span, expected: number, row: Row): string {
    if (row[numberColumns[span.table]] !== expected) throw this.#textDamaged(span, expected, 'is missing')
    const read = span.table === 'entry' ? readEntryRow(row) : readPartRow(row)
    if (read) return read.text
    throw this.#textDamaged(span, expected, 'has a checksum that does not match')
  }

  #textDamaged({ table, log }: Span, number: number, problem: string): LogError {
    const name = this.readLog(log)?.name
    const what = table === 'entry' ? `entry ${number}` : `part ${number} of its checkpoints`
    return this.#damaged(`${what}${name === undefined ? ` of the deleted log ${log}` : ''} ${problem}`, name)
  }

  /** The highest number of a part; 0: there are no parts. */
  lastPart(log: number): number {
    return Number(this.#first('select max(number) as last from part where log = ?', [log])?.last ?? 0)
  }

  /** Deletes strings whose numbers are after the first and up to the second, at most `limit`. Returns how many. */
  deleteStrings(table: StringTable, log: number, after: number, upTo: number, limit: number): number {
    const number = numberColumns[table]
    const row = this.#first(
      `select count(*) as count, max(number) as last from (select ${number} as number from ${table} where log = ? and ${number} > ? and ${number} <= ? order by ${number} limit ?)`,
      [log, after, upTo, limit],
    )
    const count = Number(row?.count ?? 0)
    if (count > 0)
      this.run(`delete from ${table} where log = ? and ${number} > ? and ${number} <= ?`, [
        log,
        after,
        Number(row?.last ?? 0),
      ])
    return count
  }
}

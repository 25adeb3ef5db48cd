/**
 * Logs in one SQLite file. Written so that damage is noticed: each row carries a checksum, versions have no gaps, and each
 * sandbox has a row with its last version. Synchronous; it runs in a worker, since each commit waits for the disk.
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type LogEntry, LogError, type StoredLog } from '../log.ts'
import { type Database, openDatabase, type Row } from './database.ts'
import type { Append } from './protocol.ts'
import { rollBackJournal } from './rollback-journal.ts'

const databaseName = 'standin.db'

/** Written once, when the folder is first used: an empty database beside it means that data was lost. */
const markerName = 'standin.json'

const formatVersion = 1

// TRUNCATE rather than WAL: after a crash, a damaged write-ahead log is cut off without a word.
const settings = 'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL;'

const tables = `
  create table if not exists head(sandbox text primary key, version integer, checkpoint integer, first integer, count integer, crc integer) without rowid;
  create table if not exists entry(sandbox text, version integer, crc integer, effects text, primary key(sandbox, version)) without rowid;
  create table if not exists part(sandbox text, number integer, crc integer, text text, primary key(sandbox, number)) without rowid;
`

/** Rows that one transaction deletes at most, so that appends need not wait for long. */
const sliceSize = 2_000

/** Bytes: with less free space than this, a failed write means that the disk is full. */
const fullBelow = 256 * 1024

interface HeadRow {
  readonly version: number
  /** The version at which the checkpoint was taken; 0: there is none. */
  readonly checkpoint: number
  /** The checkpoint's parts, by number: the first, and how many. The next checkpoint is written behind them. */
  readonly first: number
  readonly count: number
}

const emptyHead: HeadRow = { version: 0, checkpoint: 0, first: 0, count: 0 }

export class LogDatabase {
  readonly #folder: string
  readonly #file: string
  /** Undefined after a failure: the next command opens it again. */
  #open: Database | undefined

  /** Throws LogError: damaged, unavailable. */
  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, databaseName)
    this.#guard(undefined, () => this.#database)
  }

  get #database(): Database {
    this.#open ??= this.#openFile()
    return this.#open
  }

  #openFile(): Database {
    // The WebAssembly build locks by a folder, which a killed process leaves behind. The caller owns the whole folder.
    rmSync(`${this.#file}.lock`, { recursive: true, force: true })
    rollBackJournal(this.#file)
    const isKnown = existsSync(join(this.#folder, markerName))
    const database = openDatabase(this.#file)
    database.exec(settings)
    const isEmpty = database.all("select name from sqlite_master where type = 'table'", []).length === 0
    if (isEmpty && isKnown) throw this.#damaged('it has no tables, but the folder was used before')
    if (isEmpty) database.exec(tables)
    if (!isKnown) writeFileSync(join(this.#folder, markerName), `${JSON.stringify({ format: formatVersion })}\n`)
    this.#syncFolder()
    return database
  }

  /** SQLite syncs its files, but not the folder that names them. */
  #syncFolder(): void {
    const folder = openSync(this.#folder, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }

  /** Appends all entries, or none. */
  append(entries: readonly Append[]): void {
    this.#transact(() => {
      for (const { sandbox, version, effects } of entries) {
        const head = this.#readHead(sandbox) ?? emptyHead
        if (version !== head.version + 1)
          throw new LogError('unavailable', `version ${version} of ${sandbox} does not follow ${head.version}`)
        this.#database.run('insert into entry values(?, ?, ?, ?)', [
          sandbox,
          version,
          crc32(`${sandbox} ${version} ${effects}`),
          effects,
        ])
        this.#writeHead(sandbox, { ...head, version })
      }
    })
  }

  /** The version that is stored of a sandbox; 0: none. */
  versionOf(sandbox: string): number {
    return this.#guard(sandbox, () => this.#readHead(sandbox)?.version ?? 0)
  }

  list(): readonly string[] {
    return this.#guard(undefined, () => {
      const orphans = this.#database.all(
        'select sandbox from entry where sandbox not in (select sandbox from head) limit 1',
        [],
      )
      if (orphans[0]) throw this.#damaged('it has entries without a head', String(orphans[0].sandbox))
      return this.#database.all('select sandbox from head order by sandbox', []).map(({ sandbox }) => String(sandbox))
    })
  }

  load(sandbox: string): StoredLog | undefined {
    return this.#guard(sandbox, () => {
      const head = this.#readHead(sandbox)
      if (!head) return undefined
      const entries = this.#database.all(
        'select version, crc, effects from entry where sandbox = ? and version > ? order by version',
        [sandbox, head.checkpoint],
      )
      if (entries.length !== head.version - head.checkpoint)
        throw this.#damaged(
          `${head.version - head.checkpoint} entries were written, ${entries.length} are there`,
          sandbox,
        )
      return {
        head: String(head.version),
        origin: undefined,
        checkpoint: this.#readParts(sandbox, head),
        entries: entries.map((row, index) => this.#readEntry(sandbox, head.checkpoint + index + 1, row)),
      }
    })
  }

  /** Stores parts of the next checkpoint, from the part at `index` on. They count for nothing until it is sealed. */
  writeParts(sandbox: string, index: number, parts: readonly string[]): void {
    this.#transact(() => {
      const { first, count } = this.#readHead(sandbox) ?? emptyHead
      for (const [offset, text] of parts.entries()) {
        const number = first + count + index + offset
        this.#database.run('insert or replace into part values(?, ?, ?, ?)', [
          sandbox,
          number,
          crc32(`${sandbox} ${number} ${text}`),
          text,
        ])
      }
    })
  }

  /** Puts the checkpoint in force whose `count` parts were written: it replaces all entries up to `version`. */
  seal(sandbox: string, version: number, count: number): void {
    this.#transact(() => {
      const head = this.#readHead(sandbox)
      if (!head) return
      this.#writeHead(sandbox, { version: head.version, checkpoint: version, first: head.first + head.count, count })
    })
  }

  /** Deletes some of what the checkpoint replaced. True where more is left. */
  trim(sandbox: string): boolean {
    return this.#transact(() => {
      const head = this.#readHead(sandbox)
      if (!head) return false
      this.#database.run('delete from part where sandbox = ? and number < ?', [sandbox, head.first])
      const [oldest] = this.#database.all('select min(version) as version from entry where sandbox = ?', [sandbox])
      const first = Number(oldest?.version ?? 0)
      const end = Math.min(head.checkpoint, first + sliceSize - 1)
      if (first === 0 || first > head.checkpoint) return false
      this.#database.run('delete from entry where sandbox = ? and version <= ?', [sandbox, end])
      return end < head.checkpoint
    })
  }

  remove(sandbox: string): void {
    this.#transact(() => {
      for (const table of ['head', 'entry', 'part'])
        this.#database.run(`delete from ${table} where sandbox = ?`, [sandbox])
    })
  }

  close(): void {
    this.#guard(undefined, () => this.#database.close())
  }

  #readHead(sandbox: string): HeadRow | undefined {
    const [row] = this.#database.all('select version, checkpoint, first, count, crc from head where sandbox = ?', [
      sandbox,
    ])
    if (!row) return undefined
    const { version, checkpoint, first, count } = row
    const head = {
      version: Number(version),
      checkpoint: Number(checkpoint),
      first: Number(first),
      count: Number(count),
    }
    if (row.crc !== crcOfHead(sandbox, head)) throw this.#damaged('the checksum of its head does not match', sandbox)
    return head
  }

  #writeHead(sandbox: string, head: HeadRow): void {
    const { version, checkpoint, first, count } = head
    const values = [sandbox, version, checkpoint, first, count, crcOfHead(sandbox, head)]
    this.#database.run('insert or replace into head values(?, ?, ?, ?, ?, ?)', values)
  }

  #readParts(sandbox: string, { first, count }: HeadRow): readonly string[] {
    const rows = this.#database.all(
      'select number, crc, text from part where sandbox = ? and number >= ? and number < ? order by number',
      [sandbox, first, first + count],
    )
    if (rows.length !== count)
      throw this.#damaged(`its checkpoint has ${count} parts, ${rows.length} are there`, sandbox)
    return rows.map(({ number, crc, text }) => {
      if (typeof text === 'string' && crc === crc32(`${sandbox} ${Number(number)} ${text}`)) return text
      throw this.#damaged(`the checksum of part ${Number(number) - first} of its checkpoint does not match`, sandbox)
    })
  }

  #readEntry(sandbox: string, expected: number, { version, crc, effects }: Row): LogEntry {
    if (version !== expected) throw this.#damaged(`entry ${expected} is missing`, sandbox)
    if (typeof effects === 'string' && crc === crc32(`${sandbox} ${expected} ${effects}`)) return { effects }
    throw this.#damaged(`the checksum of entry ${expected} does not match`, sandbox)
  }

  /** Runs in a transaction, which takes effect as a whole or not at all. */
  #transact<Result>(run: () => Result): Result {
    return this.#guard(undefined, () => {
      this.#database.exec('begin immediate')
      try {
        const result = run()
        this.#database.exec('commit')
        return result
      } catch (error) {
        this.#undo()
        throw error
      }
    })
  }

  /** After a failure, only a fresh connection is certain to see what is on disk. */
  #undo(): void {
    try {
      this.#open?.exec('rollback')
    } catch {
      // SQLite has rolled back by itself.
    }
    try {
      this.#open?.close()
    } catch {
      // A connection that cannot be closed is given up.
    }
    this.#open = undefined
  }

  /** Turns errors of SQLite into LogError. */
  #guard<Result>(sandbox: string | undefined, run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw error instanceof LogError ? error : this.#translate(error, sandbox)
    }
  }

  #translate(error: unknown, sandbox: string | undefined): LogError {
    const text = error instanceof Error ? error.message : String(error)
    if (/malformed|not a database|corrupt/i.test(text)) return this.#damaged(text, sandbox, error)
    if (/\bfull\b|ENOSPC|EDQUOT/i.test(text) || this.#isDiskFull())
      return new LogError('full', `no space is left for ${this.#file}`, { cause: error })
    return new LogError('unavailable', `${this.#file}: ${text}`, { cause: error })
  }

  /** SQLite reports a full disk as an I/O error, too, depending on the file that it cannot extend. */
  #isDiskFull(): boolean {
    try {
      const { bavail, bsize } = statfsSync(this.#folder)
      return bavail * bsize < fullBelow
    } catch {
      return false
    }
  }

  #damaged(problem: string, sandbox?: string, cause?: unknown): LogError {
    const where = sandbox === undefined ? this.#file : `${this.#file}, sandbox ${JSON.stringify(sandbox)}`
    return new LogError(
      'damaged',
      `${where} is damaged: ${problem}; nothing was changed. Restore a copy of ${this.#folder}, or choose another folder with --data`,
      { cause },
    )
  }
}

const crcOfHead = (sandbox: string, { version, checkpoint, first, count }: HeadRow): number =>
  crc32([sandbox, version, checkpoint, first, count].join(' '))

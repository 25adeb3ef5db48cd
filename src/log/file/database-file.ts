/**
 * The file of the database: opened when it is needed, with its marker beside it, and opened again after a failure.
 * Transactions take effect as a whole or not at all, and errors of SQLite become LogError.
 */
import { closeSync, existsSync, openSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { LogError } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { checkFiles, databaseName, readMarker, syncFolder, writeMarker } from './folder.ts'
import { tables } from './rows.ts'

// TRUNCATE rather than WAL: after a crash, a damaged write-ahead log is cut off without a word.
const settings = 'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL;'

/** Bytes: with less free space than this, a failed write means that the disk is full. */
const fullBelow = 256 * 1024

export class DatabaseFile {
  readonly #folder: string
  readonly #file: string
  /** Undefined after a failure: the next command opens it again. */
  #open: Database | undefined
  #isClosed = false

  /** Throws LogError: damaged, unavailable. */
  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, databaseName)
    this.read(undefined, () => {})
  }

  /** Runs in a transaction. Throws LogError. */
  transact<Result>(run: (database: Database) => Result): Result {
    return this.read(undefined, (database) => {
      database.exec('begin immediate')
      try {
        const result = run(database)
        database.exec('commit')
        return result
      } catch (error) {
        this.#giveUp()
        throw error
      }
    })
  }

  /** Runs without a transaction. `name`: the log that is read, for messages. Throws LogError. */
  read<Result>(name: string | undefined, run: (database: Database) => Result): Result {
    // Another process may have opened it since.
    if (this.#isClosed) throw new LogError('unavailable', `${this.#folder} is closed`)
    try {
      this.#open ??= this.#openFile()
      return run(this.#open)
    } catch (error) {
      if (error instanceof LogError) throw error
      // A statement that failed cannot be used again, and only a new connection is certain to see what is on disk.
      this.#giveUp()
      throw this.#translate(error, name)
    }
  }

  /** Nothing can be read or written afterwards. */
  close(): void {
    this.#isClosed = true
    const open = this.#open
    this.#open = undefined
    open?.close()
  }

  /** The error for a part of the database that is not as it was written. */
  damaged(problem: string, name?: string, cause?: unknown): LogError {
    const where = name === undefined ? this.#file : `${this.#file}, log ${JSON.stringify(name)}`
    return new LogError(
      'damaged',
      `${where} is damaged: ${problem}; nothing was changed. To write what can be read into a new folder, run: standin repair ${this.#folder}`,
      { cause },
    )
  }

  #openFile(): Database {
    // Where this folder exists, the WebAssembly build does not undo an interrupted transaction.
    rmSync(`${this.#file}.lock`, { recursive: true, force: true })
    checkFiles(this.#folder)
    const isKnown = this.#checkMarker()
    if (isKnown && !existsSync(this.#file)) throw this.damaged('it is missing, but the folder was used before')
    const database = openDatabase(this.#file)
    try {
      database.exec(settings)
      const isEmpty = database.all("select name from sqlite_master where type = 'table'", []).length === 0
      if (isEmpty && isKnown) throw this.damaged('it has no tables, but the folder was used before')
      // SQLite creates its journal without syncing the folder: a power cut could keep half of a transaction and lose that.
      closeSync(openSync(`${this.#file}-journal`, 'a'))
      syncFolder(this.#folder)
      if (isEmpty) database.exec(`begin; ${tables} commit;`)
      // Last: the marker promises that the tables are on disk.
      if (!isKnown) writeMarker(this.#folder)
      return database
    } catch (error) {
      closeQuietly(database)
      throw error
    }
  }

  /** Whether the folder was used before. */
  #checkMarker(): boolean {
    const marker = readMarker(this.#folder)
    if (marker.kind === 'damaged') throw this.damaged(marker.problem)
    if (marker.kind === 'other-format') throw new LogError('damaged', marker.message)
    return marker.kind === 'current'
  }

  #giveUp(): void {
    try {
      this.#open?.exec('rollback')
    } catch {
      // SQLite has rolled back by itself, or there was no transaction.
    }
    if (this.#open) closeQuietly(this.#open)
    this.#open = undefined
  }

  #translate(error: unknown, name: string | undefined): LogError {
    const text = error instanceof Error ? error.message : String(error)
    if (isDamage(text) || isShortRead(error)) return this.damaged(text, name, error)
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
}

/** Messages of SQLite about a file that it did not write like this. The last is one of Node about a number. */
const isDamage = (text: string): boolean =>
  /malformed|not a database|corrupt|no such (table|column)|unsupported file format|too (big|large)/i.test(text)

/** SQLITE_IOERR_SHORT_READ: the file ends in the middle of a page. Its message is that of other I/O errors. */
const isShortRead = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 522

/** A connection that cannot be closed is given up. */
const closeQuietly = (database: Database): void => {
  try {
    database.close()
  } catch {
    // Nothing more can be done with it.
  }
}

/**
 * Writes what was planned into a new database: the same rows as before, with their numbers.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { LogError } from '../../log.ts'
import { type Database, openDatabase } from '../database.ts'
import { databaseName } from '../folder.ts'
import { LogTables } from '../log-tables.ts'
import { tables } from '../rows.ts'
import type { PlannedState, RepairPlan } from './plan-repair.ts'
import type { Salvage } from './salvage.ts'

/** Characters that one transaction stores, about. */
const transactionLength = 8_000_000

/** Throws LogError, and the errors of SQLite. */
export const writeRepair = (folder: string, salvage: Salvage, plan: RepairPlan): void => {
  const file = join(folder, databaseName)
  const database = openDatabase(file)
  try {
    // Nobody uses the folder before it is complete, so one sync at the end is enough.
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;')
    database.exec(tables)
    new RepairWriter(database, salvage).write(plan)
  } finally {
    database.close()
  }
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

class RepairWriter {
  readonly #database: Database
  readonly #tables: LogTables
  readonly #salvage: Salvage
  /** Rows that were written: several logs may start from the same ones. */
  readonly #written = new Set<string>()
  #length = 0

  constructor(database: Database, salvage: Salvage) {
    this.#database = database
    this.#salvage = salvage
    this.#tables = new LogTables(database, (problem) => new LogError('damaged', problem))
  }

  write({ states, pins }: RepairPlan): void {
    this.#database.exec('begin')
    const named = new Set<number>()
    for (const { log, position, name } of states) {
      if (name === undefined) continue
      this.#tables.insertLog({ ...position, id: log, name })
      named.add(log)
    }
    for (const pin of pins) {
      this.#tables.insertPin(pin)
      // A log without a name: others start from it.
      if (!named.has(pin.log)) this.#tables.updateLog({ ...pin, id: pin.log, name: undefined })
    }
    for (const state of states) this.#writeStrings(state)
    this.#database.exec('commit')
  }

  #writeStrings({ log, position }: PlannedState): void {
    const { entries, parts } = this.#salvage
    const { first, count, checkpoint, version } = position
    for (let number = first; number < first + count; number++) {
      const found = parts.get(log)?.get(number)
      if (!this.#isNew(`part ${log} ${number}`)) continue
      const row = found && this.#salvage.readPart(found)
      if (!row) throw changed(log)
      this.#tables.insertPart(row)
      this.#commitAfter(row.text)
    }
    for (let number = checkpoint + 1; number <= version; number++) {
      const found = entries.get(log)?.get(number)
      if (!this.#isNew(`entry ${log} ${number}`)) continue
      const row = found && this.#salvage.readEntry(found)
      if (!row) throw changed(log)
      this.#tables.insertEntry(row)
      this.#commitAfter(row.text)
    }
  }

  #isNew(key: string): boolean {
    if (this.#written.has(key)) return false
    this.#written.add(key)
    return true
  }

  #commitAfter(text: string): void {
    this.#length += text.length
    if (this.#length < transactionLength) return
    this.#length = 0
    this.#database.exec('commit; begin')
  }
}

const changed = (log: number): LogError =>
  new LogError('unavailable', `log ${log} changed while it was read; stop every process that uses the folder`)

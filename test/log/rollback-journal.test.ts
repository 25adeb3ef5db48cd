/**
 * A process that is killed while it writes to the database leaves a journal, and the next start undoes the transaction.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/log/file/database.ts'
import { rollBackJournal } from '../../src/log/file/rollback-journal.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const rows = 2_000

const fill = (database: Database, sql: string, text: string): void => {
  for (let id = 0; id < rows; id++) database.run(sql, [text, id])
}

/** The files as a kill in the middle of a transaction leaves them: half of it is written, in several steps. */
const interrupt = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-journal-'))
  folders.push(folder)
  const [whole, killed] = [join(folder, 'whole.db'), join(folder, 'killed.db')]
  const database = openDatabase(whole)
  database.exec(
    'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA cache_size=10',
  )
  database.exec('create table item(text text, id integer primary key)')
  database.exec('begin')
  fill(database, 'insert into item values(?, ?)', `before ${'x'.repeat(500)}`)
  database.exec('commit')
  copyFileSync(whole, join(folder, 'expected.db'))
  database.exec('begin')
  fill(database, 'update item set text = ? where id = ?', `after ${'y'.repeat(700)}`)
  copyFileSync(whole, killed)
  copyFileSync(`${whole}-journal`, `${killed}-journal`)
  database.exec('rollback')
  database.close()
  return folder
}

const countBefore = (file: string): unknown => {
  const database = openDatabase(file)
  try {
    expect(database.all('pragma integrity_check', [])).toEqual([{ integrity_check: 'ok' }])
    return database.all("select count(*) as count from item where text like 'before%'", [])[0]?.count
  } finally {
    database.close()
  }
}

it('is the database as it was before the transaction, and the journal is empty', () => {
  const folder = interrupt()
  const killed = join(folder, 'killed.db')
  expect(readFileSync(killed).equals(readFileSync(join(folder, 'expected.db')))).toBe(false)
  rollBackJournal(killed)
  expect(statSync(`${killed}-journal`).size).toBe(0)
  expect(countBefore(killed)).toBe(rows)
})

it('is the same if the first attempt was interrupted as well', () => {
  const folder = interrupt()
  const killed = join(folder, 'killed.db')
  copyFileSync(`${killed}-journal`, join(folder, 'journal'))
  rollBackJournal(killed)
  copyFileSync(join(folder, 'journal'), `${killed}-journal`)
  rollBackJournal(killed)
  expect(countBefore(killed)).toBe(rows)
})

it('leaves a database alone whose journal was never completely written', () => {
  const folder = interrupt()
  const expected = join(folder, 'expected.db')
  for (const length of [0, 7, 27]) {
    copyFileSync(join(folder, 'killed.db-journal'), `${expected}-journal`)
    truncateSync(`${expected}-journal`, length)
    rollBackJournal(expected)
    expect(countBefore(expected)).toBe(rows)
  }
})

it('does nothing without a journal, or without a database', () => {
  const folder = interrupt()
  rollBackJournal(join(folder, 'expected.db'))
  expect(countBefore(join(folder, 'expected.db'))).toBe(rows)
  rmSync(join(folder, 'killed.db'))
  rollBackJournal(join(folder, 'killed.db'))
  expect(statSync(join(folder, 'killed.db-journal')).size).toBeGreaterThan(0)
})

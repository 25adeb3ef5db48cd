/**
 * Folders of logs as the tests of the file adapter need them: used without a worker, and looked at from outside.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { carryOut } from '../../src/log/file/carry-out.ts'
import { openDatabase } from '../../src/log/file/database.ts'
import type { LogDatabase } from '../../src/log/file/log-database.ts'
import { readLogs, readPoint } from '../../src/log/file/log-reader.ts'
import type { Change } from '../../src/log/file/protocol.ts'
import type { AppendResult, Head, StoredEntries } from '../../src/log/log.ts'

/** Returns a function that creates folders, which are deleted after each test. */
export const createFolders = (): (() => string) => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-log-'))
    folders.push(folder)
    return folder
  }
}

/** Copies that do not fit together, because the folder is being written. */
const maxTorn = 50

/** Rows of each table, in a copy: what opens the database of a running server would undo a change that is being written. */
export const countRows = (folder: string): Readonly<Record<string, number>> => {
  for (let torn = 0; ; torn++) {
    const copy = mkdtempSync(join(tmpdir(), 'standin-log-'))
    try {
      cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('lock') })
      return countRowsOf(copy)
    } catch (error) {
      if (torn === maxTorn) throw error
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
}

const countRowsOf = (folder: string): Readonly<Record<string, number>> => {
  const database = openDatabase(join(folder, 'standin.db'))
  try {
    const tables = ['log', 'name', 'entry', 'part', 'pin']
    return Object.fromEntries(
      tables.map((table) => [table, Number(database.all(`select count(*) as count from ${table}`, [])[0]?.count)]),
    )
  } finally {
    database.close()
  }
}

export const append = (
  database: LogDatabase,
  name: string,
  head: Head | undefined,
  effects: string,
  origin?: { readonly name: string; readonly head: Head },
): AppendResult => {
  const change: Change = { kind: 'append', name, head, effects, origin }
  const [result] = database.change([change])
  if (!result || result.kind === 'removed') throw new TypeError(`expected the result of an append, got ${result?.kind}`)
  return result
}

export const remove = (database: LogDatabase, name: string): void => {
  database.change([{ kind: 'remove', name }])
}

export const checkpoint = (database: LogDatabase, head: Head, parts: readonly string[]): void => {
  const first = database.writeParts({ head, first: undefined, index: 0, parts, count: parts.length })
  if (first !== undefined) database.seal(head, first, parts.length)
}

/** Deletes all that nobody needs; returns how often it was called. */
export const sweepAll = (database: LogDatabase): number => {
  let calls = 1
  while (database.sweep() && calls < 1_000) calls++
  return calls
}

/** A checkpoint of several parts that contains these strings. */
export const partsOf = (strings: readonly string[], length = 2_000): readonly string[] => {
  const text = JSON.stringify(strings)
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )
}

/** All strings of a log, through all logs that it starts from. A checkpoint is JSON text of the strings before it. */
export const readAll = async (database: LogDatabase, name: string): Promise<readonly string[] | undefined> => {
  const send = async (command: Parameters<typeof carryOut>[1]) => carryOut(database, command)
  const follow = async (stored: StoredEntries | undefined): Promise<readonly string[]> => {
    if (!stored) throw new TypeError('a point is missing')
    const before = stored.origin === undefined ? [] : await follow(await readPoint(send, stored.origin))
    return [
      ...before,
      ...JSON.parse(stored.checkpoint.join('') || '[]'),
      ...stored.entries.map(({ effects }) => effects),
    ]
  }
  const [stored] = await readLogs(send, [name])
  return stored && follow(stored)
}

/**
 * A folder that has logs of each kind, and copies of it with damage.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import { headOf } from './log-contract.ts'
import { append, checkpoint, readAll, remove, sweepAll } from './log-files.ts'

/** The strings of each log. */
export type Contents = ReadonlyMap<string, readonly string[]>

/** Appends strings to a log in one transaction per round, so that the logs are mixed in the file. */
const appendRounds = (database: LogDatabase, names: readonly string[], rounds: number, length: number) => {
  const heads = new Map<string, string>()
  for (let round = 0; round < rounds; round++)
    for (const name of names)
      heads.set(name, headOf(append(database, name, heads.get(name), `${name} ${round} ${'x'.repeat(length)}`)))
  return (name: string): string => heads.get(name) ?? ''
}

/** Logs with few and many entries, long and short ones, checkpoints, forks of living and of deleted logs. */
const fillFolder = async (folder: string): Promise<Contents> => {
  const database = new LogDatabase(folder)
  const small = Array.from({ length: 40 }, (_, index) => `small ${index}`)
  const headOfSmall = appendRounds(database, small, 2, 40)
  const headOfLong = appendRounds(database, ['long', 'parent', 'deleted', 'middle'], 15, 300)
  appendRounds(database, ['wide'], 4, 6_000)
  for (const name of small.slice(0, 10))
    checkpoint(database, headOfSmall(name), [`${name} checkpoint`, `${name} ${'y'.repeat(100)}`])
  checkpoint(database, headOfLong('deleted'), ['z'.repeat(5_000), 'z'.repeat(100)])
  for (let index = 0; index < 10; index++) {
    const origin = { name: 'parent', head: headOfLong('parent') }
    append(database, `child ${index}`, undefined, `child ${index}`, origin)
  }
  append(database, 'survivor', undefined, 'survivor 0', { name: 'deleted', head: headOfLong('deleted') })
  const child = append(database, 'links', undefined, 'links 0', { name: 'middle', head: headOfLong('middle') })
  append(database, 'end', undefined, 'end 0', { name: 'links', head: headOf(child) })
  for (const name of ['deleted', 'links']) remove(database, name)
  checkpoint(
    database,
    headOfLong('long'),
    Array.from({ length: 8 }, (_, index) => `part ${index} ${'w'.repeat(2_000)}`),
  )
  checkpoint(database, headOfLong('parent'), ['parent whole'])
  sweepAll(database)
  const contents = new Map<string, readonly string[]>()
  for (const name of database.list()) contents.set(name, (await readAll(database, name)) ?? [])
  database.close()
  return contents
}

/** Everything that is stored. Rejects with LogError where something cannot be read. */
export const readFolder = async (folder: string): Promise<Contents> => {
  const database = new LogDatabase(folder)
  try {
    const contents = new Map<string, readonly string[]>()
    for (const name of database.list()) contents.set(name, (await readAll(database, name)) ?? [])
    return contents
  } finally {
    database.close()
  }
}

export interface Whole {
  readonly contents: Contents
  readonly marker: Buffer
  readonly database: Buffer
}

/** A folder without damage, as its files. */
export const createWhole = async (): Promise<Whole> => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-whole-'))
  try {
    const contents = await fillFolder(folder)
    const [marker, database] = [readFileSync(join(folder, 'standin.json')), readFileSync(join(folder, 'standin.db'))]
    return { contents, marker, database }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const writeFiles = (folder: string, { marker, database }: Omit<Whole, 'contents'>): void => {
  writeFileSync(join(folder, 'standin.json'), marker)
  writeFileSync(join(folder, 'standin.db'), database)
}

/** Deterministic: the same places in each run. */
export const spread = (size: number, times: number): readonly number[] =>
  Array.from({ length: times }, (_, index) => Math.floor(((index + 0.37) / times) * size))

export const flipBit = (bytes: Buffer, place: number): Buffer => {
  const flipped = Buffer.from(bytes)
  flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8))
  return flipped
}

/**
 * A folder that has logs of each kind, and copies of it with damage.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import type { AppendResult } from '../../src/log/log.ts'
import { headOf } from './log-contract.ts'
import { append, checkpoint, partsOf, readAll, remove, sweepAll } from './log-files.ts'

/** The strings of each log. */
export type Contents = ReadonlyMap<string, readonly string[]>

interface Filled {
  readonly head: (name: string) => string
  readonly strings: (name: string) => readonly string[]
}

/** Appends to each log in turn, so that the logs are mixed in the file. */
const appendRounds = (database: LogDatabase, names: readonly string[], rounds: number, length: number): Filled => {
  const heads = new Map<string, string>()
  const stringOf = (name: string, round: number): string => `${name} ${round} ${'x'.repeat(length)}`
  for (let round = 0; round < rounds; round++)
    for (const name of names) heads.set(name, headOf(append(database, name, heads.get(name), stringOf(name, round))))
  return {
    head: (name) => heads.get(name) ?? '',
    strings: (name) => Array.from({ length: rounds }, (_, round) => stringOf(name, round)),
  }
}

/** Logs with few and many entries, long and short ones, checkpoints, forks of living and of deleted logs. */
const fillFolder = async (folder: string): Promise<Contents> => {
  const database = new LogDatabase(folder)
  const names = Array.from({ length: 40 }, (_, index) => `small ${index}`)
  const small = appendRounds(database, names, 2, 40)
  const long = appendRounds(database, ['long', 'parent', 'deleted', 'middle'], 15, 300)
  appendRounds(database, ['wide'], 4, 6_000)
  for (const name of names.slice(0, 10)) checkpoint(database, small.head(name), partsOf(small.strings(name), 50))
  checkpoint(database, long.head('deleted'), partsOf(long.strings('deleted')))
  const fork = (name: string, parent: string, head: string): AppendResult =>
    append(database, name, undefined, `${name} 0`, { name: parent, head })
  for (let index = 0; index < 10; index++) fork(`child ${index}`, 'parent', long.head('parent'))
  fork('survivor', 'deleted', long.head('deleted'))
  fork('end', 'links', headOf(fork('links', 'middle', long.head('middle'))))
  for (const name of ['deleted', 'links']) remove(database, name)
  for (const name of ['long', 'parent']) checkpoint(database, long.head(name), partsOf(long.strings(name)))
  sweepAll(database)
  database.close()
  return readFolder(folder)
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

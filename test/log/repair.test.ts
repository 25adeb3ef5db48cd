/**
 * What is restored from a damaged folder: for each log all that was written, or a prefix of it, and never anything else.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/log/file/database.ts'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import type { Outcome } from '../../src/log/file/repair/plan-repair.ts'
import { repairFolder } from '../../src/log/file/repair/repair-folder.ts'
import { LogError } from '../../src/log/log.ts'
import { createWhole, flipBit, readFolder, spread, type Whole, writeFiles } from './damaged-files.ts'
import { append, createFolders, remove, sweepAll } from './log-files.ts'

/** A short form runs by default; DAMAGE=100 repairs 100 copies damaged in each way. */
const copies = Number(process.env.DAMAGE ?? 6)

const newFolder = createFolders()

let whole: Whole
beforeAll(async () => {
  whole = await createWhole()
})

const write = (files: Partial<Whole>): string => {
  const folder = newFolder()
  writeFiles(folder, { ...whole, ...files })
  return folder
}

/** Changes rows; SQLite accepts the result. */
const writeChanged = (...changes: readonly string[]): string => {
  const folder = write({})
  const database = openDatabase(join(folder, 'standin.db'))
  // Without what is left of deleted rows, which repair could use.
  database.exec('vacuum')
  for (const change of changes) database.exec(change)
  database.close()
  return folder
}

interface Repaired {
  readonly outcomes: readonly Outcome[]
  /** How many logs were whole, partly restored, and lost. */
  readonly counts: readonly number[]
}

const readBytes = (folder: string): readonly Buffer[] =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name)))

/** Repairs a folder, and compares what is in the new one with what was written. */
const repair = async (from: string): Promise<Repaired> => {
  const before = readBytes(from)
  const to = join(newFolder(), 'new')
  const { outcomes } = await repairFolder({ from, to })
  // Not by toEqual, which compares each byte on its own.
  expect(isDeepStrictEqual(readBytes(from), before)).toBe(true)
  expect(readdirSync(to).sort()).toEqual(['reserve', 'standin.db', 'standin.db-journal', 'standin.json'])
  const restored = await readFolder(to)
  for (const { name, kind } of outcomes) {
    const [written, read] = [whole.contents.get(name), restored.get(name)]
    const expected = { whole: written, partly: written?.slice(0, read?.length), lost: undefined }
    if (!isDeepStrictEqual(read, expected[kind])) throw new TypeError(`${name} is ${kind}, and is not as it was`)
  }
  expect([...restored.keys()].sort()).toEqual(
    outcomes.flatMap(({ name, kind }) => (kind === 'lost' ? [] : [name])).sort(),
  )
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length
  return { outcomes, counts: [count('whole'), count('partly'), count('lost')] }
}

describe('repair', () => {
  it('does not restore deleted logs', async () => {
    const folder = newFolder()
    const database = new LogDatabase(folder)
    for (const name of ['a', 'b', 'c', 'd']) append(database, name, undefined, name)
    for (const name of ['d', 'b']) remove(database, name)
    database.close()
    expect(await restore(folder)).toEqual(['a', 'c'])
    const again = new LogDatabase(folder)
    sweepAll(again)
    again.close()
    expect(await restore(folder)).toEqual(['a', 'c'])
  })

  it('copies a folder without damage', async () => {
    const { outcomes, counts } = await repair(write({}))
    expect(counts).toEqual([whole.contents.size, 0, 0])
    expect(outcomes.map(({ name }) => name)).toEqual([...whole.contents.keys()].sort())
  })
})

/** The names of the logs in the new folder. */
const restore = async (from: string): Promise<readonly string[]> => {
  const to = join(newFolder(), 'new')
  expect((await repairFolder({ from, to })).unnamed).toBe(0)
  return [...(await readFolder(to)).keys()]
}

/** Damage of rows, and the logs that it affects. */
const damages: readonly {
  readonly change: string
  readonly expected: Readonly<Record<string, Partial<Outcome>>>
}[] = [
  {
    change: "update entry set text = 'x' where log = (select id from log where name = 'wide') and version = 3",
    expected: { wide: { kind: 'partly', restored: 2, last: 4, problem: 'entry 3 cannot be read' } },
  },
  {
    change: "update entry set text = 'x' where log = (select id from log where name = 'wide') and version = 1",
    expected: { wide: { kind: 'lost', restored: 0, last: 4 } },
  },
  {
    change: "update log set crc = 1 where name = 'wide'",
    expected: { wide: { kind: 'partly', restored: 4, last: 4, problem: 'whether there were more is not known' } },
  },
  {
    change: "update log set crc = 1 where name = 'long'",
    expected: { long: { kind: 'partly', restored: 15, last: 15, problem: 'whether there were more is not known' } },
  },
  { change: "delete from name where name = 'wide'", expected: {} },
  { change: "update name set crc = 1 where name = 'wide'", expected: {} },
  {
    change: "update part set text = 'x' where log = (select id from log where name = 'long') and number = 3",
    expected: { long: { kind: 'lost', restored: 0, last: 15 } },
  },
  {
    change: "update part set text = 'x' where log = (select id from log where name = 'long') and number = 1",
    expected: { long: { kind: 'lost' } },
  },
  {
    change: "update pin set crc = 1 where child = (select id from log where name = 'child 3')",
    expected: { 'child 3': { kind: 'lost', restored: 0, last: 1 } },
  },
  {
    change: "update entry set text = 'x' where log = (select id from log where name = 'middle') and version = 5",
    expected: { middle: { kind: 'partly', restored: 4, last: 15 }, end: { kind: 'lost' } },
  },
  {
    change: 'update log set crc = 1 where name is null',
    expected: {},
  },
  {
    change: "update log set crc = 1 where name = 'child 3'",
    expected: { 'child 3': { kind: 'partly', restored: 1, last: 1 } },
  },
]

describe('repair after damage of rows', () => {
  for (const { change, expected } of damages)
    it(change, async () => {
      const { outcomes } = await repair(writeChanged(change))
      const affected = outcomes.filter(({ kind }) => kind !== 'whole')
      expect(affected.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort())
      for (const outcome of affected) expect(outcome).toMatchObject(expected[outcome.name] ?? {})
    })

  it('reports a log whose name is lost in both places', async () => {
    const from = writeChanged(
      "delete from log where name = 'wide'",
      "update name set crc = 1 where name = 'wide'",
      'vacuum',
    )
    const { outcomes, unnamed } = await repairFolder({ from, to: join(newFolder(), 'new') })
    expect(unnamed).toBe(1)
    expect(outcomes.filter(({ kind }) => kind !== 'whole')).toEqual([])
  })

  it('uses an earlier checkpoint, from which another log starts', async () => {
    const { outcomes } = await repair(
      writeChanged("update part set text = 'x' where log = (select id from log where name = 'parent')"),
    )
    // All entries up to the checkpoint are still there, because others start from them.
    expect(outcomes.filter(({ kind }) => kind !== 'whole')).toEqual([])
  })
})

describe('repair after damage of the file', () => {
  /** Repairs each; prints how many logs were whole, partly restored and lost. */
  const repairAll = async (what: string, damaged: readonly Buffer[]): Promise<readonly number[]> => {
    const total = [0, 0, 0]
    let unreadable = 0
    for (const database of damaged) {
      const folder = write({ database })
      try {
        const { counts } = await repair(folder)
        for (const [index, count] of counts.entries()) total[index] = (total[index] ?? 0) + count
      } catch (error) {
        if (!(error instanceof LogError)) throw error
        expect(error.message).toContain('no sandbox can be read; nothing was written')
        unreadable++
      }
      rmSync(folder, { recursive: true })
    }
    const [all, partly, lost] = total
    console.log(
      `${damaged.length} ${what}: ${all} whole, ${partly} partly, ${lost} lost; nothing readable in ${unreadable}`,
    )
    return total
  }

  it(`by truncation, in ${copies} copies`, async () => {
    const lengths = spread(whole.database.length, copies)
    await repairAll(
      'truncated',
      lengths.map((length) => whole.database.subarray(0, length)),
    )
  }, 600_000)

  it(`by flipped bits, in ${copies} copies`, async () => {
    const places = spread(whole.database.length, copies)
    const [all = 0, partly = 0, lost = 0] = await repairAll(
      'with a flipped bit',
      places.map((place) => flipBit(whole.database, place)),
    )
    expect(all / (all + partly + lost)).toBeGreaterThan(0.9)
  }, 600_000)

  it('by a page of zeros', async () => {
    const pages = spread(whole.database.length / 4_096, copies)
    await repairAll(
      'with a page of zeros',
      pages.map((page) => Buffer.from(whole.database).fill(0, page * 4_096, (page + 1) * 4_096)),
    )
  }, 600_000)
})

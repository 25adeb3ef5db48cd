/**
 * No damage goes unnoticed: after any of it, either everything is read as it was written, or reading reports the damage.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/log/file/database.ts'
import { LogError } from '../../src/log/log.ts'
import { createWhole, flipBit, readFolder, spread, type Whole, writeFiles } from './damaged-files.ts'
import { createFolders } from './log-files.ts'

/** A short form runs by default; DAMAGE=1000 damages 1,000 copies in each way. */
const copies = Number(process.env.DAMAGE ?? 30)

const pageSize = 4_096

const newFolder = createFolders()

let whole: Whole
beforeAll(async () => {
  whole = await createWhole()
})

/** The error of reading a folder; undefined if all that was written is read. */
const findDamage = async (folder: string): Promise<LogError | undefined> => {
  try {
    expect(await readFolder(folder)).toEqual(whole.contents)
    return undefined
  } catch (error) {
    if (error instanceof LogError) return error
    throw error
  }
}

describe('damage of the file is noticed', () => {
  it(`when it is truncated, in ${copies} copies`, async () => {
    for (const length of spread(whole.database.length, copies)) {
      const folder = newFolder()
      writeFiles(folder, { ...whole, database: whole.database.subarray(0, length) })
      const damage = await findDamage(folder)
      // The last page may be empty: then nothing is lost.
      if (damage || length < whole.database.length - pageSize)
        expect(damage, `cut at ${length}`).toMatchObject({ kind: 'damaged' })
    }
  }, 600_000)

  it(`when a bit is flipped, in ${copies} copies`, async () => {
    let reported = 0
    for (const place of spread(whole.database.length, copies)) {
      const folder = newFolder()
      writeFiles(folder, { ...whole, database: flipBit(whole.database, place) })
      const damage = await findDamage(folder)
      if (!damage) continue
      reported++
      expect(damage, `${damage.message} at ${place}`).toMatchObject({ kind: 'damaged' })
    }
    console.log(`${copies} flipped bits in ${whole.database.length} bytes: ${reported} reported, no other difference`)
    expect(reported).toBeGreaterThan(0)
  }, 600_000)
})

/** Changes of rows that leave a database that SQLite accepts. */
const changes: readonly string[] = [
  "update log set version = version - 1 where name = 'wide'",
  "update log set checkpoint = 0, count = 0 where name = 'long'",
  "update log set parent = 0 where name = 'child 3'",
  "update log set name = 'other' where name = 'wide'",
  "update log set name = null where name = 'wide'",
  "delete from log where name = 'wide'",
  'delete from log where name is null',
  "delete from name where name = 'wide'",
  "update name set name = 'other' where name = 'wide'",
  "update name set log = log + 1 where name = 'small 3'",
  "delete from entry where log = (select id from log where name = 'wide') and version = 4",
  "delete from entry where log = (select id from log where name = 'wide') and version = 1",
  "update entry set version = 9 where log = (select id from log where name = 'wide') and version = 4",
  "update entry set text = text || ' ' where log = (select id from log where name = 'wide') and version = 2",
  "update entry set crc = crc + 1 where log = (select id from log where name = 'wide') and version = 2",
  "delete from entry where log = (select id from log where name = 'parent')",
  "delete from part where log = (select id from log where name = 'long') and number = 3",
  "update part set text = 'other' where log = (select id from log where name = 'long') and number = 2",
  "delete from part where log = (select id from log where name = 'parent')",
  "delete from pin where child = (select id from log where name = 'child 3')",
  "delete from pin where child = (select id from log where name = 'end')",
  'delete from pin where child in (select id from log where name is null)',
  "update pin set version = version - 1 where child = (select id from log where name = 'child 3')",
  "update pin set parent = 0 where child = (select id from log where name = 'end')",
  "update pin set log = log + 1 where child = (select id from log where name = 'child 3')",
  "update pin set first = first + 1 where child = (select id from log where name = 'survivor')",
]

describe('damage of rows is noticed', () => {
  for (const change of changes)
    it(change, async () => {
      const folder = newFolder()
      writeFiles(folder, whole)
      const database = openDatabase(join(folder, 'standin.db'))
      database.exec(change)
      database.close()
      expect(readFileSync(join(folder, 'standin.db')).equals(whole.database)).toBe(false)
      expect(await findDamage(folder)).toMatchObject({ kind: 'damaged' })
    })
})

/**
 * `standin repair` as a user runs it: its messages, exit codes and files, and the folders that it does not touch.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/log/file/database.ts'
import { lockFolder } from '../../src/log/file/folder-lock.ts'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import { headOf } from '../log/log-contract.ts'
import { append, checkpoint, readAll, sweepAll } from '../log/log-files.ts'
import { runStandin } from '../support/run-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

let folder: TemporaryFolder
let data = ''
beforeEach(async () => {
  folder = await createTemporaryFolder()
  data = join(folder.path, 'data')
  mkdirSync(data)
  const database = new LogDatabase(data)
  append(database, 'base:0123', undefined, '["records"]')
  for (const name of ['sandbox:a', 'sandbox:b']) {
    let head: string | undefined
    for (let index = 1; index <= 3; index++) head = headOf(append(database, name, head, `["${name} ${index}"]`))
  }
  checkpoint(database, headOf(append(database, 'sandbox:c', undefined, '["c"]')), ['["c"]'])
  sweepAll(database)
  database.close()
  // Without what is left of deleted rows, which repair could use.
  change('vacuum')
})
afterEach(() => folder.remove())

const change = (sql: string): void => {
  const database = openDatabase(join(data, 'standin.db'))
  database.exec(sql)
  database.close()
}

const readRepaired = async (name: string) => {
  const database = new LogDatabase(`${data}-repaired`)
  try {
    return await readAll(database, name)
  } finally {
    database.close()
  }
}

const damageEntry =
  "update entry set text = '[]' where log = (select id from log where name = 'sandbox:b') and version = 3"
const damageCheckpoint = "update part set text = '[]'"

describe('standin repair', () => {
  it('restores everything of a folder without damage', async () => {
    const { code, stdout, stderr } = await runStandin('repair', data)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        'whole   fixture records 0123',
        'whole   sandbox a',
        'whole   sandbox b',
        'whole   sandbox c',
        '',
        `4 whole, 0 partly restored, 0 lost. ${data} was not changed`,
        `Start from the new folder with standin --data ${data}-repaired`,
        '',
      ].join('\n'),
    )
    expect(await readRepaired('sandbox:c')).toEqual(['c'])
  })

  it('says how to start from a folder with a space in its name', async () => {
    const target = join(folder.path, 'my data')
    const { stdout } = await runStandin('repair', data, '--to', target)
    expect(stdout).toContain(`Start from the new folder with standin --data "${target}"\n`)
  })

  it('lists what is lost, and exits with 3', async () => {
    change(damageEntry)
    change(damageCheckpoint)
    const { code, stdout } = await runStandin('repair', data)
    expect(code).toBe(3)
    expect(stdout.split('\n').slice(0, 6)).toEqual([
      'whole   fixture records 0123',
      'whole   sandbox a',
      'partly  sandbox b: up to entry 2 of 3; entry 3 cannot be read',
      'lost    sandbox c: neither its first entry nor a checkpoint can be used',
      '',
      `2 whole, 1 partly restored, 1 lost. ${data} was not changed`,
    ])
    expect(await readRepaired('sandbox:b')).toEqual(['["sandbox:b 1"]', '["sandbox:b 2"]'])
    expect(await readRepaired('sandbox:c')).toBeUndefined()
  })

  it('restores everything where only the marker is damaged or missing', async () => {
    writeFileSync(join(data, 'standin.json'), 'x')
    expect((await runStandin('repair', data)).code).toBe(0)
    rmSync(join(data, 'standin.json'))
    expect((await runStandin('repair', data, '--to', join(folder.path, 'other'))).code).toBe(0)
  })

  it('writes into an empty folder, and into folders that do not exist', async () => {
    const to = join(folder.path, 'a', 'b', 'c')
    expect((await runStandin('repair', `${data}/`, '--to', to)).stdout).toContain(`standin --data ${to}\n`)
    mkdirSync(`${data}-repaired`)
    expect((await runStandin('repair', `${data}/`)).code).toBe(0)
    expect(readdirSync(`${data}-repaired`).sort()).toEqual([
      'reserve',
      'standin.db',
      'standin.db-journal',
      'standin.json',
    ])
  })

  it('undoes what a kill interrupted, in the new folder only', async () => {
    const file = join(data, 'standin.db')
    const database = openDatabase(file)
    database.exec('PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL; PRAGMA cache_size=1; begin')
    for (let version = 4; version < 300; version++)
      database.run('insert into entry values(2, ?, 0, 0, ?)', [version, 'x'.repeat(500)])
    const [changed, journal] = [readFileSync(file), readFileSync(`${file}-journal`)]
    expect(journal.length).toBeGreaterThan(0)
    database.exec('rollback')
    database.close()
    writeFileSync(file, changed)
    writeFileSync(`${file}-journal`, journal)
    expect((await runStandin('repair', data)).code).toBe(0)
    expect(readFileSync(file).equals(changed)).toBe(true)
    expect(readFileSync(`${file}-journal`).equals(journal)).toBe(true)
    expect(readdirSync(data).sort()).toEqual(['reserve', 'standin.db', 'standin.db-journal', 'standin.json'])
    expect(await readRepaired('sandbox:a')).toHaveLength(3)
  })
})

const failures: readonly {
  readonly name: string
  readonly prepare?: () => unknown
  readonly args?: () => readonly string[]
  readonly code: number
  readonly says: string
}[] = [
  { name: 'without a folder', args: () => [], code: 2, says: 'needs a folder, for example: standin repair' },
  { name: 'with two folders', args: () => [data, data], code: 2, says: 'needs one folder' },
  { name: 'with a folder that does not exist', args: () => [`${data}x`], code: 2, says: 'is not a folder' },
  {
    name: 'with a folder that has no stored sandboxes',
    args: () => [folder.path],
    code: 2,
    says: 'has no standin.db: no sandboxes are stored in it',
  },
  {
    name: 'with a target that has files',
    args: () => [data, '--to', folder.path],
    code: 2,
    says: 'already exists; move it, or name another new folder with --to',
  },
  {
    name: 'with a target that is a file',
    prepare: () => writeFileSync(`${data}-repaired`, ''),
    code: 2,
    says: 'already exists',
  },
  {
    name: 'with a folder of another format',
    prepare: () => writeFileSync(join(data, 'standin.json'), '{"format":3}\n'),
    code: 3,
    says: 'has format 3, and this version of Standin reads format 2',
  },
  {
    name: 'with a folder whose database is gone',
    prepare: () => rmSync(join(data, 'standin.db')),
    code: 3,
    says: 'is missing: nothing can be repaired',
  },
  {
    name: 'with a database that has nothing readable',
    prepare: () => truncateSync(join(data, 'standin.db'), 100),
    code: 3,
    says: 'no sandbox can be read; nothing was written',
  },
]

describe('standin repair writes nothing', () => {
  for (const { name, prepare, args = () => [data], code, says } of failures)
    it(name, async () => {
      prepare?.()
      const before = readdirSync(folder.path, { recursive: true })
      const result = await runStandin('repair', ...args())
      expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
      expect(result.stderr).toContain(says)
      expect(result.stderr).not.toContain('bug in Standin')
      expect(readdirSync(folder.path, { recursive: true })).toEqual(before)
    })

  it('with a folder in use', async () => {
    const lock = await lockFolder(data)
    try {
      const { code, stderr } = await runStandin('repair', data)
      expect(code).toBe(1)
      expect(stderr).toContain(`is in use by process ${process.pid}`)
    } finally {
      await lock.release()
    }
  })

  it('and is named by the message of a damaged folder', async () => {
    change(damageEntry)
    const database = new LogDatabase(data)
    await expect(readAll(database, 'sandbox:b')).rejects.toThrow(`run: standin repair ${data}`)
    database.close()
  })
})

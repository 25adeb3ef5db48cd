import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../../src/log/file/database.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), name))
  folders.push(folder)
  return folder
}

// Characters that mean something in a URL.
for (const name of ['standin-database-', 'standin #%41?ü&'])
  it(`undoes a commit that was interrupted, in a folder called ${name}`, () => {
    const folder = newFolder(name)
    const database = openDatabase(join(folder, 'test.db'))
    database.exec(
      'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; create table t(id integer, changed integer, text)',
    )
    database.exec('begin')
    for (let id = 0; id < 1_000; id++) database.run('insert into t values(?, 0, ?)', [id, 'x'.repeat(500)])
    database.exec('commit')
    // With so little memory, changes are in the file before they are committed.
    database.exec('PRAGMA cache_size=2; begin; update t set changed = 1')
    const copy = newFolder(name)
    cpSync(folder, copy, { recursive: true })
    database.exec('rollback')
    database.close()
    const again = openDatabase(join(copy, 'test.db'))
    again.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE')
    expect(again.all('select count(*) as rows, sum(changed) as changed from t', [])).toEqual([
      { rows: 1_000, changed: 0 },
    ])
    again.close()
  })

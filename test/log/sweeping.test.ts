/**
 * What is deleted from the database, and what stays because another log starts there.
 */
import { describe, expect, it } from 'vitest'
import { parseHead } from '../../src/log/file/heads.ts'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import type { Head } from '../../src/log/log.ts'
import { headOf } from './log-contract.ts'
import { append, checkpoint, countRows, createFolders, partsOf, readAll, remove, sweepAll } from './log-files.ts'

const newFolder = createFolders()

const appendMany = (database: LogDatabase, name: string, count: number, after?: Head): Head => {
  const first = after ?? headOf(append(database, name, undefined, `${name} 0`))
  const { log = 0, version = 0 } = parseHead(first) ?? {}
  const rest = Array.from(
    { length: after === undefined ? count - 1 : count },
    (_, index) => `${log}.${version + index}`,
  )
  const effects = (index: number): string => `${name} ${after === undefined ? index + 1 : index}`
  // One transaction for all.
  const results = database.change(
    rest.map((head, index) => ({ kind: 'append', name, head, effects: effects(index), origin: undefined })),
  )
  const last = results.at(-1)
  return last?.kind === 'appended' ? last.head : first
}

const fork = (database: LogDatabase, parent: string, head: Head, child: string): Head =>
  headOf(append(database, child, undefined, `${child} first`, { name: parent, head }))

/** Runs, deletes all that nobody needs, and counts the rows. */
const countAfter = (folder: string, run: (database: LogDatabase) => void) => {
  const database = new LogDatabase(folder)
  run(database)
  sweepAll(database)
  database.close()
  return countRows(folder)
}

describe('what nobody needs is deleted', () => {
  it('the entries and parts that a checkpoint replaces', () =>
    expect(
      countAfter(newFolder(), (database) => {
        const head = appendMany(database, 'a', 5)
        checkpoint(database, head, ['one', 'two'])
        checkpoint(database, appendMany(database, 'a', 2, head), ['three'])
      }),
    ).toEqual({ log: 1, name: 1, entry: 0, part: 1, pin: 0 }))

  it('parts of a checkpoint that was never finished, with the next', () =>
    expect(
      countAfter(newFolder(), (database) => {
        const head = appendMany(database, 'a', 1)
        database.writeParts({ head, first: undefined, index: 0, parts: ['never', 'sealed'], count: 3 })
        checkpoint(database, head, ['one'])
      }),
    ).toEqual({ log: 1, name: 1, entry: 0, part: 1, pin: 0 }))

  it('a log, with all that it had', () =>
    expect(
      countAfter(newFolder(), (database) => {
        checkpoint(database, appendMany(database, 'a', 5), ['one', 'two'])
        remove(database, 'a')
      }),
    ).toEqual({ log: 0, name: 0, entry: 0, part: 0, pin: 0 }))

  it('a log with many entries, in several steps, also after an interruption', () => {
    const folder = newFolder()
    const database = new LogDatabase(folder)
    appendMany(database, 'a', 4_500)
    remove(database, 'a')
    expect(database.sweep()).toBe(true)
    expect(append(database, 'b', undefined, 'between').kind).toBe('appended')
    database.close()
    expect(countRows(folder)).toEqual({ log: 2, name: 1, entry: 2_501, part: 0, pin: 0 })
    expect(countAfter(folder, () => {})).toEqual({ log: 1, name: 1, entry: 1, part: 0, pin: 0 })
  })

  it('a deleted log, with the last log that starts from it', () => {
    const folder = newFolder()
    expect(
      countAfter(folder, (database) => {
        const head = appendMany(database, 'parent', 5)
        fork(database, 'parent', head, 'a')
        fork(database, 'parent', head, 'b')
        remove(database, 'parent')
        remove(database, 'a')
      }),
    ).toEqual({ log: 2, name: 1, entry: 6, part: 0, pin: 1 })
    expect(countAfter(folder, (database) => remove(database, 'b'))).toMatchObject({ log: 0, entry: 0, pin: 0 })
  })

  it('all deleted logs of a chain, with the checkpoint of the last', () => {
    const folder = newFolder()
    let last = ''
    expect(
      countAfter(folder, (database) => {
        last = appendMany(database, 'log 0', 2)
        for (let index = 1; index < 6; index++) last = fork(database, `log ${index - 1}`, last, `log ${index}`)
        for (let index = 0; index < 5; index++) remove(database, `log ${index}`)
      }),
    ).toEqual({ log: 6, name: 1, entry: 7, part: 0, pin: 5 })
    expect(countAfter(folder, (database) => checkpoint(database, last, ['whole']))).toEqual({
      log: 1,
      name: 1,
      entry: 0,
      part: 1,
      pin: 0,
    })
  })
})

describe('what another log starts from is not deleted', () => {
  it('but the entries after it are, when a checkpoint replaces them', () => {
    const folder = newFolder()
    const counted = countAfter(folder, (database) => {
      const early = appendMany(database, 'parent', 3)
      fork(database, 'parent', early, 'child')
      const late = appendMany(database, 'parent', 10, early)
      checkpoint(database, late, ['first'])
      checkpoint(database, appendMany(database, 'parent', 10, late), ['second'])
    })
    expect(counted).toEqual({ log: 2, name: 2, entry: 4, part: 1, pin: 1 })
  })

  it('a checkpoint that was replaced, and the entries after it', async () => {
    const folder = newFolder()
    const counted = countAfter(folder, (database) => {
      const first = appendMany(database, 'parent', 3)
      checkpoint(database, first, ['["one",', '"two"]'])
      const second = appendMany(database, 'parent', 2, first)
      fork(database, 'parent', second, 'child')
      checkpoint(database, appendMany(database, 'parent', 2, second), ['three'])
    })
    expect(counted).toEqual({ log: 2, name: 2, entry: 3, part: 3, pin: 1 })
    const database = new LogDatabase(folder)
    expect(await readAll(database, 'child')).toEqual(['one', 'two', 'parent 0', 'parent 1', 'child first'])
    database.close()
  })
})

/** The same numbers in each run. */
const createRandom = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface Expected {
  readonly heads: Head[]
  /** The strings at each head. */
  readonly states: string[][]
  /** The index of the last checkpoint. */
  start: number
}

/** Makes one random change to the database and to what is expected of it. */
const changeOne = (database: LogDatabase, logs: Map<string, Expected>, random: (below: number) => number): void => {
  const name = `log ${random(6)}`
  const log = logs.get(name)
  const text = `text ${random(1_000_000)}`
  const kind = random(10)
  if (!log) {
    const parentName = `log ${random(6)}`
    const parent = logs.get(parentName)
    const at = parent ? random(parent.heads.length) : 0
    const head = parent?.heads[at]
    const isFork = head !== undefined && kind < 7
    const result = append(database, name, undefined, text, isFork ? { name: parentName, head } : undefined)
    if (isFork && parent && at >= parent.start) expect(result.kind).toBe('appended')
    if (result.kind !== 'appended') return
    const before = isFork ? (parent?.states[at] ?? []) : []
    logs.set(name, { heads: [result.head], states: [[...before, text]], start: 0 })
  } else if (kind < 5) {
    log.heads.push(headOf(append(database, name, log.heads.at(-1), text)))
    log.states.push([...(log.states.at(-1) ?? []), text])
  } else if (kind < 7) {
    log.start = Math.max(log.start, random(log.heads.length))
    checkpoint(database, log.heads[log.start] ?? '', partsOf(log.states[log.start] ?? [], 50))
  } else if (kind < 8) {
    remove(database, name)
    logs.delete(name)
  } else database.sweep()
}

it('random histories read back as they were written, and leave nothing when all logs are deleted', async () => {
  for (let seed = 1; seed <= 2; seed++) {
    const folder = newFolder()
    const random = createRandom(seed)
    const logs = new Map<string, Expected>()
    let database = new LogDatabase(folder)
    for (let step = 0; step < 200; step++) {
      changeOne(database, logs, random)
      if (step % 10 !== 0) continue
      if (random(4) === 0) {
        database.close()
        database = new LogDatabase(folder)
      }
      expect(database.list()).toEqual([...logs.keys()].sort())
      for (const [name, { states }] of logs)
        expect(await readAll(database, name), `seed ${seed}, step ${step}, ${name}`).toEqual(states.at(-1))
    }
    for (const name of logs.keys()) remove(database, name)
    sweepAll(database)
    database.close()
    expect(countRows(folder)).toEqual({ log: 0, name: 0, entry: 0, part: 0, pin: 0 })
  }
})

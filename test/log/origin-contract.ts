/**
 * What every adapter promises for logs that start from others. An adapter's test calls this with a function that opens it.
 */
import { describe, expect, it } from 'vitest'
import type { Head, Log, Origin, StoredEntries } from '../../src/log/log.ts'
import {
  appendAll,
  createEach,
  headOf,
  type LogUnderTest,
  load,
  nowhere,
  numbers,
  unusualNames,
} from './log-contract.ts'

/** The numbers that are in a log, through all logs that it starts from. A checkpoint is the JSON text of the numbers. */
const readNumbers = async (log: Log, stored: StoredEntries | undefined): Promise<readonly number[]> => {
  if (!stored) return []
  const { origin, checkpoint, entries } = stored
  const before: readonly number[] = origin
    ? await readNumbers(log, await log.loadPoint(origin))
    : JSON.parse(checkpoint.join('') || '[]')
  const effects: readonly { readonly put: number }[] = entries.flatMap((entry) => JSON.parse(entry.effects))
  return [...before, ...effects.map(({ put }) => put)]
}

const range = (count: number, from = 1): readonly number[] => Array.from({ length: count }, (_, index) => from + index)

const put = (number: number): string => JSON.stringify([{ put: number }])

/** The state as a checkpoint of several parts. */
const partsOf = (values: readonly number[]): readonly string[] => {
  const text = JSON.stringify(values)
  return [text.slice(0, 1), text.slice(1)]
}

const originsOf = async <Names extends readonly string[]>(log: Log, names: Names) => {
  const origins = (await log.load(names)).map((stored) => stored?.origin ?? nowhere)
  return origins as { readonly [Index in keyof Names]: Origin }
}

/** What remains readable when a log starts from another one. */
export const describeOrigins = (name: string, create: () => Promise<LogUnderTest>): void => {
  describe(`logs that start from others, in ${name}`, () => {
    const setUp = createEach(create)
    const read = async (log: Log, sandbox: string) => readNumbers(log, await load(log, sandbox))
    /** The log `child` starts from the log `parent` at a position, with 100. */
    const fork = (log: Log, parent: string, head: Head, child: string) =>
      log.append(child, undefined, put(100), { origin: { name: parent, head } })

    it('contain what the other had at that position, and nothing that came later', async () => {
      const { open } = await setUp()
      const log = await open()
      const head = await appendAll(log, 'parent', 3)
      const child = headOf(await fork(log, 'parent', head, 'child'))
      await appendAll(log, 'parent', 2, { after: head, from: 4 })
      await log.append('child', child, put(101))
      expect((await load(log, 'child'))?.entries).toEqual(numbers(2, 100))
      expect(await read(log, 'child')).toEqual([1, 2, 3, 100, 101])
      expect(await read(log, 'parent')).toEqual([1, 2, 3, 4, 5])
      await log.close()
      const again = await open()
      expect(await read(again, 'child')).toEqual([1, 2, 3, 100, 101])
      await again.close()
    })

    it('may start from a position before the last', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 3)
      await appendAll(log, 'parent', 3, { after: head, from: 4 })
      headOf(await fork(log, 'parent', head, 'child'))
      expect(await read(log, 'child')).toEqual([1, 2, 3, 100])
      await log.close()
    })

    it('start from a checkpoint and the entries after it', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 3)
      await log.checkpoint('parent', head, partsOf([1, 2, 3]))
      headOf(await fork(log, 'parent', head, 'at checkpoint'))
      const later = await appendAll(log, 'parent', 2, { after: head, from: 4 })
      headOf(await fork(log, 'parent', later, 'after checkpoint'))
      expect(await read(log, 'at checkpoint')).toEqual([1, 2, 3, 100])
      expect(await read(log, 'after checkpoint')).toEqual([1, 2, 3, 4, 5, 100])
      await log.close()
    })

    it('have positions: those of one generation differ by the entries in between', async () => {
      const log = await (await setUp()).open()
      let head = await appendAll(log, 'parent', 2)
      headOf(await fork(log, 'parent', head, 'at 2'))
      headOf(await fork(log, 'parent', head, 'also at 2'))
      head = await appendAll(log, 'parent', 3, { after: head, from: 3 })
      headOf(await fork(log, 'parent', head, 'at 5'))
      const last = await appendAll(log, 'parent', 1, { after: head, from: 6 })
      const [first, same, later] = await originsOf(log, ['at 2', 'also at 2', 'at 5'] as const)
      const parent = await load(log, 'parent')
      expect(same).toMatchObject({ generation: first.generation, version: first.version })
      expect(later).toMatchObject({ generation: first.generation, version: first.version + 3 })
      expect(parent).toMatchObject({ generation: first.generation, version: first.version + 4 })
      expect(await log.loadPoint(later, first.version)).toMatchObject({ checkpoint: [], entries: numbers(3, 3) })
      expect(await log.loadPoint(later, later.version)).toMatchObject({ checkpoint: [], entries: [] })

      await log.checkpoint('parent', last, partsOf(range(6)))
      headOf(await fork(log, 'parent', last, 'at checkpoint'))
      const after = await appendAll(log, 'parent', 2, { after: last, from: 7 })
      headOf(await fork(log, 'parent', after, 'after checkpoint'))
      const [start, end] = await originsOf(log, ['at checkpoint', 'after checkpoint'] as const)
      expect(start.generation).not.toBe(first.generation)
      expect(end).toMatchObject({ generation: start.generation, version: start.version + 2 })
      expect(await log.loadPoint(end, start.version)).toMatchObject({ checkpoint: [], entries: numbers(2, 7) })
      expect(await log.loadPoint(later, first.version)).toMatchObject({ entries: numbers(3, 3) })
      await log.close()
    })

    it('keep what they start from when that log gets checkpoints', async () => {
      const { open } = await setUp()
      const log = await open()
      let head = await appendAll(log, 'parent', 3)
      headOf(await fork(log, 'parent', head, 'first'))
      for (const checkpoint of [4, 5, 6]) {
        head = await appendAll(log, 'parent', 1, { after: head, from: checkpoint })
        await log.checkpoint('parent', head, partsOf(range(checkpoint)))
        headOf(await fork(log, 'parent', head, `at ${checkpoint}`))
      }
      await appendAll(log, 'parent', 1, { after: head, from: 7 })
      await log.close()
      const again = await open()
      expect(await read(again, 'first')).toEqual([1, 2, 3, 100])
      for (const checkpoint of [4, 5, 6])
        expect(await read(again, `at ${checkpoint}`)).toEqual([...range(checkpoint), 100])
      expect(await read(again, 'parent')).toEqual(range(7))
      await again.close()
    })

    it('keep what they start from when that log is deleted, and created again', async () => {
      const { open } = await setUp()
      const log = await open()
      const first = await appendAll(log, 'parent', 3)
      await log.checkpoint('parent', first, partsOf([1, 2, 3]))
      const head = await appendAll(log, 'parent', 1, { after: first, from: 4 })
      headOf(await fork(log, 'parent', head, 'child'))
      await log.remove('parent')
      expect([...(await log.list())]).toEqual(['child'])
      expect(await load(log, 'parent')).toBeUndefined()
      expect(await read(log, 'child')).toEqual([1, 2, 3, 4, 100])
      const created = await appendAll(log, 'parent', 5, { from: 50 })
      await log.checkpoint('parent', created, partsOf(range(5, 50)))
      await log.close()
      const again = await open()
      expect(await read(again, 'child')).toEqual([1, 2, 3, 4, 100])
      expect(await read(again, 'parent')).toEqual(range(5, 50))
      await again.close()
    })

    it('no longer need the other after a checkpoint of their own', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 3)
      const child = headOf(await fork(log, 'parent', head, 'child'))
      expect((await load(log, 'child'))?.origin).toBeDefined()
      await log.checkpoint('child', child, partsOf([1, 2, 3, 100]))
      expect((await load(log, 'child'))?.origin).toBeUndefined()
      await log.remove('parent')
      expect(await read(log, 'child')).toEqual([1, 2, 3, 100])
      await log.close()
    })

    it('do not affect each other: one is deleted, one gets a checkpoint, one stays', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 3)
      const children = await Promise.all(['a', 'b', 'c'].map((child) => fork(log, 'parent', head, child)))
      await log.remove('a')
      await log.remove('parent')
      await log.checkpoint('b', headOf(children[1] ?? { kind: 'no-origin' }), partsOf([1, 2, 3, 100]))
      expect(await read(log, 'b')).toEqual([1, 2, 3, 100])
      expect(await read(log, 'c')).toEqual([1, 2, 3, 100])
      expect([...(await log.list())].sort()).toEqual(['b', 'c'])
      await log.close()
    })

    it('may start from a log that starts from another', async () => {
      const { open } = await setUp()
      const log = await open()
      let head = await appendAll(log, 'log 0', 2)
      const expected = [1, 2]
      for (let index = 1; index <= 5; index++) {
        head = headOf(
          await log.append(`log ${index}`, undefined, put(index * 10), { origin: { name: `log ${index - 1}`, head } }),
        )
        head = headOf(await log.append(`log ${index}`, head, put(index * 10 + 1)))
        expected.push(index * 10, index * 10 + 1)
      }
      for (let index = 0; index < 5; index++) await log.remove(`log ${index}`)
      expect(await log.list()).toEqual(['log 5'])
      expect(await read(log, 'log 5')).toEqual(expected)
      await log.close()
      const again = await open()
      expect(await read(again, 'log 5')).toEqual(expected)
      await again.close()
    })

    it('keep all that they start from when a log in between gets a checkpoint', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'first', 3)
      const second = headOf(await fork(log, 'first', head, 'second'))
      headOf(await log.append('third', undefined, put(200), { origin: { name: 'second', head: second } }))
      await log.checkpoint('second', second, partsOf([1, 2, 3, 100]))
      await log.remove('first')
      expect(await read(log, 'third')).toEqual([1, 2, 3, 100, 200])
      await log.remove('second')
      expect(await read(log, 'third')).toEqual([1, 2, 3, 100, 200])
      await log.close()
    })

    it('are not created where the other log does not exist, or not that position', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 5)
      await log.remove('parent')
      expect(await fork(log, 'parent', head, 'child')).toEqual({ kind: 'no-origin' })
      await appendAll(log, 'parent', 1)
      expect(await fork(log, 'parent', head, 'child')).toEqual({ kind: 'no-origin' })
      expect(await log.list()).toEqual(['parent'])
      expect(await load(log, 'child')).toBeUndefined()
      await log.close()
    })

    it('are created from a position before the last checkpoint correctly, or not at all', async () => {
      const log = await (await setUp()).open()
      const early = await appendAll(log, 'parent', 2)
      const head = await appendAll(log, 'parent', 2, { after: early, from: 3 })
      await log.checkpoint('parent', head, partsOf([1, 2, 3, 4]))
      const { kind } = await fork(log, 'parent', early, 'child')
      expect(['appended', 'no-origin']).toContain(kind)
      expect(await read(log, 'child')).toEqual(kind === 'appended' ? [1, 2, 100] : [])
      await log.close()
    })

    it('are created while the other is appended to, gets a checkpoint, and is deleted', async () => {
      const log = await (await setUp()).open()
      for (let round = 0; round < 10; round++) {
        const parent = `parent ${round}`
        const head = await appendAll(log, parent, 4)
        const children = range(6).map((index) => `child ${round} ${index}`)
        const [results] = await Promise.all([
          Promise.all(children.map((child) => fork(log, parent, head, child))),
          log.checkpoint(parent, head, partsOf([1, 2, 3, 4])),
          log.append(parent, head, put(5)),
          ...(round % 2 === 0 ? [log.remove(parent)] : []),
        ])
        for (const [index, { kind }] of results.entries())
          expect(await read(log, children[index] ?? ''), `${kind} in round ${round}`).toEqual(
            kind === 'appended' ? [1, 2, 3, 4, 100] : [],
          )
      }
      await log.close()
    })

    it('can be deleted and created again without the other', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'parent', 2)
      headOf(await fork(log, 'parent', head, 'child'))
      await log.remove('child')
      await appendAll(log, 'child', 1, { from: 7 })
      expect(await load(log, 'child')).toMatchObject({ origin: undefined, checkpoint: [], entries: numbers(1, 7) })
      await log.close()
    })

    it('may have unusual names', async () => {
      const log = await (await setUp()).open()
      for (const parent of unusualNames) {
        const head = await appendAll(log, parent, 2)
        headOf(await fork(log, parent, head, `${parent} child`))
        await log.remove(parent)
      }
      for (const parent of unusualNames) expect(await read(log, `${parent} child`)).toEqual([1, 2, 100])
      await log.close()
    })
  })
}

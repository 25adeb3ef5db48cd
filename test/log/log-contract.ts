/**
 * What every adapter of the log promises. An adapter's test calls this with a function that opens it. origin-contract.ts
 * has the rest: logs that start from others.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { AppendOptions, AppendResult, Head, Log, Origin, StoredLog } from '../../src/log/log.ts'

export interface LogUnderTest {
  /** Opens the same storage each time. */
  readonly open: () => Promise<Log>
  readonly discard: () => Promise<void>
}

export const headOf = (result: AppendResult): Head => {
  if (result.kind !== 'appended') throw new Error(`expected an append, got ${result.kind}`)
  return result.head
}

/** Where no log starts. */
export const nowhere: Origin = { point: '', generation: '', version: 0 }

/** What is stored of one sandbox. */
export const load = async (log: Log, name: string): Promise<StoredLog | undefined> => (await log.load([name]))[0]

/** Each entry puts one number: `from`, `from + 1` … */
export const appendAll = async (
  log: Log,
  sandbox: string,
  count: number,
  { after, from = 1, options }: { after?: Head; from?: number; options?: AppendOptions } = {},
): Promise<Head> => {
  let head = after
  for (let index = from; index < from + count; index++)
    head = headOf(await log.append(sandbox, head, JSON.stringify([{ put: index }]), options))
  return head ?? ''
}

export const numbers = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ effects: JSON.stringify([{ put: from + index }]) }))

/** Opens what a test needs, and discards it afterwards. */
export const createEach = (create: () => Promise<LogUnderTest>): (() => Promise<LogUnderTest>) => {
  const opened: LogUnderTest[] = []
  afterEach(async () => {
    for (const tested of opened.splice(0)) await tested.discard()
  })
  return async () => {
    const tested = await create()
    opened.push(tested)
    return tested
  }
}

/** Characters that mean something in keys, patterns, queries or encodings. */
export const unusualNames = [
  '{a}',
  '}{',
  '{}',
  '%7Ba%7D',
  '"a"',
  'a:b',
  'a*',
  'a?',
  '[a]',
  'a\\',
  '\u{10ffff}',
  'head',
  '__proto__',
]

export const describeLog = (name: string, create: () => Promise<LogUnderTest>): void => {
  describe(`the log in ${name}`, () => {
    const setUp = createEach(create)

    it('has no log for a sandbox that nothing was appended for', async () => {
      const log = await (await setUp()).open()
      expect(await load(log, 'unknown')).toBeUndefined()
      expect(await log.list()).toEqual([])
      await log.close()
    })

    it('returns entries in order, also after it was opened again', async () => {
      const { open } = await setUp()
      const log = await open()
      const head = await appendAll(log, 'checkout', 5)
      expect(await load(log, 'checkout')).toMatchObject({
        head,
        origin: undefined,
        checkpoint: [],
        entries: numbers(5),
      })
      await log.close()
      const again = await open()
      expect(await load(again, 'checkout')).toMatchObject({
        head,
        origin: undefined,
        checkpoint: [],
        entries: numbers(5),
      })
      await again.append('checkout', head, '[]')
      expect((await load(again, 'checkout'))?.entries).toHaveLength(6)
      await again.close()
    })

    it('keeps the logs of sandboxes apart, whatever they are called', async () => {
      const log = await (await setUp()).open()
      const names = ['a', 'A', 'a b', '../x', 'ü', "'; drop table entry", 'x'.repeat(200), ...unusualNames]
      for (const [index, sandbox] of names.entries()) await log.append(sandbox, undefined, `[${index}]`)
      expect([...(await log.list())].sort()).toEqual([...names].sort())
      for (const [index, sandbox] of names.entries())
        expect((await load(log, sandbox))?.entries).toEqual([{ effects: `[${index}]` }])
      await log.close()
    })

    it('appends many at once, in the order of the calls', async () => {
      const log = await (await setUp()).open()
      const sandboxes = Array.from({ length: 50 }, (_, index) => `sandbox ${index}`)
      await Promise.all(sandboxes.map((sandbox) => appendAll(log, sandbox, 20)))
      for (const sandbox of sandboxes) expect((await load(log, sandbox))?.entries).toEqual(numbers(20))
      await log.close()
    })

    it('starts from the last checkpoint', async () => {
      const { open } = await setUp()
      const log = await open()
      const head = await appendAll(log, 'checkout', 30)
      await log.checkpoint('checkout', head, ['{"first":', 'true}'])
      expect(await load(log, 'checkout')).toMatchObject({
        head,
        origin: undefined,
        checkpoint: ['{"first":', 'true}'],
        entries: [],
      })
      const next = headOf(await log.append('checkout', head, '["after"]'))
      await log.checkpoint(
        'checkout',
        next,
        Array.from({ length: 20 }, (_, index) => `part ${index}`),
      )
      await log.append('checkout', next, '["last"]')
      await log.close()
      const again = await open()
      expect(await load(again, 'checkout')).toMatchObject({
        checkpoint: Array.from({ length: 20 }, (_, index) => `part ${index}`),
        entries: [{ effects: '["last"]' }],
      })
      await again.close()
    })

    it('appends while a checkpoint is written', async () => {
      const log = await (await setUp()).open()
      const head = await appendAll(log, 'checkout', 10)
      const writing = log.checkpoint(
        'checkout',
        head,
        Array.from({ length: 100 }, () => 'x'.repeat(10_000)),
      )
      await log.append('checkout', head, '["meanwhile"]')
      await writing
      expect((await load(log, 'checkout'))?.entries).toEqual([{ effects: '["meanwhile"]' }])
      await log.close()
    })

    it('deletes the log of a sandbox, and starts a new one under its name', async () => {
      const log = await (await setUp()).open()
      await appendAll(log, 'checkout', 3)
      await appendAll(log, 'other', 1)
      await log.remove('checkout')
      expect(await load(log, 'checkout')).toBeUndefined()
      expect(await log.list()).toEqual(['other'])
      await log.append('checkout', undefined, '["new"]')
      expect((await load(log, 'checkout'))?.entries).toEqual([{ effects: '["new"]' }])
      await log.close()
    })

    it('deletes a log before it starts a new one under its name, where nobody waits in between', async () => {
      const log = await (await setUp()).open()
      for (let round = 0; round < 20; round++) {
        await log.append('checkout', undefined, '["old"]')
        const [, appended] = await Promise.all([log.remove('checkout'), log.append('checkout', undefined, '["new"]')])
        expect(appended.kind).toBe('appended')
        expect((await load(log, 'checkout'))?.entries).toEqual([{ effects: '["new"]' }])
        await log.remove('checkout')
      }
      await log.close()
    })

    it('stores any text', async () => {
      const log = await (await setUp()).open()
      const text = JSON.stringify(['\u0000 \u2028 😀 "', 'x'.repeat(1_000_000)])
      await log.append('checkout', undefined, text)
      expect((await load(log, 'checkout'))?.entries).toEqual([{ effects: text }])
      await log.close()
    })
  })
}

/**
 * Generated histories of logs that start from each other: Redis contains what the simplest adapter contains, and nothing
 * remains when all logs have been deleted.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Head, Log, StoredEntries } from '../../src/log/log.ts'
import { createMemoryStorage, openMemoryLog } from './memory-log.ts'
import { describeRedis } from './with-redis.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd')

/** `back` chooses an earlier position of the log: 0 is the last. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), name, back: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('checkpoint' as const), name, back: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fork' as const), name, to: name, back: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name, back: fc.constant(0) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** All entries of a log, those that it starts from included; checkpoints contain the entries before them. */
const readAll = async (log: Log, stored: StoredEntries | undefined): Promise<string> => {
  if (!stored) return ''
  const before = stored.origin ? await readAll(log, await log.loadPoint(stored.origin)) : stored.checkpoint.join('')
  return before + stored.entries.map(({ effects }) => effects).join('')
}

/** Carries out steps, and remembers the heads of each log, oldest first. */
const createPlayer = (log: Log) => {
  const heads = new Map<string, Head[]>()
  const states = new Map<Head, string>()
  const note = (of: string, head: Head, state: string): void => {
    heads.set(of, [...(heads.get(of) ?? []), head])
    states.set(head, state)
  }
  return {
    play: async (action: Step, number: number): Promise<string> => {
      const own = heads.get(action.name) ?? []
      const head = own.at(-1 - action.back)
      const effects = `[${number}]`
      switch (action.kind) {
        case 'append': {
          const result = await log.append(action.name, head, effects)
          if (result.kind === 'appended') note(action.name, result.head, (states.get(head ?? '') ?? '') + effects)
          return result.kind
        }
        case 'checkpoint':
          if (head !== undefined) await log.checkpoint(action.name, head, [states.get(head) ?? ''])
          return 'stored'
        case 'fork': {
          if (head === undefined || action.to === action.name) return 'skipped'
          const result = await log.append(action.to, undefined, effects, { origin: { name: action.name, head } })
          if (result.kind === 'appended') {
            heads.delete(action.to)
            note(action.to, result.head, (states.get(head) ?? '') + effects)
          }
          // Where the name exists and the position does not, either may be reported.
          return result.kind === 'appended' ? 'appended' : 'rejected'
        }
        case 'remove':
          // The heads stay known: they are positions of a log that no longer exists.
          await log.remove(action.name)
          if (number % 2 === 0) heads.delete(action.name)
          return 'removed'
      }
    },
    read: async (): Promise<readonly string[]> =>
      Promise.all((await log.load(['a', 'b', 'c', 'd'])).map((stored) => readAll(log, stored))),
  }
}

describeRedis('generated histories of logs', (setUp) => {
  it('lead to the same logs as in memory, and leave nothing behind', async () => {
    const { open, keys, admin } = await setUp()
    const redis = await open()
    const connection = await admin()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        // A history that failed leaves its logs.
        await connection.run(['FLUSHDB'])
        const players = [createPlayer(redis), createPlayer(openMemoryLog(createMemoryStorage()))]
        for (const [number, action] of steps.entries()) {
          const [actual, expected] = await Promise.all(players.map((player) => player.play(action, number)))
          expect(actual).toBe(expected)
        }
        const [actual, expected] = await Promise.all(players.map((player) => player.read()))
        expect(actual).toEqual(expected)
        await Promise.all(['a', 'b', 'c', 'd'].map((each) => redis.remove(each)))
        expect(await keys()).toEqual([])
      }),
      { numRuns: 150, seed: 1 },
    )
  })
})

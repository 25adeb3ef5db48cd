/**
 * Generated histories of requests, control calls, forks, resets, failures and restarts: servers that store what happens
 * give the same answers as one in memory only. HISTORIES=1000 runs more of them, SEED=7 runs others.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Log } from '../../src/log/log.ts'
import { createMemoryStorage, openMemoryLog } from '../log/memory-log.ts'
import { delayed, expireLogs, openSharedMemoryLog } from '../log/shared-memory-log.ts'
import { type Command, type CommandOptions, commandOf } from '../support/histories/commands.ts'
import { loadHistorySetup } from '../support/histories/files.ts'
import { createFigures, runHistory } from '../support/histories/run.ts'
import { openSystem, type TestTime } from '../support/histories/servers.ts'
import { noon } from '../support/serve-scenarios.ts'

const histories = Number(process.env.HISTORIES ?? 6)
const seed = Number(process.env.SEED ?? 1)
/** Milliseconds in which a shorter history is looked for that fails. */
const shortenTime = 30_000
const time: TestTime = { now: noon }
const setup = await loadHistorySetup(() => time.now)

/** The same numbers for the same seed. */
const createChoice = (seed: number): ((count: number) => number) => {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % count
  }
}

interface Storage {
  readonly openLog: () => Promise<Log>
  readonly expire?: () => void
  readonly discard?: () => void
}

interface Tested extends CommandOptions {
  readonly name: string
  readonly replicas: number
  readonly create: (choose: (count: number) => number) => Storage
}

const adapters: readonly Tested[] = [
  {
    name: 'one server',
    replicas: 1,
    outages: ['full', 'unavailable'],
    create: (choose) => {
      const storage = createMemoryStorage(() => time.now)
      return { openLog: async () => delayed(openMemoryLog(storage), () => choose(3)) }
    },
  },
  {
    name: 'three replicas',
    replicas: 3,
    outages: ['full', 'unavailable', 'unknown'],
    create: (choose) => {
      const storage = {
        ...createMemoryStorage(() => time.now),
        listeners: new Set<(message: string) => void>(),
        turns: () => choose(4),
      }
      return { openLog: async () => openSharedMemoryLog(storage), expire: () => expireLogs(storage) }
    },
  },
]

/** The shortest part of a history that fails, as far as it is found in time. Parts of decreasing length are left out. */
const shorten = async (
  history: readonly Command[],
  findFailure: (history: readonly Command[]) => Promise<unknown>,
): Promise<readonly Command[]> => {
  const until = performance.now() + shortenTime
  let shortest = history
  for (let length = Math.ceil(history.length / 2); length > 0; length = length === 1 ? 0 : Math.ceil(length / 2))
    for (let start = 0; start < shortest.length && performance.now() < until; ) {
      const shorter = shortest.toSpliced(start, length)
      if (await findFailure(shorter)) shortest = shorter
      else start += length
    }
  return shortest
}

describe('generated histories give the same answers as in memory only', () => {
  it.each(adapters)(
    'of $name',
    async ({ create, replicas, outages }) => {
      const figures = createFigures()
      const run = async (commands: readonly Command[], turn: number): Promise<void> => {
        time.now = noon
        const choose = createChoice(turn)
        const storage = create(choose)
        try {
          await using system = await openSystem({ setup, time, replicas, ...storage })
          await runHistory(commands, { system, setup, time, choose }, figures)
        } finally {
          storage.discard?.()
        }
      }
      const history = fc.array(commandOf({ outages }), { minLength: 30, maxLength: 80, size: 'max' })
      const started = performance.now()
      for (const [turn, commands] of fc.sample(history, { numRuns: histories, seed }).entries()) {
        const findFailure = (part: readonly Command[]): Promise<unknown> =>
          run(part, turn).then(
            () => undefined,
            (error: unknown) => error,
          )
        const failure = await findFailure(commands)
        if (!failure) continue
        const shortest = await shorten(commands, findFailure)
        const shown = shortest.map((command) => JSON.stringify(command)).join('\n')
        const message = `history ${turn} of seed ${seed} fails. A short one that fails:\n${shown}`
        throw new Error(message, { cause: (await findFailure(shortest)) ?? failure })
      }
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      console.log(`${JSON.stringify(figures)} in ${seconds} s, seed ${seed}`)
    },
    3_600_000,
  )
})

/**
 * Generates histories, and runs each on servers with a storage of its own. Of one that fails, a short part is looked for
 * that fails, too.
 */
import fc from 'fast-check'
import type { Setup } from '../../../src/loading/setup.ts'
import type { Log } from '../../../src/log/log.ts'
import { noon } from '../serve-scenarios.ts'
import { type Command, type CommandOptions, commandOf } from './commands.ts'
import { createFigures, type Figures, runHistory } from './run.ts'
import { openSystem, type TestTime } from './servers.ts'

/** An integer below the argument. The same ones in each run. */
export type Choose = (count: number) => number

export interface Storage {
  /** Opens the same storage each time. */
  readonly openLog: () => Promise<Log>
  /** Deletes what has expired. */
  readonly expire?: () => void
  readonly discard?: () => Promise<void>
}

export interface HistoryOptions extends CommandOptions {
  readonly replicas: number
  readonly createStorage: (choose: Choose) => Promise<Storage>
  readonly setup: Setup
  readonly time: TestTime
  readonly histories: number
  readonly seed: number
}

/** Milliseconds in which a shorter history is looked for that fails. */
const shortenTime = 30_000

const createChoice = (seed: number): Choose => {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % count
  }
}

/** Resolves with what the histories consisted of. Rejects with an error that contains a short history. */
export const checkHistories = async (options: HistoryOptions): Promise<Figures> => {
  const { outages, histories, seed } = options
  const figures = createFigures()
  const history = fc.array(commandOf({ outages }), { minLength: 30, maxLength: 80, size: 'max' })
  for (const [turn, commands] of fc.sample(history, { numRuns: histories, seed }).entries()) {
    const findFailure = (part: readonly Command[]): Promise<unknown> =>
      checkHistory(part, turn, options, figures).then(
        () => undefined,
        (error: unknown) => error,
      )
    const failure = await findFailure(commands)
    if (!failure) continue
    const shortest = await shorten(commands, findFailure)
    const shown = shortest.map((command) => JSON.stringify(command)).join('\n')
    const message = `history ${turn} of seed ${seed} fails. A short one that fails:\n${shown}`
    throw new TypeError(message, { cause: (await findFailure(shortest)) ?? failure })
  }
  return figures
}

const checkHistory = async (
  commands: readonly Command[],
  turn: number,
  { createStorage, setup, time, replicas }: HistoryOptions,
  figures: Figures,
): Promise<void> => {
  time.now = noon
  const choose = createChoice(turn)
  const storage = await createStorage(choose)
  try {
    await using system = await openSystem({ setup, time, replicas, ...storage })
    await runHistory(commands, { system, setup, time, choose }, figures)
  } finally {
    await storage.discard?.()
  }
}

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

/**
 * What runs in a group of a sandbox's log, usually one request, and what became of it.
 */
import { LogError } from '../log/log.ts'
import { countChange, OutdatedError, type Positions } from './change-log.ts'
import type { Effect } from './effects.ts'
import type { Sandbox } from './sandbox.ts'

export interface OperationOptions {
  /** Whether it must see what other processes have stored before it came. */
  readonly isFresh?: boolean
  /** Whether it runs in a group of its own: what it sees is what is stored. */
  readonly isAlone?: boolean
  readonly positions?: Positions | undefined
  /** It does not run if the version of the log is another one. */
  readonly version?: number | undefined
}

export interface Operation extends OperationOptions {
  readonly run: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** What became of an operation of a group, before its changes are stored. */
export interface Outcome {
  readonly operation: Operation
  /** The positions of the sandbox. */
  readonly before: number
  readonly after: number
  readonly hasFailed: boolean
  /** What it returned or threw. */
  readonly result: unknown
  /** Called when its changes are stored. */
  readonly onStored: readonly (() => void)[]
}

/** Runs an operation and adds its effects. A promise only if it takes more than this turn of the event loop. */
export const runOperation = (
  operation: Operation,
  sandbox: Sandbox,
  version: number,
  effects: Effect[],
): Outcome | Promise<Outcome> => {
  const before = sandbox.position
  const end = (hasFailed: boolean, result: unknown): Outcome => {
    const changed = sandbox.commitChange()
    for (const effect of changed) effects.push(effect)
    if (changed.length > 0) effects.push({ kind: 'commit' })
    return { operation, before, after: sandbox.position, hasFailed, result, onStored: sandbox.takeOnStored() }
  }
  if (operation.version !== undefined && operation.version !== version) return end(true, new OutdatedError())
  try {
    const result = operation.run()
    if (!(result instanceof Promise)) return end(false, result)
    return result.then(
      (value: unknown) => end(false, value),
      (error: unknown) => end(true, error),
    )
  } catch (error) {
    return end(true, error)
  }
}

/** Whether another process has deleted the sandbox. */
export const isDeletion = (error: unknown): boolean => error instanceof LogError && error.kind === 'deleted'

/** Whether another process has created a sandbox of the same name first, or nobody could: this one never existed. */
export const isLostCreation = (error: unknown): boolean =>
  error instanceof LogError && (error.kind === 'exists' || error.kind === 'abandoned')

/** Whether the sandbox does not exist: nothing was changed, and what was done can be done again with the one that does. */
export const isGone = (error: unknown): boolean => isDeletion(error) || isLostCreation(error)

/** How often something is done at most whose sandbox is deleted meanwhile, or could not be created. */
const maxAttempts = 5

/** Whether what failed is done again, with what exists then. `attempt`: 1 for the first one. */
export const mustRepeat = (error: unknown, attempt: number): boolean => isGone(error) && attempt < maxAttempts

/** Does something again as long as its sandbox is deleted meanwhile: each time with what exists then. */
export const repeatWhileGone = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (error) {
      if (!mustRepeat(error, attempt)) throw error
    }
}

export const hasChanged = ({ before, after }: Outcome): boolean => before !== after

export const settle = (outcomes: readonly Outcome[]): void => {
  for (const { operation, before, after, hasFailed, result, onStored } of outcomes) {
    for (const act of onStored) act()
    if (operation.positions) countChange(operation.positions, before, after)
    if (hasFailed) operation.reject(result)
    else operation.resolve(result)
  }
}

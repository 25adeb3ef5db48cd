/**
 * Options of V8 until a start is over. V8 optimizes functions only when they have run much more often than usual: it does that in threads of
 * its own, which took two fifths of the time of the processor for a large document, and most of what they compiled was not needed any more
 * (docs/decisions/042). And the space for new objects does not grow: memory that is used for the first time costs more than to collect
 * garbage more often (docs/decisions/044).
 */
import { versions } from 'node:process'
import { setFlagsFromString } from 'node:v8'

interface StartOption {
  readonly name: string
  /** The default (`node --v8-options`). */
  readonly usual: number
  readonly atStart: number
}

/** An option that says how often a function runs before it is optimized. */
const runsBefore = (name: string, usual: number): StartOption => ({ name, usual, atStart: 15 * usual })

export const startOptions: readonly StartOption[] = [
  ...(Number.parseInt(versions.node, 10) < 22
    ? [runsBefore('interrupt-budget', 67_584)]
    : [runsBefore('invocation-count-for-turbofan', 3000), runsBefore('invocation-count-for-maglev', 400)]),
  { name: 'semi-space-growth-factor', usual: 2, atStart: 1 },
]

/** Milliseconds after which most starts are over, and the compiled code is stored. It is only valid with the options that it was stored with. */
const startTime = 2000

/** For the whole process: only for a process of our own. */
export const setStartOptions = (): void => {
  for (const { name, atStart } of startOptions) setFlagsFromString(`--${name}=${atStart}`)
}

export const resetAfterStart = (): void => {
  setTimeout(resetStartOptions, startTime).unref()
}

const resetStartOptions = (): void => {
  for (const { name, usual } of startOptions) setFlagsFromString(`--${name}=${usual}`)
}

/**
 * Options of V8 until a start is over. V8 optimizes functions only when they have run much more often than usual: it does that in threads of
 * its own, which took two fifths of the time of the processor for a large document, and most of what they compiled was not needed any more
 * (docs/decisions/042). And the space for new objects gets one size and keeps it: memory that is used for the first time costs more than to
 * collect garbage more often, and a response that falls into a step of its growth takes longest (docs/decisions/044).
 */
import { versions } from 'node:process'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

interface StartOption {
  readonly name: string
  /** The default (`node --v8-options`). */
  readonly usual: number
  readonly atStart: number
}

/** An option that says how often a function runs before it is optimized. */
const runsBefore = (name: string, usual: number): StartOption => ({ name, usual, atStart: 15 * usual })

const optimizing: readonly StartOption[] =
  Number.parseInt(versions.node, 10) < 22
    ? [runsBefore('interrupt-budget', 67_584)]
    : [runsBefore('invocation-count-for-turbofan', 3000), runsBefore('invocation-count-for-maglev', 400)]

const growth: StartOption = { name: 'semi-space-growth-factor', usual: 2, atStart: 1 }

export const startOptions: readonly StartOption[] = [...optimizing, growth]

/** Milliseconds after which most starts are over, and the compiled code is stored. It is only valid with the options that it was stored with. */
const startTime = 2000

/** Milliseconds after which most operations that a client calls have responded once. */
const firstResponses = 10_000

/** For the whole process: only for a process of our own. */
export const setStartOptions = (): void => {
  growSpace()
  for (const { name, atStart } of startOptions) setFlagsFromString(`--${name}=${atStart}`)
}

export const resetAfterStart = (): void => {
  setTimeout(() => reset(optimizing), startTime).unref()
  setTimeout(() => reset([growth]), firstResponses).unref()
}

const reset = (options: readonly StartOption[]): void => {
  for (const { name, usual } of options) setFlagsFromString(`--${name}=${usual}`)
}

/** Arrays of 32 kB: as many as V8 needs to see that most objects survive, and some more. */
const mostArrays = 200

/** Bytes for new objects, as `sizeOfSpace`. */
const room = 8 * 2 ** 20

/** Makes V8 grow the space for new objects in one step: it does that when more objects survive than there is room for. */
const growSpace = (): void => {
  const size = sizeOfSpace()
  if (size === 0 || size >= room) return
  setFlagsFromString(`--${growth.name}=${Math.round(room / size)}`)
  const kept: unknown[] = []
  while (kept.length < mostArrays && sizeOfSpace() < 1.5 * size) kept.push(new Array(4000).fill(0))
}

/** Bytes for new objects, of which V8 reserves twice as many. */
const sizeOfSpace = (): number => {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return space ? space.space_used_size + space.space_available_size : 0
}

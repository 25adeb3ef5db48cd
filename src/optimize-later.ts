/**
 * Makes V8 optimize functions only when they have run much more often than usual, until a start is over. It optimizes in threads of its
 * own: for a large document they took two fifths of the time of the processor, and most of what they compiled was not needed any more
 * (docs/decisions/042).
 */
import { versions } from 'node:process'
import { setFlagsFromString } from 'node:v8'

/** Options of V8 that say how often a function runs before it is optimized, with their defaults (`node --v8-options`). */
export const defaults: Readonly<Record<string, number>> =
  Number.parseInt(versions.node, 10) < 22
    ? { 'interrupt-budget': 67_584 }
    : { 'invocation-count-for-turbofan': 3000, 'invocation-count-for-maglev': 400 }

const factor = 15

/** Milliseconds after which most starts are over, and the compiled code is stored. It is only valid with the options that it was stored with. */
const startTime = 2000

/** For the whole process: only for a process of our own. */
export const optimizeLater = (): void => multiplyBy(factor)

export const optimizeAfterStart = (): void => {
  setTimeout(() => multiplyBy(1), startTime).unref()
}

const multiplyBy = (times: number): void => {
  for (const [option, usual] of Object.entries(defaults)) setFlagsFromString(`--${option}=${usual * times}`)
}

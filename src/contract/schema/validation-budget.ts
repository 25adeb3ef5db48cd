/**
 * Bounds the work of one validation. Compiled validators count a step for every schema that they apply. Steps, not time, so
 * that the same value always has the same result. Without known results (known-results.ts), variants that contain each other
 * (an expression is one of And, Or and Leaf, each with expressions) would double the work with every level of a value, so
 * that 500 bytes could block the process for minutes.
 */
import { KnownResults } from './known-results.ts'

/** Steps that are only counted. Nearly all values take fewer. */
const freeSteps = 10_000

/**
 * The largest number of steps: `least` for any value, `perValue` more for each value in it, but never more than `most`. A
 * million takes half a second to a second and a half where every schema reports errors, and much less otherwise.
 */
export const stepLimits = { least: 500_000, perValue: 40, most: 3_000_000 }

/** Thrown by a compiled validator. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
  readonly limit: number

  constructor(limit: number) {
    super(`more than ${limit} steps`)
    this.limit = limit
  }
}

export class ValidationBudget {
  /** Compiled validators subtract from it, and call `overdraw` where it is negative. */
  left = freeSteps
  /** Undefined until a validation takes many steps. */
  results: KnownResults | undefined
  #value: unknown
  #spent = 0
  #limit: number | undefined

  start(value: unknown): void {
    this.left = freeSteps
    this.results = undefined
    this.#value = value
    this.#spent = 0
    this.#limit = undefined
  }

  end(): void {
    this.results = undefined
    this.#value = undefined
  }

  /** Counts a schema that is applied to a value. Throws TooManySteps. */
  overdraw(value: unknown): void {
    this.#spend(1 + sizeOf(value))
  }

  /** Counts work that depends on more than the number of values. Throws TooManySteps. */
  charge(steps: number): void {
    this.left -= steps
    if (this.left < 0) this.#spend(steps)
  }

  #spend(steps: number): void {
    this.#limit ??= limitFor(this.#value)
    this.results ??= new KnownResults()
    this.#spent += steps
    if (this.#spent > this.#limit) throw new TooManySteps(this.#limit)
  }
}

/** A schema may look at all names of an object, and at all characters of a string. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length >> 4
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length >> 2 : Object.keys(value).length
}

const limitFor = (value: unknown): number =>
  Math.min(stepLimits.least + stepLimits.perValue * countValues(value), stepLimits.most)

/** The number of values in a value, with itself. Long strings count several times. */
const countValues = (root: unknown): number => {
  const pending = [root]
  let count = 0
  while (pending.length > 0) {
    const value = pending.pop()
    count += 1
    if (typeof value === 'string') count += value.length >> 4
    else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) pending.push(item)
  }
  return count
}

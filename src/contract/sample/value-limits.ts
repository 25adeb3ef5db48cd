/**
 * How large generated values become, whatever a schema requires. A value that is cut is not valid, so that what is wrong is
 * reported, instead of memory that runs out.
 */
import { leastLength } from '../patterns/pattern-length.ts'

/** The longest generated text, in characters, whether its length comes from minLength or from a pattern. */
export const maxText = 10_000

/** The longest generated list, and the most properties beyond those that a schema names. */
export const maxItems = 1_000

/** The most values of one generated body. */
export const maxValues = 20_000

/** Whether a text that matches the pattern can be generated. It takes a large count to make one too long. */
export const canGenerate = (pattern: string): boolean => !/\{\d{2}/.test(pattern) || leastLength(pattern) <= maxText

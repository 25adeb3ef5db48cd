/**
 * Numbers that look random and follow from a seed and the place they are used at, not from the order of calls.
 */
import { createHash } from 'node:crypto'

/** An unsigned 32-bit integer. */
export const seedOf = (seed: number, ...parts: readonly (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...parts].join('\n'))
    .digest()
    .readUInt32BE(0)

/** From 0 up to, not including, 1. */
export const fractionOf = (seed: number, ...parts: readonly (string | number)[]): number =>
  seedOf(seed, ...parts) / 2 ** 32

/**
 * Pseudo-random values derived from a seed and the place where they are used, never from the order of calls: the same
 * seed gives the same values, and a change in one place leaves the others as they were.
 */
import { createHash } from 'node:crypto'

/** An unsigned 32-bit integer derived from a seed and parts. */
export const seedOf = (seed: number, ...parts: readonly (string | number)[]): number =>
  createHash('sha256')
    .update([seed, ...parts].join('\n'))
    .digest()
    .readUInt32BE(0)

/** A number from 0 (inclusive) to 1 (exclusive) derived from a seed and parts. */
export const fractionOf = (seed: number, ...parts: readonly (string | number)[]): number =>
  seedOf(seed, ...parts) / 2 ** 32

/** FNV-1a, 32 bits, over UTF-16 code units. */
export const hashText = (text: string): number => {
  let value = 2_166_136_261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
  return value >>> 0
}

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly fraction: () => number
  /** From `least` to `most`, both inclusive. */
  readonly integer: (least: number, most: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** A generator (Mulberry32) whose sequence depends on the seed and parts only. */
export const createRandom = (seed: number, ...parts: readonly (string | number)[]): Random => {
  let state = hashText(`${seed} ${parts.join(' ')}`)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return { fraction, integer, pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number] }
}

/** A version 4 UUID (RFC 9562, section 5.4) from 32 hexadecimal digits. */
export const formatUuid = (hex: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Random numbers for made values: a small generator (Mulberry32) that starts anew at each place of a value, so that what
 * is made at one does not hang on what was made at another.
 */

export interface Random {
  /** From 0 up to, not including, 1. */
  readonly fraction: () => number
  /** From `least` to `most`, both included. */
  readonly integer: (least: number, most: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** The same for the same seed and parts. */
export const createRandom = (seed: number, ...parts: readonly (string | number)[]): Random => {
  let state = hash(`${seed} ${parts.join(' ')}`)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return { fraction, integer, pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number] }
}

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 2_166_136_261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
  return value >>> 0
}

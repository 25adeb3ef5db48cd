/**
 * Random choices that depend on a seed alone, so that a failing request can be sent again.
 */
export interface Random {
  /** From 0 to `limit` - 1. */
  readonly below: (limit: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
  /** True in one of `times` cases. */
  readonly oneIn: (times: number) => boolean
}

/** xorshift32. */
export const createRandom = (seed: number): Random => {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0 || 1
  const below = (limit: number): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % limit
  }
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    oneIn: (times) => below(times) === 0,
  }
}

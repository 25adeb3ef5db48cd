/**
 * Work on many items, cut into slices, so that requests are served in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a slice may take, in milliseconds. */
const sliceTime = 4

/** After how many items the time is read. */
const checkedAtOnce = 64

/** How much of one turn was used. Call `count` for each item, and `pause` where it returns true. */
export class Slices {
  #count = 0
  #end = performance.now() + sliceTime

  count(): boolean {
    return ++this.#count % checkedAtOnce === 0 && performance.now() >= this.#end
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#end = performance.now() + sliceTime
  }
}

/** Maps items in slices; undefined results are left out. */
export const mapInSlices = async <Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result | undefined,
): Promise<Result[]> => {
  const results: Result[] = []
  const slices = new Slices()
  for (const item of items) {
    const result = map(item)
    if (result !== undefined) results.push(result)
    if (slices.count()) await slices.pause()
  }
  return results
}

type Compare<Item> = (one: Item, other: Item) => number

/** How many items are sorted at once. */
const runLength = 512

/** A stable sort. */
export const sortInSlices = async <Item>(items: readonly Item[], compare: Compare<Item>): Promise<readonly Item[]> => {
  const slices = new Slices()
  let runs: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += runLength) {
    runs.push(items.slice(start, start + runLength).sort(compare))
    await slices.pause()
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare, slices))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async <Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: Compare<Item>,
  slices: Slices,
): Promise<readonly Item[]> => {
  const merged: Item[] = []
  const [left, right] = [first.values(), second.values()]
  let [one, other] = [left.next(), right.next()]
  while (!one.done || !other.done) {
    if (!one.done && (other.done || compare(one.value, other.value) <= 0)) {
      merged.push(one.value)
      one = left.next()
    } else if (!other.done) {
      merged.push(other.value)
      other = right.next()
    }
    if (slices.count()) await slices.pause()
  }
  return merged
}

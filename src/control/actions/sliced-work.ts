/**
 * Work on many records, cut into slices, so that requests are served in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many records are looked at in one slice: a few milliseconds. */
const sliceSize = 2_000

/** Maps items in slices; undefined results are left out. */
export const mapInSlices = async <Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result | undefined,
): Promise<Result[]> => {
  const results: Result[] = []
  let count = 0
  for (const item of items) {
    const result = map(item)
    if (result !== undefined) results.push(result)
    if (++count % sliceSize === 0) await nextTurn()
  }
  return results
}

type Compare<Item> = (one: Item, other: Item) => number

/** A stable sort. */
export const sortInSlices = async <Item>(items: readonly Item[], compare: Compare<Item>): Promise<readonly Item[]> => {
  let runs: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += sliceSize) {
    runs.push(items.slice(start, start + sliceSize).sort(compare))
    await nextTurn()
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare))
    runs = merged
  }
  return runs[0] ?? []
}

const merge = async <Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: Compare<Item>,
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
    if (merged.length % sliceSize === 0) await nextTurn()
  }
  return merged
}

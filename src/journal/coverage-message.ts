/**
 * Coverage as JSON, which a process sends to another one that has just started. What comes from another version of Standin is
 * checked, and ignored where it is something else.
 */
import { isJsonArray } from '../contract/values/json-object.ts'
import { type CoverageCounts, countedDimensions, type OperationCounts } from '../coverage/coverage.ts'

type Counts = OperationCounts['statuses']

/** For each operation: its key, then pairs of name and number for each dimension. */
export type WrittenCounts = readonly (readonly [string, ...(readonly (readonly [string, number])[])[]])[]

export const writeCounts = (counts: CoverageCounts): WrittenCounts =>
  [...counts].map(([key, counted]) => [key, ...countedDimensions.map((dimension) => [...counted[dimension]])])

export const readCounts = (written: unknown): CoverageCounts => {
  const counts = new Map<string, OperationCounts>()
  for (const entry of isJsonArray(written) ? written : []) {
    const [key, ...dimensions]: readonly unknown[] = isJsonArray(entry) ? entry : []
    if (typeof key !== 'string') continue
    const [statuses, parameters, values, requestTypes, responseTypes, scenarios] = countedDimensions.map((_, index) =>
      readPairs(dimensions[index]),
    )
    if (!statuses || !parameters || !values || !requestTypes || !responseTypes || !scenarios) continue
    counts.set(key, { statuses, parameters, values, requestTypes, responseTypes, scenarios })
  }
  return counts
}

const readPairs = (written: unknown): Counts | undefined => {
  if (!isJsonArray(written)) return undefined
  const counts: Counts = new Map()
  for (const pair of written) {
    const [name, times]: readonly unknown[] = isJsonArray(pair) ? pair : []
    if (typeof name !== 'string' || typeof times !== 'number' || !Number.isSafeInteger(times) || times < 0)
      return undefined
    counts.set(name, times)
  }
  return counts
}

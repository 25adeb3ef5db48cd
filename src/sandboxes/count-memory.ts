/**
 * Counts the memory that the records, stored responses and grants of sandboxes take, in bytes. What several of them share counts
 * once, and what belongs to fixtures does not count.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { memoryOf } from '../store/memory-budget.ts'
import { memoryOfGrant } from './grants.ts'
import type { Sandbox } from './sandbox.ts'

/** Milliseconds after which other work is done. */
const sliceTime = 5

/** How many records are counted between two looks at the time. */
const countedAtOnce = 256

export const countMemory = async (sandboxes: Iterable<Sandbox>): Promise<number> => {
  const seen = new Set<object>()
  let bytes = 0
  let counted = 0
  let end = performance.now() + sliceTime
  for (const sandbox of sandboxes) {
    const base = sandbox.setup.baseOf(sandbox.fixtures)
    for (const { grant } of sandbox.keys.grants()) if (grant) bytes += memoryOfGrant(grant)
    for (const { store, scenarioStores, idempotentResponses } of sandbox.savedStates()) {
      bytes += idempotentResponses.sizeUnless(seen)
      for (const one of [store, ...scenarioStores.values()])
        for (const record of one.recordsBeside(base, seen)) {
          bytes += memoryOf(record)
          if (++counted % countedAtOnce !== 0 || performance.now() < end) continue
          await nextTurn()
          end = performance.now() + sliceTime
        }
    }
  }
  return bytes
}

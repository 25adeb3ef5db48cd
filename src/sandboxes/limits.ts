/**
 * How much sandboxes may have.
 */
import { ListRoom } from '../store/list-size.ts'
import { MemoryBudget } from '../store/memory-budget.ts'

export interface SandboxLimits {
  /** Of the records and stored responses of all sandboxes together. */
  readonly memory: MemoryBudget
  /** For the long lists of all sandboxes. */
  readonly lists: ListRoom
  /** Of one sandbox: its records, the keys that were generated or changed in it, its snapshots. */
  readonly records: number
  readonly keys: number
  readonly snapshots: number
}

export const defaultLimits = { records: 1_000_000, keys: 1_000, snapshots: 1_000 }

export const createLimits = (given: Partial<SandboxLimits> = {}): SandboxLimits => ({
  memory: new MemoryBudget(),
  lists: new ListRoom(),
  ...defaultLimits,
  ...given,
})

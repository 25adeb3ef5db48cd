/**
 * Sandboxes without documents: only records.
 */
import { JournalBudget } from '../../src/journal/journal.ts'
import type { SandboxSetup } from '../../src/sandboxes/sandbox-state.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { createEmbeddedStore } from '../../src/store/embedded-store.ts'
import type { SeedRecords } from '../../src/store/seed.ts'

/** Their real time is always 0. */
export const createBareSandboxes = (seed: SeedRecords): Sandboxes => {
  const resources = Object.keys(seed).map((name) => ({ name, filterable: [] }))
  const base = createEmbeddedStore(resources, seed)
  const setup: SandboxSetup = {
    generation: 1,
    baseOf: () => base,
    keysOf: () => ({ any: true, keys: new Map(), ofFixtures: undefined }),
    openSet: async () => false,
    scenarios: new Map(),
  }
  return new Sandboxes({
    setup,
    realTime: () => 0,
    seed: 1,
    scenarios: [],
    maximum: 10,
    budget: new JournalBudget(),
  })
}

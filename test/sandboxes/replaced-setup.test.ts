/**
 * Files are reloaded while a sandbox opens a fixture set: it keeps the records of its set.
 */
import { assert, expect, it } from 'vitest'
import { createSandbox } from '../../src/control/actions/create-sandbox.ts'
import { JournalBudget } from '../../src/journal/journal.ts'
import { Sandbox } from '../../src/sandboxes/sandbox.ts'
import type { SandboxSetup } from '../../src/sandboxes/sandbox-state.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'

const baseOf = (set: string): EmbeddedStore => {
  const value = { id: 1, set }
  const record = { id: 1, value, json: JSON.stringify(value), madeAt: 0 }
  return createEmbeddedStore([{ name: 'notes', filterable: [] }], { notes: [record] })
}

/** As setups of files are: a set that is not open is the first one. `onOpen` is called while a set is read. */
const createSetup = (generation: number, onOpen: () => Promise<void> = async () => {}): SandboxSetup => {
  const first = baseOf('first')
  const bases = new Map<string | undefined, EmbeddedStore>()
  return {
    generation,
    baseOf: (set) => bases.get(set) ?? first,
    keysOf: () => ({ any: true, keys: new Map(), ofFixtures: undefined }),
    openSet: async (set) => {
      await onOpen()
      bases.set(set, baseOf(set))
      return true
    },
    scenarios: new Map(),
  }
}

const serve = (setup: SandboxSetup): Sandboxes =>
  new Sandboxes({ setup, realTime: () => 0, seed: 1, scenarios: [], maximum: 10, budget: new JournalBudget() })

const setOf = async (sandboxes: Sandboxes, id: string): Promise<unknown> =>
  (await sandboxes.find(id)?.store.get('notes', 1))?.value.set

it('a sandbox has the records of a set that was opened after the files were read', async () => {
  const sandboxes = serve(createSetup(1))
  const next = createSetup(2)
  const { sandbox } = await createSandbox(sandboxes, { id: 'one', fixtures: 'other' }, '')
  assert(sandbox instanceof Sandbox)
  await sandboxes.replaceSetup(next, () => {})
  expect(await setOf(sandboxes, 'one')).toBe('other')
  sandbox.reset()
  expect(await setOf(sandboxes, 'one')).toBe('other')
})

it('a sandbox has the records of a set that is opened while the files are replaced', async () => {
  const next = createSetup(2)
  const sandboxes = serve(createSetup(1, () => sandboxes.replaceSetup(next, () => {})))
  await createSandbox(sandboxes, { id: 'one', fixtures: 'other' }, '')
  expect(sandboxes.setup).toBe(next)
  expect(await setOf(sandboxes, 'one')).toBe('other')
})

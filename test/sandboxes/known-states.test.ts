/**
 * The states of logs that are remembered while sandboxes are loaded, and the order of requests to one sandbox.
 */
import { describe, expect, it } from 'vitest'
import { ChangeTracker } from '../../src/sandboxes/change-tracker.ts'
import { countMemory } from '../../src/sandboxes/count-memory.ts'
import { type KnownState, KnownStates } from '../../src/sandboxes/known-states.ts'
import { createBareSandboxes } from '../support/bare-sandboxes.ts'

const stateAt = (generation: string, version: number): KnownState =>
  ({ generation, version }) as Partial<KnownState> as KnownState

/** States whose loading is noted: `a5<a3` is version 5 of generation a, which continued from version 3. */
const createStates = () => {
  const states = new KnownStates()
  const loads: string[] = []
  const find = async (generation: string, version: number): Promise<number> => {
    const found = await states.find({ generation, version }, async (earlier) => {
      loads.push(`${generation}${version}${earlier ? `<${earlier.generation}${earlier.version}` : ''}`)
      return stateAt(generation, version)
    })
    return found.version
  }
  return { states, loads, find }
}

describe('known states', () => {
  it('are loaded once, and continue from the latest one before them in their generation', async () => {
    const { loads, find, states } = createStates()
    for (const [generation, version] of [
      ['a', 3],
      ['a', 5],
      ['a', 3],
      ['b', 9],
      ['a', 4],
      ['a', 0],
      ['a', 9],
    ] as const)
      expect(await find(generation, version)).toBe(version)
    expect(loads).toEqual(['a3', 'a5<a3', 'b9', 'a4<a3', 'a0', 'a9<a5'])
    const latest = async (version: number) => (await states.latest({ generation: 'a', version }))?.version
    expect([await latest(8), await latest(5), await latest(2), await latest(0)]).toEqual([5, 5, 0, 0])
    expect(await states.latest({ generation: 'c', version: 9 })).toBeUndefined()
  })

  it('are the last sixteen that were used, and all while many are loaded', async () => {
    const { loads, find, states } = createStates()
    for (let version = 1; version <= 16; version++) await find(`g${version}-`, 1)
    await find('g1-', 1)
    await find('new-', 1)
    loads.splice(0)
    await find('g1-', 1)
    await find('g3-', 1)
    await find('g2-', 1)
    expect(loads).toEqual(['g2-1'])
    await states.keepAll(async () => {
      loads.splice(0)
      for (let round = 0; round < 2; round++)
        for (let version = 1; version <= 40; version++) await find(`all${version}-`, 1)
      expect(loads).toHaveLength(40)
    })
    await find('all40-', 1)
    expect(loads).toHaveLength(41)
    for (let version = 1; version <= 17; version++) await find(`last${version}-`, 1)
    loads.splice(0)
    await find('last1-', 1)
    expect(loads).toEqual(['last1-1'])
  })

  it('that cannot be loaded are tried again', async () => {
    const { find, states } = createStates()
    const failing = states.find({ generation: 'a', version: 1 }, () => Promise.reject(new TypeError('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await find('a', 1)).toBe(1)
  })
})

describe('requests to a sandbox whose changes are tracked', () => {
  it('run one after another, in their order', async () => {
    const sandbox = createBareSandboxes({ gadgets: [] }).default
    sandbox.startTracking(false)
    const events: string[] = []
    const run = (name: string) =>
      sandbox.transact(async () => {
        events.push(`${name} starts`)
        await new Promise((resolve) => setImmediate(resolve))
        events.push(`${name} ends`)
        if (name === 'b') throw new TypeError('failed')
      })
    const all = ['a', 'b', 'c'].map((name) => Promise.resolve(run(name)).catch(() => undefined))
    await Promise.all(all)
    expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  })

  it('do not come between one that ends and one that waits', async () => {
    const sandbox = createBareSandboxes({ gadgets: [] }).default
    const tracker = new ChangeTracker(sandbox.state, sandbox.journal)
    await tracker.takeTurn()
    const second = tracker.takeTurn()
    tracker.endTurn()
    expect(tracker.isBusy).toBe(true)
    await second
    tracker.endTurn()
    expect(tracker.isBusy).toBe(false)
  })
})

describe('the memory of sandboxes', () => {
  const insert = async (sandbox: ReturnType<typeof createBareSandboxes>['default']): Promise<void> => {
    await sandbox.store.insert('gadgets', { kind: 'integer' }, (id) => ({
      value: { id },
      json: `{"id":${id}}`,
      madeAt: 0,
    }))
  }

  it('is that of records that are not in fixtures, each counted once', async () => {
    const sandboxes = createBareSandboxes({ gadgets: [{ id: 1, value: { id: 1 }, json: '{"id":1}', madeAt: 0 }] })
    const first = sandboxes.default
    expect(await countMemory([first])).toBe(0)
    await insert(first)
    const one = await countMemory([first])
    expect(one).toBeGreaterThan(0)
    const fork = sandboxes.create({ id: 'fork', from: first.capture() })
    if (!('store' in fork)) throw new TypeError('there is room for a fork')
    first.takeSnapshot('one', 0)
    expect(await countMemory([first, fork])).toBe(one)
    await insert(fork)
    expect(await countMemory([first, fork])).toBe(2 * one)
    first.resetState(first.setup.baseOf(undefined))
    expect(await countMemory([first])).toBe(one)
    first.snapshots.delete('one')
    expect(await countMemory([first])).toBe(0)
  })

  it('is counted while other work is done', async () => {
    const sandboxes = createBareSandboxes({ gadgets: [] })
    for (let count = 0; count < 20_000; count++) await insert(sandboxes.default)
    let turns = 0
    const counting = countMemory([sandboxes.default])
    const done = counting.then(() => true)
    while (!(await Promise.race([done, new Promise((resolve) => setImmediate(resolve, false))]))) turns++
    expect(await counting).toBeGreaterThan(20_000 * 400)
    expect(turns).toBeLessThan(20_000 / 256 + 2)
  })
})

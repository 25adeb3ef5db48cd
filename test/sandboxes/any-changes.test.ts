/**
 * Any sequence of changes of a sandbox: a copy that gets its effects has the same, so has one that is built from a checkpoint, and
 * each earlier state can be returned to. Without a log and without requests, so that many sequences can be tried.
 * test/sandboxes/histories.long.test.ts has whole servers.
 */
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { JournalBudget } from '../../src/journal/journal.ts'
import { describeWholeSandbox } from '../../src/sandboxes/describe-sandbox.ts'
import { describeCounters, describeHoldPeriods } from '../../src/sandboxes/describe-state.ts'
import { isBeginning, readEffects, writeEffects } from '../../src/sandboxes/effects.ts'
import { applyEntries, type FindBase, replayLog } from '../../src/sandboxes/replay.ts'
import type { Sandbox } from '../../src/sandboxes/sandbox.ts'
import type { Memento } from '../../src/sandboxes/sandbox-parts.ts'
import type { SandboxSetup, SandboxState } from '../../src/sandboxes/sandbox-state.ts'
import { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import type { StoredRecord } from '../../src/store/store.ts'

const recordOf = (id: number, name: string): StoredRecord => {
  const value = { id, name }
  return { id, value, json: JSON.stringify(value), madeAt: 5, scope: name === 'b' ? 'x' : 'y' }
}

const resources = [{ name: 'gadgets', filterable: ['name'] }]
const base = createEmbeddedStore(resources, { gadgets: [1, 2, 3].map((id) => recordOf(id, 'seed')) })
const edited = createEmbeddedStore(resources, { gadgets: [1, 2].map((id) => recordOf(id, 'edited')) })
const none = createEmbeddedStore(resources, {})
const findBase: FindBase = (digest) => (digest === edited.digest ? edited : digest === none.digest ? none : base)

const createSetup = (generation: number, own: EmbeddedStore): SandboxSetup => ({
  generation,
  baseOf: (set) => (set === 'none' ? none : own),
  keysOf: () => ({ any: true, keys: new Map(), ofFixtures: undefined }),
  openSet: async () => false,
  scenarios: new Map(),
})

const createSandbox = (setup: SandboxSetup): Sandbox => {
  const sandboxes = new Sandboxes({
    setup,
    realTime: () => 0,
    seed: 1,
    scenarios: [],
    maximum: 10,
    budget: new JournalBudget(),
  })
  sandboxes.default.startTracking(true)
  return sandboxes.default
}

const viewStore = (store: EmbeddedStore): unknown =>
  store.resources.map((name) => [
    name,
    store.sequenceOf(name),
    [...store.all(name)].map(({ id, json, madeAt, scope }) => ({ id, json, madeAt, scope })),
  ])

/** What a rewind returns to. */
const viewState = (state: SandboxState): string =>
  JSON.stringify([
    viewStore(state.store),
    [...state.scenarioStores].map(([name, store]) => [name, viewStore(store)]).toSorted(),
    [...state.idempotentResponses.all].map(([place, { at }]) => [place, at]),
    state.clock,
    state.scenarios,
    describeCounters(state),
    describeHoldPeriods(state),
  ])

/** All that is stored. */
const view = (sandbox: Sandbox): unknown => ({
  state: viewState(sandbox.state),
  position: sandbox.position,
  keys: [...sandbox.keys.changes()],
  snapshots: sandbox.snapshots.list().map(({ name, at, state }) => [name, at, viewState(state)]),
  base: sandbox.base,
})

const id = fc.integer({ min: 1, max: 6 })
const name = fc.constantFrom('a', 'b')
const scenario = fc.constantFrom(undefined, 's', 't')
const kindOf = <Name extends string>(kind: Name) => fc.constant(kind)

const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kindOf('put'), id, name, scenario }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('insert'), name, scenario }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('remove'), id, scenario }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('clock'), time: fc.nat({ max: 9 }), frozen: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('scenarios'), names: fc.subarray(['s', 't']) }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('count'), call: id }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('respond'), place: name, at: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('key'), key: name, isRemoved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('take'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('restore'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('forget'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('reset') }) },
)
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

const make = async (sandbox: Sandbox, one: Change): Promise<unknown> => {
  const storeOf = (scenario: string | undefined): EmbeddedStore =>
    scenario === undefined ? sandbox.state.store : sandbox.openScenarioStore(scenario, 'own')
  switch (one.kind) {
    case 'put':
      return storeOf(one.scenario).put('gadgets', recordOf(one.id, one.name))
    case 'insert':
      return storeOf(one.scenario).insert('gadgets', { kind: 'integer' }, (id) => recordOf(Number(id), one.name))
    case 'remove':
      return storeOf(one.scenario).remove('gadgets', one.id)
    case 'clock':
      return sandbox.clock.set(one.time, one.frozen)
    case 'scenarios':
      return sandbox.activateScenarios(one.names)
    case 'count':
      sandbox.counters.draws++
      return sandbox.counters.calls.set(`call ${one.call}`, one.call)
    case 'respond': {
      const reply = { kind: 'reply', status: 201, mediaType: 'application/json', body: '' } as const
      return sandbox.state.idempotentResponses.store(one.place, { key: 'k', digest: 'd', at: one.at, reply })
    }
    case 'key':
      return one.isRemoved ? sandbox.keys.remove(one.key) : sandbox.keys.set({ key: one.key, state: 'active' })
    case 'take':
      return sandbox.takeSnapshot(one.name, 7)
    case 'restore': {
      const snapshot = sandbox.snapshots.find(one.name)
      return snapshot && sandbox.restore(snapshot)
    }
    case 'forget':
      return sandbox.snapshots.delete(one.name)
    case 'reset':
      return sandbox.resetState(sandbox.setup.baseOf(undefined))
  }
}

/** Several changes that are committed together, or reverted. */
const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  ends: fc.oneof({ weight: 8, arbitrary: kindOf('commit') }, { weight: 1, arbitrary: kindOf('revert') }),
})

/** A sandbox that is built from what a checkpoint of another one contains. */
const rebuild = (sandbox: Sandbox): Sandbox => {
  const [creation, ...rest] = readEffects(writeEffects([...describeWholeSandbox(sandbox, true)]))
  assert(creation !== undefined && isBeginning(creation))
  const built = createSandbox(sandbox.setup)
  replayLog(built, {
    creation,
    earlier: undefined,
    from: undefined,
    effects: [creation, ...rest],
    tracked: [],
    findBase,
  })
  return built
}

/** The state at each position of a sandbox that was not reset. */
const expectStates = (sandbox: Sandbox, states: readonly string[]): void => {
  for (const [position, expected] of states.entries()) {
    const state = sandbox.stateAt(position)
    expect(state && viewState(state), `position ${position}`).toBe(expected)
  }
}

const commit = (sandbox: Sandbox, follower: Sandbox): void => {
  const effects = readEffects(writeEffects(sandbox.commitChange(true)))
  applyEntries(follower, [...effects, { kind: 'commit' }], findBase)
}

describe('any changes of a sandbox', () => {
  it('lead to the same elsewhere, and can be undone', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const setup = createSetup(1, base)
      const [sandbox, follower] = [createSandbox(setup), createSandbox(setup)]
      const states = [viewState(sandbox.state)]
      let saved: Memento = sandbox.save()
      for (const { changes, ends } of steps) {
        for (const one of changes) await make(sandbox, one)
        if (ends === 'revert') {
          // Some of it was committed, as in a group of requests.
          sandbox.commitChange(true)
          await make(sandbox, { kind: 'insert', name: 'a', scenario: undefined })
          sandbox.revert(saved)
          expect(sandbox.commitChange()).toEqual([])
        } else {
          commit(sandbox, follower)
          states.push(viewState(sandbox.state))
        }
        saved = sandbox.save()
        expect(view(sandbox)).toEqual(view(follower))
      }
      expectStates(sandbox, states)
      expectStates(follower, states)
      const built = rebuild(sandbox)
      expect(view(built)).toEqual(view(sandbox))
      expectStates(built, states)
    })
    await fc.assert(property, { numRuns: 150, seed: 2 })
  })

  it('are kept by a sandbox that moves to other fixtures, and by its earlier states', async () => {
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), change, async (first, last) => {
      const sandbox = createSandbox(createSetup(1, base))
      await sandbox.store.insert('gadgets', { kind: 'integer' }, (id) => recordOf(Number(id), 'own'))
      sandbox.commitChange(true)
      for (const one of first) {
        if (one.kind !== 'respond' && one.kind !== 'scenarios' && one.kind !== 'reset') await make(sandbox, one)
      }
      const now = viewState(sandbox.state)
      sandbox.applySetup(createSetup(2, edited))
      if (sandbox.state.store.isTouched) expect(viewState(sandbox.state)).toBe(now)
      // What was not committed yet can still be undone.
      sandbox.commitChange(true)
      await make(sandbox, last)
      sandbox.commitChange(true)
      const states = [1, 2].map((position) => sandbox.stateAt(position))
      expect(states.map((state) => state?.setup.generation)).toEqual([2, 2])
      expect(states[1] && viewState(states[1])).toBe(now)
      expect([...(states[0]?.store.all('gadgets') ?? [])].map(({ id }) => id)).toEqual([1, 2, 3, 4])
    })
    await fc.assert(property, { numRuns: 100, seed: 3 })
  })

  it('are counted by the records that they concern', async () => {
    const sandbox = createSandbox(createSetup(1, base))
    const commitAfter = async (...changes: readonly Change[]): Promise<void> => {
      for (const one of changes) await make(sandbox, one)
      sandbox.commitChange(true)
    }
    await commitAfter({ kind: 'put', id: 1, name: 'a', scenario: undefined })
    await commitAfter(
      { kind: 'put', id: 1, name: 'b', scenario: undefined },
      { kind: 'remove', id: 2, scenario: undefined },
    )
    await commitAfter({ kind: 'clock', time: 3, frozen: true })
    await commitAfter({ kind: 'insert', name: 'a', scenario: undefined })
    const counts = ([from, to]: readonly [number, number]) => sandbox.history?.countRecords(from, to)
    expect(
      (
        [
          [0, 0],
          [0, 1],
          [0, 2],
          [1, 2],
          [2, 3],
          [0, 4],
          [3, 4],
        ] as const
      ).map(counts),
    ).toEqual([0, 1, 2, 2, 0, 3, 1])
    expect(
      (
        [
          [4, 5],
          [0, 5],
          [-1, 4],
        ] as const
      ).map(counts),
    ).toEqual([undefined, undefined, undefined])
    await commitAfter({ kind: 'put', id: 1, name: 'a', scenario: 's' })
    await commitAfter({ kind: 'put', id: 1, name: 'b', scenario: 's' })
    expect([counts([4, 5]), counts([5, 6])]).toEqual([undefined, 1])
    await commitAfter({ kind: 'reset' })
    expect([counts([5, 7]), counts([3, 4])]).toEqual([undefined, 1])
  })
})

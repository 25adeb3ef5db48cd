/**
 * When unused sandboxes are looked for, and what is remembered of those that were evicted.
 */
import { describe, expect, it } from 'vitest'
import { describeCounters } from '../../src/sandboxes/describe-state.ts'
import { Eviction, sweepEvery } from '../../src/sandboxes/eviction.ts'
import { createBareSandboxes } from '../support/bare-sandboxes.ts'

describe('the search for unused sandboxes', () => {
  it('is due at the start, and then a minute after the last one', () => {
    const clock = { now: 0 }
    const eviction = new Eviction(() => clock.now)
    expect(eviction.isDue).toBe(true)
    eviction.findUnused([])
    const due = [0, sweepEvery - 1, sweepEvery].map((now) => {
      clock.now = now
      return eviction.isDue
    })
    expect(due).toEqual([false, false, true])
  })

  it('finds those that nobody has used for their whole lifetime', () => {
    const clock = { now: 0 }
    const eviction = new Eviction(() => clock.now)
    const sandbox = createBareSandboxes({ gadgets: [] }).default
    const at = (now: number, lifetime: number | undefined) => {
      clock.now = sandbox.lastUsed + now
      Object.defineProperty(sandbox, 'lifetime', { value: lifetime, configurable: true })
      return [eviction.findUnused([sandbox]).length, eviction.isUnused(sandbox)]
    }
    expect(at(99, 100)).toEqual([0, false])
    expect(at(100, 100)).toEqual([1, true])
    expect(at(1e9, undefined)).toEqual([0, false])
  })
})

it('the name of an evicted sandbox is forgotten once', () => {
  const sandbox = createBareSandboxes({ gadgets: [] }).default
  const eviction = new Eviction(() => 0)
  expect(eviction.forget(sandbox.id)).toBe(false)
  eviction.note(sandbox)
  expect([eviction.forget('another'), eviction.forget(sandbox.id), eviction.forget(sandbox.id)]).toEqual([
    false,
    true,
    false,
  ])
})

it('the counters of scenarios are described as soon as one of them counts', () => {
  const state = createBareSandboxes({ gadgets: [] }).default.capture()
  const empty = describeCounters(state)
  const counted = { ...state, counters: { ...state.counters, calls: new Map([['a step', 1]]) } }
  expect(JSON.parse(empty)).toEqual({ calls: [], windows: [], draws: 0 })
  expect(JSON.parse(describeCounters(counted))).toEqual({ calls: [['a step', 1]], windows: [], draws: 0 })
})

/**
 * What steps decide about a request, without a server: windows of limits at their edges, delays, ranges of calls.
 */
import { describe, expect, it } from 'vitest'
import type { RequestFacts } from '../../src/scenarios/match-condition.ts'
import { copyCounters, createCounters, type Directive, play } from '../../src/scenarios/play.ts'
import type { Condition, Scenario, Step } from '../../src/scenarios/scenario.ts'

const always: Condition = {
  operations: ['listPets'],
  method: undefined,
  path: undefined,
  params: {},
  query: {},
  header: {},
  body: undefined,
}

const stepWith = (part: Partial<Step>): Step => ({
  id: 'one/1',
  when: always,
  call: undefined,
  respond: undefined,
  fault: undefined,
  delay: undefined,
  hold: [],
  limit: undefined,
  clock: undefined,
  advance: undefined,
  records: undefined,
  deliver: undefined,
  ignoresContract: false,
  ...part,
})

const scenarioWith = (...steps: readonly Step[]): Scenario => ({
  name: 'one',
  description: '',
  file: 'one.yaml',
  isActive: false,
  steps,
})

const facts: RequestFacts = {
  operation: 'listPets',
  method: 'GET',
  path: '/pets',
  params: {},
  query: [],
  header: () => undefined,
  body: undefined,
}

/** Plays a request at a time. */
const start = (...steps: readonly Step[]) => {
  const counters = createCounters()
  const scenarios = [scenarioWith(...steps)]
  const advanced: number[] = []
  const ask = (now = 0, documented = true): Directive =>
    play({
      scenarios,
      facts,
      counters,
      now: () => now,
      advance: (by) => advanced.push(by),
      seed: 1,
      documents: () => documented,
    })
  return { ask, advanced, counters }
}

const ok = { status: 200, example: undefined, body: undefined, headers: {} }
const at = 1_000_000

describe('the window of a limit', () => {
  const step = stepWith({ limit: { requests: 2, per: 1_000 } })

  it('begins with its first request, and ends when its time is over', () => {
    const { ask } = start(step)
    const remaining = (now: number) => {
      const { answer, limits } = ask(now)
      return answer?.kind === 'limited' ? answer.state : limits[0]
    }
    expect(remaining(at)).toMatchObject({ remaining: 1, resetIn: 1_000 })
    expect(remaining(at + 1)).toMatchObject({ remaining: 0, resetIn: 999 })
    expect(remaining(at + 999)).toMatchObject({ remaining: 0, resetIn: 1, exceeded: true })
    expect(remaining(at + 1_000)).toMatchObject({ remaining: 1, resetIn: 1_000 })
  })

  it('goes on for requests at the same time, and begins again when the clock was set back', () => {
    const { ask } = start(step)
    for (const _ of [1, 2]) expect(ask(at).answer).toBeUndefined()
    expect(ask(at).answer).toMatchObject({ kind: 'limited' })
    expect(ask(at - 1).answer).toBeUndefined()
    expect(ask(at).answer).toBeUndefined()
    expect(ask(at).answer).toMatchObject({ kind: 'limited' })
  })

  it('of a copy is independent', () => {
    const { ask, counters } = start(step)
    ask(at)
    const copy = copyCounters(counters)
    ask(at)
    expect([copy.windows.get('one/1')?.used, counters.windows.get('one/1')?.used]).toEqual([1, 2])
  })
})

describe('a delay', () => {
  it('is nothing where no step has one', () => {
    expect(start(stepWith({ hold: ['Message.status'] })).ask().delay).toBe(0)
    expect(start().ask()).toMatchObject({ delay: 0, trace: [], hold: [] })
  })

  it('is exact, and no number is drawn for it', () => {
    const { ask, counters } = start(stepWith({ delay: { min: 300, max: 300 } }))
    expect([ask().delay, counters.draws]).toEqual([300, 0])
  })

  it('is drawn between its bounds, another one each time', () => {
    const { ask, counters } = start(stepWith({ delay: { min: 200, max: 400 } }))
    const delays = Array.from({ length: 50 }, () => ask().delay)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(200)
    expect(Math.max(...delays)).toBeLessThan(400)
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(100)
    expect([new Set(delays).size, counters.draws]).toEqual([50, 50])
  })

  it('of several steps adds up until one answers', () => {
    const slow = (id: string): Step => stepWith({ id, delay: { min: 10, max: 10 } })
    const { ask } = start(slow('one/1'), slow('one/2'), stepWith({ id: 'one/3', respond: ok }), slow('one/4'))
    expect(ask()).toMatchObject({ delay: 20, answer: { kind: 'respond' }, trace: ['one/1', 'one/2', 'one/3'] })
  })
})

describe('the calls of a step', () => {
  const calls = (call: Step['call']): readonly number[] => {
    const { ask } = start(stepWith({ call, fault: 'reset' }))
    return Array.from({ length: 9 }, (_, index) => (ask().answer ? index + 1 : 0)).filter((hit) => hit > 0)
  }
  it('are those within its range', () => {
    expect(calls({ kind: 'range', from: 2, to: 4 })).toEqual([2, 3, 4])
    expect(calls({ kind: 'range', from: 1, to: 1 })).toEqual([1])
  })
  it('are each n-th one', () => {
    expect(calls({ kind: 'every', every: 3 })).toEqual([3, 6, 9])
    expect(calls({ kind: 'every', every: 1 })).toHaveLength(9)
  })
})

describe('a step', () => {
  it('advances the clock once for each of its calls', () => {
    const { ask, advanced } = start(stepWith({ call: { kind: 'range', from: 2, to: 3 }, advance: 60 }))
    for (let count = 0; count < 5; count++) ask()
    expect(advanced).toEqual([60, 60])
  })

  it('that sets a clock or records overrides the one before it, and no later one without', () => {
    const { ask } = start(
      stepWith({ clock: 1, records: 'none' }),
      stepWith({ id: 'one/2', clock: 2, records: 'demo' }),
      stepWith({ id: 'one/3', hold: ['a.b'] }),
    )
    expect(ask()).toMatchObject({ clock: 2, records: { scenario: 'one', set: 'demo' }, hold: ['a.b'] })
  })

  it('decides about deliveries together with others', () => {
    const { ask } = start(
      stepWith({ deliver: { kind: 'twice' } }),
      stepWith({ id: 'one/2', deliver: { kind: 'late', by: 5 } }),
      stepWith({ id: 'one/3', deliver: { kind: 'unsigned' } }),
      stepWith({ id: 'one/4', deliver: { kind: 'drop' } }),
    )
    expect(ask().deliver).toEqual({ twice: true, late: 5, unsigned: true, drop: 'one/4' })
    expect(start(stepWith({ hold: ['a.b'] })).ask().deliver).toBeUndefined()
  })

  it('for every operation answers only where its status is documented, or the contract is ignored', () => {
    const general = { ...always, operations: undefined }
    const answers = (step: Partial<Step>, documented: boolean) => {
      const { answer, passedOver, trace } = start(stepWith({ respond: ok, ...step })).ask(0, documented)
      return [answer?.kind, passedOver.length, trace.length]
    }
    expect(answers({ when: general }, true)).toEqual(['respond', 0, 1])
    expect(answers({ when: general }, false)).toEqual([undefined, 1, 0])
    expect(answers({ when: general, ignoresContract: true }, false)).toEqual(['respond', 0, 1])
    expect(answers({ when: { ...general, path: '/pets' } }, false)).toEqual(['respond', 0, 1])
    expect(answers({}, false)).toEqual(['respond', 0, 1])
    expect(answers({ when: general, respond: undefined, fault: 'reset' }, false)).toEqual(['fault', 0, 1])
  })

  it('responds with its fault, or only fails', () => {
    expect(start(stepWith({ respond: ok, fault: 'truncate' })).ask().answer).toMatchObject({
      kind: 'respond',
      fault: 'truncate',
    })
    expect(start(stepWith({ fault: 'reset' })).ask().answer).toMatchObject({ kind: 'fault', fault: 'reset' })
  })
})

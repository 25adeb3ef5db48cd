/**
 * The stored responses of a sandbox: limits, forks, and what is noted of their changes. idempotency.test.ts has them in requests.
 */
import { describe, expect, it } from 'vitest'
import {
  type IdempotencyLimits,
  type IdempotentResponse,
  IdempotentResponses,
} from '../../../src/behaviours/idempotency/idempotent-responses.ts'
import { MemoryBudget } from '../../../src/store/memory-budget.ts'

const day = 86_400_000

const responseOf = (key: string, parts: Partial<IdempotentResponse['reply']> = {}, at = 0): IdempotentResponse => ({
  key,
  digest: key,
  at,
  reply: { kind: 'reply', status: 201, ...parts } as unknown as IdempotentResponse['reply'],
})

const create = (limits?: Partial<IdempotencyLimits>) =>
  new IdempotentResponses({ limits: { count: 100, size: 1_000_000, ...limits } })

const keysIn = (responses: IdempotentResponses) => [...responses.all.values()].map(({ key }) => key)

const sizeOf = (responses: IdempotentResponses): number => responses.sizeUnless(new Set())

describe('a stored response', () => {
  it('is found until a day is over', () => {
    const responses = create()
    responses.store('pets a', responseOf('a', {}, 1_000))
    expect(responses.find('pets a', 1_000)?.key).toBe('a')
    expect(responses.find('pets a', 1_000 + day - 1)?.key).toBe('a')
    expect(responses.find('pets a', 1_000 + day)).toBeUndefined()
    expect(responses.find('pets b', 1_000)).toBeUndefined()
    expect(create().find('pets a', 0)).toBeUndefined()
  })

  it('takes space for its place, its key, its headers and its body', () => {
    const sizeWith = (place: string, response: IdempotentResponse): number => {
      const responses = create()
      responses.store(place, response)
      return sizeOf(responses)
    }
    const least = sizeWith('', responseOf(''))
    expect(least).toBe(500)
    expect(sizeWith('pets', responseOf(''))).toBe(least + 4)
    expect(sizeWith('', responseOf('key'))).toBe(least + 3)
    expect(sizeWith('', responseOf('', { headers: ['ETag', '"a"'] }))).toBe(least + 7)
    expect(sizeWith('', responseOf('', { body: 'abc' }))).toBe(least + 3)
    expect(sizeWith('', responseOf('', { body: '' }))).toBe(least)
  })

  it('replaces the one at its place, also in space', () => {
    const responses = create()
    responses.store('a', responseOf('a', { body: 'a long body' }))
    responses.store('b', responseOf('b'))
    responses.store('a', responseOf('a', { body: 'short' }))
    expect([keysIn(responses), sizeOf(responses)]).toEqual([['b', 'a'], 2 * 502 + 5])
    responses.set('a', undefined)
    expect([keysIn(responses), sizeOf(responses)]).toEqual([['b'], 502])
    responses.set('none', undefined)
    expect(keysIn(responses)).toEqual(['b'])
  })

  it('is counted in the memory of the server', () => {
    const memory = new MemoryBudget()
    const responses = new IdempotentResponses({ memory })
    responses.store('a', responseOf('a'))
    responses.fork().store('b', responseOf('b'))
    expect(memory.used).toBe(2 * 502)
  })
})

describe('the oldest responses are discarded', () => {
  const store = (limits: Partial<IdempotencyLimits>, count: number, at = (index: number) => index) => {
    const responses = create(limits)
    const evicted = Array.from({ length: count }, (_, index) =>
      responses.store(String(index), responseOf(String(index), {}, at(index))),
    )
    return { evicted, keys: keysIn(responses) }
  }

  it('where there are too many', () =>
    expect(store({ count: 2 }, 4)).toEqual({ evicted: [[], [], ['0'], ['1']], keys: ['2', '3'] }))

  it('where they take too much space', () => {
    expect(store({ size: 1_004 }, 3)).toEqual({ evicted: [[], [], ['0']], keys: ['1', '2'] })
    expect(store({ size: 1_003 }, 3)).toEqual({ evicted: [[], ['0'], ['1']], keys: ['2'] })
    expect(store({ size: 501 }, 2)).toEqual({ evicted: [['0'], ['1']], keys: [] })
  })

  it('without naming those that have expired', () =>
    expect(store({ count: 1 }, 3, (index) => index * day)).toEqual({ evicted: [[], [], []], keys: ['2'] }))
})

describe('a fork', () => {
  it('has the same responses, and shares none of the later changes', () => {
    const responses = create({ count: 2 })
    responses.store('a', responseOf('a'))
    const fork = responses.fork()
    expect([keysIn(fork), sizeOf(fork)]).toEqual([['a'], 502])
    responses.store('b', responseOf('b'))
    fork.store('c', responseOf('c'))
    expect([keysIn(responses), keysIn(fork)]).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect(fork.store('d', responseOf('d'))).toEqual(['a'])
    expect([keysIn(responses), keysIn(fork)]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('of none has none', () => {
    const responses = create()
    const fork = responses.fork()
    fork.store('a', responseOf('a'))
    expect([keysIn(responses), keysIn(fork)]).toEqual([[], ['a']])
  })

  it('counts in memory once, as long as it shares them', () => {
    const responses = create()
    responses.store('a', responseOf('a'))
    const fork = responses.fork()
    const seen = new Set<object>()
    expect([responses.sizeUnless(seen), fork.sizeUnless(seen)]).toEqual([502, 0])
    fork.store('b', responseOf('b'))
    expect([responses.sizeUnless(seen), fork.sizeUnless(seen)]).toEqual([0, 1_004])
    expect(create().sizeUnless(seen)).toBe(0)
  })
})

describe('a pending request', () => {
  it('is known until it has ended, and tells those that wait', async () => {
    const responses = create()
    expect(responses.findPending('a')).toBeUndefined()
    const finish = responses.begin('a', 'digest')
    const pending = responses.findPending('a')
    expect([pending?.digest, responses.findPending('b')]).toEqual(['digest', undefined])
    expect(responses.fork().findPending('a')).toBeUndefined()
    const ended = pending?.done.then(() => 'ended')
    expect(await Promise.race([ended, new Promise((resolve) => setImmediate(resolve, 'pending'))])).toBe('pending')
    finish()
    expect(await ended).toBe('ended')
    expect(responses.findPending('a')).toBeUndefined()
  })
})

describe('changes', () => {
  it('are noted from the start of the recording, each place once, with what was there before', () => {
    const responses = create({ count: 2 })
    const [a, other, b, c] = [responseOf('a'), responseOf('a', { body: 'x' }), responseOf('b'), responseOf('c')]
    responses.store('a', a)
    expect(responses.takeChanges()).toEqual([])
    responses.startRecording()
    responses.store('a', other)
    responses.store('b', b)
    responses.startRecording()
    expect(responses.takeChanges()).toEqual([
      { place: 'a', before: a, after: other },
      { place: 'b', before: undefined, after: b },
    ])
    expect(responses.takeChanges()).toEqual([])
    responses.store('c', c)
    expect(responses.takeChanges()).toEqual([
      { place: 'c', before: undefined, after: c },
      { place: 'a', before: other, after: undefined },
    ])
  })

  it('that were undone are left out', () => {
    const responses = create()
    const a = responseOf('a')
    responses.set('a', a)
    responses.startRecording()
    responses.set('a', undefined)
    responses.set('a', a)
    responses.set('b', responseOf('b'))
    responses.set('b', undefined)
    expect(responses.takeChanges()).toEqual([])
  })

  it('of a fork are not noted', () => {
    const responses = create()
    responses.startRecording()
    const fork = responses.fork()
    fork.store('a', responseOf('a'))
    expect([fork.takeChanges(), responses.takeChanges()]).toEqual([[], []])
  })
})

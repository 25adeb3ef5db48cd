/**
 * In which order requests and operations of one sandbox run, and what waits to be stored, without a server.
 */
import { assert, describe, expect, it } from 'vitest'
import { LogError } from '../../src/log/log.ts'
import { type ChangeLog, countChange, OutdatedError, type Positions } from '../../src/sandboxes/change-log.ts'
import { ChangeTracker } from '../../src/sandboxes/change-tracker.ts'
import { type Effect, effectFormat } from '../../src/sandboxes/effects.ts'
import { findPlainlyNamed, readAddress, readSandboxId, refreshNamed } from '../../src/sandboxes/open-sandbox.ts'
import { isDeletion, type Operation, type Outcome, settle } from '../../src/sandboxes/operation.ts'
import { OperationQueue } from '../../src/sandboxes/operation-queue.ts'
import { isPostponed, PendingChanges } from '../../src/sandboxes/pending-changes.ts'
import { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { decodeAddress, decodeSandboxId, idInKey, idsInKeys, keyWithId } from '../../src/sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { createBareSandboxes } from '../support/bare-sandboxes.ts'

describe('changes that wait to be stored', () => {
  const edit = (base: string): Effect => ({ kind: 'use-fixtures', base })
  const put = (scenario: string): Effect => ({ kind: 'open-store', scenario })
  const commit: Effect = { kind: 'commit' }

  it('are committed one after the other, and of edits of fixtures only the last one', () => {
    const pending = new PendingChanges()
    expect(pending.isEmpty).toBe(true)
    pending.add([edit('1'), put('a')])
    pending.add([put('b')])
    pending.add([edit('2')])
    expect(pending.effects).toEqual([put('a'), commit, put('b'), commit, edit('2'), commit])
    expect(pending.isEmpty).toBe(false)
    pending.clear()
    expect([pending.isEmpty, pending.effects]).toEqual([true, []])
  })

  it('are not changed by nothing', () => {
    const pending = new PendingChanges()
    pending.add([])
    expect(pending.isEmpty).toBe(true)
    pending.add([put('a')])
    const before = pending.effects
    pending.add([])
    expect(pending.effects).toBe(before)
  })

  it('wait only where the storage may work later', () =>
    expect((['full', 'unavailable', 'unknown', 'deleted', 'exists'] as const).filter(isPostponed)).toEqual([
      'full',
      'unavailable',
      'unknown',
    ]))
})

describe('a request with several changes', () => {
  const count = (...changes: readonly (readonly [before: number, after: number])[]): Positions => {
    const positions: Positions = { positionBefore: undefined, positionAfter: undefined }
    for (const [before, after] of changes) countChange(positions, before, after)
    return positions
  }
  const rows: readonly (readonly [changes: readonly (readonly [number, number])[], before: number, after: number])[] = [
    [[[3, 5]], 3, 5],
    [[[3, 3]], 3, 3],
    // Where nothing has changed yet, the last look counts.
    [
      [
        [3, 3],
        [5, 5],
      ],
      5,
      5,
    ],
    [
      [
        [3, 3],
        [5, 7],
      ],
      5,
      7,
    ],
    [
      [
        [3, 5],
        [7, 7],
      ],
      3,
      5,
    ],
    [
      [
        [3, 5],
        [7, 9],
      ],
      3,
      9,
    ],
    [
      [
        [0, 0],
        [0, 1],
      ],
      0,
      1,
    ],
  ]
  for (const [changes, positionBefore, positionAfter] of rows)
    it(`${JSON.stringify(changes)} has them from ${positionBefore} to ${positionAfter}`, () =>
      expect(count(...changes)).toEqual({ positionBefore, positionAfter }))
})

describe('operations of a log', () => {
  const createQueue = () => {
    const groups: (readonly Operation[])[] = []
    const queue = new OperationQueue(async (group) => {
      groups.push(group)
      await Promise.resolve()
      for (const { run, resolve } of group) resolve(run())
    })
    const add = (name: string, isAlone = false) => queue.add(() => name, { isAlone })
    return { queue, groups, add, sizes: () => groups.map(({ length }) => length) }
  }

  it('of one turn run in one group, and those that come meanwhile in the next', async () => {
    const { add, sizes } = createQueue()
    const first = [add('a'), add('b')]
    await first[0]
    const later = add('c')
    expect(await Promise.all([...first, later])).toEqual(['a', 'b', 'c'])
    expect(sizes()).toEqual([2, 1])
  })

  it('run in groups of at most 200', async () => {
    const { add, sizes } = createQueue()
    await Promise.all(Array.from({ length: 401 }, (_, index) => add(String(index))))
    expect(sizes()).toEqual([200, 200, 1])
  })

  it('run alone where they have to, in their order', async () => {
    const { add, groups } = createQueue()
    await Promise.all([add('a'), add('b'), add('alone', true), add('c'), add('d')])
    expect(groups.map((group) => group.map(({ run }) => run()))).toEqual([['a', 'b'], ['alone'], ['c', 'd']])
    const first = createQueue()
    await Promise.all([first.add('alone', true), first.add('other', true), first.add('a')])
    expect(first.sizes()).toEqual([1, 1, 1])
  })

  it('of a group that fails are rejected, and the next group runs', async () => {
    let calls = 0
    const queue = new OperationQueue(async (group) => {
      calls++
      if (calls === 1) throw new TypeError('failed')
      for (const { run, resolve } of group) resolve(run())
    })
    const results = await Promise.allSettled([queue.add(() => 1, {}), queue.add(() => 2, {})])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue.add(() => 3, {})).toBe(3)
  })

  it('are not fresh, and not alone, unless they have to be', async () => {
    const { queue, groups } = createQueue()
    await queue.add(() => 1, {})
    await queue.add(() => 1, { isFresh: true, isAlone: true, version: 7 })
    expect(groups.flat().map(({ isFresh, isAlone, version }) => [isFresh, isAlone, version])).toEqual([
      [false, false, undefined],
      [true, true, 7],
    ])
  })

  it('end with what they returned or threw, and know what they changed', () => {
    const ended: unknown[] = []
    const outcome = (hasFailed: boolean, result: unknown, positions?: Positions): Outcome => ({
      operation: {
        run: () => undefined,
        resolve: (value) => ended.push(['resolved', value]),
        reject: (error) => ended.push(['rejected', error]),
        positions,
      },
      before: 3,
      after: 5,
      hasFailed,
      result,
      onStored: [() => ended.push('stored')],
    })
    const positions: Positions = { positionBefore: undefined, positionAfter: undefined }
    settle([outcome(false, 1, positions), outcome(true, 2)])
    expect(ended).toEqual(['stored', ['resolved', 1], 'stored', ['rejected', 2]])
    expect(positions).toEqual({ positionBefore: 3, positionAfter: 5 })
  })

  it('know a deletion by its error', () =>
    expect([new LogError('deleted', ''), new LogError('full', ''), new OutdatedError()].map(isDeletion)).toEqual([
      true,
      false,
      false,
    ]))
})

describe('requests whose changes are tracked', () => {
  it('take turns, in the order in which they came', async () => {
    const { state, journal } = createBareSandboxes({}).default
    const tracker = new ChangeTracker(state, journal)
    const events: string[] = []
    const run = async (name: string): Promise<void> => {
      await tracker.takeTurn()
      events.push(`${name} begins`)
      await new Promise((resolve) => setImmediate(resolve))
      events.push(`${name} ends`)
      tracker.endTurn()
    }
    await Promise.all([run('a'), run('b'), run('c')])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(tracker.isBusy).toBe(false)
    await Promise.all([run('d'), run('e')])
    expect(events.slice(6)).toEqual(['d begins', 'd ends', 'e begins', 'e ends'])
  })
})

describe('the name of a sandbox', () => {
  const read = (text: string) => {
    const decoded = decodeSandboxId(text)
    return decoded.kind === 'id' ? decoded.id : decoded.rejection.message.replace('header.Sandbox-Id ', '')
  }
  const rows: readonly (readonly [text: string, read: string])[] = [
    ['ann', 'ann'],
    ['a.b_c-1', 'a.b_c-1'],
    ['%C3%A4', 'ä'],
    ['a%20b', 'a b'],
    ['a%2Cb', 'a,b'],
    ['x'.repeat(200), 'x'.repeat(200)],
    [`%20${'x'.repeat(199)}`, ` ${'x'.repeat(199)}`],
    [`%20${'x'.repeat(200)}`, 'must have 1 to 200 bytes, got 201'],
    ['x'.repeat(201), 'must have 1 to 200 bytes, got 201'],
    [`${'%C3%A4'.repeat(100)}`, 'ä'.repeat(100)],
    [`${'%C3%A4'.repeat(101)}`, 'must have 1 to 200 bytes, got 202'],
    ['', 'must have 1 to 200 bytes, got 0'],
    ['a%00', 'must have no control characters'],
    ['a, b', 'must be given once, and percent-encoded'],
    ['%', 'must be percent-encoded UTF-8'],
    ['%C3', 'must be percent-encoded UTF-8'],
  ]
  for (const [text, expected] of rows)
    it(`${text.slice(0, 30)} is ${expected.slice(0, 50)}`, () => expect(read(text)).toBe(expected))

  it('is in the path, the header or the query, and in all of them the same', () => {
    const named = (headers: object, query: readonly (readonly [string, string])[], address?: string) => {
      const id = readSandboxId(headers as Record<string, string>, query as [string, string][], address)
      return id.kind === 'rejected' ? id.rejection.message : id.kind === 'id' ? id.id : 'none'
    }
    expect(named({}, [])).toBe('none')
    expect(named({}, [['sort', 'name']])).toBe('none')
    expect(named({ 'sandbox-id': 'ann' }, [])).toBe('ann')
    expect(named({ 'sandbox-id': 'ann' }, [['__sandbox', 'bob']])).toBe('ann')
    expect(named({}, [['__sandbox', 'bob']])).toBe('bob')
    expect(named({}, [], '/~cleo')).toBe('cleo')
    expect(named({ 'sandbox-id': 'cleo' }, [], '/~cleo')).toBe('cleo')
    expect(named({ 'sandbox-id': 'c%6ceo' }, [], '/~cleo')).toBe('cleo')
    expect(named({ 'sandbox-id': 'ann' }, [], '/~cleo')).toContain('names the sandbox "ann" and the path names "cleo"')
    expect(named({ 'sandbox-id': ['ann', 'bob'] }, [])).toContain('must be given once')
    expect(named({ 'sandbox-id': '%' }, [], '/~cleo')).toContain('percent-encoded')
    expect(named({ 'sandbox-id': 'ann' }, [], '/~%')).toContain('percent-encoded')
  })

  const addresses: readonly (readonly [path: string, rest: string, address: string | undefined])[] = [
    ['/pets', '/pets', undefined],
    ['/~ann/pets/1', '/pets/1', '/~ann'],
    ['/~ann', '/', '/~ann'],
    ['/~ann/', '/', '/~ann'],
    ['/~', '/~', undefined],
    ['/~/pets', '/~/pets', undefined],
    ['/a/~ann', '/a/~ann', undefined],
  ]
  for (const [path, rest, address] of addresses)
    it(`of ${path} is ${address ?? 'none'}`, () => {
      expect(readAddress({ path })).toEqual({ path: rest, ...(address === undefined ? {} : { address }) })
      if (address !== undefined) expect(decodeAddress(address)).toEqual({ kind: 'id', id: 'ann' })
    })

  it('is found in the keys that were generated for it', () => {
    const secret = '0'.repeat(32)
    const [ann, bob] = [keyWithId('ann', secret), keyWithId('bö b', secret)]
    expect([idInKey(ann), idInKey(bob), idInKey('sk_ann'), idInKey(`x${ann}`)]).toEqual([
      'ann',
      'bö b',
      undefined,
      undefined,
    ])
    expect(idsInKeys(`Bearer ${ann}, other="${bob}"`)).toEqual(['ann', 'bö b'])
    expect(idsInKeys('Bearer eyJ.eyJ.x sk_none')).toEqual([])
  })
})

describe('the sandboxes that several processes share', () => {
  const secret = '0'.repeat(32)
  const key = (id: string): string => keyWithId(id, secret)
  const basic = (login: string): string => `Basic ${Buffer.from(login).toString('base64')}`
  const requestOf = (headers: Readonly<Record<string, string>>, query = '') =>
    ({
      request: { headers, query, path: '/pets' },
      query: { pairs: [], broken: undefined },
    }) as unknown as Parameters<typeof refreshNamed>[0]

  /** Which sandboxes are refreshed before a request is handled. */
  const refreshed = async (headers: Readonly<Record<string, string>>, query = '', isShared = true) => {
    const ids: string[] = []
    const sandboxes = {
      isShared,
      refresh: async (id: string) => {
        ids.push(id)
      },
      refreshAll: async () => {
        ids.push('all')
      },
      find: (id: string) => (id === 'new' ? undefined : { id }),
    } as unknown as Sandboxes
    await refreshNamed(requestOf(headers, query), sandboxes)
    return ids
  }

  const rows: readonly (readonly [name: string, headers: Readonly<Record<string, string>>, ids: readonly string[]])[] =
    [
      ['no name', {}, ['default']],
      ['a name', { 'sandbox-id': 'ann' }, ['ann']],
      // The keys of the default sandbox decide who may create another one.
      ['the name of one that does not exist', { 'sandbox-id': 'new' }, ['new', 'default']],
      ['a key', { authorization: `Bearer ${key('bob')}` }, ['default', 'bob']],
      ['a key in another header', { 'x-api-key': key('bob') }, ['default', 'bob']],
      ['a key as a user', { authorization: basic(`${key('bob')}:`) }, ['default', 'bob']],
      ['a login without a key', { authorization: basic('ann:secret') }, ['default']],
      ['a name and a key of it', { 'sandbox-id': 'bob', 'x-api-key': key('bob') }, ['bob']],
      ['four keys', { a: ['a', 'b', 'c', 'd'].map(key).join(' ') }, ['default', 'a', 'b', 'c']],
    ]
  for (const [name, headers, ids] of rows)
    it(`are refreshed for a request with ${name}: ${ids.join(', ')}`, async () =>
      expect(await refreshed(headers)).toEqual(ids))

  it('are refreshed for a key in the query', async () =>
    expect(await refreshed({}, `key=${key('bob')}`)).toEqual(['default', 'bob']))

  it('are all refreshed where they are not shared, because a key may be of any', async () =>
    expect(await refreshed({ 'sandbox-id': 'ann' }, '', false)).toEqual(['all', 'ann']))

  it('are found without a refresh where nothing but a name decides', () => {
    const find = (headers: Readonly<Record<string, string>>, isShared = true) => {
      const sandboxes = { isShared, find: (id: string) => ({ id }) } as unknown as Sandboxes
      return findPlainlyNamed(requestOf(headers), sandboxes)?.id
    }
    expect([find({}), find({ 'sandbox-id': 'ann' })]).toEqual(['default', 'ann'])
    expect([find({}, false), find({ 'x-api-key': key('bob') })]).toEqual([undefined, undefined])
  })
})

it('a sandbox that two requests delete takes no later one of its name with it', async () => {
  const sandboxes = createBareSandboxes({})
  const sandbox = sandboxes.open('one')
  assert(sandbox instanceof Sandbox)
  const deleted: (() => void)[] = []
  sandbox.log = { remove: () => new Promise<void>((resolve) => deleted.push(resolve)) } as unknown as ChangeLog
  const deletions = [sandboxes.remove(sandbox), sandboxes.remove(sandbox)]
  deleted[0]?.()
  await deletions[0]
  expect(sandboxes.find('one')).toBeUndefined()
  const next = sandboxes.open('one')
  deleted[1]?.()
  await deletions[1]
  expect(sandboxes.find('one')).toBe(next)
})

it('stored sandboxes have the format that every version reads', () => expect(effectFormat).toBe(1))

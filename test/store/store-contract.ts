/**
 * What every store must do, as described in src/store/store.ts. Each implementation runs all these tests.
 */
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../src/ports.ts'
import type {
  Draft,
  IdSource,
  PageQuery,
  RecordId,
  ResourceSchema,
  Store,
  StoredRecord,
} from '../../src/store/store.ts'

/** A store and how to fork it; forks share nothing. */
export interface ForkableStore extends Store {
  readonly fork: () => ForkableStore | Promise<ForkableStore>
}

export type CreateStore = (
  resources: readonly ResourceSchema[],
  seed: Readonly<Record<string, readonly StoredRecord[]>>,
) => Promise<ForkableStore>

const integers: IdSource = { kind: 'integer' }
const series: IdSource = { kind: 'series', make: (serial) => `g-${serial}` }
const all: PageQuery = { filters: [], limit: Number.MAX_SAFE_INTEGER }
const int64 = 9223372036854775807n
/** 2^53-1, the largest safe integer. */
const lastSafe = Number.MAX_SAFE_INTEGER

const write = (value: Json): string =>
  JSON.stringify(value, (_, held: unknown) => (typeof held === 'bigint' ? `${held}n` : held)) ?? 'null'

const recordOf = (id: RecordId, fields: JsonObject = {}, madeAt = 0): StoredRecord => {
  const value = { id, ...fields }
  return { id, value, json: write(value), madeAt }
}

const drafting =
  (fields: JsonObject = {}, madeAt = 0): Draft =>
  (id) => {
    const { value, json } = recordOf(id, fields)
    return { value, json, madeAt }
  }

/** Without the position that the store gives a record. */
const unplaced = (record: StoredRecord | undefined): StoredRecord | undefined => {
  if (!record) return undefined
  const { order: _, ...rest } = record
  return rest
}

const idsOf = (records: readonly StoredRecord[]): readonly RecordId[] => records.map(({ id }) => id)

/** Inserts a record if an id is available. */
const insertInto = async (store: Store, ids: IdSource, draft: Draft, resource = 'gadgets'): Promise<StoredRecord> => {
  const record = await store.insert(resource, ids, draft)
  assert(record !== undefined, 'an id was available')
  return record
}

/** Fails a call that does not return: an infinite loop would block the whole run. */
const atOnce = <Result>(run: () => Promise<Result>): Promise<Result> =>
  runInNewContext('run()', { run }, { timeout: 20_000 }) as Promise<Result>

export const itIsAStore = (create: CreateStore): void => {
  const createGadgets = (seed: readonly StoredRecord[] = [], filterable: readonly string[] = ['state', 'size']) =>
    create([{ name: 'gadgets', filterable }], { gadgets: seed })

  describe('a unique property', () => {
    const unique = ['label'] as const
    const seed = [
      { ...recordOf(1, { label: 'Anvil' }), scope: 'a' },
      { ...recordOf(2, { label: 'Saw' }), scope: 'b' },
      recordOf(3, { label: 'Hammer' }),
      { ...recordOf(4, { label: null }), scope: 'a' },
      { ...recordOf(5), scope: 'a' },
    ]
    const createUnique = () => create([{ name: 'gadgets', filterable: ['state'], unique }], { gadgets: seed })
    const inScope = (scope: string | undefined) => (scope === undefined ? {} : { scope })
    const rows: readonly {
      readonly name: string
      readonly id?: RecordId
      readonly scope?: string
      readonly fields: JsonObject
      readonly clashes: boolean
    }[] = [
      { name: 'a value that is new', scope: 'a', fields: { label: 'Rasp' }, clashes: false },
      { name: 'a value of the scope', scope: 'a', fields: { label: 'Anvil' }, clashes: true },
      { name: 'a value of another scope', scope: 'a', fields: { label: 'Saw' }, clashes: false },
      { name: 'a value that is in every scope', scope: 'a', fields: { label: 'Hammer' }, clashes: true },
      { name: 'a value of any scope, for every scope', fields: { label: 'Saw' }, clashes: true },
      { name: 'a value of its own', id: 1, scope: 'a', fields: { label: 'Anvil' }, clashes: false },
      { name: 'null', scope: 'a', fields: { label: null }, clashes: false },
      { name: 'nothing', scope: 'a', fields: {}, clashes: false },
      { name: 'a value of another type', scope: 'a', fields: { label: ['Anvil'] }, clashes: false },
    ]
    for (const { name, id, scope, fields, clashes } of rows) {
      const expected = clashes ? 'label' : undefined
      it(`finds ${name} to be ${clashes ? 'taken' : 'free'}`, async () => {
        const store = await createUnique()
        const record = { value: fields, ...inScope(scope), ...(id === undefined ? {} : { id }) }
        expect(await store.findClash('gadgets', record)).toBe(expected)
        if (id !== undefined) return
        const drafted = (taken: RecordId) => ({ ...drafting(fields)(taken), ...inScope(scope) })
        expect((await store.insert('gadgets', integers, drafted)) === undefined).toBe(clashes)
      })
    }

    it('is free again when its record is deleted or changed, in this store only', async () => {
      const store = await createUnique()
      const fork = await store.fork()
      const anvil = { value: { label: 'Anvil' }, scope: 'a' }
      await store.remove('gadgets', 1)
      expect([await store.findClash('gadgets', anvil), await fork.findClash('gadgets', anvil)]).toEqual([
        undefined,
        'label',
      ])
      await fork.update('gadgets', 1, () => ({ ...drafting({ label: 'Rasp' })(1), scope: 'a' }))
      expect(await fork.findClash('gadgets', anvil)).toBeUndefined()
      expect(await fork.findClash('gadgets', { ...anvil, value: { label: 'Rasp' } })).toBe('label')
    })

    it('can still be filtered by', async () => {
      const store = await createUnique()
      const found = await store.page('gadgets', { filters: [['label', 'Saw']], limit: 10 })
      expect(idsOf(found)).toEqual([2])
    })
  })

  describe('get', () => {
    const rows: readonly { readonly name: string; readonly id: RecordId; readonly asked?: RecordId }[] = [
      { name: 'an integer', id: 7 },
      { name: 'zero', id: 0 },
      { name: 'a negative integer', id: -7 },
      { name: 'the last safe integer', id: lastSafe },
      { name: 'the largest int64', id: int64 },
      { name: 'the smallest int64', id: -(2n ** 63n) },
      { name: 'an integer requested as bigint', id: 7, asked: 7n },
      { name: 'a short bigint requested as a number', id: 7n, asked: 7 },
      { name: 'a string', id: 'anvil' },
      { name: 'the empty string', id: '' },
      { name: 'a string of digits', id: '7' },
      { name: '__proto__', id: '__proto__' },
      { name: 'constructor', id: 'constructor' },
      { name: 'a string in Japanese', id: '名前' },
      { name: 'a string with a NUL and a colon', id: 'a\u0000b:c' },
    ]
    for (const { name, id, asked = id } of rows)
      it(`finds ${name}`, async () => {
        const record = recordOf(id, { label: 'Anvil' }, 5)
        const store = await createGadgets([record])
        expect(unplaced(await store.get('gadgets', asked))).toEqual(record)
      })

    const unknown: readonly { readonly kept: RecordId; readonly asked: RecordId }[] = [
      { kept: 7, asked: 8 },
      { kept: int64, asked: int64 - 1n },
      { kept: 9007199254740993n, asked: 9007199254740992n },
      { kept: 'a', asked: 'A' },
      { kept: 'a', asked: 'a ' },
      { kept: 'a', asked: '__proto__' },
      { kept: 'a', asked: 'constructor' },
      { kept: 'a', asked: '' },
    ]
    for (const { kept, asked } of unknown)
      it(`of ${String(kept)} does not find ${JSON.stringify(String(asked))}`, async () => {
        const store = await createGadgets([recordOf(kept)])
        expect(await store.get('gadgets', asked)).toBeUndefined()
      })

    it('finds nothing in an empty resource', async () =>
      expect(await (await createGadgets()).get('gadgets', 1)).toBeUndefined())

    it('finds records of their own resource only', async () => {
      const resources = ['gadgets', 'animal-store/gadgets', '__proto__'].map((name) => ({ name, filterable: [] }))
      const store = await create(resources, { gadgets: [recordOf(1, { of: 'gadgets' })] })
      expect(await store.get('animal-store/gadgets', 1)).toBeUndefined()
      expect(await store.get('__proto__', 1)).toBeUndefined()
      expect(await store.count('animal-store/gadgets')).toBe(0)
    })
  })

  describe('insert', () => {
    it('returns the record that get finds', async () => {
      const store = await createGadgets()
      const made = await store.insert('gadgets', integers, drafting({ label: 'Anvil' }, 42))
      expect(made).toEqual({ id: 1, value: { id: 1, label: 'Anvil' }, json: '{"id":1,"label":"Anvil"}', madeAt: 42 })
      expect(await store.get('gadgets', 1)).toEqual(made)
    })

    const next: readonly { readonly kept: readonly RecordId[]; readonly takes: readonly RecordId[] }[] = [
      { kept: [], takes: [1, 2, 3] },
      { kept: [1, 2], takes: [3, 4] },
      { kept: [5], takes: [6, 7] },
      { kept: [9, 3], takes: [10] },
      { kept: [lastSafe - 1], takes: [lastSafe] },
    ]
    for (const { kept, takes } of next)
      it(`after [${kept.join()}] uses ${takes.join(', ')}`, async () => {
        const store = await createGadgets(kept.map((id) => recordOf(id)))
        for (const id of takes) expect((await insertInto(store, integers, drafting())).id).toBe(id)
      })

    const unusual: readonly { readonly name: string; readonly kept: readonly RecordId[] }[] = [
      { name: 'zero', kept: [0] },
      { name: 'negative ids', kept: [-5, -4] },
      { name: 'the last safe integer', kept: [lastSafe] },
      { name: 'integers beyond it', kept: [lastSafe, 9007199254740992n, 9007199254740993n] },
      { name: 'the largest int64', kept: [int64] },
    ]
    for (const { name, kept } of unusual)
      it(`after ${name} uses three positive integers that are not in use`, async () => {
        const store = await createGadgets(kept.map((id) => recordOf(id)))
        const made: RecordId[] = []
        for (let count = 0; count < 3; count++)
          made.push((await atOnce(() => insertInto(store, integers, drafting()))).id)
        expect(new Set([...kept, ...made].map(String)).size).toBe(kept.length + 3)
        expect(made.every((id) => typeof id !== 'string' && id > 0)).toBe(true)
        expect(await store.count('gadgets')).toBe(kept.length + 3)
      })

    it('continues beyond the last safe integer as bigint', async () => {
      const store = await createGadgets([recordOf(lastSafe)])
      const made = [await insertInto(store, integers, drafting()), await insertInto(store, integers, drafting())]
      expect(idsOf(made)).toEqual([9007199254740992n, 9007199254740993n])
    })

    const ranges: readonly {
      readonly name: string
      readonly kept?: readonly RecordId[]
      readonly minimum?: number
      readonly maximum?: number
      /** Undefined: no id is left. */
      readonly takes: readonly (RecordId | undefined)[]
    }[] = [
      { name: 'a minimum', minimum: 1000, takes: [1000, 1001] },
      { name: 'a minimum that is passed', kept: [2000], minimum: 1000, takes: [2001] },
      { name: 'a maximum', kept: [1, 3], maximum: 3, takes: [2, undefined, undefined] },
      { name: 'a minimum of zero', minimum: 0, takes: [1, 2] },
      { name: 'one id', minimum: 7, maximum: 7, takes: [7, undefined] },
      { name: 'both', minimum: 7, maximum: 8, takes: [7, 8, undefined] },
      { name: 'both, below zero', minimum: -2, maximum: -1, takes: [-2, -1, undefined] },
      { name: 'the end of int64', kept: [1, int64], takes: [2, 3] },
    ]
    for (const { name, kept = [], takes, ...range } of ranges)
      it(`of a range with ${name} uses ${takes.map((id) => id ?? 'none').join(', ')}`, async () => {
        const store = await createGadgets(kept.map((id) => recordOf(id)))
        for (const id of takes)
          expect((await atOnce(() => store.insert('gadgets', { ...integers, ...range }, drafting())))?.id).toBe(id)
      })

    it('uses the given id, once', async () => {
      const store = await createGadgets()
      const ids: IdSource = { kind: 'given', id: 77 }
      const made = await Promise.all(['a', 'b', 'c'].map((label) => store.insert('gadgets', ids, drafting({ label }))))
      expect(made).toEqual([recordOf(77, { label: 'a' }), undefined, undefined])
      expect(await store.get('gadgets', 77)).toEqual(recordOf(77, { label: 'a' }))
      expect((await insertInto(store, integers, drafting())).id).toBe(78)
    })

    it('ends if a series generates no free id', async () => {
      const store = await createGadgets()
      const ids: IdSource = { kind: 'series', make: (serial) => `g-${serial % 2}` }
      for (const id of ['g-1', 'g-0', undefined])
        expect((await atOnce(() => store.insert('gadgets', ids, drafting())))?.id).toBe(id)
    })

    it('numbers a series from 1 and skips ids in use', async () => {
      const store = await createGadgets([recordOf('g-2')])
      const made = [1, 2, 3].map(() => insertInto(store, series, drafting()))
      expect(idsOf(await Promise.all(made))).toEqual(['g-1', 'g-3', 'g-4'])
    })

    it('numbers each resource by itself', async () => {
      const store = await create(
        ['a', 'b'].map((name) => ({ name, filterable: [] })),
        {},
      )
      for (const resource of ['a', 'b', 'a', 'b']) await store.insert(resource, integers, drafting())
      expect(idsOf(await store.page('a', all))).toEqual([1, 2])
      expect(idsOf(await store.page('b', all))).toEqual([1, 2])
    })

    it('passes the id of the record to the draft', async () => {
      const store = await createGadgets([recordOf('g-1')])
      const given: RecordId[] = []
      const draft: Draft = (id) => {
        given.push(id)
        return drafting()(id)
      }
      const { id } = await insertInto(store, series, draft)
      expect(given).toEqual([id])
    })

    it('stores nothing if the draft fails', async () => {
      const store = await createGadgets()
      const failure = new RangeError('no draft')
      const draft: Draft = () => {
        throw failure
      }
      await expect(store.insert('gadgets', integers, draft)).rejects.toBe(failure)
      expect(await store.count('gadgets')).toBe(0)
      expect(await store.page('gadgets', all)).toEqual([])
    })

    for (const [name, ids] of [
      ['integers', integers],
      ['a series', series],
    ] as const)
      it(`gives 500 records at once ${name} that are unique and without gaps`, async () => {
        const store = await createGadgets()
        const made = await Promise.all(Array.from({ length: 500 }, () => insertInto(store, ids, drafting())))
        const numbers = idsOf(made).map((id) => Number(String(id).replace('g-', '')))
        expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
        expect(await store.count('gadgets')).toBe(500)
      })
  })

  describe('page', () => {
    const orders: readonly {
      readonly name: string
      readonly ids: readonly RecordId[]
      readonly is: readonly RecordId[]
    }[] = [
      { name: 'integers as numbers', ids: [10, 9, 100, 1], is: [1, 9, 10, 100] },
      { name: 'negative integers', ids: [1, -1, 0, -10], is: [-10, -1, 0, 1] },
      {
        name: 'numbers and bigints by their value',
        ids: [int64, 5, 9007199254740993n, -(2n ** 63n), 9007199254740992n, lastSafe],
        is: [-(2n ** 63n), 5, lastSafe, 9007199254740992n, 9007199254740993n, int64],
      },
      {
        name: 'strings as they were added',
        ids: ['b', 'a', 'B', '10', '9', 'é', '', '\uffee', '🐈'],
        is: ['b', 'a', 'B', '10', '9', 'é', '', '\uffee', '🐈'],
      },
    ]
    for (const { name, ids, is } of orders)
      it(`orders ${name}`, async () => {
        const store = await createGadgets(ids.map((id) => recordOf(id)))
        expect(idsOf(await store.page('gadgets', all))).toEqual(is)
      })

    it('has a new record with an integer in the order of its id, and with a string at the end', async () => {
      const numbered = await createGadgets([recordOf(3), recordOf(9)])
      await numbered.insert('gadgets', { kind: 'given', id: 5 }, drafting())
      expect(idsOf(await numbered.page('gadgets', all))).toEqual([3, 5, 9])
      const named = await createGadgets([recordOf('g-2'), recordOf('g-0')])
      await named.insert('gadgets', series, drafting())
      expect(idsOf(await named.page('gadgets', all))).toEqual(['g-2', 'g-0', 'g-1'])
    })

    it('keeps the place of a record that changes, and puts one that was removed and added again at the end', async () => {
      const store = await createGadgets(['x', 'c', 'm'].map((id) => recordOf(id, { state: 'new' })))
      const fork = await store.fork()
      await store.update('gadgets', 'x', () => drafting({ state: 'used' })('x'))
      await store.update('gadgets', 'x', () => drafting({ state: 'new' })('x'))
      const query: PageQuery = { ...all, filters: [['state', 'new']] }
      expect(idsOf(await store.page('gadgets', query))).toEqual(['x', 'c', 'm'])
      await store.remove('gadgets', 'm')
      await store.remove('gadgets', 'c')
      await store.insert('gadgets', { kind: 'given', id: 'c' }, drafting({ state: 'new' }))
      expect(idsOf(await store.page('gadgets', query))).toEqual(['x', 'c'])
      await store.insert('gadgets', { kind: 'given', id: 'm' }, drafting({ state: 'new' }))
      expect(idsOf(await store.page('gadgets', all))).toEqual(['x', 'c', 'm'])
      expect(idsOf(await fork.page('gadgets', all))).toEqual(['x', 'c', 'm'])
    })

    const starts: readonly {
      readonly name: string
      readonly query: Partial<PageQuery>
      readonly is: readonly RecordId[]
    }[] = [
      { name: 'a record', query: { after: 'c' }, is: ['m'] },
      { name: 'the last record', query: { after: 'm' }, is: [] },
      { name: 'a string that no record has', query: { after: 'd' }, is: [] },
      { name: 'a position', query: { afterPosition: 1 }, is: ['c', 'm'] },
    ]
    for (const { name, query, is } of starts)
      it(`after ${name} has ${is.join(', ') || 'none'}`, async () => {
        const store = await createGadgets(['x', 'c', 'm'].map((id) => recordOf(id)))
        expect(idsOf(await store.page('gadgets', { ...all, ...query }))).toEqual(is)
      })

    it('continues after the position of a record that was removed', async () => {
      const store = await createGadgets(['x', 'c', 'm'].map((id) => recordOf(id)))
      await store.remove('gadgets', 'm')
      await store.insert('gadgets', series, drafting())
      expect(idsOf(await store.page('gadgets', { ...all, afterPosition: 3 }))).toEqual(['g-1'])
    })

    const ten = Array.from({ length: 10 }, (_, index) => recordOf(index + 1, { state: index % 2 ? 'even' : 'uneven' }))
    const limits: readonly { readonly limit: number; readonly is: readonly RecordId[]; readonly state?: string }[] = [
      { limit: 0, is: [] },
      { limit: 1, is: [1] },
      { limit: 3, is: [1, 2, 3] },
      { limit: 10, is: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      { limit: 11, is: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
      { limit: 2, state: 'even', is: [2, 4] },
      { limit: 0, state: 'even', is: [] },
      { limit: 9, state: 'even', is: [2, 4, 6, 8, 10] },
      { limit: 9, state: 'none', is: [] },
    ]
    for (const { limit, is, state } of limits)
      it(`gives at most ${limit}${state === undefined ? '' : ` of ${state}`}: ${is.join(', ') || 'none'}`, async () => {
        const store = await createGadgets(ten)
        const filters: PageQuery['filters'] = state === undefined ? [] : [['state', state]]
        expect(idsOf(await store.page('gadgets', { filters, limit }))).toEqual(is)
      })

    it('is empty if there are no records', async () =>
      expect(await (await createGadgets()).page('gadgets', all)).toEqual([]))

    const values: readonly Json[] = [
      'new',
      'New',
      '',
      '1',
      1,
      0,
      -1,
      1.5,
      true,
      'true',
      false,
      null,
      'null',
      int64,
      String(int64),
      9007199254740993n,
      '__proto__',
      'constructor',
      'a\u0000b',
      ['new'],
      { state: 'new' },
      { state: 'old' },
      {},
      [],
    ]
    const valued = [...values.map((state, index) => recordOf(index, { state })), recordOf(values.length)]
    for (const filterable of [['state'], []])
      describe(filterable.length > 0 ? 'by an indexed property' : 'by a property without an index', () => {
        for (const [index, value] of values.entries())
          it(`finds ${typeof value} ${write(value)} only`, async () => {
            const store = await createGadgets(valued, filterable)
            const found = await store.page('gadgets', { ...all, filters: [['state', value]] })
            expect(idsOf(found)).toEqual([index])
          })
      })

    it('finds an integer as number and as bigint', async () => {
      const store = await createGadgets([recordOf(1, { size: 7 }), recordOf(2, { size: 7n })])
      for (const size of [7, 7n])
        expect(idsOf(await store.page('gadgets', { ...all, filters: [['size', size]] }))).toEqual([1, 2])
    })

    const two: readonly { readonly filters: PageQuery['filters']; readonly is: readonly RecordId[] }[] = [
      {
        filters: [
          ['state', 'new'],
          ['size', 1],
        ],
        is: [1],
      },
      {
        filters: [
          ['size', 1],
          ['state', 'new'],
        ],
        is: [1],
      },
      {
        filters: [
          ['state', 'new'],
          ['state', 'old'],
        ],
        is: [],
      },
      {
        filters: [
          ['state', 'new'],
          ['label', 'b'],
        ],
        is: [2],
      },
      { filters: [['label', 'b']], is: [2, 3] },
      { filters: [['nothing', 'b']], is: [] },
      { filters: [['__proto__', 'b']], is: [] },
      { filters: [['toString', 'b']], is: [] },
    ]
    for (const { filters, is } of two)
      it(`by ${filters.map((filter) => filter.join(' ')).join(' and ')} finds ${is.join(', ') || 'none'}`, async () => {
        const store = await createGadgets([
          recordOf(1, { state: 'new', size: 1, label: 'a' }),
          recordOf(2, { state: 'new', size: 2, label: 'b' }),
          recordOf(3, { state: 'old', size: 1, label: 'b' }),
          recordOf(4),
        ])
        expect(idsOf(await store.page('gadgets', { ...all, filters }))).toEqual(is)
      })

    it('finds what was inserted', async () => {
      const store = await createGadgets()
      await store.insert('gadgets', integers, drafting({ state: 'new' }))
      await store.insert('gadgets', integers, drafting({ state: 'old' }))
      await store.insert('gadgets', integers, drafting({ state: 'new' }))
      expect(idsOf(await store.page('gadgets', { ...all, filters: [['state', 'new']] }))).toEqual([1, 3])
    })
  })

  describe('removing a scope', () => {
    const scoped = (id: RecordId, scope?: string): StoredRecord =>
      scope === undefined ? recordOf(id, { state: 'new' }) : { ...recordOf(id, { state: 'new' }), scope }
    const seed = [
      scoped(1, 'a'),
      scoped(2, 'a/1'),
      scoped(3, 'a/1/x'),
      scoped(4, 'a0'),
      scoped(5, 'a%2F1'),
      scoped(6, 'b/a'),
      scoped(7),
      scoped(8, '/a'),
    ]
    const rows: readonly { readonly name: string; readonly scope: string; readonly goes: readonly RecordId[] }[] = [
      {
        name: 'removes what is in it and below it, and nothing else with the same beginning',
        scope: 'a',
        goes: [1, 2, 3],
      },
      { name: 'removes nothing above it', scope: 'a/1', goes: [2, 3] },
      { name: 'removes a scope that begins with a slash', scope: '/a', goes: [8] },
      { name: 'removes nothing from an empty scope', scope: 'c', goes: [] },
    ]
    for (const { name, scope, goes } of rows)
      it(name, async () => {
        const store = await createGadgets(seed)
        const fork = await store.fork()
        expect(idsOf(await store.removeScope('gadgets', scope))).toEqual(goes)
        const left = idsOf(seed).filter((id) => !goes.includes(id))
        expect(idsOf(await store.page('gadgets', all))).toEqual(left)
        expect(idsOf(await store.page('gadgets', { ...all, filters: [['state', 'new']] }))).toEqual(left)
        expect(await store.count('gadgets')).toBe(left.length)
        expect(await fork.count('gadgets')).toBe(seed.length)
        expect(await store.removeScope('gadgets', scope)).toEqual([])
      })
  })

  describe('returned records', () => {
    const tamper = (change: () => void): void => {
      try {
        change()
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
      }
    }
    const isUnchanged = async (store: Store, state = 'new') => {
      expect(await store.get('gadgets', 1)).toEqual(recordOf(1, { state, tags: ['a'] }))
      expect(idsOf(await store.page('gadgets', { ...all, filters: [['state', state]] }))).toEqual([1])
    }
    const fields = { state: 'new', tags: ['a'] }

    it('cannot be changed through a record', async () => {
      const store = await createGadgets([recordOf(1, { ...fields, tags: [...fields.tags] })])
      const record = await store.get('gadgets', 1)
      tamper(() => Reflect.set(Object(record), 'json', '{}'))
      tamper(() => Reflect.set(Object(record?.value), 'state', 'old'))
      tamper(() => Reflect.set(Object(record?.value.tags), 0, 'b'))
      await isUnchanged(store)
    })

    it('cannot be changed through a page', async () => {
      const store = await createGadgets([recordOf(1, { ...fields })])
      const page = await store.page('gadgets', all)
      tamper(() => Reflect.set(page, 0, recordOf(2)))
      tamper(() => Reflect.set(page, 'length', 0))
      await isUnchanged(store)
    })

    it('cannot be changed through what was passed in', async () => {
      const value = { id: 1, ...fields, tags: [...fields.tags] }
      const store = await createGadgets()
      await store.insert('gadgets', integers, () => ({ value, json: write(value), madeAt: 0 }))
      tamper(() => Reflect.set(value, 'state', 'old'))
      tamper(() => Reflect.set(value.tags, 0, 'b'))
      await isUnchanged(store)
    })
  })

  describe('a fork', () => {
    it('has the same records', async () => {
      const store = await createGadgets([recordOf(1, { state: 'new' }), recordOf(2)])
      const fork = await store.fork()
      expect(await fork.page('gadgets', all)).toEqual(await store.page('gadgets', all))
      expect(await fork.count('gadgets')).toBe(2)
    })

    it('and its origin are independent when either inserts', async () => {
      const store = await createGadgets([recordOf(1, { state: 'new' })])
      const fork = await store.fork()
      const forkOfFork = await fork.fork()
      await store.insert('gadgets', integers, drafting({ state: 'new', of: 'store' }))
      await fork.insert('gadgets', integers, drafting({ state: 'new', of: 'fork' }))
      const query: PageQuery = { ...all, filters: [['state', 'new']] }
      for (const [held, of] of [
        [store, 'store'],
        [fork, 'fork'],
      ] as const) {
        expect(await held.get('gadgets', 2)).toEqual(recordOf(2, { state: 'new', of }))
        expect(idsOf(await held.page('gadgets', query))).toEqual([1, 2])
      }
      expect(await forkOfFork.count('gadgets')).toBe(1)
      expect(idsOf(await forkOfFork.page('gadgets', query))).toEqual([1])
    })

    for (const [name, ids, is] of [
      ['integers', integers, 3],
      ['a series', series, 'g-3'],
    ] as const)
      it(`continues ${name} of its origin`, async () => {
        const store = await createGadgets()
        await store.insert('gadgets', ids, drafting())
        await store.insert('gadgets', ids, drafting())
        const fork = await store.fork()
        expect((await insertInto(fork, ids, drafting())).id).toBe(is)
        expect((await insertInto(store, ids, drafting())).id).toBe(is)
      })

    it('of 10,000 records is fast', async () => {
      const store = await createGadgets(
        Array.from({ length: 10_000 }, (_, index) => recordOf(index + 1, { state: 'a' })),
      )
      const forks: ForkableStore[] = []
      for (let count = 0; count < 1_000; count++) forks.push(await store.fork())
      await forks[0]?.insert('gadgets', integers, drafting())
      expect(await forks[0]?.count('gadgets')).toBe(10_001)
      expect(await forks[999]?.count('gadgets')).toBe(10_000)
    })
  })

  describe('any sequence of calls', () => {
    /** The same in the simplest way: a map for each fork. */
    interface Model {
      readonly records: Map<string, StoredRecord>
      highest: number
      serial: number
    }
    const insertIntoModel = (model: Model, ids: 'integer' | 'series', state: string): StoredRecord => {
      const nextId = (): RecordId => {
        for (;;) {
          const id = ids === 'integer' ? model.highest + 1 : `g-${model.serial + 1}`
          if (ids === 'integer') model.highest++
          else model.serial++
          if (!model.records.has(String(id))) return id
        }
      }
      const record = recordOf(nextId(), { state })
      model.records.set(String(record.id), record)
      return record
    }
    const compare = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : 0)
    const pageOf = ({ records }: Model, state: string | undefined, limit: number): readonly StoredRecord[] =>
      [...records.values()]
        .filter(({ value }) => state === undefined || value.state === state)
        .sort((a, b) => (typeof a.id === 'string' ? 0 : compare(a.id, b.id)))
        .slice(0, limit)

    const state = fc.constantFrom('new', 'used', 'lost')
    const on = fc.nat({ max: 3 })
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('insert' as const), on, state }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('get' as const), on, serial: fc.nat({ max: 30 }) }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('page' as const),
          on,
          state: fc.option(state, { nil: undefined }),
          limit: fc.nat({ max: 12 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('count' as const), on }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), on }) },
    )
    const seeds = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 8 })

    for (const [kind, ids] of [
      ['integer', integers],
      ['series', series],
    ] as const)
      it(`with ids of the kind ${kind} behaves like a map`, async () => {
        const idOf = (serial: number): RecordId => (kind === 'integer' ? serial : `g-${serial}`)
        const property = fc.asyncProperty(seeds, fc.array(step, { maxLength: 60 }), async (kept, steps) => {
          const seed = kept.map((serial) => recordOf(idOf(serial), { state: 'new' }))
          const forks: { readonly store: ForkableStore; readonly model: Model }[] = [
            {
              store: await createGadgets(seed),
              model: {
                records: new Map(seed.map((record) => [String(record.id), record])),
                highest: kind === 'integer' ? Math.max(0, ...kept) : 0,
                serial: 0,
              },
            },
          ]
          for (const taken of steps) {
            const fork = forks[taken.on % forks.length]
            if (!fork) continue
            const { store, model } = fork
            switch (taken.kind) {
              case 'insert':
                expect(unplaced(await store.insert('gadgets', ids, drafting({ state: taken.state })))).toEqual(
                  insertIntoModel(model, kind, taken.state),
                )
                break
              case 'get':
                expect(unplaced(await store.get('gadgets', idOf(taken.serial)))).toEqual(
                  model.records.get(String(idOf(taken.serial))),
                )
                break
              case 'page': {
                const filters: PageQuery['filters'] = taken.state === undefined ? [] : [['state', taken.state]]
                expect((await store.page('gadgets', { filters, limit: taken.limit })).map(unplaced)).toEqual(
                  pageOf(model, taken.state, taken.limit),
                )
                break
              }
              case 'count':
                expect(await store.count('gadgets')).toBe(model.records.size)
                break
              case 'fork':
                forks.push({ store: await store.fork(), model: { ...model, records: new Map(model.records) } })
            }
          }
          for (const { store, model } of forks)
            expect((await store.page('gadgets', all)).map(unplaced)).toEqual(
              pageOf(model, undefined, Number.POSITIVE_INFINITY),
            )
        })
        await fc.assert(property, { numRuns: 300, seed: 1 })
      })
  })
}

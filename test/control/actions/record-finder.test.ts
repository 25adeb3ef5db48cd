/**
 * Finding records for a console: conditions, order, pages, and what is kept of a search.
 */
import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../src/behaviours/records/resource.ts'
import { stringifyJson } from '../../../src/contract/values/json-text.ts'
import {
  compareKeys,
  createRecordTest,
  type RecordSearch,
  readSort,
  sortKeyOf,
} from '../../../src/control/actions/match-records.ts'
import { RecordFinder, type RecordPageQuery } from '../../../src/control/actions/record-finder.ts'
import { sortInSlices } from '../../../src/control/actions/sliced-work.ts'
import type { JsonObject } from '../../../src/ports.ts'
import type { StoredRecord } from '../../../src/store/store.ts'
import { createBareSandboxes } from '../../support/bare-sandboxes.ts'

const toRecord = (value: JsonObject, index = 0): StoredRecord => ({
  id: typeof value.id === 'number' ? value.id : index + 1,
  value,
  json: stringifyJson(value),
  madeAt: 0,
})

const pets = { key: 'pets', idProperty: 'id', lifecycles: [] } as Partial<Resource> as Resource

const serve = (values: readonly JsonObject[]) => createBareSandboxes({ pets: values.map(toRecord) }).default

const page = (query: Partial<RecordPageQuery>): RecordPageQuery => ({
  limit: 100,
  offset: 0,
  after: undefined,
  ...query,
})

describe('a record matches', () => {
  const value = {
    name: 'Ada "Q" L',
    age: 7,
    big: 2n ** 60n,
    ok: true,
    gone: null,
    tags: ['red', 5],
    at: { city: 'Bern' },
  }
  const record = toRecord(value)
  const matching: readonly RecordSearch[] = [
    { q: 'ada' },
    { q: '"q"' },
    { q: 'BERN' },
    { q: 'RED' },
    { q: '1152921504606846976' },
    { q: 'tru' },
    { where: { name: 'Ada "Q" L' } },
    { where: { age: '7' } },
    { where: { big: '1152921504606846976' } },
    { where: { ok: 'true', gone: 'null' } },
    { where: { tags: 'red' } },
    { where: { tags: '5' } },
    { where: { '/at/city': 'Bern' } },
    { where: { '/tags/1': '5' } },
    { q: 'bern', where: { age: '7' } },
  ]
  for (const search of matching)
    it(`${JSON.stringify(search)}`, () => expect(createRecordTest(search)(record)).toBe(true))
  const others: readonly RecordSearch[] = [
    // Names of properties are not searched.
    { q: 'city' },
    { q: '{' },
    { where: { name: 'ada "q" l' } },
    { where: { at: '[object Object]' } },
    { where: { nothing: '' } },
    { where: { constructor: 'x' } },
    { where: { __proto__x: 'x' } },
    { q: 'bern', where: { age: '8' } },
  ]
  for (const search of others)
    it(`not ${JSON.stringify(search)}`, () => expect(createRecordTest(search)(record)).toBe(false))
})

describe('the order of records', () => {
  const values = [{ a: 'b' }, { a: 10 }, {}, { a: 'B' }, { a: 9n }, { a: true }, { a: null }, { a: 'a' }, { a: false }]
  const order = (sort: string): readonly number[] => {
    const { place, isDescending } = readSort(sort)
    const keys = values.map((value, index) => sortKeyOf(pets, toRecord(value, index), place))
    return keys.sort(compareKeys(isDescending)).map(({ id }) => Number(id) - 1)
  }
  it('is numbers, text, booleans, and the others last', () => expect(order('a')).toEqual([4, 1, 7, 0, 3, 8, 5, 2, 6]))
  it('descends, and the others are last', () => expect(order('-a')).toEqual([1, 4, 0, 3, 7, 5, 8, 2, 6]))
  it('by a pointer', () => expect(order('/a')).toEqual(order('a')))
  it('by the id', () => expect(order('-id')).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]))
})

it('a sort in slices is the sort, and stable', async () => {
  const items = Array.from({ length: 9_999 }, (_, index) => ({ index, key: (index * 7_919) % 101 }))
  const sorted = await sortInSlices(items, (one, other) => one.key - other.key)
  expect(sorted).toEqual([...items].sort((one, other) => one.key - other.key))
  expect(await sortInSlices([], () => 0)).toEqual([])
})

describe('pages of a search', () => {
  const values = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1, group: `g${index % 3}`, rank: -index }))

  it('have the records of the page and the total', async () => {
    const finder = new RecordFinder()
    const sandbox = serve(values)
    const found = await finder.find(sandbox, pets, page({ sort: 'rank', where: { group: 'g1' }, limit: 2, offset: 1 }))
    expect(found.total).toBe(1_667)
    expect(found.records.map(({ id }) => id)).toEqual([4_997, 4_994])
    const byId = await finder.find(sandbox, pets, page({ limit: 2, offset: 4_999 }))
    expect(byId).toMatchObject({ total: 5_000, records: [{ id: 5_000 }] })
    expect((await finder.find(sandbox, pets, page({ q: 'g1', offset: 9_999 }))).records).toEqual([])
  })

  it('show changes at once', async () => {
    const finder = new RecordFinder()
    const sandbox = serve(values)
    const total = async () => (await finder.find(sandbox, pets, page({ where: { group: 'g1' } }))).total
    expect(await total()).toBe(1_667)
    await sandbox.store.remove('pets', 2)
    expect(await total()).toBe(1_666)
    await sandbox.store.update('pets', 1, () => toRecord({ id: 1, group: 'g1' }))
    expect(await total()).toBe(1_667)
    await sandbox.store.insert('pets', { kind: 'integer' }, (id) => toRecord({ id: Number(id), group: 'g1' }))
    expect(await total()).toBe(1_668)
    await sandbox.store.replaceAll('pets', [])
    expect(await total()).toBe(0)
    sandbox.reset()
    expect(await total()).toBe(1_667)
  })

  it('are not mixed up by a change while records are searched', async () => {
    const finder = new RecordFinder()
    const sandbox = serve(values)
    const searching = finder.find(sandbox, pets, page({ sort: '-id', limit: 1 }))
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    await sandbox.store.remove('pets', 2_500)
    expect((await searching).total).toBe(5_000)
    expect((await finder.find(sandbox, pets, page({ sort: '-id', limit: 1 }))).total).toBe(4_999)
  })

  it('keep what was found, up to a number of ids', async () => {
    const finder = new RecordFinder(4_000)
    const sandbox = serve(values)
    for (const group of ['g0', 'g1', 'g2']) await finder.find(sandbox, pets, page({ where: { group } }))
    expect(finder.size).toBe(2 * 1_668 - 1)
    // More than the limit is not kept at all.
    await finder.find(sandbox, pets, page({ sort: 'rank' }))
    expect(finder.size).toBe(0)
    for (let count = 0; count < 5_000; count++) await finder.find(sandbox, pets, page({ q: `no such ${count % 50}` }))
    expect(finder.size).toBe(50)
  })

  it('with an id to start after need the order of ids', async () => {
    await expect(new RecordFinder().find(serve(values), pets, page({ sort: 'rank', after: 1 }))).rejects.toThrow(
      'query.after works only in the order of lists',
    )
  })
})

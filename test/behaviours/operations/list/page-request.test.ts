/**
 * Which page of a list a query selects.
 */
import { describe, expect, it } from 'vitest'
import { readPageRequest, wholeList } from '../../../../src/behaviours/operations/list/page-request.ts'
import type { PageParameter, PageRole } from '../../../../src/behaviours/plan/operation-plan.ts'
import { stringifyJson } from '../../../../src/contract/values/json-text.ts'
import type { Json } from '../../../../src/ports.ts'

const parameter = (role: PageRole, first = 0): PageParameter => ({ role, parameter: role, property: undefined, first })
const select = (parameters: readonly PageParameter[], query: Readonly<Record<string, Json>>) =>
  readPageRequest(parameters, new Map(Object.entries(query)))

describe('the whole list is selected', () => {
  const rows: readonly (readonly [name: string, parameters: readonly PageParameter[], query: Record<string, Json>])[] =
    [
      ['without a query', [parameter('limit')], {}],
      ['if the list has no pages', [], { limit: 2 }],
      ['if the query is about something else', [parameter('limit')], { colour: 'red' }],
    ]
  for (const [name, parameters, query] of rows) it(name, () => expect(select(parameters, query)).toEqual(wholeList))
})

describe('the start and size of a page:', () => {
  const rows: readonly (readonly [
    parameters: readonly PageParameter[],
    query: Record<string, Json>,
    selected: { skip: number; limit?: number; page?: number | undefined },
  ])[] = [
    [[parameter('limit')], { limit: 7 }, { skip: 0, limit: 7, page: undefined }],
    [[parameter('limit')], { limit: 'many' }, { skip: 0, limit: Number.MAX_SAFE_INTEGER }],
    [[parameter('limit')], { limit: '123456789' }, { skip: 0, limit: 123_456_789 }],
    // Numbers that no list reaches.
    [[parameter('limit')], { limit: '9'.repeat(400) }, { skip: 0, limit: Number.MAX_SAFE_INTEGER }],
    [[parameter('limit')], { limit: 9_007_199_254_740_993n }, { skip: 0, limit: Number.MAX_SAFE_INTEGER }],
    [[parameter('offset')], { offset: 9_007_199_254_740_993n }, { skip: Number.MAX_SAFE_INTEGER }],
    [[parameter('offset')], { offset: -9_007_199_254_740_993n }, { skip: 0 }],
    [[parameter('offset')], { offset: '12345678901' }, { skip: 12_345_678_901 }],
    [
      [parameter('page', 1)],
      { page: 9_007_199_254_740_993n },
      { skip: Number.MAX_SAFE_INTEGER, page: Number.MAX_SAFE_INTEGER },
    ],
    // Numbered pages have a size, even if the query does not set it.
    [[parameter('page', 1)], { page: 1 }, { skip: 0, limit: 20, page: 1 }],
    [[parameter('page', 1)], { page: 3 }, { skip: 40, limit: 20, page: 3 }],
    [[parameter('page', 1), parameter('limit')], { page: '3', limit: '5' }, { skip: 10, limit: 5, page: 3 }],
    // Numbers before the first page mean the first page.
    [[parameter('page', 1)], { page: 0 }, { skip: 0, limit: 20, page: 1 }],
    [[parameter('page', 0), parameter('limit')], { page: 0, limit: 5 }, { skip: 0, limit: 5, page: 0 }],
    [[parameter('page', 0), parameter('limit')], { page: 2, limit: 5 }, { skip: 10, limit: 5, page: 2 }],
    [[parameter('offset', 0), parameter('limit')], { offset: 4, limit: 2 }, { skip: 4, limit: 2, page: undefined }],
    // Offsets that count from 1.
    [[parameter('offset', 1)], { offset: 4 }, { skip: 3, limit: Number.MAX_SAFE_INTEGER }],
    [[parameter('offset', 1)], { offset: 0 }, { skip: 0, limit: Number.MAX_SAFE_INTEGER }],
    // An offset is more precise than a page.
    [[parameter('page', 1), parameter('offset', 0)], { page: 3, offset: 1 }, { skip: 1, limit: 20, page: 3 }],
  ]
  for (const [parameters, query, selected] of rows)
    it(stringifyJson(query), () => expect(select(parameters, query)).toMatchObject(selected))

  it('the number of the first page counts only for pages, that of the first record only for offsets', () => {
    const parameters = [parameter('page', 0), parameter('limit', 5)]
    expect(select(parameters, { page: 1, limit: 10 })).toMatchObject({ skip: 10, page: 1 })
    expect(select([parameter('offset', 0), parameter('limit', 5)], { offset: 3, limit: 10 })).toMatchObject({ skip: 3 })
  })

  it('a parameter can be a property of another', () => {
    const size: PageParameter = { role: 'limit', parameter: 'page', property: 'size', first: 0 }
    expect(select([size], { page: { size: 4 } })).toMatchObject({ limit: 4 })
    expect(select([size], { page: { number: 4 } })).toEqual(wholeList)
  })
})

describe('a cursor', () => {
  const parameters = [parameter('after'), parameter('before')]
  it('selects the page after it, or before it', () => {
    expect(select(parameters, { after: 'k' })).toMatchObject({ after: 'k', before: undefined })
    expect(select(parameters, { before: 'k' })).toMatchObject({ after: undefined, before: 'k' })
  })
  it('that is empty is none', () => expect(select(parameters, { after: '' })).toMatchObject({ after: undefined }))
})

describe('the order:', () => {
  const up = (name: string) => ({ name, descending: false })
  const down = (name: string) => ({ name, descending: true })
  const rows: readonly (readonly [query: Record<string, Json>, sort: readonly object[], isReversed?: boolean])[] = [
    [{ sort: 'name' }, [up('name')]],
    [{ sort: '+name' }, [up('name')]],
    [{ sort: '-name' }, [down('name')]],
    [{ sort: 'name:desc' }, [down('name')]],
    [{ sort: 'name desc' }, [down('name')]],
    [{ sort: 'name DESCENDING' }, [down('name')]],
    [{ sort: 'name:asc' }, [up('name')]],
    [{ sort: 'name,desc' }, [down('name')]],
    [{ sort: 'name,asc' }, [up('name')]],
    [{ sort: '-name,asc' }, [up('name')]],
    [{ sort: 'name,-price' }, [up('name'), down('price')]],
    [{ sort: ['-name', 'price'] }, [down('name'), up('price')]],
    [{ sort: 'name,price,desc' }, [up('name'), down('price')]],
    [{ sort: 'name', direction: 'desc' }, [down('name')]],
    [{ sort: 'name', direction: 'asc' }, [up('name')]],
    [{ sort: 'name,,' }, [up('name')]],
    // Without another key before it, it is the name of a property.
    [{ sort: 'desc' }, [up('desc')]],
    [{ sort: 3 }, []],
    [{ direction: 'descending' }, [], true],
    [{ direction: 'asc' }, [], false],
    [{ direction: 1 }, [], false],
  ]
  for (const [query, sort, isReversed = false] of rows)
    it(JSON.stringify(query), () =>
      expect(select([parameter('sort'), parameter('direction')], query)).toMatchObject({ sort, isReversed }),
    )
})

it('a text of a megabyte is not an order, and thousands of properties are not looked for', () => {
  const began = process.cpuUsage().user
  expect(select([parameter('sort')], { sort: `a${'.'.repeat(1_000_000)}:` })).toMatchObject({ sort: [] })
  // Milliseconds; the expression would take half an hour.
  expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(5_000)
  const { sort } = select([parameter('sort')], { sort: 'name,'.repeat(10_000) })
  expect(sort).toHaveLength(50)
})

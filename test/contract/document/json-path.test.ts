/**
 * JSONPath as RFC 9535 defines it, and bounded.
 */
import { describe, expect, it } from 'vitest'
import { explainPath, selectPaths } from '../../../src/contract/document/json-path.ts'
import type { Json } from '../../../src/ports.ts'

const document: Json = {
  pets: [
    { name: 'Rex', tags: ['dog', 'old'], price: 5, note: 'a\u2028b' },
    { name: 'Tom', tags: ['cat'], price: 12, note: 'ab' },
    { name: 'Ada', price: 5 },
  ],
  'a b': { "it's": 1, '': 2 },
}

const select = async (query: string, value: Json = document, limit?: number): Promise<unknown> => {
  const selected = await selectPaths(value, query, limit)
  return selected.kind === 'paths' ? selected.paths.map((keys) => keys.join('/')) : selected
}

describe('a query selects', () => {
  it.each([
    ['a value by its names', '$.pets[0].name', ['pets/0/name']],
    ['names of any characters', "$['a b'][*]", ["a b/it's", 'a b/']],
    ['from the end, and slices', '$.pets[-1,0:2].name', ['pets/2/name', 'pets/0/name', 'pets/1/name']],
    ['descendants, in the order of the document', '$..name', ['pets/0/name', 'pets/1/name', 'pets/2/name']],
    ['by existence', '$.pets[?@.tags]', ['pets/0', 'pets/1']],
    ['by three conditions', "$.pets[?@.price == 5 && @.tags && @.name == 'Rex']", ['pets/0']],
    ['by conditions of which one holds', '$.pets[?@.price > 10 || @.price == 5 && !@.tags]', ['pets/1', 'pets/2']],
    ['by an item', "$.pets[?@.tags[0] == 'cat']", ['pets/1']],
    ['by a length', '$.pets[?length(@.tags) == 2]', ['pets/0']],
    ['by a count', '$.pets[?count(@.tags[*]) > 1]', ['pets/0']],
    ['by a pattern for the whole string', "$.pets[?match(@.name, 'Re|om|Tom')]", ['pets/1']],
    ['by a pattern for a part', "$.pets[?search(@.name, 'e')]", ['pets/0']],
    ['by a dot, which matches all but CR and LF', "$.pets[?match(@.note, 'a.b')]", ['pets/0']],
    ['by a dot in a class, which is a dot', "$.pets[?search(@.note, '[.]')]", []],
    ['nothing by what is not a pattern', "$.pets[?search(@.name, '(')]", []],
    ['nothing by a pattern for a number', "$.pets[?search(@.price, '5')]", []],
  ])('%s', async (_, query, is) => {
    expect(await explainPath(query)).toBeUndefined()
    expect(await select(query)).toEqual(is)
  })
})

it.each(['pets', '$.', '$[?@.a = 1]', '$[?unknown(@.a)]', '$[?match(@.a)]', '$[', `$[?${'('.repeat(100_000)}`])(
  '%.20s is not a query, with the reason',
  async (query) => {
    expect(await explainPath(query)).toMatch(/./)
  },
)

/** The work is counted. Without the bound these run for minutes or for years. */
describe('fault 4: a query ends soon', () => {
  it('whose pattern backtracks catastrophically', async () => {
    expect(await select("$[?match(@, '(a+)+b')]", [`${'a'.repeat(5_000)}!`, 'aab'])).toEqual(['1'])
    expect(await select("$[?search(@, '(a|aa)*c')]", [`${'a'.repeat(5_000)}!`])).toEqual([])
  })

  it('whose pattern is in the document', async () => {
    expect(
      await select('$[?match(@.text, @.pattern)]', [{ text: `${'a'.repeat(5_000)}!`, pattern: '(a+)+b' }]),
    ).toEqual([])
  })

  const wide = Array.from({ length: 3_000 }, (_, index) => index)
  it.each([
    ['filters in filters', '$[?$[?$[?@ < 0]]]', wide],
    ['counts of everything for everything', '$..[?count($..*) > 5]', { wide: wide.map((id) => ({ id })) }],
    ['descendants of descendants', '$..*..*..*..*', JSON.parse(`${'['.repeat(190)}1,2,3${']'.repeat(190)}`) as Json],
    ['equal values, compared again and again', '$.all[?$.a == $.b]', { all: wide, a: wide, b: [...wide] }],
  ])('with %s: it is given up', async (_, query, value) => {
    expect(await select(query, value, 500_000)).toEqual({ kind: 'too-expensive', limit: '500000 values' })
  })
})

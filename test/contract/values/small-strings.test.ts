/**
 * Addresses, cookies, entity tags, wrapped lines, headers, and differences of two values.
 */
import { describe, expect, it } from 'vitest'
import { KnownResults } from '../../../src/contract/schema/known-results.ts'
import { fileNameOf, isAddress, isSameOrigin, showAddress, withLoginOf } from '../../../src/contract/values/address.ts'
import { cookiesOf } from '../../../src/contract/values/cookies.ts'
import { namesTag, toTag } from '../../../src/contract/values/entity-tag.ts'
import { findDifferences } from '../../../src/contract/values/find-differences.ts'
import { headerOf, urlOf } from '../../../src/contract/values/request-header.ts'
import { wrapText, wrapWords } from '../../../src/contract/values/wrap-text.ts'
import type { IncomingRequest, Json } from '../../../src/ports.ts'

describe('an address', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['https://a.test/openapi.yaml', true],
    ['HTTP://a.test', true],
    ['https://', false],
    ['file:///openapi.yaml', false],
    ['openapi.yaml', false],
    ['./https://a.test', false],
  ]
  for (const [file, expected] of rows)
    it(`${file} is ${expected ? '' : 'not '}one`, () => expect(isAddress(file)).toBe(expected))

  it('is shown without what may be secret', () =>
    expect(['https://ann:pw@a.test/x.yaml?key=1#y', 'no address'].map(showAddress)).toEqual([
      'https://a.test/x.yaml',
      'no address',
    ]))

  it('has the name of a file, or of its host', () =>
    expect(
      ['https://a.test/x/y.yaml', 'https://a.test/x/', 'https://a.test/', 'https://a.test'].map(fileNameOf),
    ).toEqual(['y.yaml', 'x', 'a.test', 'a.test']))

  it('has the origin of another one on the same server only', () => {
    expect(isSameOrigin('https://a.test/x', 'https://a.test/y')).toBe(true)
    expect(isSameOrigin('https://a.test/x', 'http://a.test/x')).toBe(false)
    expect(isSameOrigin('https://a.test/x', 'https://a.test:8443/x')).toBe(false)
    expect(isSameOrigin('x', 'x')).toBe(false)
    expect(isSameOrigin('https://a.test/x', 'x')).toBe(false)
  })

  it('has the login of another one', () =>
    expect(withLoginOf('https://a.test/x', new URL('https://ann:pw@a.test/y'))).toBe('https://ann:pw@a.test/x'))
})

describe('cookies', () => {
  const rows: readonly (readonly [header: string | readonly string[] | undefined, readonly (readonly string[])[]])[] = [
    [undefined, []],
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1; b=%20; a=2',
      [
        ['a', '1'],
        ['b', '%20'],
        ['a', '2'],
      ],
    ],
    [
      ['a=1', 'b=2'],
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['nothing', []],
  ]
  for (const [cookie, found] of rows)
    it(`of ${JSON.stringify(cookie) ?? 'no header'} are ${JSON.stringify(found)}`, () =>
      expect(cookiesOf({ cookie })).toEqual(found))
})

describe('an entity tag', () => {
  const rows: readonly (readonly [list: string, tag: string | undefined, strong: boolean, weak: boolean])[] = [
    ['"a"', '"a"', true, true],
    ['"b"', '"a"', false, false],
    ['W/"a"', '"a"', false, true],
    ['"b", "a"', '"a"', true, true],
    ['W/"b","a"', '"a"', true, true],
    ['a', '"a"', true, true],
    ['b, a', '"a"', true, true],
    ['*', '"a"', true, true],
    [' * ', '"a"', true, true],
    ['*', undefined, false, false],
    ['"a"', undefined, false, false],
    ['', '"a"', false, false],
    ['""', '""', true, true],
  ]
  for (const [list, tag, strong, weak] of rows)
    it(`${tag} is ${strong ? '' : weak ? 'only weakly ' : 'not '}named by ${list}`, () =>
      expect([namesTag(list, tag, 'strong'), namesTag(list, tag, 'weak')]).toEqual([strong, weak]))

  it('is built from a text without what it cannot contain', () =>
    expect(['a', '"a"', 'W/"a"', 'a b"c', 'é'].map(toTag)).toEqual(['"a"', '"a"', '"a"', '"abc"', '""']))
})

describe('differences', () => {
  const rows: readonly (readonly [Json | undefined, Json | undefined, readonly (readonly string[])[]])[] = [
    [1, 1, []],
    [1, 2, [[]]],
    [undefined, undefined, []],
    [undefined, null, [[]]],
    [null, undefined, [[]]],
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 4, d: 3 } }, [['b', 'c']]],
    [{ a: 1 }, { b: 1 }, [['a'], ['b']]],
    [{ a: [1, 2] }, { a: [2, 1] }, [['a']]],
    [{ a: [1, { b: 1 }] }, { a: [1, { b: 1 }] }, []],
    [{ a: {} }, { a: 1 }, [['a']]],
    [{}, [], [[]]],
  ]
  for (const [one, other, places] of rows)
    it(`of ${JSON.stringify(one)} and ${JSON.stringify(other)} are ${JSON.stringify(places)}`, () =>
      expect(findDifferences(one, other)).toEqual(places))
})

describe('a text', () => {
  const rows: readonly (readonly [text: string, columns: number, lines: readonly string[]])[] = [
    ['', 5, ['']],
    ['one two', 7, ['one two']],
    ['one two', 6, ['one', 'two']],
    ['a longword b', 4, ['a', 'longword', 'b']],
    ['a b c d', 3, ['a b', 'c d']],
    ['日本 語', 7, ['日本 語']],
    ['日本 語', 6, ['日本', '語']],
  ]
  for (const [text, columns, lines] of rows)
    it(`"${text}" in ${columns} columns has ${lines.length} lines`, () =>
      expect(wrapText(text, columns)).toEqual(lines))

  it('of words with a gap has it between two of a line', () => {
    expect(wrapWords(['a b', 'c', 'd'], 6, ', ')).toEqual(['a b, c', 'd'])
    expect(wrapWords(['a b', 'c', 'd'], 9, ', ')).toEqual(['a b, c, d'])
    expect(wrapWords([], 9)).toEqual([''])
  })
})

describe('a request', () => {
  const request = (parts: object): IncomingRequest =>
    ({ path: '/pets', query: '', headers: { host: 'a.test' }, ...parts }) as unknown as IncomingRequest

  it('has headers by their names', () => {
    const headers = { a: '1', b: ['2', '3'] }
    expect(['a', 'b', 'c', 'constructor'].map((name) => headerOf({ headers }, name))).toEqual([
      '1',
      '2, 3',
      undefined,
      undefined,
    ])
  })

  it('has the URL that its client has sent', () =>
    expect([{}, { query: 'a=1' }, { isSecure: true }, { headers: {} }].map((parts) => urlOf(request(parts)))).toEqual([
      'http://a.test/pets',
      'http://a.test/pets?a=1',
      'https://a.test/pets',
      'http:///pets',
    ]))
})

describe('the results of a schema', () => {
  const schema = {}

  it('are known for the same value at the same place', () => {
    const results = new KnownResults()
    const [value, errors] = [{}, ['wrong']]
    results.add(schema, '/a', value, errors)
    results.add(schema, '/b', value, [])
    expect(results.find(schema, '/a', value)).toEqual(errors)
    expect(results.find(schema, '/b', value)).toEqual([])
    expect(results.find(schema, '/a', {})).toBeUndefined()
    expect(results.find(schema, '/c', value)).toBeUndefined()
    expect(results.find({}, '/a', value)).toBeUndefined()
    // Some schemas apply to the names of the properties, at the place of their object.
    results.add(schema, '/a', 'name', [])
    expect([results.find(schema, '/a', 'name'), results.find(schema, '/a', value)]).toEqual([[], undefined])
  })

  it('have at most 100 errors', () => {
    const results = new KnownResults()
    results.add(schema, '', 1, Array(101).fill('wrong'))
    expect(results.find(schema, '', 1)).toHaveLength(100)
  })

  it('are forgotten where there are 10,000 of them', () => {
    const results = new KnownResults()
    for (let index = 0; index < 10_000; index++) results.add(schema, String(index), 1, [])
    expect([results.find(schema, '0', 1), results.find(schema, '9999', 1)]).toEqual([[], []])
    results.add(schema, 'more', 1, [])
    expect([results.find(schema, '0', 1), results.find(schema, 'more', 1)]).toEqual([undefined, []])
    for (let index = 0; index < 9_999; index++) results.add(schema, String(index), 1, [])
    expect(results.find(schema, 'more', 1)).toEqual([])
    results.add(schema, 'again', 1, [])
    expect(results.find(schema, 'more', 1)).toBeUndefined()
  })
})

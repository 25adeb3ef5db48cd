/**
 * Durations, instants, pointers, queries, names that were meant, equal items, groups and pseudo-random numbers.
 */
import { describe, expect, it } from 'vitest'
import { groupBy } from '../../../src/contract/values/group-by.ts'
import { lazy, memoize, memoizeNames } from '../../../src/contract/values/memoize.ts'
import { nearestOf, suggest } from '../../../src/contract/values/nearest.ts'
import {
  appendPointer,
  followPointer,
  formatPlace,
  pointerOfPlace,
  splitPlace,
  splitPointer,
} from '../../../src/contract/values/pointer.ts'
import { parseQuery, parseRawQuery } from '../../../src/contract/values/query.ts'
import { createRandom, formatUuid, fractionOf, hashText, seedOf } from '../../../src/contract/values/random.ts'
import { isClockTime, isInstant, parseDuration, parseInstant, toClockTime } from '../../../src/contract/values/time.ts'
import { findEqualItems } from '../../../src/contract/values/unique-items.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'

describe('a duration', () => {
  const rows: readonly (readonly [string, number | undefined])[] = [
    ['0ms', 0],
    ['300ms', 300],
    ['2s', 2_000],
    ['1.5s', 1_500],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
    ['3652500d', 3_652_500 * 86_400_000],
    ['3652501d', undefined],
    ['1w', undefined],
    ['-1s', undefined],
    ['1 s', undefined],
    ['s', undefined],
    ['1', undefined],
    ['', undefined],
    ['1.s', undefined],
    ['1S', undefined],
  ]
  for (const [text, expected] of rows)
    it(`${text} is ${expected ?? 'none'}`, () => expect(parseDuration(text)).toBe(expected))
})

describe('an instant', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['2030-12-06T00:00:00Z', '2030-12-06T00:00:00.000Z'],
    ['2030-12-06T01:00:00+01:00', '2030-12-06T00:00:00.000Z'],
    ['2030-12-06T00:00Z', '2030-12-06T00:00:00.000Z'],
    ['2030-12-06T00:00:00.5Z', '2030-12-06T00:00:00.500Z'],
    ['2030-12-06', '2030-12-06T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2023-02-28', '2023-02-28T00:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2030-12-31', '2030-12-31T00:00:00.000Z'],
    ['2023-02-29', undefined],
    ['2030-02-30T00:00:00Z', undefined],
    ['2030-04-31', undefined],
    ['2030-13-01', undefined],
    ['2030-00-01', undefined],
    ['2030-01-00', undefined],
    ['2030-12-06T00:00:00', undefined],
    ['2030-12-06T25:00:00Z', undefined],
    ['06.12.2030', undefined],
    ['', undefined],
  ]
  for (const [text, expected] of rows)
    it(`${text} is ${expected ?? 'none'}`, () =>
      expect(parseInstant(text)).toBe(expected === undefined ? undefined : Date.parse(expected)))

  it('of a clock is within the years 0 to 9999', () => {
    const [first, last] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
    expect([first - 1, first, last, last + 1].map(isClockTime)).toEqual([false, true, true, false])
    expect([first - 1, first, 0, last, last + 1].map(toClockTime)).toEqual([first, first, 0, last, last])
    expect([-8.64e15, 8.64e15, 8.64e15 + 1, -8.64e15 - 1].map(isInstant)).toEqual([true, true, false, false])
  })
})

describe('a pointer', () => {
  it('escapes what has a meaning in it', () => {
    expect([appendPointer('', 'a'), appendPointer('/a', 0), appendPointer('', 'a~/b')]).toEqual([
      '/a',
      '/a/0',
      '/a~0~1b',
    ])
    expect([splitPointer(''), splitPointer('/'), splitPointer('/a~0~1b/~01')]).toEqual([[], [''], ['a~/b', '~1']])
  })

  const root = { a: [{ b: 1 }, 2], '': 3, 'x/y': 4, list: ['only'] }
  const rows: readonly (readonly [string, unknown])[] = [
    ['', root],
    ['/a/0/b', 1],
    ['/a/1', 2],
    ['/a/2', undefined],
    ['/a/-', undefined],
    ['/a/00', undefined],
    ['/a/01', undefined],
    ['/a/length', undefined],
    ['/', 3],
    ['/x~1y', 4],
    ['/constructor', undefined],
    ['/none/deeper', undefined],
    ['/list/0/length', undefined],
  ]
  for (const [pointer, expected] of rows)
    it(`"${pointer}" leads to ${JSON.stringify(expected) ?? 'nothing'}`, () =>
      expect(followPointer(root, pointer)).toEqual(expected))

  const places: readonly (readonly [pointer: string, place: string])[] = [
    ['', 'body'],
    ['/name', 'body.name'],
    ['/tags/0/name', 'body.tags[0].name'],
    ['/a b', 'body["a b"]'],
    ['/a-b', 'body.a-b'],
    ['/über', 'body.über'],
    ['/0', 'body[0]'],
    ['/1a', 'body["1a"]'],
    ['/$a/_b', 'body.$a._b'],
    ['/a"b', 'body["a\\"b"]'],
  ]
  for (const [pointer, place] of places)
    it(`"${pointer}" is written as ${place}, and read again`, () => {
      expect(formatPlace('body', pointer)).toBe(place)
      expect(pointerOfPlace(place)).toBe(pointer)
    })

  it('has the steps of a place', () =>
    expect(splitPlace('body.tags[0]["a b"].c')).toEqual(['body', 'tags', '0', 'a b', 'c']))
})

describe('a query', () => {
  const rows: readonly (readonly [string, readonly (readonly [string, string])[], string?])[] = [
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&b=2&a=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['a', '3'],
      ],
    ],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=a', [['', 'a']]],
    ['a=b=c', [['a', 'b=c']]],
    ['&&a=1&', [['a', '1']]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['%C3%A4=%2B', [['ä', '+']]],
    ['a=%&b=2&c=%zz', [['b', '2']], 'a=%'],
    ['%=1', [], '%=1'],
  ]
  for (const [query, pairs, broken] of rows)
    it(`"${query}" has ${JSON.stringify(pairs)}`, () => {
      expect(parseQuery(query)).toEqual({ pairs, broken })
      expect(parseRawQuery(query).map(([name, value]) => [name, value])).toEqual(pairs)
    })

  it('has its values as they were sent, too', () =>
    expect(parseRawQuery('a=b%2Cc&d=e+f&g')).toEqual([
      ['a', 'b,c', 'b%2Cc'],
      ['d', 'e f', 'e%20f'],
      ['g', '', ''],
    ]))
})

describe('the name that was meant', () => {
  const rows: readonly (readonly [name: string, known: readonly string[], nearest: string | undefined])[] = [
    ['flakey', ['slow', 'flaky'], 'flaky'],
    ['nmae', ['label', 'name'], 'name'],
    ['idd', ['id'], 'id'],
    // No letter stays in its place.
    ['a', ['b'], undefined],
    ['a', ['bcd'], undefined],
    ['ab', ['cd'], undefined],
    ['ab', ['ac'], 'ac'],
    // Half of the characters may differ, and no more.
    ['abcdefgh', ['abcdxxxx'], 'abcdxxxx'],
    ['abcdefgh', ['abcxxxxx'], undefined],
    ['any', [], undefined],
  ]
  for (const [name, known, nearest] of rows)
    it(`by ${name} is ${nearest ?? `none`} of ${known.join(', ') || 'none'}`, () =>
      expect(nearestOf(name, known)).toBe(nearest))

  it('is suggested, or all are', () => {
    expect(suggest('flakey', ['flaky'])).toBe('Did you mean flaky?')
    expect(suggest('other', ['a-long-name', 'one'])).toBe('Known: a-long-name, one')
    expect(suggest('other', [])).toBe('There are none')
  })

  it('may be allowed to differ less', () => {
    expect(nearestOf('frozen', ['from'])).toBe('from')
    expect(nearestOf('frozen', ['from'], 1 / 3)).toBeUndefined()
  })

  it('is one of the first 50 of many that are listed', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    expect(suggest('other', names)).toBe(`Known: ${names.slice(0, 50).join(', ')} and 10 more`)
    expect(suggest('other', names.slice(0, 50))).toBe(`Known: ${names.slice(0, 50).join(', ')}`)
  })

  it('by one of a megabyte is looked for among names of about that length only', async () => {
    const names = Array.from({ length: 1_000 }, (_, index) => `operation${index}`)
    const taken = await cpuTimeOf(() => expect(nearestOf('x'.repeat(2 ** 20), names)).toBeUndefined())
    expect(taken).toBeLessThan(500)
  })
})

describe('equal items', () => {
  const rows: readonly (readonly [readonly unknown[], readonly [number, number] | undefined])[] = [
    [[], undefined],
    [[1], undefined],
    [
      [1, 2, 1],
      [0, 2],
    ],
    [[1, '1', true, 'true', null, 'null'], undefined],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [0, 1],
    ],
    [[{ a: 1 }, { a: 1, b: 2 }], undefined],
    [
      [
        { a: 1, b: 2 },
        { a: 2, b: 1 },
      ],
      undefined,
    ],
    [
      [
        [1, 2],
        [2, 1],
      ],
      undefined,
    ],
    [
      [0, [1, { c: [], d: {} }], [1, { d: {}, c: [] }]],
      [1, 2],
    ],
    [[{}, []], undefined],
    [[{ 'a":1,"b': 1 }, { a: 1, b: 1 }], undefined],
    [
      [1, 2, 2, 1],
      [1, 2],
    ],
  ]
  for (const [items, found] of rows)
    it(`of ${JSON.stringify(items)} are ${JSON.stringify(found) ?? 'none'}`, () =>
      expect(findEqualItems(items, undefined, '')).toEqual(found))

  it('are compared by all digits of their integers', () => {
    const big = 9007199254740992
    const digits = new Map([
      ['/list/0', '9007199254740992'],
      ['/list/1', '9007199254740993'],
      ['/list/2/id', '9007199254740993'],
      ['/list/3/id', '9007199254740993'],
    ]) as unknown as Parameters<typeof findEqualItems>[1]
    expect(findEqualItems([big, big], digits, '/list')).toBeUndefined()
    expect(findEqualItems([big, big, { id: big }, { id: big }], digits, '/list')).toEqual([2, 3])
    expect(findEqualItems([big, big], undefined, '/list')).toEqual([0, 1])
  })
})

describe('what is computed once', () => {
  it('is computed for each object, with its other arguments', () => {
    let count = 0
    const size = memoize((list: readonly number[], factor: number) => {
      count++
      return list.length * factor
    })
    const list = [1, 2]
    expect([size(list, 2), size(list, 2), size([1, 2], 3), count]).toEqual([4, 4, 6, 2])
  })

  it('is undefined only once, too', () => {
    let count = 0
    const find = memoize((_: object) => {
      count++
      return undefined
    })
    const subject = {}
    find(subject)
    find(subject)
    expect(count).toBe(1)
  })

  it('is computed for each name, of any number of names', () => {
    let count = 0
    const upper = memoizeNames((name) => {
      count++
      return name.toUpperCase()
    })
    expect([upper('a'), upper('a'), upper('b'), count]).toEqual(['A', 'A', 'B', 2])
    for (let index = 0; index < 20_000; index++) upper(`name ${index}`)
    const before = count
    expect([upper('late'), upper('late'), upper('a'), count - before]).toEqual(['LATE', 'LATE', 'A', 2])
  })

  it('is computed when it is first needed', () => {
    let count = 0
    const value = lazy(() => ++count)
    expect(count).toBe(0)
    expect([value(), value()]).toEqual([1, 1])
  })
})

it('groups have their items in order', () =>
  expect([...groupBy([3, 1, 4, 1, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ]))

describe('pseudo-random numbers', () => {
  it('depend on the seed and the place', () => {
    expect(seedOf(1, 'a', 2)).toBe(seedOf(1, 'a', 2))
    expect(new Set([seedOf(1, 'a'), seedOf(2, 'a'), seedOf(1, 'b'), seedOf(1, 'a', 'b')]).size).toBe(4)
    expect(fractionOf(1, 'a')).toBe(seedOf(1, 'a') / 4_294_967_296)
    // The published values of FNV-1a.
    expect([hashText(''), hashText('a'), hashText('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
  })

  it('are in their range, and reach both ends', () => {
    const random = createRandom(1, 'place')
    const integers = Array.from({ length: 500 }, () => random.integer(3, 7))
    expect([...new Set(integers)].sort()).toEqual([3, 4, 5, 6, 7])
    const picked = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))
    expect([...picked].sort()).toEqual(['a', 'b', 'c'])
    const fractions = Array.from({ length: 1_000 }, random.fraction)
    expect([Math.min(...fractions) >= 0, Math.max(...fractions) < 1]).toEqual([true, true])
    expect([Math.min(...fractions) < 0.05, Math.max(...fractions) > 0.95]).toEqual([true, true])
    const mean = fractions.reduce((sum, one) => sum + one, 0) / fractions.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05)
    expect(createRandom(1, 'place').fraction()).toBe(createRandom(1, 'place').fraction())
    expect(createRandom(1, 'place').fraction()).not.toBe(createRandom(1, 'other').fraction())
  })

  it('of a UUID have its version and variant, and keep the other digits', () => {
    const hex = '0123456789abcdef0123456789abcdef'
    expect(formatUuid(hex)).toBe('01234567-89ab-4def-8123-456789abcdef')
    const variants = ['0', '1', '2', '3', '4', 'f'].map((digit) => {
      const uuid = formatUuid(hex.slice(0, 16) + digit + hex.slice(17))
      return uuid.charAt(19)
    })
    expect(variants).toEqual(['8', '9', 'a', 'b', '8', 'b'])
  })
})

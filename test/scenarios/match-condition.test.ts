/**
 * Whether a value fits what a condition expects, without a server. test/scenarios/grammar.test.ts has conditions in files.
 */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/ports.ts'
import {
  concernsOperation,
  fits,
  isEqual,
  matchesCondition,
  type RequestFacts,
} from '../../src/scenarios/match-condition.ts'
import { parseExpectation } from '../../src/scenarios/parse-scenario.ts'
import type { Condition } from '../../src/scenarios/scenario.ts'

interface Row {
  readonly expected: unknown
  readonly hits: readonly (Json | undefined)[]
  readonly misses: readonly (Json | undefined)[]
}

const parse = (expected: unknown) => {
  const problems: object[] = []
  const expectation = parseExpectation(expected, '', problems as never[])
  expect(problems).toEqual([])
  return expectation
}

const inBodies: readonly Row[] = [
  { expected: 1, hits: [1, 1n], misses: ['1', true, null, [1], undefined, 2] },
  { expected: '1', hits: ['1'], misses: [1, '', undefined] },
  { expected: true, hits: [true], misses: ['true', 1, false] },
  { expected: null, hits: [null], misses: [undefined, 'null', 0] },
  { expected: [], hits: [[]], misses: [[1], {}, '', undefined] },
  { expected: [1, [2]], hits: [[1, [2]]], misses: [[1, 2], [1], [1, [2], 3], [[2], 1]] },
  { expected: [null], hits: [[null]], misses: [[], [0]] },
  { expected: [{ a: 1 }], hits: [[{ a: 1 }]], misses: [[{ a: 1, b: 2 }], [{}], [{ b: 1 }]] },
  { expected: {}, hits: [{}, { a: 1 }], misses: [[], null, 'a', undefined] },
  { expected: { a: 1 }, hits: [{ a: 1 }, { a: 1, b: 2 }], misses: [{}, { a: 2 }, { b: 1 }, [1]] },
  { expected: { a: { b: 1 } }, hits: [{ a: { b: 1, c: 2 } }], misses: [{ a: 1 }, { a: { c: 1 } }, { b: 1 }] },
  { expected: { constructor: 1 }, hits: [{ constructor: 1 }], misses: [{}] },
  { expected: { toString: { absent: true } }, hits: [{}], misses: [{ toString: 1 }] },
  { expected: { absent: true }, hits: [undefined], misses: [null, 0, '', false] },
  { expected: { absent: false }, hits: [null, 0, 'a'], misses: [undefined] },
  { expected: { matches: '^a' }, hits: ['a', 'ab'], misses: ['ba', 1, null, ['a'], true, undefined] },
  { expected: { matches: '^1' }, hits: ['1', 1, 12, 10n], misses: [21, true] },
  { expected: { matches: 'true' }, hits: ['true'], misses: [true] },
  { expected: { in: [1, 'a', null, [2]] }, hits: [1, 'a', null, [2]], misses: ['1', 2, undefined, []] },
  { expected: { in: [] }, hits: [], misses: [1, null, undefined] },
  { expected: { from: 1 }, hits: [1, 1.5, 2, 2n ** 70n], misses: [0, 0.9, -2, '1', null, undefined, [2]] },
  { expected: { to: 1 }, hits: [1, 0, -5, 1n], misses: [1.1, 2, 2n, '0', undefined] },
  { expected: { from: 1, to: 3 }, hits: [1, 2, 3], misses: [0, 4, '2'] },
  { expected: { from: 2, to: 2 }, hits: [2], misses: [1, 3] },
  { expected: { from: 0 }, hits: [0], misses: [-1] },
  { expected: { to: 0 }, hits: [0, -1], misses: [1] },
  { expected: { from: 1, in: [1, 2, 0] }, hits: [1, 2], misses: [0, 3] },
  { expected: { matches: '0$', from: 10 }, hits: [10, 20], misses: [0, 11] },
  // Not all of its names are those of tests.
  { expected: { from: 1, city: 'Ulm' }, hits: [{ from: 1, city: 'Ulm' }], misses: [1, { from: 1 }] },
]

const inStrings: readonly Row[] = [
  { expected: 1, hits: ['1'], misses: ['01', '1.0', ''] },
  { expected: true, hits: ['true'], misses: ['1', 'TRUE'] },
  { expected: null, hits: ['null'], misses: ['', undefined] },
  { expected: 9007199254740993n, hits: ['9007199254740993'], misses: ['9007199254740992'] },
  { expected: ['a', 1], hits: [['a', '1']], misses: ['a', ['a']] },
  { expected: { in: [1, 'a'] }, hits: ['1', 'a'], misses: ['2', undefined] },
  {
    expected: { from: 1, to: 10 },
    hits: ['1', '9', '10', '1e1', '2.5'],
    misses: ['0', '11', '', ' ', 'a', '9a', undefined],
  },
  { expected: { to: 10 }, hits: ['0'], misses: ['', ' ', 'a'] },
  { expected: { from: 0 }, hits: ['0'], misses: ['', ' '] },
]

describe.each([
  { place: 'a body', rows: inBodies, isText: false },
  { place: 'a URL or header', rows: inStrings, isText: true },
])('in $place', ({ rows, isText }) => {
  const show = (value: unknown): string =>
    value === undefined ? 'nothing' : JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))
  for (const { expected, hits, misses } of rows)
    it(`${show(expected)} is ${hits.map(show).join(', ')}, not ${misses.map(show).join(', ')}`, () => {
      const expectation = parse(expected)
      expect(hits.filter((value) => !fits(expectation, value, isText))).toEqual([])
      expect(misses.filter((value) => fits(expectation, value, isText))).toEqual([])
    })
})

describe('two values', () => {
  const rows: readonly (readonly [Json, Json, boolean])[] = [
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: null }, { b: null }, false],
    [{ a: null }, { a: null }, true],
    [{ a: {} }, { a: {} }, true],
    [{}, [], false],
    [[], {}, false],
    [{}, null, false],
    [1n, 1, true],
    [1, 1n, true],
    [1n, 2, false],
    ['1', 1, false],
    [1, '1', false],
  ]
  for (const [one, other, equal] of rows)
    it(`${String(JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)))} and ${String(
      JSON.stringify(other, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    )} are ${equal ? 'equal' : 'different'}`, () => expect(isEqual(one, other, false)).toBe(equal))
})

describe('a condition', () => {
  const any: Condition = {
    operations: undefined,
    method: undefined,
    path: undefined,
    params: {},
    query: {},
    header: {},
    body: undefined,
  }
  const facts: RequestFacts = {
    operation: 'getPet',
    method: 'GET',
    path: '/pets/{petId}',
    params: { petId: '7' },
    query: [
      ['tag', 'a'],
      ['tag', 'b'],
      ['sort', 'name'],
    ],
    header: (name) => (name === 'x-tenant' ? 'acme' : undefined),
    body: { name: 'Rex' },
  }
  const equals = (value: Json) => ({ kind: 'equals', value }) as const
  const rows: readonly (readonly [string, Partial<Condition>, boolean])[] = [
    ['nothing', {}, true],
    ['the operation', { operations: ['listPets', 'getPet'] }, true],
    ['another operation', { operations: ['listPets'] }, false],
    ['no operation', { operations: [] }, false],
    ['the method', { method: 'GET' }, true],
    ['another method', { method: 'PUT' }, false],
    ['the path', { path: '/pets/{petId}' }, true],
    ['another path', { path: '/pets' }, false],
    ['a parameter', { params: { petId: equals(7) } }, true],
    ['another parameter', { params: { petId: equals(8) } }, false],
    ['a parameter that the path does not have', { params: { constructor: equals(8) } }, false],
    ['the absence of a name of all objects', { params: { constructor: parse({ absent: true }) } }, true],
    ['all values of a parameter', { query: { tag: equals(['a', 'b']) } }, true],
    ['one of several values', { query: { tag: equals('a') } }, false],
    ['a single value', { query: { sort: equals('name') } }, true],
    ['a single value in a list', { query: { sort: equals(['name']) } }, false],
    ['no such parameter', { query: { none: parse({ absent: true }) } }, true],
    ['a header', { header: { 'x-tenant': equals('acme') } }, true],
    ['another header', { header: { 'x-tenant': equals('other') } }, false],
    ['a part of the body', { body: parse({ name: 'Rex' }) }, true],
    ['another body', { body: parse({ name: 'Max' }) }, false],
    ['the body and another header', { body: parse({ name: 'Rex' }), header: { 'x-tenant': equals('b') } }, false],
    ['a header and another body', { body: parse({ name: 'Max' }), header: { 'x-tenant': equals('acme') } }, false],
    ['the method of another operation', { operations: ['listPets'], method: 'GET' }, false],
  ]
  for (const [name, part, matches] of rows)
    it(`that requires ${name} ${matches ? 'matches' : 'does not match'}`, () => {
      expect(matchesCondition({ ...any, ...part }, facts)).toBe(matches)
    })

  it('concerns an operation whatever the values are', () => {
    expect(concernsOperation({ ...any, params: { petId: equals(8) } }, facts)).toBe(true)
    expect(concernsOperation({ ...any, path: '/pets' }, facts)).toBe(false)
  })
})

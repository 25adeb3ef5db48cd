/**
 * Response headers as a flat list.
 */
import { describe, expect, it } from 'vitest'
import { addVary, findHeader, headerPairs } from '../../../src/contract/values/header-list.ts'

const headers = ['Content-Type', 'text/plain', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'Text', 'Vary']

describe('a header is found', () => {
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Content-Type', 'text/plain'],
    ['content-type', 'text/plain'],
    ['SET-COOKIE', 'a=1'],
    ['text', 'Vary'],
    ['Vary', undefined],
    ['text/plain', undefined],
  ]
  for (const [name, value] of rows)
    it(`${name}: ${value ?? 'nothing'}`, () => expect(findHeader(headers, name)).toBe(value))
})

it('pairs have names in lower case, and an empty value where it is missing', () =>
  expect(headerPairs([...headers, 'Alone'])).toEqual([
    ['content-type', 'text/plain'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['text', 'Vary'],
    ['alone', ''],
  ]))

describe('Vary', () => {
  const rows: readonly (readonly [headers: readonly string[], expected: readonly string[]])[] = [
    [[], ['Vary', 'Accept']],
    [
      ['Text', 'Vary'],
      ['Text', 'Vary', 'Vary', 'Accept'],
    ],
    [
      ['vary', 'Origin'],
      ['vary', 'Origin, Accept'],
    ],
    [
      ['Vary', 'Origin, accept'],
      ['Vary', 'Origin, accept'],
    ],
    [
      ['Vary', '*'],
      ['Vary', '*'],
    ],
  ]
  for (const [given, expected] of rows)
    it(`of ${JSON.stringify(given)} becomes ${JSON.stringify(expected)}`, () => {
      const changed = [...given]
      addVary(changed, 'Accept')
      expect(changed).toEqual(expected)
    })
})

/**
 * The start of a result that is too long.
 */
import { describe, expect, it } from 'vitest'
import { limitResult, maxResult } from '../../src/mcp/limit-result.ts'

describe('a result that is too long', () => {
  for (const [name, text] of [
    ['an object', `{"a":"${'\u{1F600}'.repeat(maxResult)}"}`],
    ['an object, one character further', `{"ab":"${'\u{1F600}'.repeat(maxResult)}"}`],
    ['a list of one item', `["${'\u{1F600}'.repeat(maxResult)}"]`],
    ['a list of one item, one character further', `[ "${'\u{1F600}'.repeat(maxResult)}"]`],
  ] as const)
    it(`does not end in the middle of a character: ${name}`, () => {
      const limited = limitResult({ text })
      expect(limited).not.toMatch(/\p{Surrogate}/u)
      expect(limited.indexOf('\n\n')).toBeGreaterThanOrEqual(maxResult - 1)
    })
})

it('an empty page says how many items there are on others', () => {
  expect(limitResult({ text: '[]', total: 5 })).toMatch(/^\[\]\n\n0 of 5 items; /)
  expect(limitResult({ text: '[]', total: 0 })).toBe('[]')
})

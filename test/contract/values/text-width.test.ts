/**
 * Columns of a text in a terminal, and lines that are wrapped by them.
 */
import { describe, expect, it } from 'vitest'
import { cutText, padText, textWidth } from '../../../src/contract/values/text-width.ts'
import { wrapText, wrapWords } from '../../../src/contract/values/wrap-text.ts'

describe('textWidth', () => {
  const rows: readonly (readonly [text: string, width: number])[] = [
    ['', 0],
    ['pets', 4],
    ['日本', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['\u001b[31mred\u001b[39m', 3],
  ]
  for (const [text, width] of rows)
    it(`${JSON.stringify(text)} has ${width} columns`, () => expect(textWidth(text)).toBe(width))
})

it('padText adds spaces by columns', () => expect([padText('日', 4), padText('long', 2)]).toEqual(['日  ', 'long']))

it('cutText does not cut a wide character in two', () =>
  expect([cutText('日本語', 5), cutText('abc', 3), cutText('abcd', 3)]).toEqual(['日本', 'abc', 'abc']))

describe('a long line that is not ASCII, as of a minified document', () => {
  const text = '日本 '.repeat(30_000)

  it('is measured', () => expect(textWidth(text)).toBe(5 * 30_000))

  it('is cut', () => expect(cutText(text, 12)).toBe('日本 日本 日'))

  it('is cut where it has no width', () =>
    expect(cutText(`a${'\u0301'.repeat(1_000_000)}`, 10).length).toBeLessThan(200))
})

it('wrapText wraps by columns, and keeps a long word whole', () =>
  expect(wrapText('日本 日本 a extraordinary', 6)).toEqual(['日本', '日本 a', 'extraordinary']))

it('wrapWords keeps the spaces of a word', () => expect(wrapWords(['a b', 'c d'], 6, '  ')).toEqual(['a b', 'c d']))

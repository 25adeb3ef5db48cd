/**
 * Examples that a tool wrote and that say nothing are not taken for data.
 */
import { describe, expect, it } from 'vitest'
import { isPlaceholder } from '../../../src/contract/sample/examples.ts'
import type { Json } from '../../../src/ports.ts'

describe('an example', () => {
  const rows: readonly (readonly [example: Json, is: boolean])[] = [
    ['string', true],
    ['strings', false],
    ['', false],
    [{ name: 'string', size: 0 }, true],
    [{ name: 'Rex', note: '', colour: '' }, true],
    [{ name: 'Rex', note: '' }, false],
    [{ name: 'Rex', note: '', colour: '', kind: 'dog' }, false],
    [{ note: '' }, false],
    [{ size: 0 }, false],
    [['string'], false],
  ]
  for (const [example, is] of rows)
    it(`${JSON.stringify(example)} is ${is ? 'a placeholder' : 'data'}`, () => expect(isPlaceholder(example)).toBe(is))
})

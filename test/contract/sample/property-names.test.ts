/**
 * What the names of properties say about their values.
 */
import { describe, expect, it } from 'vitest'
import { singularName } from '../../../src/contract/sample/property-names.ts'

describe('an item is called', () => {
  const rows: readonly (readonly [list: string, item: string])[] = [
    ['tags', 'tag'],
    ['companies', 'company'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['dishes', 'dish'],
    ['prices', 'price'],
    ['status', 'status'],
    ['address', 'address'],
    ['photo_urls', 'photo_url'],
  ]
  for (const [list, item] of rows) it(`${item} in ${list}`, () => expect(singularName(list)).toBe(item))
})

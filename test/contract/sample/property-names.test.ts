/**
 * What the names of properties say about their values.
 */
import { describe, expect, it } from 'vitest'
import { presentFlag, singularName, usualFlag } from '../../../src/contract/sample/property-names.ts'

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

describe('a flag is usually', () => {
  const rows: readonly (readonly [name: string, usual: boolean | undefined])[] = [
    ['deleted', false],
    ['planExpired', false],
    ['no_expiry', false],
    ['unlimited_quota', false],
    ['soldOut', false],
    ['active', true],
    ['notify', undefined],
    ['bookmarked', undefined],
    ['uninstalled', false],
    ['_pendingInvite', false],
    ['can_recover', false],
    ['list_is_active', true],
  ]
  for (const [name, usual] of rows) it(`${name}: ${usual}`, () => expect(usualFlag(name)).toBe(usual))
})

it('what may be beside a flag is there, unless it is trouble', () =>
  expect(['hasRepository', 'has_errors', 'hasMore', 'hash', 'enabled'].map(presentFlag)).toEqual([
    ...[true, false, false],
    ...[undefined, undefined],
  ]))

/**
 * One record that several addresses show.
 */
import { expect, it } from 'vitest'
import type { Resource } from '../../src/behaviours/records/resource.ts'
import { joinParents } from '../../src/proxy/recording/join-parents.ts'
import type { ObservedRecord } from '../../src/proxy/recording/observed-record.ts'

const resourceOf = (idKind: Resource['idKind']): Resource => {
  const parts: Partial<Resource> = { form: 'collection', idKind, idPath: ['id'], keyParts: [] }
  return parts as Resource
}

const numbered = resourceOf('integer')
const named = resourceOf('string')

let order = 0
const seen = (resource: Resource, parent: string | undefined, value: ObservedRecord['value']): ObservedRecord => ({
  resource,
  value,
  id: undefined,
  parent,
  order: ++order,
})

const join = (...records: readonly ObservedRecord[]) =>
  joinParents(records).map(({ parent, value }) => [parent, value] as const)

it.each([
  [
    'a number under two parents is visible under both',
    [seen(numbered, 'a', { id: 1, name: 'x' }), seen(numbered, 'b', { id: 1 })],
    [[null, { id: 1, name: 'x' }]],
  ],
  [
    'a number under one parent and in a list of all belongs to the parent, with the later state',
    [seen(numbered, 'a', { id: 1, name: 'x' }), seen(numbered, undefined, { id: 1, name: 'x', size: 2 })],
    [['a', { id: 1, name: 'x', size: 2 }]],
  ],
  [
    'different records with one number belong to their own parents',
    [seen(numbered, 'a', { id: 1, name: 'x' }), seen(numbered, 'b', { id: 1, name: 'y' })],
    [
      ['a', { id: 1, name: 'x' }],
      ['b', { id: 1, name: 'y' }],
    ],
  ],
  [
    'a string is an id within its parent',
    [seen(named, 'a', { id: 'k', name: 'x' }), seen(named, 'b', { id: 'k', name: 'x' })],
    [
      ['a', { id: 'k', name: 'x' }],
      ['b', { id: 'k', name: 'x' }],
    ],
  ],
  [
    'a string in a list of all is the one of its parent',
    [seen(named, undefined, { id: 'k', name: 'x' }), seen(named, 'a', { id: 'k' })],
    [['a', { id: 'k', name: 'x' }]],
  ],
  [
    'records without parents stay as they are',
    [seen(named, undefined, { id: 'k' }), seen(named, undefined, { id: 'l' })],
    [
      [undefined, { id: 'k' }],
      [undefined, { id: 'l' }],
    ],
  ],
])('%s', (_, records, expected) => {
  expect(join(...records)).toEqual(expected)
})

/**
 * The fragment that opens an operation in the reference.
 */
import { expect, it } from 'vitest'
import { findFragment, parseFragment } from '../../console/src/reference/operation-fragment.ts'

const document = {
  paths: {
    '/orders': {
      parameters: [],
      get: { operationId: 'orders/list all', tags: ['My orders', 'other'] },
      post: { tags: [] },
    },
    '/orders/{id}': { summary: 'One', delete: {} },
  },
}

for (const [wanted, expected] of [
  ['orders/list all', '#/My%20orders/orders%2Flist%20all'],
  ['POST /orders', '#/default/post_orders'],
  ['DELETE /orders/{id}', '#/default/delete_orders__id_'],
  ['PUT /orders', undefined],
] as const)
  it(`${wanted}: ${expected}`, () => {
    expect(findFragment(document, wanted)).toBe(expected)
  })

it('a document without paths has none', () => {
  expect(findFragment({ webhooks: {} }, 'listPets')).toBeUndefined()
  expect(findFragment('text', 'listPets')).toBeUndefined()
})

it('a fragment is split before it is decoded', () => {
  expect(parseFragment('#/My%20orders/orders%2Flist%20all')).toEqual(['My orders', 'orders/list all'])
  expect(parseFragment('#/pets')).toEqual(['pets'])
  for (const fragment of ['', '#', '#/', '#/%E0/x']) expect(parseFragment(fragment)).toEqual([])
})

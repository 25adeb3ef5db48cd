/**
 * The store in the memory of this process.
 */
import { describe, expect, it } from 'vitest'
import { createEmbeddedStore } from '../../src/store/embedded-store.ts'
import type { StoredRecord } from '../../src/store/store.ts'
import { itIsAStore } from './store-contract.ts'

describe('the embedded store', () => {
  itIsAStore(async (resources, seed) => createEmbeddedStore(resources, seed))

  it('does not share its seed with another store with the same seed', async () => {
    const record: StoredRecord = { id: 1, value: { id: 1 }, json: '{"id":1}', madeAt: 0 }
    const resources = [{ name: 'gadgets', filterable: [] }]
    const seed = { gadgets: [record] }
    const [one, other] = [createEmbeddedStore(resources, seed), createEmbeddedStore(resources, seed)]
    await one.insert('gadgets', { kind: 'integer' }, (id) => ({ value: { id }, json: `{"id":${id}}`, madeAt: 0 }))
    expect(await one.count('gadgets')).toBe(2)
    expect(await other.count('gadgets')).toBe(1)
    expect(seed.gadgets).toEqual([record])
  })

  it('rejects an unknown resource', async () => {
    const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], {})
    await expect(store.get('gizmos', 1)).rejects.toThrow('gizmos')
    await expect(store.count('constructor')).rejects.toThrow('constructor')
  })
})

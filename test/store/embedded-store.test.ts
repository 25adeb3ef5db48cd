/**
 * The store in the memory of this process.
 */
import { describe, expect, it } from 'vitest'
import { createEmbeddedStore } from '../../src/store/embedded-store.ts'
import type { RecordId, StoredRecord } from '../../src/store/store.ts'
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

  describe('records that are generated later', () => {
    const generate = (ids?: readonly RecordId[]) => {
      const counts = { generated: 0 }
      const records = ['a', 'b'].flatMap((scope) =>
        [1, 2].map((number): StoredRecord => {
          const id = `${scope}/${number}`
          return { id, value: { number }, json: `{"number":${number}}`, madeAt: 0, scope }
        }),
      )
      const find = () => ({
        ids: () => ids,
        generate: () => {
          counts.generated++
          return records
        },
      })
      const store = createEmbeddedStore([{ name: 'parts', filterable: [] }], {}, new Map(), { find, digest: () => 'x' })
      return { store, counts }
    }
    const idsIn = (store: { all: (name: string) => Iterable<StoredRecord> }) =>
      [...store.all('parts')].map(({ id }) => id)

    it('are not generated in order to be removed with their parent', async () => {
      const { store, counts } = generate()
      const fork = store.fork()
      expect(await store.removeScope('parts', 'a')).toEqual([])
      expect([counts.generated, store.isPending('parts'), store.isTouched]).toEqual([0, true, true])
      expect(idsIn(store)).toEqual(['b/1', 'b/2'])
      expect(idsIn(fork)).toEqual(['a/1', 'a/2', 'b/1', 'b/2'])
      expect(counts.generated).toBe(1)
    })

    it('have ids before they are generated, and values when they are read', async () => {
      const { store, counts } = generate(['a/1', 'a/2', 'b/1'])
      const peeked = await store.peek('parts', 2)
      expect([peeked?.map(({ id }) => id), counts.generated]).toEqual([['a/1', 'a/2'], 0])
      expect([peeked?.[1]?.value, counts.generated]).toEqual([{ number: 2 }, 1])
      expect(await store.peek('parts', 2)).toBeUndefined()
    })

    it('have no ids where these are not known, or some records were removed', async () => {
      expect(await generate().store.peek('parts', 2)).toBeUndefined()
      const { store, counts } = generate(['a/1'])
      await store.removeScope('parts', 'a')
      expect([await store.peek('parts', 2), counts.generated]).toEqual([undefined, 0])
    })

    it('are generated if the change is recorded', async () => {
      const { store } = generate()
      store.startRecording()
      expect((await store.removeScope('parts', 'a')).map(({ id }) => id)).toEqual(['a/1', 'a/2'])
      expect(store.takeChanges()[0]?.after).toEqual([
        ['a/1', undefined],
        ['a/2', undefined],
      ])
    })
  })

  it('rejects an unknown resource', async () => {
    const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], {})
    await expect(store.get('gizmos', 1)).rejects.toThrow('gizmos')
    await expect(store.count('constructor')).rejects.toThrow('constructor')
  })
})

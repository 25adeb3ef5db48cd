/**
 * The store in the memory of this process.
 */
import { assert, describe, expect, it } from 'vitest'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import { MemoryBudget, memoryOf } from '../../src/store/memory-budget.ts'
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

  describe('the memory of records', () => {
    const insertOne = (store: EmbeddedStore) =>
      store.insert('gadgets', { kind: 'integer' }, (id) => ({ value: { id }, json: `{"id":${id}}`, madeAt: 0 }))
    const createLimited = () => {
      const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], {})
      store.memory = new MemoryBudget()
      return { store, memory: store.memory }
    }

    it('is counted for each record that is written', async () => {
      const { store, memory } = createLimited()
      await insertOne(store)
      const [one] = [...store.all('gadgets')]
      assert(one)
      const size = memoryOf(one)
      expect([size > 0, memory.used]).toEqual([true, size])
      await store.update('gadgets', 1, ({ value, json, madeAt }) => ({ value, json, madeAt }))
      expect(memory.used).toBe(2 * size)
      store.put('gadgets', one)
      expect(memory.used).toBe(3 * size)
      await store.replaceAll('gadgets', [one])
      expect(memory.used).toBe(4 * size)
    })

    it('is counted in the same place after a fork, and with the resources of another store', async () => {
      const { store, memory } = createLimited()
      expect(store.fork().memory).toBe(memory)
      expect(store.adapt(createEmbeddedStore([{ name: 'parts', filterable: [] }], {})).memory).toBe(memory)
    })

    it('a store has fewer records than a limit until it was reached', async () => {
      const { store } = createLimited()
      const below = [store.hasFewerThan(2)]
      for (let count = 0; count < 2; count++) {
        await insertOne(store)
        below.push(store.hasFewerThan(2))
      }
      expect(below).toEqual([true, true, false])
      await store.remove('gadgets', 1)
      expect(store.hasFewerThan(2)).toBe(true)
      const three = [1, 2, 3].map((id) => ({ id, value: { id }, json: `{"id":${id}}`, madeAt: 0 }))
      await store.replaceAll('gadgets', three)
      expect([store.hasFewerThan(3), store.hasFewerThan(4)]).toEqual([false, true])
    })
  })

  it('has another edition of a collection after each write', async () => {
    const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], {})
    const versions: unknown[] = []
    const note = () => versions.push(JSON.stringify(store.editionOf('gadgets').version))
    note()
    await store.insert('gadgets', { kind: 'integer' }, (id) => ({ value: { id }, json: `{"id":${id}}`, madeAt: 0 }))
    note()
    await store.update('gadgets', 1, () => ({ value: { id: 1, size: 2 }, json: `{"id":1,"size":2}`, madeAt: 0 }))
    note()
    await store.remove('gadgets', 1)
    note()
    expect(new Set(versions).size).toBe(4)
  })

  it('lists a stored record after the others where another one has its place', () => {
    const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], {})
    const put = (id: string, order: number): void =>
      store.put('gadgets', { id, value: { id }, json: `{"id":"${id}"}`, madeAt: 0, order })
    put('a', 1)
    put('b', 2)
    put('c', 1)
    // Its own place is free for it.
    put('b', 2)
    expect([...store.all('gadgets')].map(({ id, order }) => [id, order])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
  })

  it('counts the records of a scope, with those that have none', async () => {
    const inScope = (id: number, scope?: string): StoredRecord => {
      const record = { id, value: { id }, json: `{"id":${id}}`, madeAt: 0 }
      return scope === undefined ? record : { ...record, scope }
    }
    const seed = { gadgets: [inScope(1, 'a'), inScope(2, 'b'), inScope(3)] }
    const store = createEmbeddedStore([{ name: 'gadgets', filterable: [] }], seed)
    const counts = ['a', 'b', 'c'].map((scope) => store.count('gadgets', { scope, filters: [] }))
    expect(await Promise.all(counts)).toEqual([2, 2, 1])
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
        predicted: () => ids?.map((id) => ({ id, scope: records.find((record) => record.id === id)?.scope })),
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
      const peeked = await store.peek('parts', { limit: 2 })
      expect([peeked?.map(({ id }) => id), counts.generated]).toEqual([['a/1', 'a/2'], 0])
      expect([peeked?.[1]?.value, counts.generated]).toEqual([{ number: 2 }, 1])
      expect(await store.peek('parts', { limit: 2 })).toBeUndefined()
    })

    it('have no ids where these are not known, and none of a scope that was removed', async () => {
      expect(await generate().store.peek('parts', { limit: 2 })).toBeUndefined()
      const { store, counts } = generate(['a/1'])
      await store.removeScope('parts', 'a')
      expect([await store.peek('parts', { limit: 2 }), counts.generated]).toEqual([[], 0])
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

/**
 * Records that are added to a collection whose other records have not been generated yet.
 */
import { describe, expect, it } from 'vitest'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import type { LaterRecords } from '../../src/store/seed.ts'
import type { Draft, IdSource, RecordId, StoredRecord } from '../../src/store/store.ts'
import { itIsAStore } from './store-contract.ts'

const recordOf = (id: RecordId, more: object = {}): StoredRecord => {
  const value = { id: String(id), ...more }
  return { id, value, json: JSON.stringify(value), madeAt: 0 }
}

const draft: Draft = (id) => {
  const { value, json } = recordOf(id, { isNew: true })
  return { value, json, madeAt: 1 }
}

const series: IdSource = { kind: 'series', make: (serial) => `k${serial}` }

interface Generated {
  readonly store: EmbeddedStore
  /** How many times the records were generated. */
  readonly count: () => number
}

/** `reserved`: the ids that the records may have. */
const storeLater = (
  records: readonly StoredRecord[],
  reserved?: readonly RecordId[],
  unique: readonly string[] = [],
): Generated => {
  let count = 0
  const later: LaterRecords = {
    find: () => ({
      predicted: () => reserved?.map((id) => ({ id, scope: records.find((record) => record.id === id)?.scope })),
      generate: () => {
        count++
        return records
      },
    }),
    digest: () => 'generated',
  }
  const resources = [{ name: 'kites', filterable: [], unique }]
  return { store: createEmbeddedStore(resources, {}, new Map(), later), count: () => count }
}

const idsIn = (store: EmbeddedStore): readonly RecordId[] => [...store.all('kites')].map(({ id }) => id)

describe('a store whose records are generated later, with known ids', () => {
  itIsAStore(async (resources, seed) => {
    const recordsOf = (name: string) => (Object.hasOwn(seed, name) ? (seed[name] ?? []) : [])
    const later: LaterRecords = {
      find: (name) => ({
        predicted: () => recordsOf(name),
        generate: () => recordsOf(name),
      }),
      digest: () => 'generated',
    }
    const store = createEmbeddedStore(resources, {}, new Map(), later)
    // As in a sandbox. Without it, a scope is removed later.
    store.startRecording()
    return store
  })
})

describe('a record that is added before the others are generated', () => {
  const generated = [recordOf(1), recordOf(2)]

  it('continues after their ids, and generates none', async () => {
    const { store, count } = storeLater(generated, [1, 2])
    expect((await store.insert('kites', { kind: 'integer' }, draft))?.id).toBe(3)
    expect((await store.insert('kites', { kind: 'integer' }, draft))?.id).toBe(4)
    expect([count(), store.isTouched, store.isPending('kites')]).toEqual([0, true, false])
    expect(store.isGenerated('kites')).toBe(false)
    expect(idsIn(store)).toEqual([1, 2, 3, 4])
    expect((await store.insert('kites', { kind: 'integer' }, draft))?.id).toBe(5)
    expect(count()).toBe(1)
  })

  it('comes after them in lists', async () => {
    const { store } = storeLater([recordOf('k1'), recordOf('k2')], ['k1', 'k2'])
    const first = await store.insert('kites', series, draft)
    await store.insert('kites', { kind: 'given', id: 'a' }, draft)
    expect(idsIn(store)).toEqual(['k1', 'k2', 'k3', 'a'])
    expect(await store.get('kites', 'k3')).toBe(first)
    expect((await store.insert('kites', series, draft))?.id).toBe('k4')
  })

  it('generates them where the ids are not known', async () => {
    const { store, count } = storeLater(generated)
    expect((await store.insert('kites', { kind: 'integer' }, draft))?.id).toBe(3)
    expect(count()).toBe(1)
  })

  it('generates them where a property is unique, because its values are not known', async () => {
    const { store, count } = storeLater(generated, [1, 2], ['name'])
    expect((await store.insert('kites', { kind: 'integer' }, draft))?.id).toBe(3)
    expect(count()).toBe(1)
  })

  it('does not get an id that one of them has', async () => {
    const { store } = storeLater(generated, [1, 2])
    expect(await store.insert('kites', { kind: 'given', id: 2 }, draft)).toBeUndefined()
    expect(idsIn(store)).toEqual([1, 2])
  })

  it('gets an id that only seemed to be in use, and keeps one that another one was generated with', async () => {
    const { store } = storeLater([recordOf(1), recordOf(3)], [1, 2])
    const third = await store.insert('kites', { kind: 'integer' }, draft)
    expect(third?.id).toBe(3)
    expect((await store.insert('kites', { kind: 'given', id: 2 }, draft))?.id).toBe(2)
    expect(idsIn(store)).toEqual([1, 2, 3])
    expect(await store.get('kites', 3)).toBe(third)
  })

  it('is only in the store that it was added to', async () => {
    const { store, count } = storeLater(generated, [1, 2])
    const before = store.fork()
    await store.insert('kites', { kind: 'integer' }, draft)
    const after = store.fork()
    await store.insert('kites', { kind: 'integer' }, draft)
    await after.remove('kites', 3)
    expect([before, after, store].map(idsIn)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2, 3, 4],
    ])
    expect(count()).toBe(1)
  })

  it('is in a store with the resources of another one, and makes it differ from its seed', async () => {
    const { store } = storeLater(generated, [1, 2])
    const seed = store.fork()
    await store.insert('kites', { kind: 'integer' }, draft)
    expect(idsIn(store.adapt(storeLater(generated, [1, 2]).store))).toEqual([1, 2, 3])
    const { store: other } = storeLater(generated, [1, 2])
    await other.insert('kites', { kind: 'integer' }, draft)
    expect([...other.recordsBeside(seed, new Set())].map(({ id }) => id)).toEqual([3])
  })

  it('is noted as a change', async () => {
    const { store, count } = storeLater(generated, [1, 2])
    store.startRecording()
    const record = await store.insert('kites', { kind: 'integer' }, draft)
    expect(store.takeChanges()).toEqual([
      {
        resource: 'kites',
        after: [[3, record]],
        before: [[3, undefined]],
        sequence: {
          before: expect.objectContaining({ last: 2 }),
          after: expect.objectContaining({ last: 3 }),
        },
      },
    ])
    expect(count()).toBe(0)
  })
})

describe('a scope that is removed before the records are generated', () => {
  const below = (scope: string, id: RecordId): StoredRecord => ({ ...recordOf(id), scope })
  const generated = [below('a', 1), below('a', 2), below('b', 3)]
  const draftBelow =
    (scope: string): Draft =>
    (id) => ({ ...draft(id), scope })

  it('lets records be added without generating the others', async () => {
    const { store, count } = storeLater(generated, [1, 2, 3])
    expect(await store.removeScope('kites', 'a')).toEqual([])
    expect((await store.insert('kites', { kind: 'integer' }, draftBelow('a')))?.id).toBe(4)
    expect(count()).toBe(0)
    expect(idsIn(store)).toEqual([3, 4])
  })

  it('loses only the records that were added to it', async () => {
    const { store, count } = storeLater(generated, [1, 2, 3])
    const own = await store.insert('kites', { kind: 'integer' }, draftBelow('b'))
    await store.insert('kites', { kind: 'integer' }, draftBelow('c'))
    const before = store.fork()
    expect(await store.removeScope('kites', 'b')).toEqual([own])
    expect((await store.insert('kites', { kind: 'integer' }, draftBelow('b')))?.id).toBe(6)
    expect(count()).toBe(0)
    expect([store, before].map(idsIn)).toEqual([
      [1, 2, 5, 6],
      [1, 2, 3, 4, 5],
    ])
  })

  it('stays removed when the documents are loaded again', async () => {
    const { store } = storeLater(generated, [1, 2, 3])
    await store.removeScope('kites', 'a')
    expect(idsIn(store.adapt(storeLater(generated, [1, 2, 3]).store))).toEqual([3])
  })

  it('stays removed after thousands of others', async () => {
    const { store } = storeLater(generated, [1, 2, 3])
    for (let index = 0; index < 20_000; index++) await store.removeScope('kites', index === 0 ? 'a' : `other-${index}`)
    expect(idsIn(store)).toEqual([3])
  })
})

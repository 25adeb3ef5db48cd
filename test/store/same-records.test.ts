/**
 * When a store with other documents or fixtures has the same records: a reload uses this to keep, move or replace what sandboxes have.
 */
import { describe, expect, it } from 'vitest'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import type { Sequence } from '../../src/store/id-sequence.ts'
import type { LaterRecords } from '../../src/store/seed.ts'
import type { Draft, IdSource, RecordId, ResourceSchema, StoredRecord } from '../../src/store/store.ts'

const recordOf = (id: RecordId, fields: Record<string, string> = {}, scope?: string): StoredRecord => {
  const value = { id, ...fields }
  const record = { id, value, json: JSON.stringify(value), madeAt: 0 }
  return scope === undefined ? record : { ...record, scope }
}
const gadgets: ResourceSchema = { name: 'gadgets', filterable: ['state'], unique: ['label'] }
const integers: IdSource = { kind: 'integer' }
const draft: Draft = (id) => recordOf(id)

const storeOf = (
  records: readonly StoredRecord[],
  resources: readonly ResourceSchema[] = [gadgets],
  sequences: ReadonlyMap<string, Sequence> = new Map(),
): EmbeddedStore => createEmbeddedStore(resources, { gadgets: records }, sequences)

/** A store whose records are generated when they are used. */
const laterStore = (records: readonly StoredRecord[], digest: string, counts: string[] = []): EmbeddedStore => {
  const later: LaterRecords = {
    find: () => ({
      predicted: () => undefined,
      generate: () => {
        counts.push(digest)
        return records
      },
    }),
    digest: () => digest,
  }
  return createEmbeddedStore([gadgets], {}, new Map(), later)
}

const idsIn = (store: EmbeddedStore, resource = 'gadgets'): readonly RecordId[] =>
  [...store.all(resource)].map(({ id }) => id)

describe('the seed of a store', () => {
  const [one, two] = [recordOf(1, { state: 'new' }), recordOf(2)]
  const rows: readonly { readonly name: string; readonly other: EmbeddedStore; readonly isSame: boolean }[] = [
    { name: 'the same records', other: storeOf([one, two]), isSame: true },
    { name: 'another value', other: storeOf([recordOf(1, { state: 'old' }), two]), isSame: false },
    { name: 'another id', other: storeOf([{ ...two, id: 1 }, two]), isSame: false },
    { name: 'one record less', other: storeOf([one]), isSame: false },
    { name: 'one record more', other: storeOf([one, two, recordOf(3)]), isSame: false },
    { name: 'another resource', other: createEmbeddedStore([{ ...gadgets, name: 'parts' }], {}), isSame: false },
  ]
  for (const { name, other, isSame } of rows)
    it(`with ${name} is ${isSame ? '' : 'not '}the same`, () => {
      const store = storeOf([one, two])
      expect(store.hasSameSeed(other)).toBe(isSame)
      expect(store.digest === other.digest).toBe(isSame)
    })

  it('is the same where only the ids that follow differ, although its digest is another one', () => {
    const sequences = new Map([['gadgets', { last: 9, serial: 0 }]])
    const [store, other] = [storeOf([one]), storeOf([one], [gadgets], sequences)]
    expect(store.digest).not.toBe(other.digest)
    expect(store.hasSameSeed(other)).toBe(true)
  })

  it('depends on the scopes of its records', () => {
    const [store, other] = [storeOf([one]), storeOf([{ ...one, scope: 'a' }])]
    expect(store.digest).not.toBe(other.digest)
  })

  it('is the same as long as its records are not generated, and afterwards if the records are', async () => {
    const counts: string[] = []
    const [store, other] = [laterStore([one], 'a', counts), laterStore([two], 'b', counts)]
    expect([store.hasSameSeed(other), counts]).toEqual([true, []])
    expect(store.size).toBe(0)
    await store.get('gadgets', 1)
    expect(store.size).toBe(1)
    expect([store.hasSameSeed(other), counts]).toEqual([false, ['a', 'b']])
    expect(store.hasSameSeed(laterStore([one], 'c'))).toBe(true)
  })
})

describe('a store that gets other resources', () => {
  const parts: ResourceSchema = { name: 'parts', filterable: [] }

  it('keeps its records, gets new resources, and hides those that are missing until they are back', async () => {
    const first = createEmbeddedStore([gadgets], { gadgets: [recordOf(1), recordOf(2)] })
    await first.insert('gadgets', integers, draft)
    const second = first.adapt(createEmbeddedStore([parts], { parts: [recordOf(7)] }))
    expect([second.resources, second.has('gadgets'), second.has('parts')]).toEqual([['parts'], false, true])
    expect(idsIn(second, 'parts')).toEqual([7])
    await second.insert('parts', integers, draft)
    const third = second.fork().adapt(createEmbeddedStore([gadgets, parts], { parts: [recordOf(5)] }))
    expect([third.resources, idsIn(third), idsIn(third, 'parts')]).toEqual([
      ['gadgets', 'parts'],
      [1, 2, 3],
      [7, 8],
    ])
    expect((await third.insert('gadgets', integers, draft))?.id).toBe(4)
    expect(idsIn(first)).toEqual([1, 2, 3])
  })

  it('filters and compares by the properties of the new ones', async () => {
    const first = storeOf([recordOf(1, { state: 'new', label: 'x', size: 's' })])
    const other: ResourceSchema = { name: 'gadgets', filterable: ['size'], unique: ['state'] }
    const second = first.adapt(storeOf([], [other]))
    const pageOf = async (property: string, value: string) =>
      (await second.page('gadgets', { filters: [[property, value]], limit: 9 })).map(({ id }) => id)
    expect([await pageOf('size', 's'), await pageOf('size', 'x'), await pageOf('label', 'x')]).toEqual([[1], [], [1]])
    expect(await second.findClash('gadgets', { value: { state: 'new', label: 'x' } })).toBe('state')
    expect(await second.findClash('gadgets', { value: { state: 'old', label: 'x' } })).toBeUndefined()
    expect(await first.findClash('gadgets', { value: { state: 'new', label: 'x' } })).toBe('label')
  })

  it('shares its records where the properties are the same', () => {
    const first = storeOf([recordOf(1)])
    expect(first.adapt(storeOf([])).editionOf('gadgets').collection).toBe(first.editionOf('gadgets').collection)
  })

  it('has records that nobody has used from the new ones', async () => {
    const counts: string[] = []
    const first = laterStore([recordOf(1)], 'a', counts)
    const unused = first.adapt(laterStore([recordOf(2)], 'b', counts))
    expect([idsIn(unused), counts]).toEqual([[2], ['b']])
    await first.insert('gadgets', integers, draft)
    const used = first.adapt(laterStore([recordOf(3)], 'c', counts))
    expect([used.isPending('gadgets'), counts]).toEqual([true, ['b', 'a']])
    expect(idsIn(used)).toEqual([1, 2])
  })

  it('can store what no document has, and does not list it', () => {
    const store = storeOf([recordOf(1)])
    const fork = store.fork()
    for (const name of ['parts', 'gadgets', 'parts']) store.addHidden(name)
    store.put('parts', recordOf(4))
    expect([store.resources, store.has('parts'), idsIn(store, 'parts')]).toEqual([['gadgets'], false, [4]])
    expect(idsIn(store)).toEqual([1])
    expect(() => fork.all('parts')).toThrow('parts')
    const served = store.adapt(createEmbeddedStore([gadgets, parts], {}))
    expect([served.has('parts'), idsIn(served, 'parts')]).toEqual([true, [4]])
  })
})

describe('the place of a removed record', () => {
  it('is known for the last thousand of them, in the store where they were removed', async () => {
    const count = 1_001
    const store = storeOf(Array.from({ length: count }, (_, index) => recordOf(`r${index}`)))
    for (let index = 0; index < count - 1; index++) await store.remove('gadgets', `r${index}`)
    expect([store.formerPosition('gadgets', 'r0'), store.formerPosition('gadgets', 'r999')]).toEqual([1, 1_000])
    await store.remove('gadgets', 'r1000')
    expect([store.formerPosition('gadgets', 'r0'), store.formerPosition('gadgets', 'r1')]).toEqual([undefined, 2])
  })
})

describe('a store as the seed of others', () => {
  it('has the records that it had, and counts as not written to', async () => {
    const store = storeOf([recordOf(1)])
    await store.insert('gadgets', integers, draft)
    const seed = store.asSeed('a digest')
    expect([seed.isTouched, store.isTouched, seed.digest, idsIn(seed)]).toEqual([false, true, 'a digest', [1, 2]])
    await seed.remove('gadgets', 1)
    expect([seed.isTouched, idsIn(store)]).toEqual([true, [1, 2]])
  })
})

/**
 * A store whose records are generated later answers like one that has them, and generates as little as it can.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import type { LaterRecords } from '../../src/store/seed.ts'
import type { Change, Draft, IdSource, RecordId, StoredRecord } from '../../src/store/store.ts'

const recordOf = (id: RecordId, label: string, scope?: string): StoredRecord => {
  const value = { id, label }
  const record = { id, value, json: JSON.stringify(value), madeAt: 0 }
  return scope === undefined ? record : { ...record, scope }
}

const resources = [{ name: 'kites', filterable: ['label'] }]

interface Generated {
  readonly store: EmbeddedStore
  /** Of the records that were generated, in order. */
  readonly generated: RecordId[]
}

const storeLater = (records: readonly StoredRecord[]): Generated => {
  const generated: RecordId[] = []
  const generate = (record: StoredRecord): StoredRecord => {
    if (!generated.includes(record.id)) generated.push(record.id)
    return record
  }
  const later: LaterRecords = {
    find: () => ({
      predicted: () => records,
      find: (id) => {
        const found = records.find((record) => record.id === id)
        return found && generate(found)
      },
      generate: () => records.map(generate),
    }),
    digest: () => 'later',
  }
  return { store: createEmbeddedStore(resources, {}, new Map(), later), generated }
}

const writeLabel =
  (label: string): Change =>
  ({ id, scope }) =>
    recordOf(id, label, scope)

const draftOf =
  (label: string, scope: string | undefined): Draft =>
  (id) => {
    const { value, json } = recordOf(id, label)
    return scope === undefined ? { value, json, madeAt: 1 } : { value, json, madeAt: 1, scope }
  }

const integers: IdSource = { kind: 'integer' }

const plain = [recordOf(1, 'a'), recordOf(2, 'b'), recordOf(3, 'c')]

describe('a record that is generated ahead', () => {
  it('is the first of an unread resource, and is read as if it were not', async () => {
    const { store, generated } = storeLater(plain)
    store.generateOne('kites')
    store.generateOne('kites')
    expect([generated, store.isPending('kites'), store.isTouched]).toEqual([[1], true, false])
    expect([...store.all('kites')].map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('is not generated beside a change', async () => {
    const { store } = storeLater(plain)
    await store.remove('kites', 1)
    store.generateOne('kites')
    expect([...store.all('kites')].map(({ id }) => id)).toEqual([2, 3])
  })

  it('comes with all others, if values decide which ones there are', () => {
    const later: LaterRecords = {
      find: () => ({ predicted: () => undefined, generate: () => plain }),
      digest: () => 'later',
    }
    const store = createEmbeddedStore(resources, {}, new Map(), later)
    store.generateOne('kites')
    expect([store.isPending('kites'), store.isGenerated('kites')]).toEqual([false, true])
  })

  it('leaves a resource that does not exist', () => {
    const { store } = storeLater(plain)
    store.generateOne('boats')
    expect(store.isPending('kites')).toBe(true)
  })
})

describe('one of the records that are generated later', () => {
  it('is read without the others', async () => {
    const { store, generated } = storeLater(plain)
    expect(await store.get('kites', 2)).toMatchObject({ value: { label: 'b' } })
    expect([generated, store.isPending('kites'), store.isTouched]).toEqual([[2], true, false])
  })

  it('is changed without the others, and keeps its place', async () => {
    const { store, generated } = storeLater(plain)
    const fork = store.fork()
    expect(await store.update('kites', 1, writeLabel('x'))).toMatchObject({ value: { label: 'x' } })
    expect(await store.get('kites', 1)).toMatchObject({ value: { label: 'x' } })
    expect(await fork.get('kites', 1)).toMatchObject({ value: { label: 'a' } })
    expect([generated, store.isTouched, fork.isTouched]).toEqual([[1], true, false])
    expect([...store.all('kites')].map(({ value }) => value.label)).toEqual(['x', 'b', 'c'])
  })

  it('is removed without the others, and is gone', async () => {
    const { store, generated } = storeLater(plain)
    expect(await store.remove('kites', 2, () => false)).toBeUndefined()
    expect(await store.remove('kites', 2)).toMatchObject({ value: { label: 'b' } })
    expect(await store.get('kites', 2)).toBeUndefined()
    expect(await store.peek('kites', { limit: 5 })).toMatchObject([{ id: 1 }, { id: 3 }])
    expect([generated, [...store.all('kites')].map(({ id }) => id)]).toEqual([
      [2, 1, 3],
      [1, 3],
    ])
  })

  it('is known to exist within its scope', async () => {
    const { store, generated } = storeLater([recordOf('k1', 'a', 'a'), recordOf('k2', 'b', 'b')])
    await store.insert('kites', { kind: 'given', id: 'k3' }, draftOf('x', 'b'))
    expect(await store.peek('kites', { limit: 5, scope: 'b' })).toMatchObject([{ id: 'k2', scope: 'b' }, { id: 'k3' }])
    expect([await store.get('kites', 'b/k2'), generated]).toEqual([undefined, []])
  })

  it('is counted without any', async () => {
    const { store, generated } = storeLater([recordOf(1, 'a', 'a'), recordOf(2, 'b', 'b'), recordOf(3, 'c', 'b')])
    expect(await store.expectCount('kites')).toBe(3)
    await store.insert('kites', integers, draftOf('x', 'a'))
    await store.remove('kites', 2)
    expect([await store.expectCount('kites'), generated]).toEqual([3, [2]])
    await store.removeScope('kites', 'a')
    expect([await store.expectCount('kites'), generated]).toEqual([1, [2]])
  })

  it('is removed by the same integer in another form', async () => {
    const { store } = storeLater(plain)
    const fork = store.fork()
    expect([...fork.all('kites')]).toHaveLength(3)
    await store.remove('kites', 2n)
    expect([await store.get('kites', 2), await store.get('kites', 2n)]).toEqual([undefined, undefined])
  })

  it('is changed once by each call, also where all exist', async () => {
    const { store } = storeLater(plain)
    let calls = 0
    const count: Change = (record) => {
      calls++
      return writeLabel(`x${calls}`)(record)
    }
    await store.update('kites', 1, count)
    expect([...store.all('kites')]).toHaveLength(3)
    await store.update('kites', 1, count)
    expect([calls, (await store.get('kites', 1))?.value.label]).toEqual([2, 'x2'])
  })
})

const scope = fc.constantFrom('a', 'a/1', 'b')
const number = fc.integer({ min: 1, max: 9 })
const on = fc.nat({ max: 2 })
const label = fc.constantFrom('x', 'y')
const kindOf = <Name extends string>(name: Name) => fc.constant(name)
const step = fc.oneof(
  fc.record({ kind: kindOf('get'), on, number }),
  fc.record({ kind: kindOf('update'), on, number, label }),
  fc.record({ kind: kindOf('remove'), on, number }),
  fc.record({ kind: kindOf('insert'), on, label, scope: fc.option(scope, { nil: undefined }) }),
  fc.record({ kind: kindOf('remove scope'), on, scope }),
  fc.record({ kind: kindOf('fork'), on }),
  fc.record({ kind: kindOf('list'), on }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What a client sees. Nobody has seen the records below a parent that was removed. */
const take = async (stores: EmbeddedStore[], next: Step): Promise<unknown> => {
  const store = stores[next.on % stores.length]
  if (!store) return undefined
  switch (next.kind) {
    case 'get':
      return (await store.get('kites', next.number))?.value
    case 'update':
      return (await store.update('kites', next.number, writeLabel(next.label)))?.value
    case 'remove':
      return (await store.remove('kites', next.number))?.value
    case 'insert':
      return (await store.insert('kites', integers, draftOf(next.label, next.scope)))?.id
    case 'remove scope':
      await store.removeScope('kites', next.scope)
      return undefined
    case 'fork':
      stores.push(store.fork())
      return undefined
    case 'list':
      return [...store.all('kites')].map(({ value }) => value)
  }
}

describe('any requests', () => {
  it.each([true, false])('have the same answers as where all records exist: below parents %s', async (isScoped) => {
    const records = isScoped ? [recordOf(1, 'a', 'a'), recordOf(2, 'b', 'a/1'), recordOf(3, 'c', 'b')] : plain
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const later = [storeLater(records).store]
        const open = [createEmbeddedStore(resources, { kites: records })]
        const seen = async (stores: EmbeddedStore[]): Promise<unknown> => {
          const answers: unknown[] = []
          for (const next of steps) answers.push(await take(stores, next))
          return [answers, stores.map((store) => [...store.all('kites')].map(({ value }) => value))]
        }
        expect(await seen(later)).toEqual(await seen(open))
      }),
      { numRuns: 300, seed: 7 },
    )
  })
})

/**
 * Any sequence of writes, forks and undone changes gives the same records, pages and counts as the simplest store would: a map for
 * each fork. test/store/store-contract.ts has single cases.
 */
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import type { ResourceChange } from '../../src/store/change-notes.ts'
import type { Difference } from '../../src/store/collection.ts'
import { createEmbeddedStore, type EmbeddedStore } from '../../src/store/embedded-store.ts'
import type { PageQuery, RecordId, StoredRecord } from '../../src/store/store.ts'

interface ModelRecord {
  readonly id: RecordId
  readonly state: string
  readonly label: string | null | undefined
  readonly scope: string | undefined
}

interface Model {
  /** By id, in the order of creation. */
  records: Map<RecordId, ModelRecord>
  /** The highest integer id, or the number of generated ids. */
  last: number
}

const copyModel = ({ records, last }: Model): Model => ({ records: new Map(records), last })

type Kind = 'integer' | 'series'

const idOf = (kind: Kind, number: number): RecordId => (kind === 'integer' ? number : `g-${number}`)

type Fields = Pick<ModelRecord, 'state' | 'label' | 'scope'>

const state = fc.constantFrom('new', 'used')
const scope = fc.constantFrom(undefined, 'a', 'a/1', 'a0', 'b')
const fields: fc.Arbitrary<Fields> = fc.record({ state, label: fc.constantFrom(undefined, null, 'x', 'y', 'z'), scope })
const number = fc.integer({ min: 1, max: 12 })
const on = fc.nat({ max: 3 })
const option = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const kindOf = <Name extends string>(name: Name) => fc.constant(name)

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kindOf('insert'), on, given: option(number), fields }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('update'), on, number, fields }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('remove'), on, number }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('remove scope'), on, scope: fc.constantFrom('a', 'a/1', 'b') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kindOf('replace'), on, of: fc.uniqueArray(number, { maxLength: 4 }), fields }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kindOf('page'),
      on,
      state: option(state),
      scope,
      limit: fc.nat({ max: 5 }),
      skip: fc.nat({ max: 2 }),
      after: option(number),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('fork'), on }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('take'), on }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('undo'), on }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const recordOf = (id: RecordId, { state, label, scope }: Fields): StoredRecord => {
  const value = label === undefined ? { id, state } : { id, state, label }
  const record = { id, value, json: JSON.stringify(value), madeAt: 0 }
  return scope === undefined ? record : { ...record, scope }
}

const toModel = ({ id, value, scope }: StoredRecord): ModelRecord => {
  const { state, label } = value
  assert(typeof state === 'string' && (label === undefined || label === null || typeof label === 'string'))
  return { id, state, label, scope }
}

const inScope = (record: ModelRecord, scope: string | undefined): boolean =>
  scope === undefined || record.scope === undefined || record.scope === scope

const clashes = ({ records }: Model, { label, scope }: Fields, own?: RecordId): boolean =>
  label !== undefined &&
  label !== null &&
  [...records.values()].some(
    (other) => other.id !== own && other.label === label && (scope === undefined || inScope(other, scope)),
  )

const listOf = (kind: Kind, { records }: Model): readonly ModelRecord[] =>
  kind === 'integer' ? [...records.values()].sort((a, b) => Number(a.id) - Number(b.id)) : [...records.values()]

interface Side {
  readonly store: EmbeddedStore
  model: Model
  /** As they were when changes were last taken. */
  taken: Model
  base: EmbeddedStore
}

/** What all readers of a store see. */
const expectSame = (kind: Kind, { store, model }: Side): void => {
  expect([...store.all('gadgets')].map(toModel)).toEqual(listOf(kind, model))
}

const apply = (store: EmbeddedStore, records: readonly Difference[]): void => {
  for (const [id, record] of records) {
    if (record) store.put('gadgets', record)
    else store.drop('gadgets', id)
  }
}

const applyChange = (store: EmbeddedStore, changes: readonly ResourceChange[], to: 'before' | 'after'): void => {
  expect(changes.length).toBeLessThanOrEqual(1)
  for (const { sequence, ...change } of changes) {
    apply(store, change[to])
    if (sequence) store.continueAt('gadgets', sequence[to])
  }
}

const startSide = (store: EmbeddedStore, model: Model): Side => {
  store.startRecording()
  return { store, model, taken: copyModel(model), base: store.fork() }
}

/** Takes the changes, and checks that they lead from the records before to those now, as the differences do. */
const takeChanges = (kind: Kind, side: Side): readonly ResourceChange[] => {
  const { store, base, model, taken } = side
  const changes = store.takeChanges()
  const redone = base.fork()
  applyChange(redone, changes, 'after')
  expectSame(kind, { ...side, store: redone, model })
  expect(redone.sequenceOf('gadgets')).toEqual(store.sequenceOf('gadgets'))
  const [difference] = base.differencesTo(store)
  const led = base.fork()
  apply(led, difference?.records ?? [])
  expectSame(kind, { ...side, store: led, model })
  const changed = new Set([...model.records.values()].filter((record) => taken.records.get(record.id) !== record))
  const beside = [...store.recordsBeside(base, new Set())].map(toModel)
  expect(new Set(beside.map(({ id }) => id))).toEqual(new Set([...changed].map(({ id }) => id)))
  expect(store.takeChanges()).toEqual([])
  return changes
}

const insert = async (kind: Kind, { store, model }: Side, given: number | undefined, fields: Fields): Promise<void> => {
  const source =
    given !== undefined
      ? ({ kind: 'given', id: idOf(kind, given) } as const)
      : kind === 'integer'
        ? ({ kind } as const)
        : ({ kind, make: (serial: number) => idOf(kind, serial) } as const)
  const next = (): RecordId | undefined => {
    if (given !== undefined) return model.records.has(idOf(kind, given)) ? undefined : idOf(kind, given)
    if (kind === 'integer') return model.last + 1
    do model.last++
    while (model.records.has(idOf(kind, model.last)))
    return idOf(kind, model.last)
  }
  const id = next()
  const record = id === undefined || clashes(model, fields) ? undefined : { id, ...fields }
  const made = await store.insert('gadgets', source, (taken) => recordOf(taken, fields))
  expect(made && toModel(made)).toEqual(record)
  if (!record) return
  model.records.set(record.id, record)
  if (typeof record.id === 'number') model.last = Math.max(model.last, record.id)
}

const page = async (kind: Kind, { store, model }: Side, asked: Extract<Step, { kind: 'page' }>): Promise<void> => {
  const { limit, skip } = asked
  const filters: PageQuery['filters'] = asked.state === undefined ? [] : [['state', asked.state]]
  const list = listOf(kind, model)
  const after = asked.after === undefined ? undefined : idOf(kind, asked.after)
  const place = list.findIndex(({ id }) => id === after)
  const rest =
    after === undefined
      ? list
      : kind === 'integer'
        ? list.filter(({ id }) => Number(id) > Number(after))
        : place === -1
          ? []
          : list.slice(place + 1)
  const matches = (record: ModelRecord): boolean =>
    inScope(record, asked.scope) && (asked.state === undefined || record.state === asked.state)
  const found = await store.page('gadgets', { filters, limit, skip, after, scope: asked.scope })
  expect(found.map(toModel)).toEqual(rest.filter(matches).slice(skip, skip + limit))
  expect(await store.count('gadgets', { filters, scope: asked.scope })).toBe(list.filter(matches).length)
  expect(await store.count('gadgets')).toBe(list.length)
}

const isWithin = (own: string | undefined, scope: string): boolean =>
  own === scope || own?.startsWith(`${scope}/`) === true

const run = async (kind: Kind, sides: Side[], taken: Step): Promise<void> => {
  const side = sides[taken.on % sides.length]
  assert(side)
  const { store, model } = side
  switch (taken.kind) {
    case 'insert':
      return insert(kind, side, taken.given, taken.fields)
    case 'update': {
      const id = idOf(kind, taken.number)
      const known = model.records.get(id)
      if (known && !clashes(model, taken.fields, id)) model.records.set(id, { id, ...taken.fields })
      const changed = await store.update('gadgets', id, () => recordOf(id, taken.fields))
      return expect(changed && toModel(changed)).toEqual(model.records.get(id))
    }
    case 'remove': {
      const id = idOf(kind, taken.number)
      expect(await store.remove('gadgets', id, () => false)).toBeUndefined()
      const removed = await store.remove('gadgets', id)
      expect(removed && toModel(removed)).toEqual(model.records.get(id))
      return void model.records.delete(id)
    }
    case 'remove scope': {
      const goes = listOf(kind, model).filter((record) => isWithin(record.scope, taken.scope))
      const gone = (await store.removeScope('gadgets', taken.scope)).map(({ id }) => id)
      expect(new Set(gone)).toEqual(new Set(goes.map(({ id }) => id)))
      for (const { id } of goes) model.records.delete(id)
      return
    }
    case 'replace': {
      const records = taken.of.map((number) => ({ id: idOf(kind, number), ...taken.fields, label: undefined }))
      await store.replaceAll(
        'gadgets',
        records.map((record) => recordOf(record.id, record)),
      )
      model.records = new Map(records.map((record) => [record.id, record]))
      if (kind === 'integer') model.last = Math.max(model.last, ...taken.of)
      return
    }
    case 'page':
      return page(kind, side, taken)
    case 'fork':
      return void sides.push(startSide(store.fork(), copyModel(model)))
    case 'take':
      takeChanges(kind, side)
      side.base = store.fork()
      side.taken = copyModel(model)
      return
    case 'undo':
      applyChange(store, takeChanges(kind, side), 'before')
      store.takeChanges()
      side.model = copyModel(side.taken)
      return expectSame(kind, side)
  }
}

describe('any sequence of writes', () => {
  for (const kind of ['integer', 'series'] as const)
    it(`with ids of the kind ${kind} gives the same as in a map, and can be undone`, async () => {
      const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const resources = [{ name: 'gadgets', filterable: ['state'], unique: ['label'] }]
        const sides = [startSide(createEmbeddedStore(resources, {}), { records: new Map(), last: 0 })]
        for (const taken of steps) await run(kind, sides, taken)
        for (const side of sides) expectSame(kind, side)
      })
      await fc.assert(property, { numRuns: 400, seed: 1 })
    })
})

/**
 * What a fixture file says of a record in addition to the record's own properties, in a property named `x-standin`: facts
 * that a sandbox knows of a record and that its schema has no place for. Most records need none.
 */
import { getOwn, getPath, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { parseDuration } from '../../contract/values/time.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import { type Moment, recordAt, timeInState } from './lifecycle.ts'
import { isGone, ownIdOf, readId } from './record-id.ts'
import type { Resource } from './resource.ts'
import { scopeOf } from './scope-of.ts'

/** The property that has them. */
const factsName = 'x-standin'

export interface RecordFacts {
  /** The id, if the record itself does not contain it. */
  readonly id?: RecordId
  /** The parents, as in the record's address; null: it is visible under every parent. Absent: its own properties name them. */
  readonly parent?: string | null
  /** How long its lifecycles have been in their current state, in milliseconds. */
  readonly age?: number
  /** A single record that was deleted, and is not generated again. */
  readonly deleted?: boolean
}

const fields = ['id', 'parent', 'age', 'deleted', 'value']

/** The JSON of a stored record as a fixture: its value at this moment, with the facts that the value does not contain. */
export const writeFixture = (resource: Resource, stored: StoredRecord, moment: Moment): string => {
  const { value, json } = recordAt(resource, stored, moment)
  const all = factsOf(resource, stored, moment)
  return Object.keys(all).length === 0 ? json : stringifyJson({ ...value, [factsName]: all })
}

/** What a fixture says of a stored record in addition to its value; empty for most records. */
export const factsOf = (resource: Resource, stored: StoredRecord, moment: Moment): JsonObject => {
  const { value } = recordAt(resource, stored, moment)
  const facts = describeFacts(resource, { ...stored, value }, timeInState(resource, stored, moment))
  const own = getOwn(value, factsName)
  return own === undefined ? facts : { ...facts, value: own }
}

const describeFacts = (resource: Resource, record: StoredRecord, age: number): Readonly<Record<string, Json>> => {
  const id = ownIdOf(resource, record)
  const isSingle = resource.form === 'single'
  const isBound = !isSingle && scopeOf(resource, record.value) === record.scope && record.id === id
  return {
    ...(isSingle || readFixtureId(resource, record.value) === id ? {} : { id }),
    ...(isBound || (isSingle && record.scope === undefined) ? {} : { parent: record.scope ?? null }),
    ...(age > 0 ? { age: `${age}ms` } : {}),
    ...(isGone(record) ? { deleted: true } : {}),
  }
}

/** The id that a fixture itself contains, of any type; undefined if it contains none. */
export const readFixtureId = (resource: Resource, value: JsonObject): Json | undefined => {
  const { idPath, keyParts } = resource
  if (keyParts.length > 0) return readId(resource, value)
  return idPath.length === 0 ? undefined : getPath(value, idPath)
}

export type ReadFacts =
  | {
      readonly kind: 'facts'
      readonly facts: RecordFacts
      /** The record without the facts. */
      readonly value: JsonObject
    }
  | { readonly kind: 'problem'; readonly pointer: string; readonly message: string }

/** Separates the facts of a fixture from the record. */
export const readFacts = (resource: Resource, fixture: JsonObject): ReadFacts => {
  const given = getOwn(fixture, factsName)
  if (given === undefined) return { kind: 'facts', facts: {}, value: fixture }
  if (!isJsonObject(given)) return problem(`${factsName} must be an object with ${fields.join(', ')}`)
  const unknown = Object.keys(given).find((name) => !fields.includes(name))
  if (unknown !== undefined) return problem(`unknown field ${unknown}. ${suggest(unknown, fields)}`, unknown)
  const { id, parent, age, deleted } = given
  if (id !== undefined && typeof id !== 'string' && !isInteger(id)) return wrong('id', 'a string or an integer', id)
  if (parent !== undefined && !isParent(resource, parent)) return wrong('parent', describeParents(resource), parent)
  const milliseconds = typeof age === 'string' ? parseDuration(age) : undefined
  if (age !== undefined && milliseconds === undefined) return wrong('age', 'a duration such as 300ms, 2s or 1h', age)
  if (deleted !== undefined && (deleted !== true || resource.form !== 'single'))
    return wrong('deleted', 'true, and only a single record (without a collection) can have it', deleted)
  return {
    kind: 'facts',
    value: withoutFacts(fixture, getOwn(given, 'value')),
    facts: {
      ...(id === undefined ? {} : { id }),
      ...(parent === undefined ? {} : { parent }),
      ...(milliseconds === undefined ? {} : { age: milliseconds }),
      ...(deleted === undefined ? {} : { deleted: true }),
    },
  }
}

const problem = (message: string, field?: string): ReadFacts => ({
  kind: 'problem',
  pointer: field === undefined ? `/${factsName}` : `/${factsName}/${field}`,
  message,
})

const isInteger = (value: Json): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value)

/** The words of a message: `x-standin.age must be a duration such as 300ms, 2s or 1h, got 5`. */
const wrong = (field: string, expected: string, given: Json): ReadFacts =>
  problem(`${factsName}.${field} must be ${expected}, got ${stringifyJson(given).slice(0, maxShown)}`, field)

const maxShown = 100

const isParent = ({ scopeSize, storesOwners }: Resource, value: Json): value is string | null => {
  if (value === null) return true
  if (typeof value !== 'string') return false
  const parts = value.split('/')
  return storesOwners ? value !== '' && parts.every(isEncoded) : parts.length === scopeSize && parts.every(isName)
}

const isName = (part: string): boolean => part !== '' && isEncoded(part)

const isEncoded = (part: string): boolean => {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

const describeParents = ({ name, scopeSize, storesOwners }: Resource): string => {
  if (storesOwners) return 'the parents as in the address of the record, such as "7" or "7/b%20c", or null'
  if (scopeSize === 0) return `null or absent, because the address of a record of ${name} has no parents`
  const parents = scopeSize === 1 ? 'the parent' : `the ${scopeSize} parents`
  const example = Array.from({ length: scopeSize }, (_, index) => index + 7).join('/')
  return `${parents} as in the address of the record, such as "${example}", or null`
}

/** `own`: the record's own property of the same name. */
const withoutFacts = (fixture: JsonObject, own: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(fixture).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      if (name !== factsName) return [[name, value]]
      return own === undefined ? [] : [[name, own]]
    }),
  )

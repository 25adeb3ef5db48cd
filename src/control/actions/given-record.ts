/**
 * Reads a record that a client of the control API gives: what it says of itself in `x-standin`, its id, and how it breaks
 * its schema.
 */
import { type RecordFacts, readFacts } from '../../behaviours/records/record-facts.ts'
import { idAmong, isScopedInteger, readId, singleId, storeIdOf } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { scopeOf } from '../../behaviours/records/scope-of.ts'
import { createUniqueTest } from '../../behaviours/records/unique-test.ts'
import { describeErrors } from '../../contract/schema/violations.ts'
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { separateDigits, stringifyJson } from '../../contract/values/json-text.ts'
import { appendPointer, formatPlace } from '../../contract/values/pointer.ts'
import type { Violation } from '../../errors.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId, StoredRecord } from '../../store/store.ts'
import { Slices } from './sliced-work.ts'

/** Whether a record may break its schema. */
export type ContractRule = 'enforce' | 'ignore'

export interface GivenRecord {
  /** Without `x-standin`. */
  readonly value: JsonObject
  readonly facts: RecordFacts
  /** Under which it is stored; undefined if the record has none. */
  readonly id: RecordId | undefined
  /** What is wrong with `x-standin`, or with the type of the record. */
  readonly violations: readonly Violation[]
}

/** `at`: the name of the record in messages. */
export const readGiven = (resource: Resource, given: Json, at: string): GivenRecord => {
  if (!isJsonObject(given)) return reject({}, { at, keyword: 'type', message: `${at} must be an object` })
  const read = readFacts(resource, given)
  if (read.kind === 'problem') {
    const place = formatPlace(at, read.pointer)
    return reject(given, { at: place, keyword: 'x-standin', message: `${place}: ${read.message}` })
  }
  const { value, facts } = read
  return { value, facts, id: storedIdOf(resource, value, facts), violations: [] }
}

const reject = (value: JsonObject, violation: Violation): GivenRecord => ({
  value,
  facts: {},
  id: undefined,
  violations: [violation],
})

const storedIdOf = (resource: Resource, value: JsonObject, { id, parent }: RecordFacts): RecordId | undefined => {
  const own = id ?? (resource.form === 'single' ? singleId : idOf(resource, value))
  return own !== undefined && typeof parent === 'string' ? storeIdOf(parent, own) : own
}

/** The id of a record, whatever its type: the schema validates it. */
export const idOf = (resource: Resource, value: object): RecordId | undefined =>
  readId(resource, value) ?? readId({ ...resource, idKind: 'integer' }, value)

/** Integers may be stored with their parents. */
const isIdOf = ({ idKind, form, keyParts }: Resource, id: RecordId): boolean =>
  idKind === 'integer' && form === 'collection' && keyParts.length === 0
    ? typeof id !== 'string' || isScopedInteger(id)
    : typeof id === 'string'

export interface CheckRules {
  readonly service: Service
  /** The name of the record in messages. */
  readonly at: string
  readonly contract: ContractRule
}

/** How a whole record breaks its schema, or lacks its id. */
export const checkRecord = (
  resource: Resource,
  { value, id, facts }: Omit<GivenRecord, 'violations'>,
  { service, at, contract }: CheckRules,
): readonly Violation[] => {
  const { document, schema, idProperty } = resource
  const candidate = separateDigits(value)
  const isChecked = contract === 'enforce' && !facts.deleted
  const errors = isChecked ? service.of(document).compiler.compile(schema, 'response')(candidate) : undefined
  if (errors) return describeErrors(errors, candidate, at)
  const place = `${at}.${idProperty || 'x-standin.id'}`
  if (id === undefined) {
    if (idProperty === '') return []
    const message = `${place} is required, because it is the record's id`
    return [{ at: place, keyword: 'required', message }]
  }
  if (typeof id === 'string' && /\p{Surrogate}/u.test(id)) {
    const message = `${place} must be Unicode text, because it is the record's id, got half of a surrogate pair`
    return [{ at: place, keyword: 'type', message }]
  }
  if (isIdOf(resource, id)) return []
  const kind = resource.idKind === 'integer' ? 'an integer' : 'a string'
  const message = `${place} must be ${kind}, because it is the record's id, got ${stringifyJson(id)}`
  return [{ at: place, keyword: 'type', message }]
}

/** A record of a list, with the id under which it is stored. */
export type ListedRecord = Pick<GivenRecord, 'value' | 'facts'> & { readonly id: RecordId }

export interface GivenList {
  /** Complete only if there are no violations. */
  readonly records: readonly ListedRecord[]
  readonly violations: readonly Violation[]
}

/**
 * Records that replace all others: also how they contradict each other. Records without an id of their own are numbered. Many
 * of them are read in slices.
 */
export const readGivenList = async (
  resource: Resource,
  values: readonly Json[],
  rules: CheckRules,
): Promise<GivenList> => {
  const slices = new Slices()
  const violations: Violation[] = []
  const records: ListedRecord[] = []
  const seen = new Map<RecordId, { readonly scope: string | undefined }>()
  const findRepeated = createUniqueTest(resource)
  for (const [index, given] of values.entries()) {
    if (slices.count()) await slices.pause()
    const at = `${rules.at}[${index}]`
    const read = readGiven(resource, given, at)
    const scope = scopeIn(resource, read)
    const alone = read.id ?? (resource.idProperty === '' ? numberedId(resource, index) : undefined)
    const isInteger = typeof alone === 'number' || typeof alone === 'bigint'
    const id = isInteger ? idAmong(seen, scope, alone) : alone
    const found =
      read.violations.length > 0 ? read.violations : checkRecord(resource, { ...read, id }, { ...rules, at })
    violations.push(...found)
    if (id === undefined) continue
    const name = resource.idProperty || 'x-standin.id'
    if (seen.has(id)) violations.push(repeatedId(at, name, id))
    seen.set(id, { scope })
    const repeated = findRepeated(read.value, index)
    if (repeated) {
      const place = formatPlace(at, appendPointer('', repeated.property))
      const message = `${place} has the same value as in ${rules.at}[${repeated.first}]; it must be unique`
      violations.push({ at: place, keyword: 'unique', message })
    }
    records.push({ value: read.value, facts: read.facts, id })
  }
  return { records, violations }
}

const numberedId = ({ idKind, keyParts }: Resource, index: number): RecordId =>
  idKind === 'integer' && keyParts.length === 0 ? index + 1 : String(index + 1)

const repeatedId = (at: string, name: string, id: RecordId): Violation => ({
  at: `${at}.${name}`,
  keyword: 'unique',
  message: `${at}.${name} ${id} is already used by an earlier record; ids must be unique`,
})

const scopeIn = (resource: Resource, { value, facts }: Pick<GivenRecord, 'value' | 'facts'>): string | undefined =>
  facts.parent === undefined ? scopeOf(resource, value) : (facts.parent ?? undefined)

/** A record to store. Its lifecycles begin `age` ago, by default now. */
export const toStored = (
  resource: Resource,
  { value, facts }: Pick<GivenRecord, 'value' | 'facts'>,
  { id, now }: { readonly id: RecordId; readonly now: number },
): StoredRecord => {
  const scope = scopeIn(resource, { value, facts })
  const json = facts.deleted ? '' : stringifyJson(value)
  const record = { id, value, json, madeAt: now - (facts.age ?? 0) }
  return scope === undefined ? record : { ...record, scope }
}

/** The value of a property in a message. */
export const showProperty = (value: JsonObject, property: string): string =>
  stringifyJson(getOwn(value, property) ?? null)

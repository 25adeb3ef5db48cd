/**
 * Ids in paths, records and the store. An id is unique only among the records of one parent. The store adds the scope to
 * strings, and to integers that a record of another parent has: the sandbox generates an integer only once.
 */
import { getOwn, isJsonObject, withOwn } from '../../contract/values/json-object.ts'
import { exactInteger } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { type TakenIds, takeGiven } from '../../store/id-sequence.ts'
import type { GivenId, RecordId, Store, StoredRecord } from '../../store/store.ts'
import { readKey, withKey } from './composite-key.ts'
import type { Resource } from './resource.ts'

/** Whether a value is an id of the kind that a resource's records have. */
const isIdOf = ({ idKind }: Pick<Resource, 'idKind'>, value: unknown): value is RecordId =>
  idKind === 'integer' ? typeof value === 'number' || typeof value === 'bigint' : typeof value === 'string'

/** The id in a record or in a request; undefined if it is missing or has another type. */
export const readId = (
  resource: Pick<Resource, 'idPath' | 'idKind' | 'keyParts'>,
  value: unknown,
): RecordId | undefined => {
  if (resource.keyParts.length > 0) return readKey(resource.keyParts, value)
  let found: unknown = value
  if (resource.idPath.length === 0) return undefined
  for (const name of resource.idPath) found = getOwn(found, name)
  return isIdOf(resource, found) ? found : undefined
}

/** An id in a request that differs from the record's; undefined if the request has no id, or the same one. */
export const readOtherId = (
  resource: Pick<Resource, 'form' | 'idPath' | 'idKind' | 'keyParts'>,
  own: RecordId,
  sent: JsonObject,
): RecordId | undefined => {
  const wanted = resource.form === 'single' ? undefined : readId(resource, sent)
  return wanted === undefined || spellingsOf(resource, own).includes(wanted) ? undefined : wanted
}

/** A UUID may be written in capitals (RFC 9562, section 4), so both are looked for. */
const spellingsOf = ({ idKind }: Pick<Resource, 'idKind'>, id: RecordId): readonly RecordId[] =>
  idKind === 'uuid' && typeof id === 'string' && /^[\da-f-]{36}$/i.test(id)
    ? [...new Set([id, id.toLowerCase(), id.toUpperCase()])]
    : [id]

/** The record with its id set. */
export const withId = (
  { idPath, keyParts }: Pick<Resource, 'idPath' | 'keyParts'>,
  value: JsonObject,
  id: RecordId,
): JsonObject => (keyParts.length > 0 ? withKey(keyParts, value, String(id)) : putAt(value, idPath, id))

/** The object with a value set at a path. */
export const putAt = (value: JsonObject, [name, ...rest]: readonly string[], held: Json): JsonObject => {
  if (name === undefined) return value
  const inner = rest.length === 0 ? undefined : getOwn(value, name)
  return withOwn(value, name, rest.length === 0 ? held : putAt(isJsonObject(inner) ? inner : {}, rest, held))
}

/** Converts a path parameter to the id type of the records. Their schema and that of the parameter may differ. */
export const toRecordId = ({ idKind }: Pick<Resource, 'idKind'>, given: Json | undefined): RecordId | undefined => {
  if (idKind === 'integer') {
    if (typeof given === 'string') return isInteger(given) ? exactInteger(given) : undefined
    return typeof given === 'number' || typeof given === 'bigint' ? given : undefined
  }
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint' ? String(given) : undefined
}

/** A scope with this prefix names the owner of a record and is not part of its path. */
export const ownerMark = '/'

/** The id in the store of a record that only its scope has. */
const scopedIdOf = (scope: string, id: RecordId): string => `${scope}/${id}`

/** The parents that are part of a record's path; undefined if there are none. */
const pathScope = (scope: string | undefined): string | undefined => (scope?.startsWith(ownerMark) ? undefined : scope)

/** The id of a record in the store, unless that is an integer that a record of another scope has. */
export const storeIdOf = (scope: string | undefined, id: RecordId): RecordId => {
  const own = pathScope(scope)
  return own === undefined || typeof id !== 'string' ? id : scopedIdOf(own, id)
}

/** The ids that a record may have in the store. Fixtures have strings without the scope. */
const storeIdsOf = (scope: string, id: RecordId): readonly RecordId[] => {
  const own = pathScope(scope)
  if (own === undefined) return [id]
  return typeof id === 'string' ? [scopedIdOf(own, id), id] : [id, scopedIdOf(own, id)]
}

/** The id in the store of a new record that has to have this id. */
export const givenIdOf = (scope: string | undefined, id: RecordId): GivenId => {
  const own = pathScope(scope)
  if (own === undefined || typeof id === 'string') return { kind: 'given', id: storeIdOf(scope, id) }
  return { kind: 'given', id, within: { scope: own, id: scopedIdOf(own, id) } }
}

/** The id in the store of one of several records, of which `seen` are the earlier ones: one of theirs if it is repeated. */
export const idAmong = (seen: TakenIds, scope: string | undefined, id: number | bigint): RecordId => {
  const given = givenIdOf(scope, id)
  const free = takeGiven(given, seen)
  if (free !== undefined) return free
  return given.within && seen.has(given.within.id) ? given.within.id : id
}

/** The other id in the store that a record of this scope may have. */
export const otherStoreId = (
  resource: Pick<Resource, 'idKind'>,
  scope: string,
): ((storeId: RecordId) => RecordId) | undefined => {
  const own = pathScope(scope)
  if (own === undefined) return undefined
  return (storeId) =>
    typeof storeId === 'string' ? ownIdOf(resource, { id: storeId, scope: own }) : scopedIdOf(own, storeId)
}

/** The id of a record as paths and the record itself show it. Fixtures are stored under it. */
export const ownIdOf = (
  { idKind }: Pick<Resource, 'idKind'>,
  { id, scope }: Pick<StoredRecord, 'id' | 'scope'>,
): RecordId => {
  const within = pathScope(scope)
  if (within === undefined || typeof id !== 'string' || !id.startsWith(`${within}/`)) return id
  const own = id.slice(within.length + 1)
  return idKind === 'integer' && isInteger(own) ? exactInteger(own) : own
}

const isInteger = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text)

/** Whether an id in the store is an integer with its scope. */
export const isScopedInteger = (id: string): boolean => /.\/-?(0|[1-9]\d{0,29})$/.test(id)

/** Finds a record by scope and id. A record without a scope, such as a fixture, is found below every parent. */
export const findRecord = (
  store: Store,
  { key }: Pick<Resource, 'key'>,
  scope: string | undefined,
  id: RecordId,
): Promise<StoredRecord | undefined> => (scope === undefined ? store.get(key, id) : findInScope(store, key, scope, id))

/** Finds a record as a path names it: by its id, otherwise by another key. The first of several with that key. */
export const findAddressed = async (
  store: Store,
  resource: Pick<Resource, 'key' | 'otherKeys'>,
  { scope, id, requested }: Addressed,
): Promise<StoredRecord | undefined> => {
  const found = id === undefined ? undefined : await findRecord(store, resource, scope, id)
  if (found || requested === undefined) return found
  for (const property of resource.otherKeys ?? []) {
    const [record] = await store.page(resource.key, { filters: [[property, requested]], limit: 1, scope })
    if (record) return record
  }
  return undefined
}

/** Finds the record of a UUID that is written in other letters than in the record. */
export const findRespelled = async (
  store: Store,
  resource: Pick<Resource, 'key' | 'idKind'>,
  scope: string | undefined,
  id: RecordId,
): Promise<StoredRecord | undefined> => {
  for (const spelling of spellingsOf(resource, id).slice(1)) {
    const found = await findRecord(store, resource, scope, spelling)
    if (found) return found
  }
  return undefined
}

export interface Addressed {
  readonly scope: string | undefined
  /** Undefined if no record can have the requested id. */
  readonly id: RecordId | undefined
  /** As it was sent. */
  readonly requested: Json | undefined
}

const findInScope = async (
  store: Store,
  key: string,
  scope: string,
  id: RecordId,
): Promise<StoredRecord | undefined> => {
  for (const storeId of storeIdsOf(scope, id)) {
    const record = await store.get(key, storeId)
    if (record && (record.scope === undefined || record.scope === scope)) return record
  }
  return undefined
}

/** The id under which the store has a single record. */
export const singleId = 'only'

/** Whether a single record was removed: the store then has an empty record in its place. */
export const isGone = ({ json }: StoredRecord): boolean => json === ''

/**
 * Ids between address, record and store. A text id is unique among the records of one parent only, so the store keeps it
 * with the parent's; an integer is unique throughout.
 */
import { getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { exactInteger } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId, Store, StoredRecord } from '../../store/store.ts'
import { readKey, withKey } from './composite-key.ts'
import type { Resource } from './resource.ts'

/** Whether a value is an id of the kind that a resource's records have. */
const isIdOf = ({ idKind }: Pick<Resource, 'idKind'>, value: unknown): value is RecordId =>
  idKind === 'integer' ? typeof value === 'number' || typeof value === 'bigint' : typeof value === 'string'

/** The id in a record, or in what a client sends; undefined where it is not one. */
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

/** The id that a client asks for where the record has another; undefined where it asks for none, or for that one. */
export const readOtherId = (
  resource: Pick<Resource, 'form' | 'idPath' | 'idKind' | 'keyParts'>,
  own: RecordId,
  asked: JsonObject,
): RecordId | undefined => {
  const wanted = resource.form === 'single' ? undefined : readId(resource, asked)
  return wanted === own ? undefined : wanted
}

/** A record with its id in its place. */
export const withId = (
  { idPath, keyParts }: Pick<Resource, 'idPath' | 'keyParts'>,
  value: JsonObject,
  id: RecordId,
): JsonObject => (keyParts.length > 0 ? withKey(keyParts, value, String(id)) : putAt(value, idPath, id))

/** An object with a value in a place that may be inside another object. */
export const putAt = (value: JsonObject, [name, ...rest]: readonly string[], held: Json): JsonObject => {
  if (name === undefined) return value
  const inner = rest.length === 0 ? undefined : getOwn(value, name)
  return {
    ...value,
    [name]: rest.length === 0 ? held : putAt(isJsonObject(inner) ? inner : {}, rest, held),
  }
}

/** The id that a part of an address means, in the kind that the records have: their schema and the parameter's may disagree. */
export const toRecordId = ({ idKind }: Pick<Resource, 'idKind'>, given: Json | undefined): RecordId | undefined => {
  if (idKind === 'integer') {
    if (typeof given === 'string') return /^-?(0|[1-9]\d*)$/.test(given) ? exactInteger(given) : undefined
    return typeof given === 'number' || typeof given === 'bigint' ? given : undefined
  }
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'bigint' ? String(given) : undefined
}

/** A scope that begins so says whose a record is, and is no part of its address. */
export const ownerMark = '/'

/** The id under which the store keeps a record. */
export const storeIdOf = (scope: string | undefined, id: RecordId): RecordId =>
  scope !== undefined && typeof id === 'string' && !scope.startsWith(ownerMark) ? `${scope}/${id}` : id

/** The id of a record as addresses and the record itself show it. What comes from files is kept under its own. */
export const ownIdOf = ({ id, scope }: Pick<StoredRecord, 'id' | 'scope'>): RecordId =>
  scope !== undefined && typeof id === 'string' && id.startsWith(`${scope}/`) && !scope.startsWith(ownerMark)
    ? id.slice(scope.length + 1)
    : id

/** A record by its address. One without a scope, as fixtures may be, is found under every parent. */
export const findRecord = async (
  store: Store,
  { key }: Pick<Resource, 'key'>,
  scope: string | undefined,
  id: RecordId,
): Promise<StoredRecord | undefined> => {
  const record = await store.get(key, storeIdOf(scope, id))
  if (scope === undefined) return record
  if (record) return record.scope === undefined || record.scope === scope ? record : undefined
  const free = typeof id === 'string' ? await store.get(key, id) : undefined
  return free && (free.scope === undefined || free.scope === scope) ? free : undefined
}

/** The id under which the store has a single record. */
export const singleId = 'only'

/** Whether a single record was removed: the store then has an empty record in its place. */
export const isGone = ({ json }: StoredRecord): boolean => json === ''

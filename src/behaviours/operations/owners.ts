/**
 * The records of one owner, in a collection whose own path names none: told by properties, or kept with whom they were
 * made for.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Json } from '../../ports.ts'
import type { PageQuery, StoredRecord } from '../../store/store.ts'
import type { Group, Member, Within } from '../infer/group-paths.ts'
import { createScopeReader, pathValue, type ReadScope, readPathShape } from '../infer/path-shape.ts'
import { ownerMark, toRecordId } from '../records/record-id.ts'

export type ReadOwners = (input: Input) => PageQuery['filters']

/** What records of the owner in the address have. */
export const createOwnersReader = (operation: Operation, { properties }: Within): ReadOwners | undefined => {
  if (properties.length === 0) return undefined
  const { parameters } = readPathShape(operation)
  const places = properties.map(({ path: [property = ''], index, kind }) => {
    return { property, kind, parameter: parameters[index] ?? '' }
  })
  return (input) =>
    places.map(({ property, kind, parameter }): readonly [string, Json] => {
      const given = pathValue(input, parameter)
      return [property, toRecordId({ idKind: kind }, given) ?? given]
    })
}

/** Whether a record is of the owner in the address. */
export type IsOwned = (record: StoredRecord, input: Input) => boolean

export const createOwnedTest = (operation: Operation, within: Within): IsOwned => {
  const readOwners = createOwnersReader(operation, within)
  const readScope = markOwner(createScopeReader(operation, within.count))
  return (record, input) =>
    readOwners
      ? readOwners(input).every(([property, value]) => String(record.value[property]) === String(value))
      : record.scope === undefined || record.scope === readScope(input)
}

/** The scope of what an operation on the collection works on. */
export const scopeReaderOf = (group: Group, { operation, within }: Member): ReadScope => {
  const read = createScopeReader(operation, group.scope.length)
  if (within) return within.properties.length > 0 ? read : markOwner(createScopeReader(operation, within.count))
  return keepsOwners(group) ? () => ownerMark : read
}

/** Whether records are kept with whom they were made for, so that one that was made for nobody has to be, too. */
const keepsOwners = ({ members }: Group): boolean => members.some(({ within }) => within?.properties.length === 0)

const markOwner =
  (read: ReadScope): ReadScope =>
  (input) =>
    `${ownerMark}${read(input) ?? ''}`

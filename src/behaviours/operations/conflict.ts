/**
 * Rejections of ids and unique values that another record already has.
 */
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { ErrorCode, Rejection } from '../../errors.ts'
import type { RecordId, Store, WouldBe } from '../../store/store.ts'
import type { Resource } from '../records/resource.ts'

/** Undefined if no other record has a unique value of this one. */
export const findConflict = async (
  { key, name, unique }: Resource,
  store: Store,
  record: WouldBe,
  code: ErrorCode,
): Promise<Rejection | undefined> => {
  if (!unique || unique.length === 0) return undefined
  const property = await store.findClash(key, record)
  if (property === undefined) return undefined
  const value = stringifyJson(record.value[property] ?? null)
  return rejectTaken(property, `body.${property} must be unique: a record of ${name} already has ${value}`, code)
}

export const rejectTakenId = ({ name, idProperty }: Resource, id: RecordId, code: ErrorCode): Rejection =>
  rejectTaken(
    idProperty,
    `body.${idProperty} must be an unused id: a record of ${name} already has ${stringifyJson(id)}`,
    code,
  )

const rejectTaken = (property: string, message: string, code: ErrorCode): Rejection => ({
  code,
  message,
  violations: [{ at: `body.${property}`, keyword: 'unique', message }],
})

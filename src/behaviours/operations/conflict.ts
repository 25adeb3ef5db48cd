/**
 * What is said where a record would have an id, or a value that only one record may have, which another has already.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { ErrorCode, Rejection } from '../../errors.ts'
import type { RecordId, Store, WouldBe } from '../../store/store.ts'
import type { Resource } from '../records/resource.ts'

/** 409, unless the operation documents none and has a status for what is invalid. */
export const chooseConflictCode = (document: Document, { node }: Operation): ErrorCode => {
  const documented = new Set(viewResponses(document, node).map(({ status }) => status))
  return !documented.has('409') && (documented.has('422') || documented.has('400')) ? 'invalid_request' : 'conflict'
}

/** Undefined where no other record has a unique value of this one. */
export const findTaken = async (
  { key, name, unique }: Resource,
  store: Store,
  record: WouldBe,
  code: ErrorCode,
): Promise<Rejection | undefined> => {
  if (!unique || unique.length === 0) return undefined
  const property = await store.findClash(key, record)
  if (property === undefined) return undefined
  const taken = stringifyJson(record.value[property] ?? null)
  const message = `body.${property} must be one that is not in use: ${name} has a record with ${taken}`
  return { code, message, violations: [{ at: `body.${property}`, keyword: 'unique', message }] }
}

export const describeTakenId = ({ name, idProperty }: Resource, id: RecordId, code: ErrorCode): Rejection => {
  const message = `body.${idProperty} must be an id that is not in use: ${name} has a record with ${stringifyJson(id)}`
  return { code, message, violations: [{ at: `body.${idProperty}`, keyword: 'unique', message }] }
}

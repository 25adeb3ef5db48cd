/**
 * Where a response shows the id of a record if only the creation documents it: under the same name. Without it, a client could
 * not distinguish the records of a list.
 */
import type { Node } from '../../contract/document/references.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import { isClosed } from '../records/projection.ts'
import { inferRecordResponse } from './infer-response.ts'
import type { OperationSubject } from './subject.ts'

/** Undefined if records have their id, if the creation shows it elsewhere, or if `schema` does not allow the property. */
export const findCreatedId = (
  { resource, group, hints }: Pick<OperationSubject, 'resource' | 'group' | 'hints'>,
  schema: Node,
): readonly string[] | undefined => {
  const { document, idPath, keyParts, form } = resource
  const create = group.members.find(({ kind }) => kind === 'create')
  if (!create || form !== 'collection' || idPath.length > 0 || keyParts.length > 0) return undefined
  const { idPath: shown } = inferRecordResponse({ resource, hints }, create.operation, 'create')
  const [name, ...deeper] = shown ?? []
  if (name === undefined || deeper.length > 0 || isClosed(document.files, schema)) return undefined
  const names = [...viewObject(document.files, schema).properties.keys()].map(plainName)
  return names.length === 0 || names.includes(plainName(name)) ? undefined : [name]
}

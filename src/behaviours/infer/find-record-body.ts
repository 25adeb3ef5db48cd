/**
 * Where a response about one record has it: as find-record.ts finds it, or as the only item of a list
 * (`{gadgets: [{…}], errors: […]}`), as APIs do that respond to everything in the same envelope.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { nodeAt, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ListPlace, RecordPlace } from '../plan/operation-plan.ts'
import { findListPlace, findRecordPlace, isFreeObject } from './find-record.ts'
import { type IdHints, inferId } from './infer-id.ts'

/** Undefined if the body contains no object that could be a record. `knows` recognizes a schema of the record. */
export const findRecordBody = (
  document: Document,
  schema: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean = () => false,
): RecordPlace | undefined => {
  const place = findRecordPlace(document, schema, hints, knows)
  const isRecord = (node: Node): boolean => knows(node) || inferId(document, node, hints).path !== undefined
  if (place && (isRecord(place.schema) || isFreeObject(document, place.schema))) return place
  const listed = findListPlace(document, schema, hints, knows)
  if (!listed?.inItem || listed.inItem.path.length > 0 || listed.isMap || listed.inOnly) return place
  const { schema: item } = listed.inItem
  return isRecord(item) && isEnvelope(document, schema, listed)
    ? { path: listed.path, schema: item, isListed: true }
    : place
}

/** Whether nothing beside the list could be a part of a record. */
const isEnvelope = (document: Document, schema: Node, { path }: ListPlace): boolean =>
  path.every((name, index) => {
    const around = nodeAt(document.files, schema, path.slice(0, index))
    const others = around ? [...viewObject(document.files, around).properties.values()] : []
    return others.every(
      (view) =>
        view.name === name ||
        hasRole(plainName(view.name), 'beside-record') ||
        hasRole(plainName(view.name), 'paging-field') ||
        isScalarType(typesOf(document.files, view.node)),
    )
  })

const isScalarType = (types: ReadonlySet<string>): boolean => !types.has('object') && !types.has('array')

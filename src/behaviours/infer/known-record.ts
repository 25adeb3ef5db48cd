/**
 * Whether an operation on another path works on the records of a collection: its response has the same schema, by reference
 * or property by property.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { BehaviourKind } from '../plan/operation-plan.ts'
import { chooseSchema, findSchemas } from './choose-schema.ts'
import { findKeyParts } from './find-key-parts.ts'
import { createSchemaTest, findListPlace } from './find-record.ts'
import { findRecordBody } from './find-record-body.ts'
import type { Group } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { type IdHints, inferId } from './infer-id.ts'
import { requestSchema, responseSchema } from './operation-schemas.ts'

export interface KnownRecord {
  readonly schema: Node
  /** The schemas of the record in the responses of its operations. */
  readonly shown: readonly Node[]
  readonly idPath: readonly string[]
  readonly hints: IdHints
}

/** Undefined if no response contains a record with an id. */
export const knownRecordOf = memoize((group: Group, document: Document): KnownRecord | undefined => {
  const hints = hintsOf(group)
  const found = findSchemas(group, document)
  const schema = chooseSchema(document, found)?.schema
  if (!schema) return undefined
  const isKeyed = group.keyParameters.length > 1
  const idPath = isKeyed ? undefined : inferId(document, schema, hints).path
  if (!idPath && !(isKeyed && findKeyParts(document, schema, group.keyParameters))) return undefined
  return { schema, shown: found.map((one) => one.schema), idPath: idPath ?? [], hints }
})

export const createRecordMatcher = (
  document: Document,
  { schema, shown, hints, idPath }: KnownRecord,
): ((operation: Operation, kind: BehaviourKind) => boolean) => {
  const isKnown = createSchemaTest(document, shown)
  const isSame = (node: Node): boolean => isKnown(node) || isAlike(document, node, schema)
  return (operation, kind) => {
    const body = responseSchema(document, operation, kind)
    if (kind === 'list') {
      const inItem = body && findListPlace(document, body, hints, isKnown)?.inItem
      return inItem !== undefined && isSame(inItem.schema)
    }
    const request = requestSchema(document, operation)
    if (!request || !describesRecord(document, request, schema, idPath)) return false
    const place = body && findRecordBody(document, body, hints, isKnown)
    return place ? isSame(place.schema) : isSame(request)
  }
}

/** Whether a POST takes and shows something else than the record: an entry that refers to one, as in a list of favourites. */
export const createsOther = (
  document: Document,
  { schema, shown, hints, idPath }: KnownRecord,
  operation: Operation,
): boolean => {
  const request = requestSchema(document, operation)
  if (!request || describesRecord(document, request, schema, idPath)) return false
  const isKnown = createSchemaTest(document, shown)
  const body = responseSchema(document, operation, 'create')
  const place = body && findRecordBody(document, body, hints, isKnown)
  return !place || !(isKnown(place.schema) || isAlike(document, place.schema, schema))
}

/** Whether a POST takes a list of records, and shows nothing else than them. */
export const createsSeveral = (
  document: Document,
  { schema, shown, hints, idPath }: KnownRecord,
  operation: Operation,
): boolean => {
  const request = requestSchema(document, operation)
  const item = request && typesOf(document.files, request).has('array') ? itemsNode(document.files, request) : undefined
  if (!item || viewObject(document.files, item).properties.size === 0) return false
  if (!describesRecord(document, item, schema, idPath)) return false
  const isKnown = createSchemaTest(document, shown)
  const body = responseSchema(document, operation, 'create')
  const place = body && findRecordBody(document, body, hints, isKnown)
  if (!place || isKnown(place.schema) || isAlike(document, place.schema, schema)) return true
  return inferId(document, place.schema, hints).path === undefined
}

export const isSameRecord = (document: Document, one: KnownRecord, other: KnownRecord): boolean =>
  one.idPath.join('.') === other.idPath.join('.') &&
  (createSchemaTest(document, other.shown)(one.schema) || isAlike(document, one.schema, other.schema))

/** Whether two schemas have the same properties of the same types. */
const isAlike = (document: Document, one: Node, other: Node): boolean => {
  const { files } = document
  const [mine, theirs] = [viewObject(files, one).properties, viewObject(files, other).properties]
  if (mine.size === 0 || mine.size !== theirs.size) return false
  return [...mine].every(([name, { node }]) => {
    const like = theirs.get(name)
    return like !== undefined && namesOf(typesOf(files, node)) === namesOf(typesOf(files, like.node))
  })
}

const namesOf = (types: ReadonlySet<string>): string => [...types].sort().join()

/** Whether a request describes a record: it is an object with more than the id. */
export const describesRecord = ({ files }: Document, request: Node, schema: Node, [id]: readonly string[]): boolean => {
  if (typesOf(files, request).has('array')) return false
  const own = viewObject(files, schema).properties
  const sent = viewObject(files, request).properties
  const inner = [...sent.values()].flatMap(({ node }) => [...viewObject(files, node).properties.keys()])
  return sent.size === 0 || [...sent.keys(), ...inner].some((name) => name !== id && own.has(name))
}

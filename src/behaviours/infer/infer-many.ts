/**
 * Creations of several records with one request: a list of records, or a list of strings that each become one (the labels of
 * a machine).
 */
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ListPlace, ManyPlan, RecordResponsePlan } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { createSchemaTest, findListPlace } from './find-record.ts'
import { namesAfter } from './infer-id.ts'
import { inferListBody } from './infer-list.ts'
import { requestSchema } from './operation-schemas.ts'
import type { OperationSubject } from './subject.ts'

/** Undefined if the request body is one record. The response to a list lists the new records, if its schema has a list. */
export const inferMany = (subject: OperationSubject, response: RecordResponsePlan): ManyPlan | undefined => {
  const { resource, member, hints } = subject
  const { document } = resource
  const sent = requestSchema(document, member.operation)
  if (!sent) return undefined
  const schema = response.media?.schema
  const place = schema && findListPlace(document, schema, hints, createSchemaTest(document, [resource.schema]))
  const body = place && inferListBody(resource, schema, place, hints)
  const sentIn = findSentList(resource, sent)
  if (sentIn) return { sentIn, textProperty: undefined, body }
  const strings = place && findSentStrings(resource, sent, place, hints.name)
  return strings && { ...strings, body }
}

/** Where a request has a list of records: it is one, or one property contains records and the record has none of the others. */
const findSentList = ({ document, schema }: Resource, sent: Node): readonly string[] | undefined => {
  const { files } = document
  const listed = (node: Node): Node | undefined => {
    const items = typesOf(files, node).has('array') ? itemsNode(files, node) : undefined
    return items && typesOf(files, items).has('object') ? items : undefined
  }
  if (listed(sent)) return []
  const isRecord = createSchemaTest(document, [schema])
  const own = viewObject(files, schema).properties
  const views = [...viewObject(files, sent).properties.values()]
  if (views.some(({ name }) => own.has(name))) return undefined
  const lists = views.filter(({ node }) => {
    const items = listed(node)
    return items !== undefined && isRecord(items)
  })
  const [only] = lists
  return only && lists.length === 1 ? [only.name] : undefined
}

/**
 * Where a request has nothing but a list of strings, and the response lists records: each string becomes one. It is their id, if
 * clients choose it, else the property that is named after the resource, or a name.
 */
const findSentStrings = (
  { document, schema, idPath }: Resource,
  sent: Node,
  place: ListPlace,
  name: string,
): Pick<ManyPlan, 'sentIn' | 'textProperty'> | undefined => {
  const { files } = document
  if (!place.inItem) return undefined
  const [only, ...others] = [...viewObject(files, sent).properties.values()]
  const list = only ?? { node: sent, name: undefined }
  const items = typesOf(files, list.node).has('array') ? itemsNode(files, list.node) : undefined
  if (others.length > 0 || !items || !isOnlyText(typesOf(files, items))) return undefined
  const own = viewObject(files, schema).properties
  const candidates = [...idPath.slice(0, 1), ...namesAfter(name), 'name', 'title', 'value', 'email']
  const property = candidates
    .flatMap((wanted) => [...own.values()].find((view) => plainName(view.name) === plainName(wanted)) ?? [])
    .find((view) => isOnlyText(typesOf(files, view.node)) && findKeyword(files, view.node, 'readOnly') !== true)
  return property && { sentIn: list.name === undefined ? [] : [list.name], textProperty: property.name }
}

const isOnlyText = (types: ReadonlySet<string>): boolean => types.has('string') && types.size === 1

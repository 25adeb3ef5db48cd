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
import { findSentScalars, isText } from './string-records.ts'
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
  const strings = findSentStrings(subject, sent, place)
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
 * Where a request has nothing but a list of strings, and the response or the list shows records: each string becomes one. It is their
 * id, if clients choose it. Where the response lists records, it may be the property that is named after the resource, or a name.
 */
const findSentStrings = (
  { resource, group, hints: { name } }: OperationSubject,
  sent: Node,
  place: ListPlace | undefined,
): Pick<ManyPlan, 'sentIn' | 'textProperty'> | undefined => {
  const { document, schema, idPath } = resource
  const { files } = document
  const listed = findSentScalars(document, sent)
  if (!listed || (!place && !group.members.some(({ kind }) => kind === 'list'))) return undefined
  const own = viewObject(files, schema).properties
  const others = place?.inItem && !listed.isNumber ? [...namesAfter(name), 'name', 'title', 'value', 'email'] : []
  const property = [...idPath.slice(0, 1), ...others]
    .flatMap((wanted) => [...own.values()].find((view) => plainName(view.name) === plainName(wanted)) ?? [])
    .find((view) => isText(document, view.node) && findKeyword(files, view.node, 'readOnly') !== true)
  return property && { sentIn: listed.sentIn, textProperty: property.name }
}

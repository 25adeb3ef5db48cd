/**
 * Where in a body a record is, or a list of records: the body itself, or a property of an envelope
 * (`{data: …}`, `{gadget: …}`, `{items: [{gadget: …}], total}`). Recognized by names and shapes.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import { additionalNode, itemsNode, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, namesOf } from '../../contract/values/conventions.ts'
import { isJsonObject, itemsOf } from '../../contract/values/json-object.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { ListPlace, RecordPlace } from '../plan/operation-plan.ts'
import { hasSureId, type IdHints, inferId, isScalar } from './infer-id.ts'

/** Undefined if the body contains no object that could be a record. `knows` recognizes a schema of the record. */
export const findRecordPlace = (
  document: Document,
  schema: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean = () => false,
  depth = 0,
): RecordPlace | undefined => {
  const { files } = document
  if (knows(schema) || (hints.isKnown && isFreeObject(document, schema))) return { path: [], schema }
  if (!mayBeObject(document, schema)) return undefined
  const { properties } = viewObject(files, schema)
  if (properties.size === 0) return undefined
  const free = hasSureId(document, schema, hints) ? undefined : findFreeWrapper(document, schema)
  if (free) return hints.isKnown ? { path: [free.name], schema: free.node } : undefined
  const wrapper = depth < 2 ? findWrapper(document, schema, hints, knows) : undefined
  const inner = wrapper && findRecordPlace(document, wrapper.node, hints, knows, depth + 1)
  if (wrapper && inner && (wrapper.isSure || hasSureId(document, inner.schema, hints)))
    return { path: [wrapper.name, ...inner.path], schema: inner.schema }
  return { path: [], schema }
}

/** The property of an envelope that may contain any object: `{ok, message, result: {}}`. */
export const findFreeWrapper = (document: Document, schema: Node): PropertyView | undefined => {
  const views = [...viewObject(document.files, schema).properties.values()]
  const [found, ...others] = views.filter(({ name }) => !hasRole(plainName(name), 'beside-record'))
  if (!found || others.length > 0 || views.length < 2) return undefined
  const isWrapper = (['record-wrapper', 'list-wrapper'] as const).some((role) => hasRole(plainName(found.name), role))
  return isWrapper && isFreeObject(document, found.node) ? found : undefined
}

interface Wrapper {
  readonly name: string
  readonly node: Node
  /** Whether it is an envelope, whatever it contains. */
  readonly isSure: boolean
}

/** The property of an envelope that contains the record; undefined if the schema is more likely a record itself. */
const findWrapper = (
  document: Document,
  schema: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean,
): Wrapper | undefined => {
  if (hasSureId(document, schema, hints)) return undefined
  const { properties } = viewObject(document.files, schema)
  const objects = [...properties.values()].flatMap(({ name, node, also }) => {
    const named = [node, ...also].find((one) => isNamedObject(document, one))
    return named ? [{ name, node: named }] : []
  })
  const names = new Set([singularOf(plainName(hints.name)), plainName(hints.name), nameInParameter(hints)])
  const isOther = (name: string): boolean =>
    [...properties.keys()].every((key) => key === name || hasRole(plainName(key), 'beside-record'))
  const known = objects.find(({ node }) => knows(node))
  const found =
    known ??
    objects.find(({ name }) => names.has(plainName(name))) ??
    objects.find(({ name }) => hasRole(plainName(name), 'record-wrapper')) ??
    objects.find(({ name }) => isOther(name) && !hasRole(plainName(name), 'beside-record'))
  if (!found) return undefined
  const isSure = known !== undefined || isOther(found.name) || isDataBesideScalars(document, schema, found, hints)
  return { ...found, isSure }
}

/** What the path parameter calls a record: `order batch` for {order_batch_id}. */
const nameInParameter = ({ parameter = '' }: IdHints): string | undefined => {
  const words = wordsOf(parameter)
  return words.length > 1 && hasRole(words.at(-1) ?? '', 'id-word') ? words.slice(0, -1).join('') : undefined
}

/** `{type, data: {…}}`: only `data` has an id, and nothing next to it could be a part of a record. */
const isDataBesideScalars = (
  document: Document,
  schema: Node,
  { name, node }: Pick<Wrapper, 'name' | 'node'>,
  hints: IdHints,
): boolean => {
  const others = [...viewObject(document.files, schema).properties.values()].filter((view) => view.name !== name)
  return (
    plainName(name) === 'data' &&
    others.every((view) => isScalar(document, view.node)) &&
    inferId(document, schema, hints).path === undefined &&
    inferId(document, node, hints).path !== undefined
  )
}

/** Undefined if the body contains no list. Deep down, only where objects contain nothing else. */
export const findListPlace = (
  document: Document,
  schema: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean = () => false,
  depth = 0,
): ListPlace | undefined => {
  const { files } = document
  const items = typesOf(files, schema).has('array') ? itemsNode(files, schema) : undefined
  if (items) return findInItems(document, items, hints, knows, depth)
  if (!mayBeObject(document, schema)) return undefined
  const { properties } = viewObject(files, schema)
  if (properties.size === 0) return findMapPlace(document, schema, hints, knows)
  if (depth > 2 && (depth > 5 || properties.size > 1)) return undefined
  const named = [plainName(hints.name), ...namesOf('list-wrapper')]
  const found = [...properties.values()].flatMap(({ name, node, also }) => {
    const places = [node, ...also].map((one) => findListPlace(document, one, hints, knows, depth + 1))
    const place = places.find((one) => one?.inItem) ?? places.find((one) => one !== undefined)
    if (!place) return []
    const isKnown = place.inItem !== undefined && knows(place.inItem.schema)
    const plain = plainName(name)
    const rank = named.indexOf(plain)
    const isNamedAfter = plainName(wordsOf(hints.name).at(-1) ?? '') === plain
    if (rank === -1 && !isNamedAfter && hasRole(plain, 'error-list')) return []
    const asOther = hasRole(plain, 'beside-record') ? 60 : isNamedAfter ? 20 : 50
    const order =
      (isKnown ? 0 : 100) +
      (place.inItem ? 0 : 200) +
      (place.isMap ? 400 : 0) +
      (rank === -1 ? asOther : rank) +
      place.path.length * 20
    return [{ place: { ...place, path: [name, ...place.path] }, order }]
  })
  return found.sort((a, b) => a.order - b.order)[0]?.place
}

/** The records of an array: its items, or what their only property lists. */
const findInItems = (
  document: Document,
  items: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean,
  depth: number,
): ListPlace | undefined => {
  const inItem = findRecordPlace(document, items, hints, knows)
  if (!inItem) return isIdLike(document, items) ? { path: [], items, inItem } : undefined
  const place: ListPlace = { path: [], items, inItem }
  const [only, ...others] = [...viewObject(document.files, items).properties.values()]
  if (!only || others.length > 0 || knows(inItem.schema)) return place
  const inner = findListPlace(document, only.node, hints, knows, depth + 1)
  if (!inner?.inItem || inner.inOnly || inner.isMap || !isRecord(document, inner.inItem.schema, hints, knows))
    return place
  const { path, ...list } = inner
  return { ...list, path: [], inOnly: { path: [only.name, ...path], schema: items } }
}

/** An object from ids to records: `{"g1": {…}, "g2": {…}}`. */
const findMapPlace = (
  document: Document,
  schema: Node,
  hints: IdHints,
  knows: (schema: Node) => boolean,
): ListPlace | undefined => {
  const items = additionalNode(document.files, schema)
  const inItem = items && findRecordPlace(document, items, hints, knows)
  if (!items || !inItem || !isRecord(document, inItem.schema, hints, knows)) return undefined
  return { path: [], items, inItem, isMap: true }
}

const isRecord = (document: Document, schema: Node, hints: IdHints, knows: (schema: Node) => boolean): boolean =>
  knows(schema) || inferId(document, schema, hints).path !== undefined

const mayBeObject = (document: Document, schema: Node): boolean => {
  const types = typesOf(document.files, schema)
  return types.has('object') || (types.size === 0 && viewObject(document.files, schema).properties.size > 0)
}

/** Whether a schema allows any object. */
export const isFreeObject = ({ files }: Document, schema: Node): boolean => {
  const value = dereference(files, schema)?.value
  if (!isJsonObject(value)) return false
  const restricting = Object.keys(value).filter((name) => limiting.has(name) && !isEmpty(name, value[name]))
  return (
    (restricting.length === 0 || (value.type === 'object' && restricting.length === 1)) &&
    value.additionalProperties !== false
  )
}

const isEmpty = (keyword: string, value: unknown): boolean =>
  (keyword === 'properties' && isJsonObject(value) && Object.keys(value).length === 0) ||
  (keyword === 'required' && itemsOf(value).length === 0)

/** Keywords that restrict a value. */
const limiting: ReadonlySet<string> = new Set(
  'type,properties,patternProperties,enum,const,allOf,oneOf,anyOf,not,items,$ref,required,format,if'.split(','),
)

const isNamedObject = (document: Document, node: Node): boolean =>
  mayBeObject(document, node) && viewObject(document.files, node).properties.size > 0

const isIdLike = (document: Document, node: Node): boolean => {
  const types = typesOf(document.files, node)
  return types.has('string') || types.has('integer')
}

/** Whether a schema is one of these, compared by its address after references are resolved. */
export const createSchemaTest = (document: Document, schemas: readonly Node[]): ((schema: Node) => boolean) => {
  const addressOf = (node: Node): string => {
    const target = dereference(document.files, node) ?? node
    return `${target.file}#${target.pointer}`
  }
  const known = new Set(schemas.map(addressOf))
  return (schema) => known.has(addressOf(schema))
}

/**
 * Where in a body a record is, or a list of records: the body itself, or a property of an envelope
 * (`{data: …}`, `{gadget: …}`, `{items: [{gadget: …}], total}`). Recognized by names and shapes.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference, type Node } from '../../contract/document/references.ts'
import { itemsNode, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, namesOf } from '../../contract/values/conventions.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
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
  const isFree = found && hasRole(plainName(found.name), 'record-wrapper') && isFreeObject(document, found.node)
  return isFree && others.length === 0 && views.length > 1 ? found : undefined
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
  if (items) {
    const inItem = findRecordPlace(document, items, hints, knows)
    return inItem || isIdLike(document, items) ? { path: [], items, inItem } : undefined
  }
  if (!mayBeObject(document, schema)) return undefined
  const { properties } = viewObject(files, schema)
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
      (isKnown ? 0 : 100) + (place.inItem ? 0 : 200) + (rank === -1 ? asOther : rank) + place.path.length * 20
    return [{ place: { ...place, path: [name, ...place.path] }, order }]
  })
  return found.sort((a, b) => a.order - b.order)[0]?.place
}

const mayBeObject = (document: Document, schema: Node): boolean => {
  const types = typesOf(document.files, schema)
  return types.has('object') || (types.size === 0 && viewObject(document.files, schema).properties.size > 0)
}

/** Whether a schema allows any object. */
export const isFreeObject = ({ files }: Document, schema: Node): boolean => {
  const value = dereference(files, schema)?.value
  if (!isJsonObject(value)) return false
  const restricting = Object.keys(value).filter((name) => limiting.has(name))
  return (
    (restricting.length === 0 || (value.type === 'object' && restricting.length === 1)) &&
    value.additionalProperties !== false
  )
}

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

/**
 * What a collection's records are: which schema they have, which property is their id, what they are filtered by and
 * which of their properties move on by themselves.
 */
import type { Document } from '../contract/document.ts'
import { parseDuration } from '../contract/duration.ts'
import { getOwn, getString, itemsOf } from '../contract/is-object.ts'
import type { Operation } from '../contract/operation.ts'
import { type MediaView, viewParameters } from '../contract/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../contract/references.ts'
import { findKeyword, findText, type PropertyView, typesOf, viewObject } from '../contract/schema-view.ts'
import { findExtension, type Problem } from './extension.ts'
import type { Group } from './group-paths.ts'
import { findSuccess, listItemSchema, recordSchema, requestSchema } from './operation-schemas.ts'
import type { Lifecycle, Resource } from './resource.ts'

export interface InferredResource {
  /** Undefined where the group manages nothing. */
  readonly resource: Resource | undefined
  readonly problems: readonly Problem[]
}

/** `isTaken` tells whether another document has a resource of that name already. */
export const inferResource = (
  document: Document,
  group: Group,
  isTaken: (name: string) => boolean,
): InferredResource => {
  const schema = findRecordSchema(document, group)
  if (!schema) return nothing
  const { properties } = viewObject(document.files, schema)
  const id = inferId(document, schema, properties, group)
  if (id.property === undefined) return { ...nothing, problems: id.problems }
  if (!isManaged(document, group, properties)) return nothing
  const { name, list, create, read } = group
  const lifecycles = readLifecycles(document, properties, [componentName(schema), name])
  const filters = list && listItemSchema(document, list) ? filtersOf(document, list, properties) : []
  const moving = new Set(lifecycles.lifecycles.map(({ property }) => property))
  return {
    resource: {
      name,
      key: isTaken(name) ? `${document.name}/${name}` : name,
      document,
      idProperty: id.property,
      idKind: idKindOf(document, properties.get(id.property)),
      idPrefix: learnPrefix(document, [create, read], id.property),
      schema,
      filterable: filters.filter((property) => !moving.has(property)),
      movingFilters: filters.filter((property) => moving.has(property)),
      lifecycles: lifecycles.lifecycles,
    },
    problems: [...id.problems, ...lifecycles.problems],
  }
}

const nothing: InferredResource = { resource: undefined, problems: [] }

/** The schema of one record: that of a read tells most, that of a list's items least. */
const findRecordSchema = (document: Document, { list, create, read }: Group): Node | undefined =>
  (read && recordSchema(document, read)) ??
  (create && recordSchema(document, create)) ??
  (list && listItemSchema(document, list))

/** One operation alone manages nothing, save a POST that answers with a record of what it was sent. */
const isManaged = (
  document: Document,
  { list, create, read }: Group,
  properties: ReadonlyMap<string, PropertyView>,
): boolean => {
  const created = create && recordSchema(document, create)
  const found = [list && listItemSchema(document, list), created, read && recordSchema(document, read)]
  if (found.filter((schema) => schema !== undefined).length > 1) return true
  const request = created && requestSchema(document, create)
  return (
    request !== undefined &&
    [...viewObject(document.files, request).properties.keys()].some((name) => properties.has(name))
  )
}

interface InferredId {
  readonly property: string | undefined
  readonly problems: readonly Problem[]
}

/** x-standin-id on the schema or on a property; else the property named as the path parameter, `id`, or the one id that is named after the resource. */
const inferId = (
  document: Document,
  schema: Node,
  properties: ReadonlyMap<string, PropertyView>,
  { name, parameter }: Group,
): InferredId => {
  const asked = findExtension(document.files, schema, 'x-standin-id')
  if (asked) {
    const property = typeof asked.value === 'string' && properties.has(asked.value) ? asked.value : undefined
    return { property, problems: property === undefined ? [unknownId(asked, properties)] : [] }
  }
  const marked = [...properties.values()].find(({ node }) => findKeyword(document.files, node, 'x-standin-id') === true)
  const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase()
  const singular = plain(name).replace(/ies$/, 'y').replace(/s$/, '')
  const guesses = [
    marked?.name,
    parameter,
    'id',
    ...[...properties.keys()].filter((known) => [`${singular}id`, 'uuid', 'key'].includes(plain(known))),
  ]
  return { property: guesses.find((guess) => guess !== undefined && properties.has(guess)), problems: [] }
}

const unknownId = (asked: Node, properties: ReadonlyMap<string, PropertyView>): Problem => ({
  node: asked,
  message: `x-standin-id: ${JSON.stringify(asked.value)} names no property of the schema; it has ${[...properties.keys()].join(', ')}`,
})

const idKindOf = (document: Document, property: PropertyView | undefined): Resource['idKind'] => {
  const types = property ? typesOf(document.files, property.node) : new Set<string>()
  if (types.has('integer') || types.has('number')) return 'integer'
  return property && findText(document.files, property.node, 'format') === 'uuid' ? 'uuid' : 'string'
}

/** `msg_` of a documented id like `msg_1`: ids of a service tend to have a form. */
const learnPrefix = (
  document: Document,
  operations: readonly (Operation | undefined)[],
  idProperty: string,
): string => {
  for (const operation of operations) {
    const media = operation && findSuccess(document, operation)?.media
    for (const example of media ? examplesOf(document, media) : []) {
      const prefix = /^([A-Za-z]{1,12}[_-])[A-Za-z0-9]+$/.exec(getString(example, idProperty) ?? '')?.[1]
      if (prefix) return prefix
    }
  }
  return ''
}

const examplesOf = (document: Document, { node }: MediaView): readonly unknown[] => [
  getOwn(node.value, 'example'),
  ...childNodes(childNode(node, 'examples')).map(([, example]) =>
    getOwn(dereference(document.files, example)?.value, 'value'),
  ),
]

/** Query parameters of a list that are named as properties and have one value. */
const filtersOf = (
  document: Document,
  list: Operation,
  properties: ReadonlyMap<string, PropertyView>,
): readonly string[] =>
  viewParameters(document, list.node, list.pathItem)
    .filter((view) => view.in === 'query' && properties.has(view.name))
    .filter(({ schema }) => schema && !typesOf(document.files, schema).has('array'))
    .map(({ name }) => name)

/** The name of the component that a schema refers to. */
const componentName = (schema: Node): string | undefined => getString(schema.value, '$ref')?.split('/').at(-1)

interface ReadLifecycles {
  readonly lifecycles: readonly Lifecycle[]
  readonly problems: readonly Problem[]
}

/** x-standin-lifecycle of properties; the initial state is the first. */
const readLifecycles = (
  document: Document,
  properties: ReadonlyMap<string, PropertyView>,
  owners: readonly (string | undefined)[],
): ReadLifecycles => {
  const lifecycles: Lifecycle[] = []
  const problems: Problem[] = []
  for (const { name, node } of properties.values()) {
    const asked = findExtension(document.files, node, 'x-standin-lifecycle')
    if (!asked) continue
    const names = owners.flatMap((owner) => (owner === undefined ? [] : [`${owner}.${name}`]))
    const read = parseLifecycle(asked.value)
    if (typeof read === 'string') problems.push({ node: asked, message: `x-standin-lifecycle of ${name}: ${read}` })
    else lifecycles.push({ property: name, names, ...read })
  }
  return { lifecycles, problems }
}

/** States and duration, or what is wrong with them. */
const parseLifecycle = (value: unknown): Pick<Lifecycle, 'states' | 'after'> | string => {
  const states = itemsOf(getOwn(value, 'states')).map(String)
  if (states.length === 0) return 'states must be a list of values, like [queued, sent, delivered]'
  const given = getOwn(value, 'after')
  const after = typeof given === 'string' ? parseDuration(given) : undefined
  if (after === undefined) return `after must be a duration like 300ms, 2s, 5m, 1h or 1d, is ${JSON.stringify(given)}`
  return { states, after }
}

/**
 * Reads resources and behaviours off a document: which paths are collections and items, what an item looks like, which
 * property is its id. The overlay overrules: x-standin-behaviour, x-standin-resource, x-standin-id, x-standin-default,
 * x-standin-lifecycle. Nothing here knows the name of any resource.
 */
import type { Document } from '../contract/document.ts'
import { parseDuration } from '../contract/duration.ts'
import { getOwn, getString, itemsOf } from '../contract/is-object.ts'
import { isJson } from '../contract/media-type.ts'
import type { Operation, PathEntry } from '../contract/operation.ts'
import {
  type MediaView,
  type ParameterView,
  viewBody,
  viewParameters,
  viewResponses,
} from '../contract/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../contract/references.ts'
import type { SchemaCompiler } from '../contract/schema-compiler.ts'
import { findKeyword, findText, itemsNode, type PropertyView, typesOf, viewObject } from '../contract/schema-view.ts'
import { findingAt } from '../contract/source.ts'
import type { Finding } from '../errors.ts'
import type { Json } from '../ports.ts'
import type { Behaviour } from './behaviour.ts'
import { createCreate, type PropertySource } from './create.ts'
import { createList } from './list.ts'
import { createRead } from './read.ts'
import type { Lifecycle, Resource } from './resource.ts'

export interface InferenceSubject {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
}

export interface Inferred {
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  readonly findings: readonly Finding[]
}

/** A collection's operations, as far as the document has them. */
interface Group {
  readonly name: string
  readonly list: Operation | undefined
  readonly create: Operation | undefined
  readonly read: Operation | undefined
  /** The path parameter of the item. */
  readonly parameter: string | undefined
}

/** Infers a document's resources. `isTaken` tells whether another document has a resource of that name already. */
export const inferBehaviours = async (
  subject: InferenceSubject,
  isTaken: (name: string) => boolean,
): Promise<Inferred> => {
  const resources: Resource[] = []
  const behaviours = new Map<Operation, Behaviour>()
  for (const group of groupPaths(subject.entries)) {
    const resource = inferResource(subject.document, group, isTaken)
    if (!resource) continue
    resources.push(resource)
    bind(subject, group, resource, behaviours)
  }
  return { resources, behaviours, findings: await findUnbound(subject, behaviours) }
}

/** Overlays that ask for a behaviour which the operation cannot have. */
const findUnbound = async (
  { document, entries }: InferenceSubject,
  behaviours: ReadonlyMap<Operation, Behaviour>,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = []
  for (const operation of entries.flatMap((entry) => [...entry.operations.values()])) {
    const asked = getString(operation.node.value, 'x-standin-behaviour')
    if (asked === undefined || asked === 'none' || behaviours.get(operation)?.kind === asked) continue
    const found = behaviours.get(operation)?.kind ?? 'no behaviour'
    const message = `x-standin-behaviour: ${asked} cannot be had by ${operation.id} (${found} was inferred); list, create, read and none can be named where path and schemas fit`
    findings.push(await findingAt(document.source, operation.node.pointer, 'behaviour-unknown', message))
  }
  return findings
}

const groupPaths = (entries: readonly PathEntry[]): readonly Group[] => {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const items = new Map<string, { entry: PathEntry; parameter: string }>()
  for (const entry of entries) {
    const match = /^(.*\/[^/{}]+)\/\{([^/{}]+)\}$/.exec(entry.path)
    if (match?.[1] && match[2] && !items.has(match[1])) items.set(match[1], { entry, parameter: match[2] })
  }
  const collections = new Set([
    ...items.keys(),
    ...entries.map(({ path }) => path).filter((path) => /\/[^/{}]+$/.test(path)),
  ])
  // A collection below another record (/owners/{id}/pets) has a parent; those are not inferred yet.
  return [...collections]
    .filter((path) => !path.includes('{'))
    .map((path) => {
      const collection = byPath.get(path)
      const item = items.get(path)
      const list = pick(collection, 'GET', 'list')
      const create = pick(collection, 'POST', 'create')
      const read = pick(item?.entry, 'GET', 'read')
      const named = [list, create, read]
        .map((operation) => operation && getString(operation.node.value, 'x-standin-resource'))
        .find((name) => name !== undefined)
      return { name: named ?? path.slice(path.lastIndexOf('/') + 1), list, create, read, parameter: item?.parameter }
    })
}

/** The operation of a method, unless its overlay gives it another behaviour. */
const pick = (entry: PathEntry | undefined, method: string, kind: Behaviour['kind']): Operation | undefined => {
  const operation = entry?.operations.get(method)
  const asked = operation && getString(operation.node.value, 'x-standin-behaviour')
  return asked === undefined || asked === kind ? operation : undefined
}

const inferResource = (
  document: Document,
  { name, list, create, read, parameter }: Group,
  isTaken: (name: string) => boolean,
): Resource | undefined => {
  const listItem = list && listItemOf(document, list)
  const created = create && objectSchema(document, success(document, create)?.media?.schema)
  const item = (read && objectSchema(document, success(document, read)?.media?.schema)) ?? created ?? listItem
  if (!item) return undefined
  const { properties } = viewObject(document.files, item)
  const idProperty = inferId(document, item, properties, parameter, name)
  if (idProperty === undefined) return undefined
  // One operation alone manages nothing, save a POST that answers with a record of what it was sent.
  const managed = [listItem, created, read].filter((found) => found !== undefined).length
  if (managed < 2 && !(created && create && sharesProperty(document, create, properties))) return undefined
  const idNode = properties.get(idProperty)?.node
  const idTypes = idNode ? typesOf(document.files, idNode) : new Set<string>()
  const isUuid = idNode !== undefined && findText(document.files, idNode, 'format') === 'uuid'
  return {
    name,
    key: isTaken(name) ? `${document.name}/${name}` : name,
    document,
    idProperty,
    idKind: idTypes.has('integer') || idTypes.has('number') ? 'integer' : isUuid ? 'uuid' : 'string',
    idPrefix: learnPrefix(document, [create, read], idProperty),
    schema: item,
    filterable: list && listItem ? filtersOf(document, list, properties) : [],
    lifecycles: readLifecycles(document, properties, [componentName(item), name]),
  }
}

const bind = (
  { document, compiler }: InferenceSubject,
  { list, create, read, parameter }: Group,
  resource: Resource,
  behaviours: Map<Operation, Behaviour>,
): void => {
  if (list && listItemOf(document, list)) {
    behaviours.set(
      list,
      createList({ resource, status: success(document, list)?.status ?? 200, limitName: limitOf(document, list) }),
    )
  }
  if (read && parameter !== undefined && objectSchema(document, success(document, read)?.media?.schema)) {
    behaviours.set(read, createRead({ resource, status: success(document, read)?.status ?? 200, parameter }))
  }
  const created = create && success(document, create)
  const schema = objectSchema(document, created?.media?.schema)
  if (!create || !created || !schema) return
  const request = requestSchema(document, create)
  const sent = request ? viewObject(document.files, request) : undefined
  // Compiled with the operation's own validators, on its first request.
  let behaviour: Behaviour | undefined
  behaviours.set(create, {
    kind: 'create',
    resource,
    run: (input, world) => {
      behaviour ??= createCreate({
        resource,
        status: created.status,
        properties: planProperties(document, resource, schema, sent?.properties),
        accepted: new Set(
          [...(sent?.properties.values() ?? [])]
            .filter(({ node }) => findKeyword(document.files, node, 'readOnly') !== true)
            .map(({ name }) => name),
        ),
        open: sent?.open ?? false,
        validate: compiler.compile(schema, 'response'),
      })
      return behaviour.run(input, world)
    },
  })
}

interface Success {
  readonly status: number
  readonly media: MediaView | undefined
}

/** The first documented success with its JSON content. */
const success = (document: Document, operation: Operation): Success | undefined => {
  const response = viewResponses(document, operation.node).find(({ status }) => /^2\d\d$/.test(status))
  return (
    response && {
      status: Number(response.status),
      media: response.content.find(({ mediaType, schema }) => isJson(mediaType) && schema),
    }
  )
}

const objectSchema = (document: Document, schema: Node | undefined): Node | undefined =>
  schema && typesOf(document.files, schema).has('object') && viewObject(document.files, schema).properties.size > 0
    ? schema
    : undefined

/** The schema of a list's items where the response is the bare array of objects. */
const listItemOf = (document: Document, list: Operation): Node | undefined => {
  const schema = success(document, list)?.media?.schema
  if (!schema || !typesOf(document.files, schema).has('array')) return undefined
  return objectSchema(document, itemsNode(document.files, schema))
}

const requestSchema = (document: Document, create: Operation): Node | undefined =>
  viewBody(document, create.node, create.pathItem)?.content.find(({ mediaType }) => isJson(mediaType))?.schema

const sharesProperty = (
  document: Document,
  create: Operation,
  properties: ReadonlyMap<string, PropertyView>,
): boolean => {
  const request = requestSchema(document, create)
  return (
    request !== undefined &&
    [...viewObject(document.files, request).properties.keys()].some((name) => properties.has(name))
  )
}

/** x-standin-id on the schema or on a property; else the property named as the path parameter, `id`, or the one id that is named after the resource. */
const inferId = (
  document: Document,
  item: Node,
  properties: ReadonlyMap<string, PropertyView>,
  parameter: string | undefined,
  resource: string,
): string | undefined => {
  const named = findText(document.files, item, 'x-standin-id')
  const marked = [...properties.values()].find(({ node }) => findKeyword(document.files, node, 'x-standin-id') === true)
  const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase()
  const singular = plain(resource).replace(/ies$/, 'y').replace(/s$/, '')
  const guesses = [
    named,
    marked?.name,
    parameter,
    'id',
    ...[...properties.keys()].filter((name) => [`${singular}id`, 'uuid', 'key'].includes(plain(name))),
  ]
  return guesses.find((guess) => guess !== undefined && properties.has(guess))
}

/** `msg_` of a documented id like `msg_1`: ids of a service tend to have a form. */
const learnPrefix = (
  document: Document,
  operations: readonly (Operation | undefined)[],
  idProperty: string,
): string => {
  for (const operation of operations) {
    const media = operation && success(document, operation)?.media
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

const queryParameters = (document: Document, operation: Operation): readonly ParameterView[] =>
  viewParameters(document, operation.node, operation.pathItem).filter((view) => view.in === 'query')

const filtersOf = (
  document: Document,
  list: Operation,
  properties: ReadonlyMap<string, PropertyView>,
): readonly string[] =>
  queryParameters(document, list)
    .filter(({ name, schema }) => properties.has(name) && schema && !typesOf(document.files, schema).has('array'))
    .map(({ name }) => name)

const limitOf = (document: Document, list: Operation): string | undefined =>
  queryParameters(document, list).find(
    ({ name, schema }) =>
      /^(limit|per_?page|page_?size|max_?results|top|first)$/i.test(name) &&
      schema &&
      typesOf(document.files, schema).has('integer'),
  )?.name

/** The name of the component that a schema refers to. */
const componentName = (schema: Node): string | undefined => getString(schema.value, '$ref')?.split('/').at(-1)

/** x-standin-lifecycle of properties; the initial state is the first. */
const readLifecycles = (
  document: Document,
  properties: ReadonlyMap<string, PropertyView>,
  owners: readonly (string | undefined)[],
): readonly Lifecycle[] =>
  [...properties.values()].flatMap(({ name, node }) => {
    const lifecycle = findKeyword(document.files, node, 'x-standin-lifecycle')
    const states = itemsOf(getOwn(lifecycle, 'states')).map(String)
    const after = parseDuration(getString(lifecycle, 'after') ?? '')
    const names = owners.flatMap((owner) => (owner === undefined ? [] : [`${owner}.${name}`]))
    return states.length === 0 || after === undefined ? [] : [{ property: name, names, states, after }]
  })

/** The id first, then the record's properties in the order of its schema. What only the request has (a password) is not shown again, hence not kept. */
const planProperties = (
  document: Document,
  resource: Resource,
  schema: Node,
  sent: ReadonlyMap<string, PropertyView> | undefined,
): readonly (readonly [string, PropertySource])[] => {
  const { properties } = viewObject(document.files, schema)
  const plan: (readonly [string, PropertySource])[] = [[resource.idProperty, { kind: 'id' }]]
  for (const [name, property] of properties) {
    if (name === resource.idProperty) continue
    const source = sourceOf(document, resource, property, sent?.get(name))
    if (source) plan.push([name, source])
  }
  return plan
}

const sourceOf = (
  document: Document,
  resource: Resource,
  { name, node, required }: PropertyView,
  sent: PropertyView | undefined,
): PropertySource | undefined => {
  const [initial] = resource.lifecycles.find(({ property }) => property === name)?.states ?? []
  const fallback =
    findKeyword(document.files, node, 'x-standin-default') ?? findKeyword(document.files, node, 'default') ?? initial
  const settable = sent !== undefined && findKeyword(document.files, sent.node, 'readOnly') !== true
  if (fallback !== undefined) return { kind: 'fixed', value: fallback as Json, always: !settable }
  if (settable) return { kind: 'body' }
  if (findText(document.files, node, 'format') === 'date-time') return { kind: 'now' }
  const constant = findKeyword(document.files, node, 'const')
  if (constant !== undefined) return { kind: 'fixed', value: constant as Json, always: true }
  const example = required ? sampleOf(document, node) : undefined
  return example === undefined ? undefined : { kind: 'fixed', value: example, always: true }
}

/** Something documented for a required property that nobody sets. */
const sampleOf = (document: Document, node: Node): Json | undefined => {
  const listed = itemsOf(findKeyword(document.files, node, 'examples') ?? findKeyword(document.files, node, 'enum'))
  return (findKeyword(document.files, node, 'example') ?? listed[0]) as Json | undefined
}

/**
 * What the records of a group are: their schema, their id, their filters, their parents and their lifecycles.
 */
import type { Document } from '../../contract/document/document.ts'
import type { MediaView } from '../../contract/document/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import {
  findKeyword,
  findText,
  nodeAt,
  type PropertyView,
  typesOf,
  viewObject,
} from '../../contract/schema/schema-view.ts'
import { isUuidFormat } from '../../contract/values/conventions.ts'
import { getOwn, getString, isJsonObject } from '../../contract/values/json-object.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import type { ResourceOrigin } from '../plan/resource-plan.ts'
import { isClosed } from '../records/projection.ts'
import type { Resource } from '../records/resource.ts'
import { type Chosen, chooseSchema, type FoundSchema, findSchemas } from './choose-schema.ts'
import type { Problem } from './extension.ts'
import { chooseFallback, type FallbackSchema } from './fallback-schema.ts'
import { findHiddenId, type HiddenId } from './find-hidden-id.ts'
import { findKeyParts } from './find-key-parts.ts'
import { type Group, type Member, pathOfGroup, storesOwners } from './group-paths.ts'
import { hintsOf } from './id-hints.ts'
import { type IdHints, type InferredId, inferRecordId, isScalar } from './infer-id.ts'
import { chooseSuccess, requestSchema, viewQuery } from './operation-schemas.ts'
import { findParentProperties } from './parent-properties.ts'
import { readLifecycles, readUnique } from './property-words.ts'
import { checkQueryWords, readFilterWord } from './query-words.ts'
import { findStringRecords } from './string-records.ts'
import { referTo } from './subject.ts'

/** The resource of a group, which gets its name when all groups are known, or why the group has none. */
export type InferredResource =
  | { readonly kind: 'resource'; readonly named: (name: string, key: string) => NamedResource }
  | { readonly kind: 'none'; readonly reason: string; readonly problems: readonly Problem[] }

export interface NamedResource {
  readonly resource: Resource
  readonly origin: ResourceOrigin
  readonly problems: readonly Problem[]
}

/** `isAssumed`: whether the document does not describe the success of an operation. */
export const inferResource = (
  document: Document,
  group: Group,
  isAssumed: (operation: Operation) => boolean,
): InferredResource => {
  const hints = hintsOf(group)
  const found = findSchemas(group, document)
  const fallback = found.length === 0 ? chooseFallback(document, group) : undefined
  const chosen = findStringRecords(document, group) ?? chooseSchema(document, found) ?? fallback
  if (!chosen) return nothing('none of its responses contains an object that could be a record')
  const { schema } = chosen
  const { properties } = viewObject(document.files, schema)
  const guessed = withAssumedId(document, inferRecordId(document, schema, hints), hints, fallback)
  if (guessed.problems.length > 0) return nothing('', guessed.problems)
  const keyParts = group.keyParameters.length > 1 ? findKeyParts(document, schema, group.keyParameters) : []
  if (!keyParts) return nothing('its records do not have a property for each part of their key')
  const hidden =
    guessed.path === undefined || guessed.isWeak
      ? findHiddenId({ document, group, found, hints, guessed, isAssumed })
      : undefined
  const id = hidden ? { ...guessed, path: undefined } : guessed
  if (group.form === 'collection' && id.path === undefined && hidden === undefined && keyParts.length === 0)
    return nothing('its records have no property that could be an id, and no Location shows one')
  if (!fallback && !isManaged(document, group, found, properties))
    return nothing('a single operation does not manage records')
  const path = group.form === 'single' || keyParts.length > 0 ? [] : (id.path ?? [])
  const otherKeys = group.form === 'single' ? [] : findOtherKeys(document, properties, hints, path)
  const known: Known = {
    document,
    group,
    chosen,
    properties,
    id,
    hidden,
    keyParts,
    path,
    otherKeys,
    address: hints.address,
  }
  return { kind: 'resource', named: (name, key) => nameResource(known, name, key) }
}

/** Everything about a resource except its name. */
interface Known {
  readonly document: Document
  readonly group: Group
  readonly chosen: Chosen
  readonly properties: ReadonlyMap<string, PropertyView>
  readonly id: InferredId
  readonly hidden: HiddenId | undefined
  readonly keyParts: Resource['keyParts']
  /** The property names that lead to the id; empty if no property is the id. */
  readonly path: readonly string[]
  /** Other properties that the path of an item may contain. */
  readonly otherKeys: readonly string[]
  /** The schema of the path parameter of an item. */
  readonly address: Node | undefined
}

/** `key` is unique among the resources of all documents. */
const nameResource = (
  { document, group, chosen, properties, id, hidden, keyParts, path, otherKeys, address }: Known,
  name: string,
  key: string,
): NamedResource => {
  const { schema } = chosen
  const lifecycles = readLifecycles(document, properties, [componentName(schema), name])
  const filters = [...new Set([...filtersOf(document, group.members, properties), ...otherKeys])]
  const moving = new Set(lifecycles.lifecycles.map(({ property }) => property))
  const uniqueWords = readUnique(document, properties, moving)
  // An id is always unique.
  const unique = uniqueWords.unique.filter((property) => property !== path.join('.'))
  return {
    resource: {
      name,
      key,
      document,
      form: group.form,
      idPath: path,
      idProperty: keyParts.length > 0 ? keyParts.map(({ property }) => property).join('/') : path.join('.'),
      keyParts,
      ...(otherKeys.length > 0 ? { otherKeys } : {}),
      idKind:
        keyParts.length > 0
          ? 'string'
          : idKindOf(document, path.length > 0 ? (nodeAt(document.files, schema, path) ?? address) : hidden?.node),
      idPrefix: path.length > 0 ? learnPrefix(document, group.members, path) : '',
      schema,
      scopeSize: group.scope.length,
      storesOwners: storesOwners(group),
      parentProperties: findParentProperties(document, schema, group.scope, path),
      filterable: filters.filter((property) => !moving.has(property) && !unique.includes(property)),
      unique,
      movingFilters: filters.filter((property) => moving.has(property)),
      lifecycles: lifecycles.lifecycles,
    },
    origin: {
      path: pathOfGroup(group),
      parameter: group.keyParameters.length > 1 ? group.keyParameters.join('/') : group.parameter,
      scope: group.scope.map(({ parameter }) => parameter),
      shownBy: referTo(chosen.operation),
      reasons: {
        name: group.isNamed ? 'named by x-standin-resource' : 'the last word of its path',
        form: group.reason,
        schema: chosen.reason,
        id:
          keyParts.length > 0 ? 'they have the names of the path parameters of an item' : reasonOfId(group, id, hidden),
      },
    },
    problems: [
      ...lifecycles.problems,
      ...uniqueWords.problems,
      ...checkQueryWords(document, group.members, properties),
    ],
  }
}

const nothing = (reason: string, problems: readonly Problem[] = []): InferredResource => ({
  kind: 'none',
  reason,
  problems,
})

const reasonOfId = ({ form }: Group, { path, reason }: InferredId, hidden: HiddenId | undefined): string => {
  if (form === 'single') return 'there is one record at each address'
  return path ? reason : (hidden?.reason ?? 'no property of a record is the id')
}

const findOtherKeys = (
  document: Document,
  properties: ReadonlyMap<string, PropertyView>,
  { otherKeys }: IdHints,
  path: readonly string[],
): readonly string[] =>
  otherKeys.flatMap((wanted) => {
    const found = [...properties.values()].find(({ name }) => plainName(name) === wanted)
    return found && found.name !== path[0] && isScalar(document, found.node) ? [found.name] : []
  })

/** The property assumed for the id if the schema of a record allows any property. */
const withAssumedId = (
  { files }: Document,
  guessed: InferredId,
  { parameter, address }: IdHints,
  fallback: FallbackSchema | undefined,
): InferredId => {
  if (!fallback?.isShown || guessed.path || parameter === undefined || !address) return guessed
  const { open, properties } = viewObject(files, fallback.schema)
  const isOpen = properties.size === 0 ? findKeyword(files, fallback.schema, 'additionalProperties') : open
  if (isClosed(files, fallback.schema) || isJsonObject(isOpen)) return guessed
  const name = wordsOf(parameter).at(-1) === 'id' ? 'id' : parameter
  return { ...guessed, path: [name], reason: 'any property is allowed, and the path parameter needs one' }
}

/** A single operation does not manage records, except a POST that returns what was sent. */
const isManaged = (
  document: Document,
  { members, form }: Group,
  found: readonly FoundSchema[],
  properties: ReadonlyMap<string, PropertyView>,
): boolean => {
  if (form === 'single') return members.length > 1
  const kinds = new Set(members.map(({ kind }) => kind))
  const isMade = kinds.has('create') || kinds.has('replace')
  if (found.length > 1 || (isMade && (kinds.has('read') || kinds.has('list') || kinds.has('remove')))) return true
  const create = members.find(({ kind }) => kind === 'create')
  const request = create && found.length > 0 ? requestSchema(document, create.operation) : undefined
  return (
    request !== undefined &&
    [...viewObject(document.files, request).properties.keys()].some((name) => properties.has(name))
  )
}

const idKindOf = (document: Document, node: Node | undefined): Resource['idKind'] => {
  const types = node ? typesOf(document.files, node) : new Set<string>()
  if (types.has('integer') || types.has('number')) return 'integer'
  return node && isUuidFormat(findText(document.files, node, 'format')) ? 'uuid' : 'string'
}

/** `msg_` for a documented id such as `msg_1`. */
const learnPrefix = (document: Document, members: readonly Member[], path: readonly string[]): string => {
  for (const { operation, kind } of members) {
    if (kind !== 'create' && kind !== 'read') continue
    const { media } = chooseSuccess(document, operation, kind)
    for (const example of media ? examplesOf(document, media) : []) {
      const id: unknown = path.reduce<unknown>((value, name) => getOwn(value, name), example)
      const prefix = typeof id === 'string' ? /^([A-Za-z]{1,12}[_-])[A-Za-z0-9]+$/.exec(id)?.[1] : undefined
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

/** Properties that query parameters of a list have the name of, and those that name the owner. */
const filtersOf = (
  document: Document,
  members: readonly Member[],
  properties: ReadonlyMap<string, PropertyView>,
): readonly string[] => {
  const lists = members.filter(({ kind }) => kind === 'list')
  const named = lists.flatMap(({ operation }) => viewQuery(document, operation))
  const filterNames = new Set([
    ...named.map((view) => plainName((readFilterWord(view) || undefined)?.property ?? view.name)),
    ...members.flatMap(({ within }) => within?.properties.flatMap(({ path }) => path.map(plainName)) ?? []),
  ])
  return [...properties.values()]
    .filter(({ name, node }) => filterNames.has(plainName(name)) && !typesOf(document.files, node).has('object'))
    .map(({ name }) => name)
}

/** The name of the component that a schema refers to. */
const componentName = (schema: Node): string | undefined => getString(schema.value, '$ref')?.split('/').at(-1)

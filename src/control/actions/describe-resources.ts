/**
 * What a console needs to show the records of each resource: its operations, the schema for a form, columns for a table,
 * and links to other resources.
 */
import { isPlainLink } from '../../behaviours/records/find-links.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { bundleSchema } from '../../contract/schema/bundle-schema.ts'
import { findText, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import { appendPointer } from '../../contract/values/pointer.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'

/**
 * In the order of the documents, without their schemas. `count` is the number of records now; null if they will be generated
 * when they are first used, which takes seconds for the largest documents. The rest is the same for all sandboxes.
 */
export const listResources = (sandbox: Sandbox, service: Service): Promise<readonly JsonObject[]> =>
  Promise.all(
    service.resources.map(async (resource) => ({
      ...describe(service, resource),
      count: sandbox.state.store.isPending(resource.key) ? null : await sandbox.store.count(resource.key),
    })),
  )

/** With its schema, and with the number of its records. */
export const readResource = async (sandbox: Sandbox, service: Service, resource: Resource): Promise<JsonObject> => {
  const { files, dialect } = resource.document
  const { schema, truncated } = bundleSchema(files, dialect, resource.schema)
  return { ...describe(service, resource), count: await sandbox.store.count(resource.key), schema, truncated }
}

const describe = (service: Service, resource: Resource): JsonObject =>
  describeAll(service).get(resource) ?? describeResource(resource, service)

const describeAll = memoize(
  (service: Service): ReadonlyMap<Resource, JsonObject> =>
    new Map(service.resources.map((resource) => [resource, describeResource(resource, service)])),
)

const describeResource = (resource: Resource, service: Service): JsonObject => {
  const { key, name, form, document, idProperty, idPath, keyParts, idKind, schema, scopeSize } = resource
  return {
    name: key,
    title: findText(document.files, schema, 'title') ?? titleOf(name),
    document: document.name,
    form,
    path: service.origins.get(resource)?.path ?? null,
    id: {
      property: idProperty === '' ? null : idProperty,
      parts: keyParts.length > 0 ? keyParts.map(({ property }) => property) : idPath,
      type: idKind === 'integer' ? 'integer' : 'string',
      generated: form === 'collection' && idKind === 'integer',
    },
    parents: scopeSize,
    operations: operationsOn(resource, service),
    columns: chooseColumns(resource),
    links: service
      .linksOf(resource)
      .filter(isPlainLink)
      .map(({ property, target, isList }) => ({ property, resource: target.key, list: isList })),
    lifecycles: resource.lifecycles.map(({ property, states, after }) => ({ property, states, after: `${after}ms` })),
  }
}

/** `user-groups` is User groups. */
const titleOf = (name: string): string => {
  const words = wordsOf(name).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const operationsOn = (resource: Resource, { decisions }: Service): readonly JsonObject[] =>
  [...decisions].flatMap(([{ id, method, path }, decision]) =>
    decision.kind === 'planned' && decision.resource === resource
      ? [{ operation: id, method, path, behaviour: decision.behaviour }]
      : [],
  )

const maxColumns = 8

/** The id, then what names a record, then other properties that fit a cell, in the order of the schema. */
const chooseColumns = (resource: Resource): readonly JsonObject[] => {
  const { document, schema, idPath, idKind, keyParts } = resource
  const { files } = document
  const ids = keyParts.length > 0 ? keyParts.map(({ property }) => property) : idPath
  const nested = {
    name: idPath.join('.'),
    pointer: idPath.reduce(appendPointer, ''),
    type: idKind === 'integer' ? 'integer' : 'string',
    format: null,
  }
  const scalars = [...viewObject(files, schema).properties.values()].flatMap(({ name, node }) => {
    const type = [...typesOf(files, node)].find((one) => scalarTypes.has(one))
    const format = findText(files, node, 'format') ?? null
    return type === undefined ? [] : [{ name, pointer: appendPointer('', name), type, format }]
  })
  const rank = (name: string): number => (ids.includes(name) ? 0 : naming.has(plainName(name)) ? 1 : 2)
  const sorted = [...scalars].sort((one, other) => rank(one.name) - rank(other.name))
  return [...(idPath.length > 1 ? [nested] : []), ...sorted].slice(0, maxColumns)
}

const scalarTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean'])

/** Plain names of properties that people know a record by. */
const naming: ReadonlySet<string> = new Set([
  'name',
  'fullname',
  'displayname',
  'firstname',
  'lastname',
  'title',
  'label',
  'subject',
  'username',
  'login',
  'email',
  'slug',
])

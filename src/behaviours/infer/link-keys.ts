/**
 * Collections whose items have a composite key: /cells and /cells/{row}/{col}, or /spots/{row},{col}. By paths alone,
 * the items belong to /cells/{row}. They belong to /cells if its records have the parts as properties.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { chooseSchema, findSchemas } from './choose-schema.ts'
import { findKeyParts } from './find-key-parts.ts'
import { type Group, itemKeyOf } from './group-paths.ts'
import { requestSchema } from './operation-schemas.ts'

/** The groups in their order; a collection and its items become one group, at the position of the items. */
export const linkKeys = (document: Document, groups: readonly Group[]): readonly Group[] => {
  const lone = new Map(groups.filter(isLone).map((group) => [group.key, group]))
  const taken = new Set<Group>()
  const linked = groups.map((group) => {
    const collection = collectionOf(group, lone)
    const joined = collection && joinKeyed(document, collection, group)
    if (joined) taken.add(collection)
    return joined ?? group
  })
  return linked.filter((group) => !taken.has(group))
}

const isLone = ({ form, keyParameters }: Group): boolean => form === 'collection' && keyParameters.length === 0

const parametersAtEnd = (key: string): number => (/(\/\{\})*$/.exec(key)?.[0].length ?? 0) / '/{}'.length

const collectionOf = (group: Group, lone: ReadonlyMap<string, Group>): Group | undefined => {
  const key = group.form === 'single' ? group.key : itemKeyOf(group)
  const count = parametersAtEnd(key)
  return count < 2 ? undefined : lone.get(key.slice(0, -count * '/{}'.length))
}

/** Undefined if records do not have a property for each part, or if a client that creates one cannot send it. */
const joinKeyed = (document: Document, collection: Group, items: Group): Group | undefined => {
  const scope = items.scope.slice(0, collection.scope.length)
  const all = [...items.scope.map(({ parameter }) => parameter), ...items.keyParameters]
  const keyParameters = all.slice(scope.length)
  const joined: Group = {
    ...collection,
    name: collection.isNamed ? collection.name : items.isNamed ? items.name : collection.name,
    isNamed: collection.isNamed || items.isNamed,
    scope,
    parameter: keyParameters.at(-1),
    keyParameters,
    members: [...collection.members, ...items.members],
    reason: `the path of its items continues with ${keyParameters.map((name) => `{${name}}`).join(' and ')}, and its records have these properties`,
  }
  const schema = chooseSchema(document, findSchemas(joined, document))?.schema
  const parts = schema && findKeyParts(document, schema, keyParameters)
  if (!parts || !joined.members.some(({ kind }) => kind === 'create' || kind === 'replace')) return undefined
  const names = parts.map(({ property }) => property)
  return sendsKey(document, collection, names) ? joined : undefined
}

const sendsKey = (document: Document, { members }: Group, names: readonly string[]): boolean =>
  members
    .filter(({ kind }) => kind === 'create')
    .every(({ operation }) => {
      const request = requestSchema(document, operation)
      const { properties, open } = request
        ? viewObject(document.files, request)
        : { properties: new Map<string, unknown>(), open: false }
      return (open && properties.size === 0) || names.every((name) => properties.has(name))
    })

/**
 * What the paths of a group show about the ids of its records.
 */
import type { Document } from '../../contract/document/document.ts'
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, itemsNode, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import type { Group, Member } from './group-paths.ts'
import type { IdHints } from './infer-id.ts'
import { requestSchema } from './operation-schemas.ts'

export const hintsOf = memoize(
  ({ segments, parameter, scope, form, members }: Group): IdHints => ({
    name: segments.at(-1) ?? '',
    ...readKeys(parameter ?? (form === 'single' ? scope.at(-1)?.parameter : undefined)),
    parents: scope.flatMap((part) => [plainName(part.parameter), singularOf(plainName(part.owner))]),
    address: parameter === undefined ? undefined : parameterSchema(members, parameter),
    sent: namesSent(members),
    fixed: namesFixed(members),
  }),
)

/** Also of an object in the request, which may be the record. Of a list, what its items have. */
const namesSent = (members: readonly Member[]): ReadonlySet<string> | undefined => {
  const operation = members.find(({ kind }) => kind === 'create')?.operation
  const request = operation && requestSchema(operation.document, operation)
  if (!operation || !request) return undefined
  const { files } = operation.document
  const items = typesOf(files, request).has('array') ? itemsNode(files, request) : undefined
  const views = [...viewObject(files, items ?? request).properties.values()]
  const inner = views.flatMap(({ node }) => [...viewObject(files, node).properties.keys()])
  return views.length === 0 ? undefined : new Set([...views.map(({ name }) => name), ...inner].map(plainName))
}

const namesFixed = (members: readonly Member[]): ReadonlySet<string> | undefined => {
  const viewSent = ({ operation }: Member) => {
    const request = requestSchema(operation.document, operation)
    return request ? [...viewObject(operation.document.files, request).properties.values()] : []
  }
  const create = members.find(({ kind }) => kind === 'create')
  const changed = members
    .filter(({ kind, onItem }) => onItem && (kind === 'replace' || kind === 'update'))
    .map(viewSent)
  if (!create || !changed.some((views) => views.length > 0)) return undefined
  const names = new Set(changed.flat().map(({ name }) => plainName(name)))
  const fixed = viewSent(create).filter(({ name, required }) => required && !names.has(plainName(name)))
  return new Set(fixed.map(({ name }) => plainName(name)))
}

/** Of a parameter that accepts one of several keys, as {idOrName} does, the id is the one by which records are stored. */
const readKeys = (parameter: string | undefined): Pick<IdHints, 'parameter' | 'otherKeys'> => {
  const keys = parameter === undefined ? [] : keysOf(parameter)
  if (keys.length < 2) return { parameter, otherKeys: [] }
  const endsIn = (isEnd: (word: string) => boolean) => keys.find((key) => isEnd(key.at(-1) ?? ''))
  const own = endsIn((word) => word === 'id') ?? endsIn((word) => hasRole(word, 'id-word')) ?? keys[0]
  return {
    parameter: own?.join('_'),
    otherKeys: keys.filter((key) => key !== own).map((key) => key.join('')),
  }
}

/** The words of each key: `garden id` and `slug` of gardenIdOrSlug. */
const keysOf = (parameter: string): readonly (readonly string[])[] => {
  const keys: string[][] = [[]]
  for (const word of wordsOf(parameter)) {
    if (word === 'or') keys.push([])
    else keys.at(-1)?.push(word)
  }
  return keys.filter((key) => key.length > 0)
}

/** Of several schemas for one parameter, the one that accepts the fewest values: an id has to fit them all. */
const parameterSchema = (members: readonly Member[], parameter: string): Node | undefined => {
  const found = members.flatMap(({ operation }) => {
    const views = viewParameters(operation.document, operation.node, operation.pathItem)
    const schema = views.find((view) => view.in === 'path' && view.name === parameter)?.schema
    return schema ? [{ schema, rank: rankOf(operation.document, schema) }] : []
  })
  return found.sort((one, other) => other.rank - one.rank)[0]?.schema
}

const rankOf = ({ files }: Document, schema: Node): number => {
  const types = typesOf(files, schema)
  if (types.has('integer') || types.has('number')) return types.has('string') ? 0 : 2
  return ['format', 'pattern', 'enum'].some((keyword) => findKeyword(files, schema, keyword) !== undefined) ? 1 : 0
}

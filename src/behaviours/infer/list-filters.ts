/**
 * Which query parameters filter a list: those named like a property of the record, either alone or inside a parameter that
 * is an object (`filter[status]`).
 */
import type { ParameterView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ListFilter } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { holdsPaging, isPaging } from './page-parameters.ts'
import { readFilterWord, readPageWord } from './query-words.ts'

export const readFilters = (resource: Resource, views: readonly ParameterView[]): readonly ListFilter[] =>
  views.flatMap((view) => readViewFilters(resource, view, views))

const readViewFilters = (
  resource: Resource,
  view: ParameterView,
  views: readonly ParameterView[],
): readonly ListFilter[] => {
  const { document, filterable, unique = [], movingFilters } = resource
  const word = readFilterWord(view)
  if (view.in !== 'query' || !view.schema || word === false) return []
  if (word === undefined && (readPageWord(view) || isPaging(document, view, views))) return []
  const all = [...viewObject(document.files, resource.schema).properties.keys()]
  const { name, range } = readName(view)
  const candidates = name === view.name ? [...filterable, ...unique, ...movingFilters] : all
  const own = readFilter(resource, candidates, {
    parameter: view.name,
    inner: undefined,
    name,
    range,
    schema: view.schema,
  })
  if (own) return [own]
  if (!typesOf(document.files, view.schema).has('object') || holdsPaging(view.name)) return []
  return [...viewObject(document.files, view.schema).properties.values()].flatMap(
    ({ name: inner, node }) =>
      readFilter(resource, all, { parameter: view.name, inner, name: inner, range: undefined, schema: node }) ?? [],
  )
}

/** `status` for `filter[status]`; `created` and `gte` for `created[gte]`: documents without deepObject use such names. */
const readName = (view: ParameterView): { readonly name: string; readonly range: string | undefined } => {
  const inner = /^(?:filters?|where|query|search)\[([^\]]+)\](.*)$/i.exec(view.name)
  const whole = inner ? `${inner[1]}${inner[2]}` : view.name
  const [, name = whole, range] = /^([^[\]]+)\[(gte?|lte?)\]$/i.exec(whole) ?? []
  return { name: readFilterWord(view) || name, range: range?.toLowerCase() }
}

/** A parameter, or a property of one, that may be a filter. */
interface FilterSource {
  readonly parameter: string
  readonly inner: string | undefined
  readonly name: string
  readonly range: string | undefined
  readonly schema: Node
}

const readFilter = (
  resource: Resource,
  candidates: readonly string[],
  { parameter, inner, name, range, schema }: FilterSource,
): ListFilter | undefined => {
  const { files } = resource.document
  const { filterable, unique = [] } = resource
  const plain = plainName(name)
  const property = candidates.includes(name) ? name : candidates.find((known) => plainName(known) === plain)
  const node = property === undefined ? undefined : viewObject(files, resource.schema).properties.get(property)?.node
  if (property === undefined || !node) return undefined
  const isOneValue = !typesOf(files, schema).has('array') && !typesOf(files, node).has('array')
  const hasIndex = filterable.includes(property) || unique.includes(property)
  return {
    parameter,
    inner,
    property,
    isIndexed: isOneValue && inner === undefined && range === undefined && hasIndex,
    type: filterType(typesOf(files, node)),
    range,
    fallback: findKeyword(files, schema, 'default'),
    everything: findEverything(resource, schema, node),
  }
}

const filterType = (types: ReadonlySet<string>): ListFilter['type'] => {
  if (types.has('string')) return 'text'
  if (types.has('integer') || types.has('number')) return 'number'
  return types.has('boolean') ? 'boolean' : undefined
}

/** `all` in `?role=all`, if no record can have that value. */
const findEverything = ({ document: { files } }: Resource, parameter: Node, property: Node): string | undefined => {
  const fallback = findKeyword(files, parameter, 'default')
  if (typeof fallback !== 'string' || !/^(all|any|none|\*)?$/i.test(fallback)) return undefined
  const allowed = findKeyword(files, property, 'enum')
  return Array.isArray(allowed) && allowed.includes(fallback) ? undefined : fallback
}

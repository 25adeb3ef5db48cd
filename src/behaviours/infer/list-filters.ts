/**
 * Which query parameters filter a list: those named like a property of the record (`status`, `filter[status]`), those whose
 * names say how they compare one (`min_price`), and those that search its strings (`q`).
 */
import type { ParameterView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import {
  findKeyword,
  findText,
  itemsNode,
  type PropertyView,
  typesOf,
  viewObject,
} from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { itemsOf } from '../../contract/values/json-object.ts'
import { plainName } from '../../contract/values/names.ts'
import type { ListFilter } from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import { equal, type NamedFilter, readFilterName } from './filter-names.ts'
import { holdsPaging, isPaging, isPagingName } from './page-parameters.ts'
import { type FilterWord, readFilterWord, readPageWord } from './query-words.ts'

export const readFilters = (resource: Resource, views: readonly ParameterView[]): readonly ListFilter[] =>
  views.flatMap((view) => readViewFilters(resource, view, views))

const readViewFilters = (
  resource: Resource,
  view: ParameterView,
  views: readonly ParameterView[],
): readonly ListFilter[] => {
  const { document, filterable, unique = [], movingFilters } = resource
  const word = readFilterWord(view)
  const { schema } = view
  if (view.in !== 'query' || !schema || word === false) return []
  if (word === undefined && (readPageWord(view) || isPaging(document, view, views))) return []
  const { properties } = viewObject(document.files, resource.schema)
  const all = [...properties.keys()]
  const name = nameOf(view)
  const isObject = typesOf(document.files, schema).has('object')
  // `address[city]` names a property of one of the record.
  const objects = isObject
    ? [...properties.values()].filter(({ node }) => typesOf(document.files, node).has('object'))
    : []
  const source: FilterSource = {
    parameter: view.name,
    inner: undefined,
    name,
    schema,
    word,
    candidates:
      name === view.name ? [...filterable, ...unique, ...movingFilters, ...objects.map((own) => own.name)] : all,
    mayPage: isPagingName(document, view),
    isRequired: view.required,
  }
  const own = readFilter(resource, source)
  if (own) return [own]
  if (!isObject || holdsPaging(view.name)) return []
  return [...viewObject(document.files, schema).properties.values()].flatMap(({ name: inner, node }) => {
    const part = { ...source, inner, name: inner, schema: node, candidates: all, mayPage: false, isRequired: false }
    return readFilter(resource, part) ?? []
  })
}

/** `status` for `filter[status]`: documents without deepObject use such names. */
const nameOf = ({ name }: ParameterView): string => {
  const [, inner, rest = ''] = /^(?:filters?|where|query|search)\[([^\]]+)\](.*)$/i.exec(name) ?? []
  return inner === undefined ? name : inner + rest
}

/** A parameter, or a property of one, that may be a filter. */
interface FilterSource {
  readonly parameter: string
  readonly inner: string | undefined
  readonly name: string
  readonly schema: Node
  readonly word: FilterWord | undefined
  /** The properties that it may name exactly. */
  readonly candidates: readonly string[]
  /** Whether the name may also select a page. */
  readonly mayPage: boolean
  readonly isRequired: boolean
}

const readFilter = (resource: Resource, source: FilterSource): ListFilter | undefined => {
  const { files } = resource.document
  const { properties } = viewObject(files, resource.schema)
  const found = findMeaning(resource, source, properties)
  if (!found) return undefined
  const { parameter, inner, schema, isRequired } = source
  const { property, match, isExclusive } = found
  const common = { parameter, inner, match, isExclusive, isRequired, fallback: findKeyword(files, schema, 'default') }
  const view = properties.get(property)
  const node = view?.node
  if (!node) {
    const searched = match === 'text' ? findSearched(resource, properties) : []
    const nothing = { isSplit: false, isIndexed: false, everything: undefined }
    const names = [...properties.keys()]
    return searched.length === 0 ? undefined : { ...common, ...nothing, property: '', searched, names, type: 'text' }
  }
  const { filterable, unique = [] } = resource
  const isOneValue = !typesOf(files, schema).has('array') && !typesOf(files, node).has('array')
  const hasIndex = filterable.includes(property) || unique.includes(property)
  return {
    ...common,
    property,
    ...(match === 'text' ? { searched: [property], names: [...properties.keys()] } : { searched: [] }),
    isSplit: match === 'any' || (match === 'equal' && hasPlainEnum(resource, node)),
    isIndexed: isOneValue && inner === undefined && match === 'equal' && hasIndex && (view.required || !isRequired),
    // A list matches if one of its items does.
    type: filterType(typesOf(files, itemsNode(files, node) ?? node)),
    everything: findEverything(resource, schema, node),
  }
}

/** The property, and how it is compared: as the overlay says, else a property's own name, else what the name says. */
const findMeaning = (
  { document: { files } }: Resource,
  { name, schema, word, candidates, mayPage }: FilterSource,
  properties: ReadonlyMap<string, PropertyView>,
): NamedFilter | undefined => {
  const types = typesOf(files, schema)
  const subject = { files, properties, types, format: findText(files, schema, 'format') }
  if (word?.match !== undefined) return { property: word.property ?? '', match: word.match, isExclusive: false }
  if (word?.property !== undefined) {
    const named = readFilterName(subject, name)
    return named?.property === word.property ? named : { property: word.property, ...equal }
  }
  const plain = plainName(name)
  const exact = candidates.includes(name) ? name : candidates.find((known) => plainName(known) === plain)
  if (exact !== undefined && !name.endsWith('[]')) return { property: exact, ...equal }
  const isTime = subject.format === 'date' || subject.format === 'date-time'
  const named = mayPage && !isTime ? undefined : readFilterName(subject, name)
  if (named) return named
  const isText = hasRole(plain, 'text-parameter') && (types.size === 0 || types.has('string'))
  return isText ? { property: '', match: 'text', isExclusive: false } : undefined
}

const filterType = (types: ReadonlySet<string>): ListFilter['type'] => {
  if (types.has('string')) return 'text'
  if (types.has('integer') || types.has('number')) return 'number'
  return types.has('boolean') ? 'boolean' : undefined
}

/** Strings that a person writes: not times, addresses, files and ids in a format. Also lists of them. */
const findSearched = (
  { document: { files } }: Resource,
  properties: ReadonlyMap<string, PropertyView>,
): readonly string[] =>
  [...properties.values()].flatMap(({ name, node }) => {
    const item = itemsNode(files, node) ?? node
    const format = findText(files, item, 'format')
    return typesOf(files, item).has('string') && (format === undefined || writtenFormats.has(format)) ? [name] : []
  })

const writtenFormats: ReadonlySet<string> = new Set(['email', 'hostname', 'phone', 'html', 'markdown', 'text'])

/** Whether a property has a fixed set of values, none with a comma. */
const hasPlainEnum = ({ document: { files } }: Resource, node: Node): boolean => {
  const members = itemsOf(findKeyword(files, itemsNode(files, node) ?? node, 'enum'))
  return members.length > 0 && members.every((member) => !String(member).includes(','))
}

/** `all` in `?role=all`, if no record can have that value. Some documents write null as a string. */
const findEverything = ({ document: { files } }: Resource, parameter: Node, property: Node): string | undefined => {
  const fallback = findKeyword(files, parameter, 'default')
  if (typeof fallback !== 'string' || !/^(all|any|none|null|\*)?$/i.test(fallback)) return undefined
  const allowed = findKeyword(files, property, 'enum')
  return Array.isArray(allowed) && allowed.includes(fallback) ? undefined : fallback
}

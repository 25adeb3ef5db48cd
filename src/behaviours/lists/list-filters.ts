/**
 * Which query parameters filter a list: those that are named as properties, alone or inside a parameter that is an object
 * (`filter[status]`). What has an index is asked of the store; a choice of several values, a range, and what moves on by
 * itself, is compared record by record.
 */
import type { Document } from '../../contract/document/document.ts'
import type { ParameterView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn, isObject } from '../../contract/values/is-object.ts'
import type { Json } from '../../ports.ts'
import type { PageQuery, StoredRecord } from '../../store/store.ts'
import { askedFilter, askedRole } from '../inference/query-words.ts'
import type { Resource } from '../records/resource.ts'
import { plainName } from '../records/words.ts'
import { holdsPaging } from './page-request.ts'

export interface ListFilter {
  readonly parameter: string
  /** The property of the parameter, where that is an object. */
  readonly inner: string | undefined
  readonly property: string
  /** Whether the store has an index of it, and the parameter is one value. */
  readonly isIndexed: boolean
  /** Whether the property holds texts, so that what was asked is compared as one. */
  readonly isText: boolean
  /** The parameter's default, where it names no value of the property but all of them. */
  readonly everything: Json | undefined
}

export const readFilters = (resource: Resource, views: readonly ParameterView[]): readonly ListFilter[] =>
  views.flatMap((view): readonly ListFilter[] => {
    const { document, filterable, unique = [], movingFilters } = resource
    const asked = askedFilter(view)
    if (view.in !== 'query' || !view.schema || asked === false) return []
    if (asked === undefined && (askedRole(view) || isPaging(document, view))) return []
    const all = [...viewObject(document.files, resource.schema).properties.keys()]
    const name = nameOf(view)
    const named = name === view.name ? [...filterable, ...unique, ...movingFilters] : all
    const own = readFilter(resource, named, { parameter: view.name, inner: undefined, name, node: view.schema })
    if (own) return [own]
    if (!typesOf(document.files, view.schema).has('object') || holdsPaging(view.name)) return []
    return [...viewObject(document.files, view.schema).properties.values()].flatMap(
      ({ name, node }) => readFilter(resource, all, { parameter: view.name, inner: name, name, node }) ?? [],
    )
  })

/** `status` of the parameter `filter[status]`, as documents without deepObject write it. */
const nameOf = (view: ParameterView): string =>
  askedFilter(view) || (/^(?:filters?|where|query|search)\[([^\]]+)\]$/i.exec(view.name)?.[1] ?? view.name)

interface Asker {
  readonly parameter: string
  readonly inner: string | undefined
  /** What it is called, be it the parameter or a property of it. */
  readonly name: string
  readonly node: Node
}

const readFilter = (
  { document, schema, filterable, unique = [] }: Resource,
  names: readonly string[],
  { parameter, inner, name, node: asker }: Asker,
): ListFilter | undefined => {
  const { files } = document
  const plain = plainName(name)
  const property = names.includes(name) ? name : names.find((known) => plainName(known) === plain)
  const node = property === undefined ? undefined : viewObject(files, schema).properties.get(property)?.node
  if (property === undefined || !node) return undefined
  const isOne = !typesOf(files, asker).has('array') && !typesOf(files, node).has('array')
  return {
    parameter,
    inner,
    property,
    isIndexed: isOne && inner === undefined && [...filterable, ...unique].includes(property),
    isText: typesOf(files, node).has('string'),
    everything: findEverything(document, asker, node),
  }
}

/** `all` of `?role=all`, where no record can have that value. */
const findEverything = ({ files }: Document, parameter: Node, property: Node): Json | undefined => {
  const given = findKeyword(files, parameter, 'default')
  const known = findKeyword(files, property, 'enum')
  const isNone = typeof given === 'string' && /^(all|any|none|\*)?$/i.test(given)
  return isNone && !(Array.isArray(known) && known.includes(given)) ? given : undefined
}

/** A record may have a property `limit`, and yet the parameter bounds the page. */
const isPaging = ({ files }: Document, { name, schema }: ParameterView): boolean =>
  schema !== undefined &&
  /^(limit|offset|page|per_?page|page_?size|cursor|sort|order|sort_?by|order_?by)$/i.test(name) &&
  typesOf(files, schema).size > 0

export interface AskedFilters {
  readonly indexed: PageQuery['filters']
  /** Undefined where nothing else is asked. */
  readonly test: ((record: StoredRecord) => boolean) | undefined
}

const nothingAsked: AskedFilters = { indexed: [], test: undefined }

export const askedFilters = (filters: readonly ListFilter[], query: ReadonlyMap<string, Json>): AskedFilters => {
  if (query.size === 0 || filters.length === 0) return nothingAsked
  const indexed: (readonly [string, Json])[] = []
  const tests: ((record: StoredRecord) => boolean)[] = []
  for (const { parameter, inner, property, isIndexed, isText, everything } of filters) {
    const given = query.get(parameter)
    const asked = inner === undefined || given === undefined ? given : (getOwn(given, inner) as Json | undefined)
    if (asked === undefined || asked === everything) continue
    if (isIndexed && typeof asked !== 'object') indexed.push([property, isText ? String(asked) : asked])
    else tests.push(({ value }) => fits(Object.hasOwn(value, property) ? value[property] : undefined, asked))
  }
  return { indexed, test: tests.length === 0 ? undefined : (record) => tests.every((test) => test(record)) }
}

const fits = (value: Json | undefined, asked: Json): boolean =>
  isObject(asked) && Object.keys(asked).some((name) => Object.hasOwn(ranges, name))
    ? isWithin(value, asked)
    : hasAny(value, asked)

/** Whether a value is one of those that are asked, or a list has one of them. */
const hasAny = (value: Json | undefined, asked: Json): boolean => {
  const wanted = (Array.isArray(asked) ? asked : [asked]).map(String)
  const held: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value]
  return held.flatMap(namesOf).some((one) => wanted.includes(one))
}

/** What a value is asked for by: itself, or what names it where it is an object, as a tag's name. */
const namesOf = (value: Json | undefined): readonly string[] => {
  if (value === undefined) return []
  if (!isObject(value)) return [String(value)]
  return ['id', 'name', 'key', 'slug'].flatMap((name) => {
    const named = getOwn(value, name)
    return named === undefined ? [] : [String(named)]
  })
}

type Ordered = string | number | bigint

/** `created[gte]`, as services write ranges. */
const ranges: Readonly<Record<string, (value: Ordered, bound: Ordered) => boolean>> = {
  gt: (value, bound) => value > bound,
  gte: (value, bound) => value >= bound,
  lt: (value, bound) => value < bound,
  lte: (value, bound) => value <= bound,
}

const isWithin = (value: Json | undefined, asked: object): boolean =>
  isOrdered(value) &&
  Object.entries(asked).every(([name, bound]) => {
    const holds = Object.hasOwn(ranges, name) ? ranges[name] : undefined
    return holds === undefined || (isOrdered(bound) && holds(value, bound))
  })

const isOrdered = (value: unknown): value is Ordered =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

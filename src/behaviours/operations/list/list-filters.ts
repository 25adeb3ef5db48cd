/**
 * Which query parameters filter a list: those that are named as properties, alone or inside a parameter that is an object
 * (`filter[status]`). What has an index is asked of the store; a choice of several values, a range, and what moves on by
 * itself, is compared record by record.
 */
import type { Document } from '../../../contract/document/document.ts'
import type { ParameterView } from '../../../contract/document/operation-view.ts'
import type { Node } from '../../../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import { getOwn, isJsonObject } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'
import type { PageQuery, StoredRecord } from '../../../store/store.ts'
import { askedFilter, askedRole } from '../../infer/query-words.ts'
import type { Resource } from '../../records/resource.ts'
import { plainName } from '../../records/words.ts'
import { holdsPaging, isPaging } from './page-request.ts'

export interface ListFilter {
  readonly parameter: string
  /** The property of the parameter, where that is an object. */
  readonly inner: string | undefined
  readonly property: string
  /** Whether the store has an index of it, and the parameter is one value. */
  readonly isIndexed: boolean
  /** What the property holds, so that what was asked is compared as that. */
  readonly holds: 'text' | 'number' | 'boolean' | undefined
  /** As `gte` of the parameter `created[gte]`. */
  readonly range: string | undefined
  /** The parameter's default, which is asked where nobody asks: what a record without the property is taken to have. */
  readonly fallback: Json | undefined
  /** The parameter's default, where it names no value of the property but all of them. */
  readonly everything: Json | undefined
}

export const readFilters = (resource: Resource, views: readonly ParameterView[]): readonly ListFilter[] =>
  views.flatMap((view): readonly ListFilter[] => {
    const { document, filterable, unique = [], movingFilters } = resource
    const asked = askedFilter(view)
    if (view.in !== 'query' || !view.schema || asked === false) return []
    if (asked === undefined && (askedRole(view) || isPaging(document, view, views))) return []
    const all = [...viewObject(document.files, resource.schema).properties.keys()]
    const { name, range } = readName(view)
    const named = name === view.name ? [...filterable, ...unique, ...movingFilters] : all
    const own = readFilter(resource, named, { parameter: view.name, inner: undefined, name, range, node: view.schema })
    if (own) return [own]
    if (!typesOf(document.files, view.schema).has('object') || holdsPaging(view.name)) return []
    return [...viewObject(document.files, view.schema).properties.values()].flatMap(
      ({ name, node }) =>
        readFilter(resource, all, { parameter: view.name, inner: name, name, range: undefined, node }) ?? [],
    )
  })

/** `status` of `filter[status]`, `created` and `gte` of `created[gte]`, as documents without deepObject write them. */
const readName = (view: ParameterView): { readonly name: string; readonly range: string | undefined } => {
  const inner = /^(?:filters?|where|query|search)\[([^\]]+)\](.*)$/i.exec(view.name)
  const whole = inner ? `${inner[1]}${inner[2]}` : view.name
  const [, name = whole, range] = /^([^[\]]+)\[(gte?|lte?)\]$/i.exec(whole) ?? []
  return { name: askedFilter(view) || name, range: range?.toLowerCase() }
}

interface Asker {
  readonly parameter: string
  readonly inner: string | undefined
  /** What it is called, be it the parameter or a property of it. */
  readonly name: string
  readonly range: string | undefined
  readonly node: Node
}

const readFilter = (
  { document, schema, filterable, unique = [] }: Resource,
  names: readonly string[],
  { parameter, inner, name, range, node: asker }: Asker,
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
    isIndexed: isOne && inner === undefined && range === undefined && [...filterable, ...unique].includes(property),
    holds: heldBy(typesOf(files, node)),
    range,
    fallback: findKeyword(files, asker, 'default'),
    everything: findEverything(document, asker, node),
  }
}

const heldBy = (types: ReadonlySet<string>): ListFilter['holds'] => {
  if (types.has('string')) return 'text'
  if (types.has('integer') || types.has('number')) return 'number'
  return types.has('boolean') ? 'boolean' : undefined
}

/** `all` of `?role=all`, where no record can have that value. */
const findEverything = ({ files }: Document, parameter: Node, property: Node): Json | undefined => {
  const given = findKeyword(files, parameter, 'default')
  const known = findKeyword(files, property, 'enum')
  const isNone = typeof given === 'string' && /^(all|any|none|\*)?$/i.test(given)
  return isNone && !(Array.isArray(known) && known.includes(given)) ? given : undefined
}

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
  for (const { parameter, inner, property, isIndexed, holds, range, everything, fallback } of filters) {
    const given = query.get(parameter)
    const asked = inner === undefined || given === undefined ? given : getOwn(given, inner)
    if (asked === undefined || asked === everything) continue
    const wanted = range === undefined ? asked : { [range]: asToCompare(asked, holds) }
    const isUsual = asked === fallback
    if (isIndexed && !isUsual && typeof asked !== 'object') indexed.push([property, asToCompare(asked, holds)])
    else tests.push(({ value }) => (Object.hasOwn(value, property) ? fits(value[property], wanted) : isUsual))
  }
  return { indexed, test: tests.length === 0 ? undefined : (record) => tests.every((test) => test(record)) }
}

/** `'1'` is asked of an integer where the parameter is a text. */
const asToCompare = (asked: Json, holds: ListFilter['holds']): Json => {
  if (holds === 'text') return typeof asked === 'object' ? asked : String(asked)
  if (typeof asked !== 'string') return asked
  if (holds === 'boolean') return asked === 'true' ? true : asked === 'false' ? false : asked
  if (holds !== 'number' || !/^-?\d+(\.\d+)?$/.test(asked)) return asked
  const number = Number(asked)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(asked) : number
}

const fits = (value: Json | undefined, asked: Json): boolean =>
  isJsonObject(asked) && Object.keys(asked).some((name) => Object.hasOwn(ranges, name))
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
  if (!isJsonObject(value)) return [String(value)]
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

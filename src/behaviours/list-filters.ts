/**
 * Which query parameters filter a list: those that are named as properties. What has an index is asked of the store;
 * a choice of several values, and what moves on by itself, is compared record by record.
 */
import type { Document } from '../contract/document/document.ts'
import type { ParameterView } from '../contract/document/operation-view.ts'
import type { Node } from '../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../contract/schema/schema-view.ts'
import type { Json } from '../ports.ts'
import type { PageQuery, StoredRecord } from '../store/store.ts'
import type { Resource } from './resource.ts'
import { plainName } from './words.ts'

export interface ListFilter {
  readonly parameter: string
  readonly property: string
  /** Whether the store has an index of it, and the parameter is one value. */
  readonly isIndexed: boolean
  /** Whether the property holds texts, so that what was asked is compared as one. */
  readonly isText: boolean
  /** The parameter's default, where it names no value of the property but all of them. */
  readonly everything: Json | undefined
}

export const readFilters = (
  { document, schema, filterable, unique = [], movingFilters }: Resource,
  views: readonly ParameterView[],
): readonly ListFilter[] => {
  const { properties } = viewObject(document.files, schema)
  const names = [...filterable, ...unique, ...movingFilters]
  return views.flatMap((view): readonly ListFilter[] => {
    if (view.in !== 'query' || !view.schema || isPaging(document, view)) return []
    const plain = plainName(view.name)
    const property = names.includes(view.name) ? view.name : names.find((name) => plainName(name) === plain)
    const node = property === undefined ? undefined : properties.get(property)?.node
    if (property === undefined || !node) return []
    const isOne = !typesOf(document.files, view.schema).has('array') && !typesOf(document.files, node).has('array')
    const isIndexed = isOne && !movingFilters.includes(property)
    const isText = typesOf(document.files, node).has('string')
    const everything = findEverything(document, view.schema, node)
    return [{ parameter: view.name, property, isIndexed, isText, everything }]
  })
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
  for (const { parameter, property, isIndexed, isText, everything } of filters) {
    const asked = query.get(parameter)
    if (asked === undefined || asked === everything) continue
    if (isIndexed && typeof asked !== 'object') indexed.push([property, isText ? String(asked) : asked])
    else tests.push(({ value }) => hasAny(Object.hasOwn(value, property) ? value[property] : undefined, asked))
  }
  return { indexed, test: tests.length === 0 ? undefined : (record) => tests.every((test) => test(record)) }
}

/** Whether a value is one of those that are asked, or a list has one of them. */
const hasAny = (value: Json | undefined, asked: Json): boolean => {
  const wanted = (Array.isArray(asked) ? asked : [asked]).map(String)
  const held: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value]
  return held.some((one) => one !== undefined && wanted.includes(String(one)))
}

/**
 * Makes what a page of a list says about itself agree: there are as many pages as the total needs, and this is one of them.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { drop } from './agree-events.ts'
import { page as pageList } from './agree-lists.ts'
import { type Agreeable, type AgreeingStep, findName, type Names } from './agreeable.ts'

export const pageName = /(^|_)(pages?|page_?(number|no|num|index|count|size))(_|$)|^(first|last|total_elements)$/

const patterns = {
  page: /^(page|page_?(number|no|num)|current_?page)$/,
  pages: /^(pages|total_?pages?|pages?_?(count|total)|last_?page|num_?pages|number_?of_?pages|max_?pages?)$/,
  size: /^(per_?page|page_?size|items_?per_?page|results_?per_?page|records_?per_?page|limit|size)$/,
  total: /^(total|count|total_?(count|items|results|elements|records|entries|hits|rows))$/,
  index: /^number$/,
  next: /^next_?page$/,
  previous: /^prev(ious)?_?page$/,
  first: /^(is_?)?first(_?page)?$/,
  last: /^(is_?)?last(_?page)?$/,
} as const

export const agreePages: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const find = (role: keyof typeof patterns, type: 'number' | 'boolean'): string | undefined =>
    findName(names, (name, { snake }) => patterns[role].test(snake) && typeof values.get(name) === type)
  const read = (name: string | undefined): number | undefined =>
    name === undefined ? undefined : Number(values.get(name))
  const set = (name: string | undefined, value: number | boolean): void => {
    if (name !== undefined && isFree(name)) values.set(name, value)
  }
  const [page, pages, size, total] = [
    find('page', 'number'),
    find('pages', 'number'),
    find('size', 'number'),
    find('total', 'number'),
  ]
  const [items, perPage] = [read(total), read(size)]
  if (pages !== undefined && items !== undefined && perPage !== undefined && perPage > 0)
    set(pages, Math.max(1, Math.ceil(items / perPage)))
  const [current, most] = [read(page), read(pages)]
  if (current !== undefined && most !== undefined && current > most) set(page, Math.min(1, most))
  // Spring counts pages from 0.
  const index = page === undefined && pages !== undefined && items !== undefined ? find('index', 'number') : undefined
  set(index, 0)
  set(index === undefined ? undefined : find('first', 'boolean'), true)
  set(index === undefined ? undefined : find('last', 'boolean'), read(pages) === 1)
  if (page === undefined) return
  const at = Number(values.get(page))
  const next = find('next', 'number')
  set(next, at + 1)
  // The last page has no next one.
  if (next !== undefined && isFree(next) && at >= (read(pages) ?? Number.POSITIVE_INFINITY)) drop(object, next)
  set(find('previous', 'number'), Math.max(0, at - 1))
  if (pages === undefined) return
  set(find('first', 'boolean'), at <= 1)
  set(find('last', 'boolean'), at >= Number(values.get(pages)))
}

/** An object that says which page of a list this is, or that has such an object. */
export const pagingName = /^_?(meta|meta_?data|page|paging|pagination|pager|page_?(info|meta|details?))$/

/** `meta.paging.total` beside a list that is shown as a whole. */
export const agreePaging: AgreeingStep = (object, names) => {
  const lists = [...names].filter(([name, { snake }]) => isJsonArray(object.values.get(name)) && pageList.test(snake))
  const [only] = lists.length === 1 ? lists : []
  const list = only === undefined ? undefined : object.values.get(only[0])
  if (!isJsonArray(list)) return
  for (const { name, snake } of names.values()) {
    const part = object.values.get(name)
    if (pagingName.test(snake) && isJsonObject(part) && object.isFree(name))
      object.values.set(name, withTotal(object, [name], part, list.length))
  }
}

const withTotal = (object: Agreeable, path: readonly string[], part: JsonObject, length: number): JsonObject => {
  const values = new Map<string, Json>(Object.entries(part))
  const names: Names = new Map([...values.keys()].map((name) => [name, object.readName(name)]))
  const isFree = (name: string): boolean => object.isFreeIn(...path, name)
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    if (pagingName.test(snake) && isJsonObject(value))
      values.set(name, withTotal(object, [...path, name], value, length))
    else if (typeof value !== 'number' || !isFree(name)) continue
    else if (patterns.total.test(snake)) values.set(name, length)
    else if (patterns.size.test(snake)) values.set(name, Math.max(value, length, 1))
  }
  agreePages({ ...object, values, isFree, emptiness: () => 'never' }, names)
  return Object.fromEntries(values)
}

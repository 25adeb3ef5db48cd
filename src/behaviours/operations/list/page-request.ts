/**
 * What a list's query asks of its page, by the parameters that the document declares: how many, from where, in which
 * order. By name, as documents call them in many ways.
 */
import type { Document } from '../../../contract/document/document.ts'
import type { ParameterView } from '../../../contract/document/operation-view.ts'
import { findKeyword, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import type { Json } from '../../../ports.ts'
import { askedFilter, askedRole, type PageRole } from '../../infer/query-words.ts'
import { plainName } from '../../records/words.ts'

/** Where in the query something is said: a parameter, or a property of one. */
export interface PagePart {
  readonly role: PageRole
  readonly parameter: string
  readonly property: string | undefined
  /** The number of the first page. */
  readonly first: number
}

export interface PageRequest {
  readonly limit: number
  readonly skip: number
  /** The number of the page, where pages are numbered. */
  readonly page: number | undefined
  /** The id after which, or before which, the page is. */
  readonly after: string | undefined
  readonly before: string | undefined
  readonly sort: readonly SortKey[]
  /** Whether a direction alone was asked for: the other way round. */
  readonly isReversed: boolean
}

export interface SortKey {
  readonly name: string
  readonly descending: boolean
}

const roles: readonly (readonly [PageRole, 'integer' | 'text', RegExp])[] = [
  [
    'limit',
    'integer',
    /^(limit|perpage|pagesize|pagelimit|maxresults|maxitems|top|first|take|size|rows|count|max|itemsperpage|numresults|resultsperpage)$/,
  ],
  // A number that is declared as a text, where its name can mean nothing else.
  ['limit', 'text', /^(limit|perpage|pagesize|pagelimit|maxresults|maxitems|itemsperpage)$/],
  ['offset', 'integer', /^(offset|skip|start|startindex|from|pageoffset|startat)$/],
  ['page', 'integer', /^(page|pagenumber|pageno|pageindex|currentpage|pagenum|number)$/],
  [
    'after',
    'text',
    /^(startingafter|after|cursor|pagetoken|nexttoken|nextpagetoken|continuationtoken|continue|marker|token|pagecursor|pageafter|nextcursor|offset|next|pagenext|exclusivestartkey)$/,
  ],
  ['before', 'text', /^(endingbefore|before|pagebefore|prevcursor|previouscursor)$/],
  ['sort', 'text', /^(sort|sortby|orderby|ordering|sortfield|sortkey|order)$/],
  ['direction', 'text', /^(direction|sortorder|sortdirection|orderdirection|sortdir|order|dir)$/],
]

/** Whether the properties of a parameter that is an object say something of the page: `page[size]`. */
export const holdsPaging = (parameter: string): boolean => /^(page|pages|paging|pagination|pager)$/i.test(parameter)

/** `taken` names parameters that filter. */
export const readPageParts = (
  document: Document,
  views: readonly ParameterView[],
  taken: ReadonlySet<string>,
): readonly PagePart[] => {
  const parts: PagePart[] = []
  const add = (view: ParameterView, schema: ParameterView['schema'], property: string | undefined): void => {
    const asked = askedRole(view)
    if (!schema || asked === false) return
    const role =
      asked ?? roleOf(document, schema, property === undefined ? view.name : `${view.name} ${property}`, property)
    const isTaken = parts.some((part) => part.role === role)
    if (role && !isTaken)
      parts.push({
        role,
        parameter: view.name,
        property,
        first:
          findKeyword(document.files, schema, 'minimum') === 0 || findKeyword(document.files, schema, 'default') === 0
            ? 0
            : 1,
      })
  }
  for (const view of views) {
    if (view.in !== 'query' || !view.schema || taken.has(view.name) || askedFilter(view)) continue
    if (!typesOf(document.files, view.schema).has('object')) add(view, view.schema, undefined)
    else if (holdsPaging(view.name))
      for (const { name, node } of viewObject(document.files, view.schema).properties.values()) add(view, node, name)
  }
  return parts
}

/** Whether a parameter bounds the page, as `count` beside `offset` does, although a record may have a property of its name. */
export const isPaging = (document: Document, view: ParameterView, views: readonly ParameterView[]): boolean => {
  const { schema, name } = view
  if (schema === undefined) return false
  if (pagingOnly.test(name)) return typesOf(document.files, schema).size > 0
  const roleOfOther = (other: ParameterView) => other.schema && roleOf(document, other.schema, other.name, undefined)
  const role = roleOf(document, schema, name, undefined)
  if (role !== 'limit' && role !== 'offset' && role !== 'page') return false
  return views.some((other) => other !== view && pagers.has(roleOfOther(other)) && roleOfOther(other) !== role)
}

/** Whatever else a list is asked. */
const pagingOnly = /^(limit|offset|page|per_?page|page_?size|cursor|sort|order|sort_?by|order_?by)$/i

const pagers: ReadonlySet<PageRole | undefined> = new Set(['limit', 'offset', 'page', 'after'])

const roleOf = (
  document: Document,
  schema: NonNullable<ParameterView['schema']>,
  name: string,
  property: string | undefined,
): PageRole | undefined => {
  const types = typesOf(document.files, schema)
  const kind = types.has('integer') || types.has('number') ? 'integer' : 'text'
  const isDirection = /^(asc|desc)/i.test(
    String((findKeyword(document.files, schema, 'enum') as Json[] | undefined)?.[0] ?? ''),
  )
  const names = property === undefined ? [plainName(name)] : [plainName(name), plainName(property)]
  const found = roles.find(
    ([role, wanted, pattern]) =>
      wanted === kind && names.some((plain) => pattern.test(plain)) && (role !== 'sort' || !isDirection),
  )
  return found?.[0]
}

const everything: PageRequest = {
  limit: Number.MAX_SAFE_INTEGER,
  skip: 0,
  page: undefined,
  after: undefined,
  before: undefined,
  sort: [],
  isReversed: false,
}

/** How many a page has where pages are numbered and nobody says. */
const usualSize = 20

export const readPageRequest = (parts: readonly PagePart[], query: ReadonlyMap<string, Json>): PageRequest => {
  if (query.size === 0 || parts.length === 0) return everything
  const found = new Map<PageRole, Json>()
  let first = 1
  for (const part of parts) {
    const value = valueOfPart(part, query)
    if (value === undefined) continue
    found.set(part.role, value)
    if (part.role === 'page') first = part.first
  }
  if (found.size === 0) return everything
  const page = numberOf(found.get('page'))
  const limit = numberOf(found.get('limit')) ?? (page === undefined ? Number.MAX_SAFE_INTEGER : usualSize)
  const skip = numberOf(found.get('offset')) ?? (page === undefined ? 0 : Math.max(0, page - first) * limit)
  const sort = readSort(found.get('sort'), found.get('direction'))
  return {
    limit,
    skip,
    page: page === undefined ? undefined : Math.max(page, first),
    after: textOf(found.get('after')),
    before: textOf(found.get('before')),
    sort,
    isReversed: sort.length === 0 && isDown(found.get('direction')),
  }
}

const valueOfPart = ({ parameter, property }: PagePart, query: ReadonlyMap<string, Json>): Json | undefined => {
  const value = query.get(parameter)
  if (property === undefined || value === undefined) return value
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Reflect.get(value, property) : undefined
}

const numberOf = (value: Json | undefined): number | undefined => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** `name`, `-created`, `+name`, `created:desc`, `name desc`, `name,desc`; several with commas. */
const readSort = (sort: Json | undefined, direction: Json | undefined): readonly SortKey[] => {
  const texts = Array.isArray(sort) ? sort.map(String) : typeof sort === 'string' ? sort.split(',') : []
  const keys: SortKey[] = []
  for (const text of texts) {
    const match = /^\s*([-+]?)\s*([^\s:]+)(?:[\s:.]+(asc|desc)\w*)?\s*$/i.exec(text)
    if (!match?.[2]) continue
    const last = keys.at(-1)
    if (last && /^(asc|desc)$/i.test(match[2])) keys[keys.length - 1] = { ...last, descending: isDown(match[2]) }
    else keys.push({ name: match[2], descending: match[1] === '-' || isDown(match[3]) || isDown(direction) })
  }
  return keys
}

const isDown = (direction: Json | undefined): boolean => typeof direction === 'string' && /^desc/i.test(direction)

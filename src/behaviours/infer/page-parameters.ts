/**
 * Which query parameters select a page of a list: its size, its start, its order. Recognized by name and type, because
 * every API has its own names.
 */
import type { Document } from '../../contract/document/document.ts'
import type { ParameterView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, type Role } from '../../contract/values/conventions.ts'
import { itemsOf } from '../../contract/values/json-object.ts'
import { plainName } from '../../contract/values/names.ts'
import type { PageParameter, PageRole } from '../plan/operation-plan.ts'
import { readFilterWord, readPageWord } from './query-words.ts'

const roles: readonly (readonly [PageRole, 'integer' | 'text', Role])[] = [
  ['limit', 'integer', 'limit-parameter'],
  ['limit', 'text', 'limit-text-parameter'],
  ['offset', 'integer', 'offset-parameter'],
  ['page', 'integer', 'page-parameter'],
  ['after', 'text', 'after-parameter'],
  ['before', 'text', 'before-parameter'],
  ['sort', 'text', 'sort-parameter'],
  ['direction', 'text', 'direction-parameter'],
]

/** Whether an object parameter of this name contains paging parameters: `page[size]`. */
export const holdsPaging = (parameter: string): boolean => hasRole(parameter.toLowerCase(), 'paging-parameter')

/** The first parameter of each role. `filters` are the names of parameters that filter. */
export const readPageParameters = (
  document: Document,
  views: readonly ParameterView[],
  filters: ReadonlySet<string>,
): readonly PageParameter[] => {
  const found = new Map<PageRole, PageParameter>()
  for (const view of views)
    if (view.in === 'query' && !filters.has(view.name) && !readFilterWord(view))
      for (const parameter of readViewParameters(document, view))
        if (!found.has(parameter.role) && !isAlwaysSent(view, parameter)) found.set(parameter.role, parameter)
  return [...found.values()]
}

/** The first page has no cursor: a `token` that is always required is something else, such as a credential. */
const isAlwaysSent = (view: ParameterView, { role }: PageParameter): boolean =>
  view.required && (role === 'after' || role === 'before') && readPageWord(view) === undefined

const readViewParameters = (document: Document, view: ParameterView): readonly PageParameter[] => {
  const { schema } = view
  const word = readPageWord(view)
  if (!schema || word === false) return []
  const { files } = document
  const read = (node: Node, property: string | undefined): readonly PageParameter[] => {
    const name = property === undefined ? view.name : `${view.name} ${property}`
    const role = word ?? roleOf(document, node, name, property)
    const first = role === 'offset' ? firstRecordOf(document, node) : firstPageOf(document, node)
    return role ? [{ role, parameter: view.name, property, first }] : []
  }
  if (!typesOf(files, schema).has('object')) return read(schema, undefined)
  if (!holdsPaging(view.name)) return []
  return [...viewObject(files, schema).properties.values()].flatMap(({ name, node }) => read(node, name))
}

const firstPageOf = ({ files }: Document, schema: Node): number =>
  findKeyword(files, schema, 'minimum') === 0 || findKeyword(files, schema, 'default') === 0 ? 0 : 1

/** An offset whose smallest value or default is 1 counts from 1. */
const firstRecordOf = ({ files }: Document, schema: Node): number =>
  findKeyword(files, schema, 'minimum') === 1 || findKeyword(files, schema, 'default') === 1 ? 1 : 0

/** Whether a parameter selects a page, as `count` beside `offset` does, even if a record has a property of that name. */
export const isPaging = (document: Document, view: ParameterView, views: readonly ParameterView[]): boolean => {
  const { schema, name } = view
  if (schema === undefined) return false
  if (pagingOnly.test(name)) return typesOf(document.files, schema).size > 0
  const role = roleOf(document, schema, name, undefined)
  if (role !== 'limit' && role !== 'offset' && role !== 'page') return false
  return views.some((other) => {
    const otherRole = other.schema && roleOf(document, other.schema, other.name, undefined)
    return other !== view && pagers.has(otherRole) && otherRole !== role
  })
}

/** Whether the name of a parameter is one that pages, wherever it is. */
export const isPagingName = (document: Document, { schema, name }: ParameterView): boolean =>
  schema !== undefined && roleOf(document, schema, name, undefined) !== undefined

/** Names that mean paging even if a record has a property of that name. */
const pagingOnly = /^(limit|offset|page|per_?page|page_?size|cursor|sort|order|sort_?by|order_?by)$/i

const pagers: ReadonlySet<PageRole | undefined> = new Set(['limit', 'offset', 'page', 'after'])

const roleOf = (
  { files }: Document,
  schema: Node,
  name: string,
  property: string | undefined,
): PageRole | undefined => {
  const types = typesOf(files, schema)
  const type = types.has('integer') || types.has('number') ? 'integer' : 'text'
  const [firstAllowed = ''] = itemsOf(findKeyword(files, schema, 'enum'))
  const isDirection = /^(asc|desc)/i.test(String(firstAllowed))
  const names = property === undefined ? [plainName(name)] : [plainName(name), plainName(property)]
  const found = roles.find(
    ([role, wanted, convention]) =>
      wanted === type && names.some((plain) => hasRole(plain, convention)) && (role !== 'sort' || !isDirection),
  )
  return found?.[0]
}

/**
 * Which fields of a list's envelope, and which response headers, report facts about the page: the total number of records,
 * whether there are more, the address of the next page. Recognized by name and schema.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { allowsNull, findText, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { plainName } from '../../contract/values/names.ts'
import type { PageFact, PageFieldPlan, PageHeaderPlan } from '../plan/operation-plan.ts'

type Type = 'integer' | 'boolean' | 'text'

interface Meaning {
  readonly type: Type
  readonly fact: PageFact
}

/** By type, in the order in which they are tried. */
const factsByType = {
  integer: ['total', 'pages', 'page', 'limit', 'offset', 'returned', 'end', 'next-page', 'previous-page', 'remaining'],
  boolean: ['has-more', 'has-previous', 'is-last'],
  text: ['next-cursor', 'previous-cursor', 'next-url', 'previous-url', 'first-url', 'last-url', 'self-url'],
} as const satisfies Record<Type, readonly PageFact[]>

const findFact = (name: string, type: Type): Meaning | undefined => {
  const fact = factsByType[type].find((one) => hasRole(plainName(name), `${one}-field`))
  return fact && { type, fact }
}

/** The fields of an envelope without the list itself. */
export const readPageFields = (
  document: Document,
  schema: Node,
  listPath: readonly string[],
): readonly PageFieldPlan[] => readFieldsBelow(document, schema, [], listPath)

const readFieldsBelow = (
  document: Document,
  schema: Node,
  parents: readonly string[],
  listPath: readonly string[],
): readonly PageFieldPlan[] =>
  [...viewObject(document.files, schema).properties.values()].flatMap((view): readonly PageFieldPlan[] => {
    const path = [...parents, view.name]
    if (path.join('/') === listPath.join('/')) return []
    const field = readField(document, view, path)
    if (field) return [field]
    const mayContainFields = listPath[parents.length] === view.name || hasRole(plainName(view.name), 'paging-field')
    return mayContainFields && path.length < 4 ? readFieldsBelow(document, view.node, path, listPath) : []
  })

const readField = (document: Document, view: PropertyView, path: readonly string[]): PageFieldPlan | undefined => {
  const { files } = document
  const { name, node, required } = view
  const types = typesOf(files, node)
  const isObject = types.has('object')
  const isLink = isObject && viewObject(files, node).properties.has('href')
  const link = isLink ? findFact(name, 'text') : undefined
  const meaning = link ?? (isObject ? undefined : findMeaning(document, view, path))
  if (!meaning) return undefined
  const isNullable = allowsNull(files, node)
  const zero = meaning.type === 'integer' ? 0 : ''
  const empty = isNullable ? null : required ? zero : undefined
  // A required link without an address is an empty object.
  const mayBeEmpty = required && viewObject(files, node).properties.get('href')?.required === false
  return {
    path,
    fact: meaning.fact,
    isLink: link !== undefined,
    pattern: meaning.type === 'text' ? findText(files, node, 'pattern') : undefined,
    absent: isObject ? (mayBeEmpty ? {} : undefined) : empty,
  }
}

const findMeaning = (
  { files }: Document,
  { name, node }: PropertyView,
  path: readonly string[],
): Meaning | undefined => {
  const types = typesOf(files, node)
  const accepted: readonly Type[] = [
    ...(types.has('integer') || types.has('number') ? (['integer'] as const) : []),
    ...(types.has('boolean') ? (['boolean'] as const) : []),
    ...(types.has('string') ? (['text'] as const) : []),
  ]
  const found = accepted.map((type) => findFact(name, type)).find((meaning) => meaning !== undefined)
  if (found?.type !== 'text') return found
  const format = findText(files, node, 'format')
  const mayBeAddress = format === 'uri' || format === 'uri-reference' || format === undefined
  // A top-level `href` may be the address of anything.
  return !mayBeAddress || (plainName(name) === 'href' && path.length === 1) ? undefined : found
}

const headerMeanings: readonly (readonly [RegExp, PageFact])[] = [
  [/^(x-)?(pagination-)?(total(-count|-items|-results)?|count)$/, 'total'],
  [/^(x-)?(pagination-)?(total-pages|page-count)$/, 'pages'],
  [/^(x-)?(pagination-)?(page|current-page|page-number)$/, 'page'],
  [/^(x-)?(pagination-)?(per-page|page-size|limit)$/, 'limit'],
  [/^(x-)?(pagination-)?offset$/, 'offset'],
  [/^(x-)?(pagination-)?next-page$/, 'next-page'],
  [/^(x-)?(pagination-)?prev(ious)?-page$/, 'previous-page'],
]

/** The documented headers (lower case) that report facts about a page, without Link. */
export const readPageHeaders = (headers: Iterable<string>): readonly PageHeaderPlan[] =>
  [...headers].flatMap((name) => {
    const found = headerMeanings.find(([names]) => names.test(name))
    return found ? [{ name, fact: found[1] }] : []
  })

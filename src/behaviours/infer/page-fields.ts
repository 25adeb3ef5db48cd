/**
 * Which fields of a list's envelope, and which response headers, report facts about the page: the total number of records,
 * whether there are more, the address of the next page. Recognized by name and schema.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { allowsNull, findText, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { plainName } from '../../contract/values/names.ts'
import type { PageFact, PageFieldPlan, PageHeaderPlan } from '../plan/operation-plan.ts'

type Type = 'integer' | 'boolean' | 'text'

interface Meaning {
  readonly type: Type
  readonly names: RegExp
  readonly fact: PageFact
}

const meanings: readonly Meaning[] = [
  {
    type: 'integer',
    names:
      /^(total|totalcount|totalitems|totalresults|itemstotal|totalrecords|totalentries|recordcount|totalelements|resultcount|totalsize|count|totalhits|results)$/,
    fact: 'total',
  },
  { type: 'integer', names: /^(totalpages|pagecount|pagestotal|pages|numpages|lastpage)$/, fact: 'pages' },
  { type: 'integer', names: /^(page|currentpage|pagenumber|pageno|pageindex|number)$/, fact: 'page' },
  { type: 'integer', names: /^(perpage|pagesize|limit|size|itemsperpage)$/, fact: 'limit' },
  { type: 'integer', names: /^(offset|skip|start|startindex)$/, fact: 'offset' },
  { type: 'integer', names: /^(returned|itemcount|numberofelements)$/, fact: 'returned' },
  { type: 'integer', names: /^(end)$/, fact: 'end' },
  { type: 'integer', names: /^(nextpage)$/, fact: 'next-page' },
  { type: 'integer', names: /^(previouspage|prevpage)$/, fact: 'previous-page' },
  { type: 'integer', names: /^(remainingitemcount)$/, fact: 'remaining' },
  {
    type: 'boolean',
    names: /^(hasmore|more|hasnext|hasnextpage|hasmoreitems|istruncated|truncated)$/,
    fact: 'has-more',
  },
  { type: 'boolean', names: /^(haspreviouspage|hasprevious|hasprev)$/, fact: 'has-previous' },
  { type: 'boolean', names: /^(last|islast|islastpage|done)$/, fact: 'is-last' },
  {
    type: 'text',
    names:
      /^(nextcursor|nextpagetoken|nexttoken|cursor|continue|continuationtoken|endcursor|after|nextmarker|marker|offset|lastevaluatedkey)$/,
    fact: 'next-cursor',
  },
  { type: 'text', names: /^(startcursor|before|prevcursor|previouscursor)$/, fact: 'previous-cursor' },
  {
    type: 'text',
    names: /^(next|nextpage|nextpageuri|nextpageurl|nexturl|nextlink|nexthref|odatanextlink)$/,
    fact: 'next-url',
  },
  {
    type: 'text',
    names: /^(prev|previous|prevpage|previouspage|previouspageuri|previouspageurl|previousurl|prevurl|previouslink)$/,
    fact: 'previous-url',
  },
  { type: 'text', names: /^(first|firstpage|firstpageuri|firstpageurl|firsturl)$/, fact: 'first-url' },
  { type: 'text', names: /^(last|lastpage|lastpageuri|lastpageurl|lasturl)$/, fact: 'last-url' },
  { type: 'text', names: /^(self|selfurl|uri|url|href)$/, fact: 'self-url' },
]

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
    const mayContainFields = listPath[parents.length] === view.name || containers.test(plainName(view.name))
    return mayContainFields && path.length < 4 ? readFieldsBelow(document, view.node, path, listPath) : []
  })

const containers =
  /^(meta|metadata|links|pagination|paging|pageinfo|page|pages|cursors?|cursor|info|pager|responsemetadata)$/

const readField = (document: Document, view: PropertyView, path: readonly string[]): PageFieldPlan | undefined => {
  const { files } = document
  const { name, node, required } = view
  const types = typesOf(files, node)
  const isObject = types.has('object')
  const isLink = isObject && viewObject(files, node).properties.has('href')
  const link = isLink ? meanings.find(({ type, names }) => type === 'text' && names.test(plainName(name))) : undefined
  const meaning = link ?? (isObject ? undefined : findMeaning(document, view, path))
  if (!meaning) return undefined
  const isNullable = allowsNull(files, node)
  const zero = meaning.type === 'integer' ? 0 : ''
  const empty = isNullable ? null : required ? zero : undefined
  return {
    path,
    fact: meaning.fact,
    isLink: link !== undefined,
    pattern: meaning.type === 'text' ? findText(files, node, 'pattern') : undefined,
    absent: isObject ? undefined : empty,
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
  const plain = plainName(name)
  const found = meanings.find(({ type, names }) => accepted.includes(type) && names.test(plain))
  if (found?.type !== 'text') return found
  const format = findText(files, node, 'format')
  const mayBeAddress = format === 'uri' || format === 'uri-reference' || format === undefined
  // A top-level `href` may be the address of anything.
  return !mayBeAddress || (plain === 'href' && path.length === 1) ? undefined : found
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

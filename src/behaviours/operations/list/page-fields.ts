/**
 * What an envelope or its headers say of a page: how many there are in all, whether there are more, how to get them.
 * Which property says what is read off its name and schema, once.
 */
import type { Document } from '../../../contract/document/document.ts'
import type { Node } from '../../../contract/document/references.ts'
import { compilePattern, type Pattern } from '../../../contract/patterns/pattern.ts'
import { allowsNull, findText, type PropertyView, typesOf, viewObject } from '../../../contract/schema/schema-view.ts'
import type { Json } from '../../../ports.ts'
import { plainName } from '../../records/words.ts'

/** What is known of a page. */
export interface PageFacts {
  /** How many fit in all; 0 where nobody asks for it. */
  readonly total: number
  readonly returned: number
  readonly limit: number
  readonly skip: number
  readonly page: number
  readonly hasMore: boolean
  /** Whether there are records before it. */
  readonly hasLess: boolean
  /** The id of the last record that is shown. */
  readonly last: string | undefined
  readonly firstId: string | undefined
  /** Addresses; undefined where there is no such page. */
  readonly self: string
  readonly next: string | undefined
  readonly previous: string | undefined
  readonly firstPage: string
  readonly lastPage: string | undefined
}

export interface PageField {
  readonly path: readonly string[]
  readonly read: (facts: PageFacts) => Json | undefined
  /** What stands there where there is nothing to say; undefined: the property is left out. */
  readonly absent: Json | undefined
  /** Whether it has to be counted how many fit in all. */
  readonly counts: boolean
}

type Kind = 'integer' | 'boolean' | 'text'

interface Meaning {
  readonly kind: Kind
  readonly names: RegExp
  readonly read: (facts: PageFacts) => Json | undefined
  readonly counts?: boolean
}

/** How many pages there are; one where there is nothing. */
export const pagesOf = ({ total, limit }: PageFacts): number =>
  Math.max(1, Math.ceil(total / Math.max(1, Math.min(limit, total))))

const meanings: readonly Meaning[] = [
  {
    kind: 'integer',
    names:
      /^(total|totalcount|totalitems|totalresults|itemstotal|totalrecords|totalentries|recordcount|totalelements|resultcount|totalsize|count|totalhits|results)$/,
    read: ({ total }) => total,
    counts: true,
  },
  {
    kind: 'integer',
    names: /^(totalpages|pagecount|pagestotal|pages|numpages|lastpage)$/,
    read: pagesOf,
    counts: true,
  },
  { kind: 'integer', names: /^(page|currentpage|pagenumber|pageno|pageindex|number)$/, read: ({ page }) => page },
  {
    kind: 'integer',
    names: /^(perpage|pagesize|limit|size|itemsperpage)$/,
    read: ({ limit }) => limit,
  },
  { kind: 'integer', names: /^(offset|skip|start|startindex)$/, read: ({ skip }) => skip },
  { kind: 'integer', names: /^(returned|itemcount|numberofelements)$/, read: ({ returned }) => returned },
  { kind: 'integer', names: /^(end)$/, read: ({ skip, returned }) => Math.max(0, skip + returned - 1) },
  { kind: 'integer', names: /^(nextpage)$/, read: ({ hasMore, page }) => (hasMore ? page + 1 : undefined) },
  {
    kind: 'integer',
    names: /^(previouspage|prevpage)$/,
    read: ({ hasLess, page }) => (hasLess ? page - 1 : undefined),
  },
  {
    kind: 'integer',
    names: /^(remainingitemcount)$/,
    read: ({ hasMore, total, skip, returned }) => (hasMore ? total - skip - returned : undefined),
    counts: true,
  },
  {
    kind: 'boolean',
    names: /^(hasmore|more|hasnext|hasnextpage|hasmoreitems|istruncated|truncated)$/,
    read: ({ hasMore }) => hasMore,
  },
  { kind: 'boolean', names: /^(haspreviouspage|hasprevious|hasprev)$/, read: ({ hasLess }) => hasLess },
  { kind: 'boolean', names: /^(last|islast|islastpage|done)$/, read: ({ hasMore }) => !hasMore },
  {
    kind: 'text',
    names:
      /^(nextcursor|nextpagetoken|nexttoken|cursor|continue|continuationtoken|endcursor|after|nextmarker|marker|offset|lastevaluatedkey)$/,
    read: ({ hasMore, last }) => (hasMore ? last : undefined),
  },
  {
    kind: 'text',
    names: /^(startcursor|before|prevcursor|previouscursor)$/,
    read: ({ hasLess, firstId }) => (hasLess ? firstId : undefined),
  },
  {
    kind: 'text',
    names: /^(next|nextpage|nextpageuri|nextpageurl|nexturl|nextlink|nexthref|odatanextlink)$/,
    read: ({ next }) => next,
  },
  {
    kind: 'text',
    names: /^(prev|previous|prevpage|previouspage|previouspageuri|previouspageurl|previousurl|prevurl|previouslink)$/,
    read: ({ previous }) => previous,
  },
  { kind: 'text', names: /^(first|firstpage|firstpageuri|firstpageurl|firsturl)$/, read: ({ firstPage }) => firstPage },
  {
    kind: 'text',
    names: /^(last|lastpage|lastpageuri|lastpageurl|lasturl)$/,
    read: ({ lastPage }) => lastPage,
    counts: true,
  },
  { kind: 'text', names: /^(self|selfurl|uri|url|href)$/, read: ({ self }) => self },
]

/** The fields of an envelope; the list itself is passed over. */
export const readPageFields = (document: Document, schema: Node, listPath: readonly string[]): readonly PageField[] =>
  fieldsBelow(document, schema, [], listPath)

const fieldsBelow = (
  document: Document,
  schema: Node,
  holder: readonly string[],
  listPath: readonly string[],
): readonly PageField[] =>
  [...viewObject(document.files, schema).properties.values()].flatMap((view): readonly PageField[] => {
    const path = [...holder, view.name]
    if (path.join('/') === listPath.join('/')) return []
    const meaning = meaningOf(document, view, holder)
    if (meaning) return [fieldOf(document, view, path, meaning)]
    const isHolder = listPath[holder.length] === view.name || holders.test(plainName(view.name))
    return isHolder && path.length < 4 ? fieldsBelow(document, view.node, path, listPath) : []
  })

const holders =
  /^(meta|metadata|links|pagination|paging|pageinfo|page|pages|cursors?|cursor|info|pager|responsemetadata)$/

const meaningOf = (
  document: Document,
  { name, node }: PropertyView,
  holder: readonly string[],
): Meaning | undefined => {
  const types = typesOf(document.files, node)
  const plain = plainName(name)
  const linked =
    types.has('object') && viewObject(document.files, node).properties.has('href') ? linkMeaning(plain) : undefined
  if (linked) return linked
  if (types.has('object')) return undefined
  const kinds: readonly Kind[] = [
    ...(types.has('integer') || types.has('number') ? (['integer'] as const) : []),
    ...(types.has('boolean') ? (['boolean'] as const) : []),
    ...(types.has('string') ? (['text'] as const) : []),
  ]
  const format = findText(document.files, node, 'format')
  const found = meanings.find(({ kind, names }) => kinds.includes(kind) && names.test(plain))
  // An address below the top that is not among links may be anything's.
  const isAddress = format === 'uri' || format === 'uri-reference' || format === undefined
  return found?.kind === 'text' && (!isAddress || (plain === 'href' && holder.length === 0)) ? undefined : found
}

/** `{next: {href}}`, as in HAL. */
const linkMeaning = (plain: string): Meaning | undefined => {
  const found = meanings.find(({ kind, names }) => kind === 'text' && names.test(plain))
  return (
    found && {
      ...found,
      read: (facts) => {
        const href = found.read(facts)
        return href === undefined ? undefined : { href }
      },
    }
  )
}

const fieldOf = (
  { files }: Document,
  { node, required }: PropertyView,
  path: readonly string[],
  { read, kind, counts = false }: Meaning,
): PageField => {
  const pattern = readPattern(findText(files, node, 'pattern'))
  const shorten = kind === 'text' && pattern ? createShortener(pattern) : undefined
  const nothing = allowsNull(files, node) ? null : kind === 'integer' ? 0 : ''
  const absent = typesOf(files, node).has('object')
    ? undefined
    : required
      ? nothing
      : allowsNull(files, node)
        ? null
        : undefined
  return { path, read: shorten ? (facts) => shorten(read(facts)) : read, absent, counts }
}

/** Undefined where it is none; that is told when the schema is compiled. */
const readPattern = (source: string | undefined): Pattern | undefined => {
  try {
    return source === undefined ? undefined : compilePattern(source)
  } catch {
    return undefined
  }
}

/** An address without its origin, and without its query, where only that is what the document takes. */
const createShortener = (pattern: Pattern) => {
  const { test } = pattern
  return (value: Json | undefined): Json | undefined => {
    if (typeof value !== 'string' || test(value) || !URL.canParse(value)) return value
    const { pathname, search } = new URL(value)
    return [pathname + search, pathname].find(test) ?? value
  }
}

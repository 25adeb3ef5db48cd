/**
 * Which property of a record is its id: the one that the overlay names, else the one that the path parameter or the
 * resource is named after, else the one that is usually it.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import { findExtension, type Problem } from './extension.ts'

/** What the paths say of a resource's ids. */
export interface IdHints {
  /** The last named segment of the collection's path. */
  readonly name: string
  /** The path parameter of its items. */
  readonly parameter: string | undefined
  /** The schema of that parameter. */
  readonly address: Node | undefined
  /** Whether it is known that there are records, so that an object of which nothing is said is one. Default: it is not. */
  readonly isKnown?: boolean
}

export interface InferredId {
  /** Where the id is in a record, name by name; undefined where no property is it. */
  readonly path: readonly string[] | undefined
  readonly reason: string
  /** Whether it is no more than a name, which an id that is told elsewhere goes before. */
  readonly isWeak: boolean
  /** A property that would be it, could its values stand in the address. */
  readonly unaddressed: string | undefined
  readonly problems: readonly Problem[]
}

export const inferId = (document: Document, schema: Node, hints: IdHints): InferredId => {
  const { properties } = viewObject(document.files, schema)
  const asked = findExtension(document.files, schema, 'x-standin-id')
  if (asked) {
    const named = typeof asked.value === 'string' && properties.has(asked.value) ? asked.value : undefined
    if (named === undefined) return { ...noId, reason: '', problems: [unknownId(asked, properties)] }
    return { ...noId, path: [named], reason: 'x-standin-id names it' }
  }
  const marked = [...properties.values()].find(({ node }) => findKeyword(document.files, node, 'x-standin-id') === true)
  if (marked) return { ...noId, path: [marked.name], reason: 'x-standin-id marks it' }
  const guessed = guessId(document, properties, hints)
  if (guessed)
    return { ...noId, ...guessed, isWeak: guessed.isUsual === true && weak.has(plainName(guessed.path[0] ?? '')) }
  const unaddressed = guessId(document, properties, { ...hints, address: undefined })?.path.join('.')
  return { ...noId, unaddressed }
}

const noId: InferredId = {
  path: undefined,
  reason: 'no property looks like one',
  isWeak: false,
  unaddressed: undefined,
  problems: [],
}

/** Whether a schema has a property that is surely its id: what tells a record from an envelope around it. */
export const hasSureId = (document: Document, schema: Node, hints: IdHints): boolean => {
  const { properties } = viewObject(document.files, schema)
  return surest(document, properties, { ...hints, address: undefined }) !== undefined
}

interface Guess {
  readonly path: readonly string[]
  readonly reason: string
  /** Whether it is one for no other reason than that such a property often is. */
  readonly isUsual?: true
}

type Properties = ReadonlyMap<string, PropertyView>

const guessId = (document: Document, properties: Properties, hints: IdHints): Guess | undefined =>
  surest(document, properties, hints) ?? inner(document, properties, hints) ?? usual(document, properties, hints)

const surest = (document: Document, properties: Properties, hints: IdHints): Guess | undefined => {
  const { name, parameter, address } = hints
  const find = createFinder(document, properties, (node) => mayStandIn(document, node, address))
  const given = parameter === undefined ? undefined : plainName(parameter)
  const tail = parameter === undefined ? undefined : wordsOf(parameter).at(-1)
  const singular = singularOf(plainName(name))
  const tries: readonly (readonly [string | undefined, string])[] = [
    [parameter, 'it is named as the path parameter'],
    [given, 'it is named as the path parameter'],
    [tail === 'id' ? undefined : tail, 'the path parameter ends in its name'],
    ['id', 'it is the id'],
    [tail, 'the path parameter ends in its name'],
    [`${singular}id`, 'it is named after the resource'],
    ['uuid', 'it is unique by its name'],
    ['sid', 'it is unique by its name'],
    ['gid', 'it is unique by its name'],
    ['uid', 'it is unique by its name'],
  ]
  for (const [wanted, reason] of tries) {
    const found = wanted === undefined ? undefined : find(wanted)
    if (found !== undefined) return { path: [found], reason }
  }
  return undefined
}

/** In what describes a record: `metadata.name` for {name}. */
const inner = (document: Document, properties: Properties, { parameter }: IdHints): Guess | undefined => {
  if (parameter === undefined) return undefined
  for (const holder of ['metadata', 'meta', 'attributes', 'sys', 'info']) {
    const node = properties.get(holder)?.node
    const held = node && viewObject(document.files, node).properties
    const found = held && (createFinder(document, held)(plainName(parameter)) ?? createFinder(document, held)('id'))
    if (found !== undefined) return { path: [holder, found], reason: `${holder} has it, named as the path parameter` }
  }
  return undefined
}

const usual = (document: Document, properties: Properties, { address, parameter }: IdHints): Guess | undefined => {
  const find = createFinder(document, properties, (node) => alwaysStandsIn(document, node, address))
  const given = plainName(parameter ?? '')
  const longer = given === '' ? [] : [`${given}name`, `${given}key`, `${given}code`]
  const found = [...longer, ...usualNames].map(find).find(Boolean)
  return found === undefined ? undefined : { path: [found], reason: 'such a property usually is it', isUsual: true }
}

const usualNames: readonly string[] =
  'key,code,slug,name,number,identifier,reference,sha,login,username,handle,symbol,hostname,domain,email'.split(',')

/** What has such a property may yet have an id that is told elsewhere. */
const weak: ReadonlySet<string> = new Set('name,login,username,handle,symbol,hostname,domain,email'.split(','))

/** Of an id's schema: what its values look like in an address. */
const formOf = (document: Document, node: Node): 'digits' | 'uuid' | 'text' | undefined => {
  const types = typesOf(document.files, node)
  const isNumber = types.has('integer') || types.has('number')
  if (isNumber === types.has('string')) return undefined
  if (isNumber) return 'digits'
  return findKeyword(document.files, node, 'format') === 'uuid' ? 'uuid' : 'text'
}

/** A text may be made of digits, or be a UUID; a number is never a UUID. */
const mayStandIn = (document: Document, node: Node, address: Node | undefined): boolean => {
  const forms = new Set(address ? [formOf(document, node), formOf(document, address)] : [])
  return !(forms.has('digits') && forms.has('uuid'))
}

/** What clients choose for themselves does not look like numbers or UUIDs, unless it has to. */
const alwaysStandsIn = (document: Document, node: Node, address: Node | undefined): boolean => {
  const wanted = address && formOf(document, address)
  return wanted === undefined || wanted === 'text' || formOf(document, node) === wanted
}

/** Finds a property that may be an id by its name, to the letter before all else. */
const createFinder =
  (
    document: Document,
    properties: Properties,
    fits: (node: Node) => boolean = () => true,
  ): ((wanted: string) => string | undefined) =>
  (wanted) => {
    const name = properties.has(wanted) ? wanted : plainNames(properties).get(wanted)
    const view = name === undefined ? undefined : properties.get(name)
    return view && isScalar(document, view.node) && fits(view.node) ? name : undefined
  }

/** The first of those that read the same. */
const plainNames = memoize((properties: Properties): ReadonlyMap<string, string> => {
  const plain = new Map<string, string>()
  for (const name of properties.keys()) if (!plain.has(plainName(name))) plain.set(plainName(name), name)
  return plain
})

const isScalar = (document: Document, node: Node): boolean => {
  const types = typesOf(document.files, node)
  return (types.size === 0 || ['string', 'integer', 'number'].some((type) => types.has(type))) && !types.has('object')
}

const unknownId = (asked: Node, properties: Properties): Problem => ({
  node: asked,
  message: `x-standin-id: ${JSON.stringify(asked.value)} names no property of the schema; it has ${[...properties.keys()].join(', ')}`,
})

/**
 * Which property of a record is its id: the one named in the overlay, otherwise one named like the path parameter or the
 * resource, otherwise one with a usual name.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole, isUuidFormat, namesOf } from '../../contract/values/conventions.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import { findExtension, type Problem } from './extension.ts'

/** What the paths show about the ids of a resource. */
export interface IdHints {
  /** The last named segment of the collection's path. */
  readonly name: string
  /** The path parameter of its items; the part that means the id, if it accepts other keys too. */
  readonly parameter: string | undefined
  /** Plain names of the other properties that the path parameter accepts: `name` for {idOrName}. */
  readonly otherKeys: readonly string[]
  /** Plain names of the parents in the path, in singular, and of the parameters that name them. */
  readonly parents: readonly string[]
  /** The schema of that parameter. */
  readonly address: Node | undefined
  /** Plain names of what a creation takes; undefined if no creation takes an object. */
  readonly sent: ReadonlySet<string> | undefined
  /** Plain names of what a creation requires and no change takes; undefined if nothing changes a record. */
  readonly fixed: ReadonlySet<string> | undefined
  /** Whether there certainly are records, so that a schema that allows any object is one. Default: false. */
  readonly isKnown?: boolean
}

export interface InferredId {
  /** The property names that lead to the id; undefined if no property is the id. */
  readonly path: readonly string[] | undefined
  readonly reason: string
  /** Whether it is only a name. An id that is shown elsewhere is preferred. */
  readonly isWeak: boolean
  /** A property that would be the id if its type fitted the path parameter. */
  readonly unaddressed: string | undefined
  readonly problems: readonly Problem[]
}

export const inferId = (document: Document, schema: Node, hints: IdHints): InferredId => {
  const { properties } = viewObject(document.files, schema)
  const word = findExtension(document.files, schema, 'x-standin-id')
  if (word) {
    const named = typeof word.value === 'string' && properties.has(word.value) ? word.value : undefined
    if (named === undefined) return { ...noId, reason: '', problems: [unknownId(word, properties)] }
    return { ...noId, path: [named], reason: 'named by x-standin-id' }
  }
  const marked = [...properties.values()].find(({ node }) => findKeyword(document.files, node, 'x-standin-id') === true)
  if (marked) return { ...noId, path: [marked.name], reason: 'marked by x-standin-id' }
  const guessed = guessId(document, properties, hints)
  if (guessed)
    return {
      ...noId,
      ...guessed,
      isWeak: guessed.isUsual === true && hasRole(plainName(guessed.path[0] ?? ''), 'weak-id'),
    }
  const unaddressed = guessId(document, properties, { ...hints, address: undefined })?.path.join('.')
  return { ...noId, unaddressed }
}

/**
 * The id of a record, also if nothing but the creation and the changes show that it is one. For {id} or {memberKey}, the only property
 * that ends in the same word and that the creation does not take: clients send the ids of other records, but not a new one. Otherwise the
 * only one that the creation requires and no change takes.
 */
export const inferRecordId = (document: Document, schema: Node, hints: IdHints): InferredId => {
  const inferred = inferId(document, schema, hints)
  const { parameter, address, sent, fixed, parents } = hints
  const word = wordsOf(parameter ?? '').at(-1) ?? ''
  if (inferred.path || inferred.problems.length > 0 || !sent || !hasRole(word, 'id-word')) return inferred
  const own = [...viewObject(document.files, schema).properties.values()].filter(({ name, node }) => {
    const plain = plainName(name)
    const isOther = parents.includes(plain) || hasRole(plain, 'other-id')
    return !isOther && wordsOf(name).at(-1) === word && isScalar(document, node) && canMatch(document, node, address)
  })
  const isNew = ({ name }: PropertyView): boolean => !sent.has(plainName(name))
  const isFixed = ({ name, node }: PropertyView): boolean =>
    fixed?.has(plainName(name)) === true && isSureToMatch(document, node, address)
  return (
    onlyId(own.filter(isNew), 'it is the only id that the creation does not take') ??
    onlyId(own.filter(isFixed), 'it is the only id that the creation requires and no change takes') ??
    inferred
  )
}

const onlyId = ([only, ...others]: readonly PropertyView[], reason: string): InferredId | undefined =>
  only && others.length === 0 ? { ...noId, path: [only.name], reason, isWeak: true } : undefined

const noId: InferredId = {
  path: undefined,
  reason: 'no property looks like an id',
  isWeak: false,
  unaddressed: undefined,
  problems: [],
}

/** Whether a schema has a property that is certainly its id. This distinguishes a record from an envelope. */
export const hasSureId = (document: Document, schema: Node, hints: IdHints): boolean => {
  const { properties } = viewObject(document.files, schema)
  return findCertain(document, properties, { ...hints, address: undefined }) !== undefined
}

interface Guess {
  readonly path: readonly string[]
  readonly reason: string
  /** Whether only the usual meaning of its name makes it an id. */
  readonly isUsual?: true
}

type Properties = ReadonlyMap<string, PropertyView>

const guessId = (document: Document, properties: Properties, hints: IdHints): Guess | undefined =>
  findCertain(document, properties, hints) ??
  findNested(document, properties, hints) ??
  findUsual(document, properties, hints)

const findCertain = (document: Document, properties: Properties, hints: IdHints): Guess | undefined => {
  const { name, parameter, address, parents } = hints
  const find = createFinder(document, properties, (node) => canMatch(document, node, address))
  const given = parameter === undefined ? undefined : plainName(parameter)
  const words = parameter === undefined ? [] : wordsOf(parameter)
  // {id_keyword} is the id of a keyword, like {keywordId}.
  const isId = words.at(-1) === 'id' || (words.length > 1 && words[0] === 'id')
  // Most schemas have one of the first names.
  const tries: readonly (readonly [reason: string, wanted: () => Iterable<string | undefined>])[] = [
    ['it has the name of the path parameter', () => [parameter, given]],
    ['the path parameter ends in its name', () => (isId ? [] : endsOf(words))],
    ['its name is id', () => ['id']],
    ['the path parameter ends in its name', () => (isId ? endsOf(words) : [])],
    ['the path parameter begins with its name', () => (isId ? [] : startsOf(words))],
    ['it is named after the resource', () => namesAfter(name).map((own) => `${own}id`)],
    ['it is named after the parent and the resource', () => namesWithin(parents, name, words)],
    ['its name means a unique id', () => (isNamedByClients(document, properties, hints) ? [] : namesOf('id'))],
  ]
  for (const [reason, wanted] of tries)
    for (const one of wanted()) {
      const found = one === undefined ? undefined : find(one)
      if (found !== undefined) return { path: [found], reason }
    }
  return undefined
}

/** {cluster} of clusters, whose `name` clients choose, while a `uid` is read-only: the path has the name. */
const isNamedByClients = ({ files }: Document, properties: Properties, { name, parameter = '' }: IdHints): boolean => {
  const isReadOnly = (view: PropertyView): boolean => findKeyword(files, view.node, 'readOnly') === true
  const given = plainName(parameter)
  const own = properties.get('name')
  const unique = [...properties.values()].filter((view) => hasRole(plainName(view.name), 'id'))
  return singularOf(plainName(name)) === given && own !== undefined && !isReadOnly(own) && unique.every(isReadOnly)
}

/** The ends of a name without the whole name, as plain names, the longest first: `serialid` and `id` of letterSerialId. */
const endsOf = (words: readonly string[]): readonly string[] =>
  words.length < 2 ? words : words.slice(1).map((_, index) => words.slice(index + 1).join(''))

/** `domain` of domainName, `ip` of ip_address: what a name, key or address is of. */
const startsOf = (words: readonly string[]): readonly string[] =>
  words.length > 1 && (hasRole(words.at(-1) ?? '', 'general-id') || hasRole(words.at(-1) ?? '', 'value-word'))
    ? [words.slice(0, -1).join('')]
    : []

/** `groupmemberid` of /groups/{groupId}/members/{memberId}. */
const namesWithin = (parents: readonly string[], name: string, words: readonly string[]): readonly string[] => {
  // Where the paths have only parameters, the resource has no name.
  const own = name === '' ? [] : namesAfter(name).map((one) => `${one}id`)
  // A parent and a single word can be the parent's own id.
  if (words.length > 1) own.unshift(words.join(''))
  return parents.flatMap((parent) => own.map((one) => parent + one))
}

/** What a record may be called: the name in singular or plural, or the last words of it: `festival` of summer-festivals. */
export const namesAfter = (name: string): readonly string[] => {
  const words = wordsOf(name)
  const ends = [plainName(name), ...endsOf(words)]
  return [...new Set(ends.flatMap((end) => [singularOf(end), end]))]
}

/** Inside an object that describes the record: `metadata.name` for {name}. */
const findNested = (document: Document, properties: Properties, { parameter }: IdHints): Guess | undefined => {
  if (parameter === undefined) return undefined
  for (const holder of namesOf('id-holder')) {
    const node = properties.get(holder)?.node
    const held = node && viewObject(document.files, node).properties
    const found = held && (createFinder(document, held)(plainName(parameter)) ?? createFinder(document, held)('id'))
    if (found !== undefined)
      return { path: [holder, found], reason: `${holder} contains it under the name of the path parameter` }
  }
  return undefined
}

const findUsual = (document: Document, properties: Properties, hints: IdHints): Guess | undefined => {
  const { address, parameter } = hints
  const find = createFinder(document, properties, (node) => isSureToMatch(document, node, address))
  const given = plainName(parameter ?? '')
  const longer = given === '' ? [] : [`${given}name`, `${given}key`, `${given}code`]
  const found =
    [...longer, ...namesOf('usual-id'), ...keyNames(hints)].map(find).find(Boolean) ??
    findOwnName(document, properties, hints) ??
    findPosition(document, properties, hints)
  return found === undefined
    ? undefined
    : { path: [found], reason: 'a property of this name is usually the id', isUsual: true }
}

/** `token` of /api-keys/{key}. */
const keyNames = ({ name }: IdHints): readonly string[] =>
  ['key', 'token'].includes(wordsOf(name).map(singularOf).at(-1) ?? '') ? [...namesOf('key-value')] : []

/** For a number that is not called an id, such as {step}: the position of the record in a list. */
const findPosition = (
  document: Document,
  properties: Properties,
  { address, parameter = 'id' }: IdHints,
): string | undefined => {
  const isNumber = (node: Node | undefined): boolean => node !== undefined && shapeOf(document, node) === 'digits'
  if (!isNumber(address) || hasRole(wordsOf(parameter).at(-1) ?? '', 'id-word')) return undefined
  const find = createFinder(document, properties, isNumber)
  return [...namesOf('position')].map(find).find(Boolean)
}

/**
 * For {name}, the property that is a name of the record itself: `rule_name` of protection-rules; otherwise the only one that ends
 * in `name` and does not name a parent. For another word, the only property at all: `recipient_email` for {email}.
 */
const findOwnName = (
  document: Document,
  properties: Properties,
  { name, parameter, address, parents }: IdHints,
): string | undefined => {
  const given = plainName(parameter ?? '')
  if (given !== 'name' && properties.size > 1) return undefined
  const named = [...properties.values()].filter(
    (view) =>
      wordsOf(view.name).length > 1 &&
      wordsOf(view.name).at(-1) === given &&
      isScalar(document, view.node) &&
      isSureToMatch(document, view.node, address) &&
      !parents.some((parent) => plainName(view.name) === parent + given),
  )
  const own = wordsOf(name).map(singularOf)
  const [only, ...others] = named
  const found = named.find((view) => own.includes(wordsOf(view.name)[0] ?? ''))
  return (found ?? (others.length === 0 ? only : undefined))?.name
}

/** What the values of an id look like in a path. */
const shapeOf = (document: Document, node: Node): 'digits' | 'uuid' | 'text' | undefined => {
  const types = typesOf(document.files, node)
  const isNumber = types.has('integer') || types.has('number')
  if (isNumber === types.has('string')) return undefined
  if (isNumber) return 'digits'
  return isUuidFormat(findKeyword(document.files, node, 'format')) ? 'uuid' : 'text'
}

/** Whether some value of the property can be in the address: a string may be digits or a UUID, a number is never a UUID. */
export const canMatch = (document: Document, node: Node, address: Node | undefined): boolean => {
  const shapes = new Set(address ? [shapeOf(document, node), shapeOf(document, address)] : [])
  return !(shapes.has('digits') && shapes.has('uuid'))
}

/** Whether every value can be in the address: names that clients choose are numbers or UUIDs only if their schema says it. */
const isSureToMatch = (document: Document, node: Node, address: Node | undefined): boolean => {
  const wanted = address && shapeOf(document, address)
  return wanted === undefined || wanted === 'text' || shapeOf(document, node) === wanted
}

/** Finds a property that may be an id: by its exact name, otherwise by its plain name. */
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

/** By plain name, the first of several. */
const plainNames = memoize((properties: Properties): ReadonlyMap<string, string> => {
  const plain = new Map<string, string>()
  for (const name of properties.keys()) if (!plain.has(plainName(name))) plain.set(plainName(name), name)
  return plain
})

export const isScalar = (document: Document, node: Node): boolean => {
  const types = typesOf(document.files, node)
  return (types.size === 0 || ['string', 'integer', 'number'].some((type) => types.has(type))) && !types.has('object')
}

const unknownId = (word: Node, properties: Properties): Problem => ({
  node: word,
  message: `x-standin-id must be a property of the schema, one of ${[...properties.keys()].join(', ')}, got ${JSON.stringify(word.value)}`,
})

/**
 * Properties of a record that hold the id of a record of another resource: those that repeat its parents, and those named
 * after another resource, such as `categoryId`, `memberIds`, `lines[].productId` and `owner: { id }`.
 */
import { dereference, type Files, type Node } from '../../contract/document/references.ts'
import { findText, itemsNode, nodeAt, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { isUuidFormat, namesOf } from '../../contract/values/conventions.ts'
import { getString } from '../../contract/values/json-object.ts'
import { memoizeNames } from '../../contract/values/memoize.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import {
  chainOf,
  createTargetFinder,
  type FindTarget,
  type FoundTarget,
  type LinkSource,
  wordsBeforeId,
} from './link-targets.ts'
import type { Resource } from './resource.ts'

export interface RecordLink {
  /** The property of the record. */
  readonly property: string
  /** Whether the property is a list of ids or of objects. */
  readonly isList: boolean
  /** Further names that lead to the value: `productId` of `lines[].productId`. */
  readonly inside: readonly LinkStep[]
  readonly target: Resource
  /** What distinguishes it from other links to the same resource: `sender` of `senderAccountId`. */
  readonly qualifier: string
  /** The schema of an id by itself; undefined if the value is always an object. */
  readonly scalar: Node | undefined
  /** The property of an object that has the id; undefined if the value is not such an object. */
  readonly inner: { readonly name: string; readonly node: Node } | undefined
}

export interface LinkStep {
  readonly name: string
  readonly isList: boolean
}

export type FindLinks = (resource: Resource) => readonly RecordLink[]

/** The links of each resource are found when they are first needed. */
export const createLinkFinder = (source: LinkSource): FindLinks => {
  const tools = {
    findTarget: createTargetFinder(source),
    readWords: memoizeNames(wordsOf),
    wordsBefore: memoizeNames(wordsBeforeId),
  }
  const known = new Map<Resource, readonly RecordLink[]>()
  return (resource) => {
    const links = known.get(resource) ?? findLinks(resource, source, tools)
    known.set(resource, links)
    return links
  }
}

const findLinks = (resource: Resource, { owners }: LinkSource, tools: Tools): readonly RecordLink[] => {
  const links = new Map<string, RecordLink>()
  const all = [...linksToParents(resource, owners), ...linksByName(resource, tools)]
  for (const link of all) {
    const key = [link.property, ...link.inside.map(({ name }) => name)].join('\n')
    if (!links.has(key)) links.set(key, link)
  }
  return [...links.values()]
}

/** Whether the link is a property of the record itself that holds ids. */
export const isPlainLink = ({ inside, scalar }: RecordLink): boolean => inside.length === 0 && scalar !== undefined

const linksToParents = (resource: Resource, owners: LinkSource['owners']): readonly RecordLink[] => {
  const { files } = resource.document
  const parents = chainOf(resource, owners).slice(0, -1)
  const first = resource.scopeSize - parents.length
  return resource.parentProperties.flatMap(({ path: [property, ...rest], index }): RecordLink[] => {
    const target = parents[index - first]
    if (property === undefined || rest.length > 0 || !target) return []
    const scalar = nodeAt(files, resource.schema, [property])
    return [{ property, isList: false, inside: [], target, qualifier: '', scalar, inner: undefined }]
  })
}

/** How deep in a record links are looked for, and in how many properties. */
const maxDepth = 4
const maxProperties = 8000

interface Tools {
  readonly findTarget: FindTarget
  /** The words of a name, and those before `id`; documents repeat their names. */
  readonly readWords: (name: string) => readonly string[]
  readonly wordsBefore: (name: string) => readonly string[] | undefined
}

interface Search extends Tools {
  readonly resource: Resource
  readonly files: Files
  /** Records repeat their names, too. */
  readonly readTargets: (name: string) => NamedTargets
}

/** What the name of a property of one resource may refer to, whatever its schema. */
interface NamedTargets {
  /** The name ends with `id`. */
  readonly isId: boolean
  /** Named after a resource and `id`, or the property that identifies its records: `team_slug`. */
  readonly byId: FoundTarget | undefined
  /** Named after a resource. */
  readonly byObject: FoundTarget | undefined
}

/** An object in a record whose properties are searched. */
interface Place {
  readonly schema: Node
  readonly steps: readonly LinkStep[]
  /** The schemas around it. */
  readonly around: ReadonlySet<unknown>
}

/** The outer properties first, because an inner one is more likely to be left out. */
const linksByName = (resource: Resource, tools: Tools): readonly RecordLink[] => {
  const search: Search = {
    resource,
    files: resource.document.files,
    readTargets: memoizeNames((name) => readTargets(name, resource, tools)),
    ...tools,
  }
  const found: RecordLink[] = []
  const queue: Place[] = [{ schema: resource.schema, steps: [], around: new Set() }]
  let count = 0
  for (const { schema, steps, around } of queue) {
    const target = dereference(search.files, schema)
    if (!target || around.has(target.value)) continue
    const inner = new Set([...around, target.value])
    for (const { name, node } of viewObject(search.files, schema).properties.values()) {
      if (count++ > maxProperties) return found
      const items = itemsNode(search.files, node)
      const value = items ?? node
      const path = [...steps, { name, isList: items !== undefined }]
      const isOwnValue = (steps.length === 0 && isOwnId(resource, name)) || isKeyOfText(steps.at(-1), name)
      const link = isOwnValue ? undefined : linkOf(search, name, value)
      const [first, ...inside] = path
      // `customerUuid` of a customer is its own.
      const isOwn = steps.length === 0 && link?.target === resource && link.qualifier === '' && link.inner === undefined
      if (link && first && !isOwn) found.push({ property: first.name, isList: first.isList, inside, ...link })
      if (path.length < maxDepth) queue.push({ schema: value, steps: path, around: inner })
    }
  }
  return found
}

/** `labels: { localeCode }` describes a map from locales to labels. */
const isKeyOfText = (holder: LinkStep | undefined, name: string): boolean =>
  holder?.isList === false &&
  /^(labels|titles|names|descriptions|captions)$/i.test(holder.name) &&
  /^(locale|language)_?(code)?$/i.test(name)

const isOwnId = ({ idPath }: Resource, name: string): boolean => idPath.length === 1 && idPath[0] === name

type FoundLink = Pick<RecordLink, 'target' | 'qualifier' | 'scalar' | 'inner'>

const linkOf = (search: Search, name: string, value: Node): FoundLink | undefined => {
  const { isId, byId } = search.readTargets(name)
  // A UUID is not the number of a record.
  if (byId?.target.idKind === 'integer' && /(uu|gu)ids?$/i.test(name)) return undefined
  return linkById(search, byId, value) ?? (isId ? undefined : linkByObject(search, name, value))
}

const linkById = ({ files }: Search, found: FoundTarget | undefined, value: Node): FoundLink | undefined =>
  found && mayHold(files, value, found.target) ? { ...found, scalar: value, inner: undefined } : undefined

const readTargets = (name: string, resource: Resource, { findTarget, readWords, wordsBefore }: Tools): NamedTargets => {
  const words = readWords(name)
  const byObject = findTarget(words, resource)
  const before = wordsBefore(name)
  if (before) {
    const isParent = before.join('') === 'parent' && resource.form === 'collection'
    const byId = isParent ? { target: resource, qualifier: 'parent' } : findTarget(before, resource)
    return { isId: true, byId, byObject }
  }
  const found = words.length > 1 ? findTarget(words.slice(0, -1), resource) : undefined
  const [key, ...rest] = found?.target.idPath ?? []
  const isKey = key !== undefined && rest.length === 0 && plainName(key) === words.at(-1)
  return { isId: false, byId: isKey ? found : undefined, byObject }
}

/** Named after a resource: an object with an id, or the id itself, if the document describes it as one. */
const linkByObject = (search: Search, name: string, value: Node): FoundLink | undefined => {
  const { files, readTargets } = search
  const found = readTargets(name).byObject ?? readTargets(schemaName(value) ?? '').byObject
  if (!found) return undefined
  const inner = findInnerId(files, value, found.target)
  const scalar =
    mayHold(files, value, found.target) && isDescribedAsId(files, value, inner) && !isReadable(name) ? value : undefined
  return inner || scalar ? { ...found, scalar, inner } : undefined
}

/**
 * What is read by people, whatever its description mentions: "phone number or alphanumeric sender ID", "Unique identifier for the
 * category" of a `displayName`.
 */
const isReadable = (name: string): boolean =>
  /(phone|mobile|fax)_?(number|no)?$|e_?mail$|(^|_)ur[il]$|^(comment|note|message|description|text|body|content|title)$|(display|profile|full|first|last|given|family|middle|nick|short|long|friendly|common|legal|sort)_?name$/i.test(
    name,
  )

const schemaName = ({ value }: Node): string | undefined => getString(value, '$ref')?.split('/').at(-1)

/** Where an object that copies a record has the id. */
const findInnerId = (files: Files, value: Node, target: Resource): RecordLink['inner'] => {
  const { properties } = viewObject(files, value)
  const own = target.idPath.length === 1 ? target.idPath : []
  for (const name of [...own, 'id', ...namesOf('id')]) {
    const node = properties.get(name)?.node
    if (node && mayHold(files, node, target)) return { name, node }
  }
  return undefined
}

const isDescribedAsId = (files: Files, value: Node, inner: RecordLink['inner']): boolean =>
  typesOf(files, value).has('string') &&
  (inner !== undefined ||
    isUuidFormat(findText(files, value, 'format')) ||
    /\b(ids?|identifiers?)\b/i.test(findText(files, value, 'description') ?? ''))

/** An id that is a string may be digits, which a path or a reference has as a number. */
const mayHold = (files: Files, value: Node, { idKind }: Resource): boolean => {
  const types = typesOf(files, value)
  return types.size === 0 || types.has('string') || (idKind !== 'uuid' && (types.has('integer') || types.has('number')))
}

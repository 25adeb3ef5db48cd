/**
 * Learns from an error schema how to say an error in it: each property is given a meaning by its overlay mark
 * (x-standin-error), its name and its type, and is filled with what it means. Done once per schema, at its first use.
 */
import { createHash } from 'node:crypto'
import type { Violation } from '../../errors.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import {
  findKeyword,
  findText,
  itemsNode,
  type ObjectView,
  type PropertyView,
  typesOf,
  viewObject,
} from '../schema/schema-view.ts'
import { getOwn, getString, isJsonObject } from '../values/json-object.ts'
import { appendPointer } from '../values/pointer.ts'
import { formatUuid } from '../values/random.ts'
import { findMember } from './find-member.ts'

/** Everything an error can tell. */
export interface ErrorFacts {
  readonly code: string
  readonly title: string
  readonly message: string
  readonly status: number
  readonly violations: readonly Violation[]
  readonly requestId: string
  readonly path: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
}

/** The value of an error in the shape of the schema it was made from. */
export type FillError = (facts: ErrorFacts) => unknown

type Meaning =
  | 'code'
  | 'title'
  | 'message'
  | 'status'
  | 'violations'
  | 'requestId'
  | 'path'
  | 'now'
  | 'success'
  | 'failure'
  | 'nested'

const maxDepth = 4

/** How to fill a schema. Properties without a meaning are left out unless they are required. */
export const createFiller = (files: Files, node: Node, depth = 0): FillError => {
  const types = typesOf(files, node)
  if (types.has('array')) {
    const items = itemsNode(files, node)
    const fill = items && depth < maxDepth ? createFiller(files, items, depth + 1) : undefined
    return (facts) => (fill ? [fill(facts)] : [])
  }
  if (!types.has('object'))
    return types.has('string') || types.size === 0
      ? createTextFiller(files, node, ({ message }) => message)
      : ({ status }) => status
  const properties = [...viewShape(files, node).values()]
  const saysMessage = properties.some((property) => plainMeaning(files, property) === 'message')
  const fillers = properties.flatMap((property): readonly (readonly [string, FillError])[] => {
    const fill = createPropertyFiller({ files, depth, saysMessage }, property)
    return fill ? [[property.name, fill]] : []
  })
  return (facts) =>
    Object.fromEntries(fillers.map(([name, fill]) => [name, fill(facts)]).filter(([, value]) => value !== undefined))
}

/** What is known where a property is learned. */
interface Learning {
  readonly files: Files
  readonly depth: number
  /** A property beside it says what went wrong. */
  readonly saysMessage: boolean
}

/** The properties to fill: where a schema leaves the choice, its own and those of the first branch that is an object. */
const viewShape = (files: Files, node: Node): ObjectView['properties'] => {
  const target = dereference(files, node)
  const branches = target ? ['oneOf', 'anyOf'].flatMap((name) => childNodes(childNode(target, name))) : []
  const branch = branches.find(([, candidate]) => typesOf(files, candidate).has('object'))?.[1]
  if (!target || !branch || !isJsonObject(target.value)) return viewObject(files, node).properties
  const { oneOf: _, anyOf: __, ...own } = target.value
  return new Map([...viewObject(files, { ...target, value: own }).properties, ...viewObject(files, branch).properties])
}

/** A text for people, cut to what the schema has room for. */
const createTextFiller = (files: Files, node: Node, fill: (facts: ErrorFacts) => string): FillError => {
  const most = findKeyword(files, node, 'maxLength')
  return typeof most === 'number' ? (facts) => cut(fill(facts), most) : fill
}

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : [...characters.slice(0, Math.max(0, most - 1)), '…'].slice(0, most).join('')
}

const createPropertyFiller = (learning: Learning, property: PropertyView): FillError | undefined => {
  const { files, depth } = learning
  const { node, required } = property
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined) return () => constant
  const meaning = plainMeaning(files, property)
  if (!meaning || depth > maxDepth) return required ? createPlaceholder(files, node, typesOf(files, node)) : undefined
  const fill = createMeaningFiller(learning, meaning, property)
  const enumeration = findKeyword(files, node, 'enum')
  return Array.isArray(enumeration) ? createEnumFiller(enumeration, required, fill) : fill
}

const plainMeaning = (files: Files, { name, node }: PropertyView): Meaning | undefined =>
  meaningOf(name, typesOf(files, node), findText(files, node, 'format'), findText(files, node, 'x-standin-error'))

/**
 * The member that says this error. Where none does, a property that may be left out is; else the first stands in, as it
 * does for an only one.
 */
const createEnumFiller = (members: readonly unknown[], required: boolean, fill: FillError): FillError => {
  const standIn = required || members.length === 1 ? members[0] : undefined
  return (facts) => {
    const value = fill(facts)
    if (members.includes(value)) return value
    const found = findMember(members, facts)
    // Without words there is none that says this error, also where it is the first.
    return found !== undefined && facts.code === '' ? null : (found ?? standIn)
  }
}

const createMeaningFiller = (learning: Learning, meaning: Meaning, { node, required }: PropertyView): FillError => {
  const { files, depth } = learning
  const types = typesOf(files, node)
  switch (meaning) {
    case 'nested':
      return createFiller(files, node, depth + 1)
    case 'violations':
      return createViolationsFiller(learning, node)
    case 'status':
      return types.has('string') && !types.has('integer') ? ({ status }) => String(status) : ({ status }) => status
    case 'now':
      return ({ now }) => (types.has('string') ? new Date(now).toISOString() : now)
    case 'success':
      return () => false
    case 'failure':
      return () => true
    case 'code':
      return findText(files, node, 'format')?.startsWith('uri') ? () => 'about:blank' : ({ code }) => code
    case 'message':
    case 'title':
      return createTextFiller(files, node, (facts) => facts[meaning])
    case 'requestId':
      return required && findText(files, node, 'format') === 'uuid' ? fillUuid : ({ requestId }) => requestId
    default:
      return (facts) => facts[meaning]
  }
}

/** A UUID that stands for the request where its id is none. */
const fillUuid: FillError = ({ requestId }) => formatUuid(createHash('sha256').update(requestId).digest('hex'))

/** A list of what was wrong: texts, or objects with a place and a message. */
const createViolationsFiller = ({ files, depth, saysMessage }: Learning, node: Node): FillError => {
  const items = itemsNode(files, node)
  const fill = items ? createFiller(files, items, depth + 1) : ({ message }: ErrorFacts) => message
  if (!items || typesOf(files, items).has('string'))
    return (facts) =>
      facts.violations.length === 0 ? [fill(facts)] : facts.violations.map(({ message }) => fill({ ...facts, message }))
  const fillPlaces = createPlacesFiller(files, items)
  const fillItem = (facts: ErrorFacts, at: string): unknown => {
    const value = fill({ ...facts, violations: [] })
    return isJsonObject(value) ? { ...value, ...fillPlaces(at, value) } : value
  }
  // An error of no one place is said in the list where there is no room for it beside.
  const isNeeded = !saysMessage || Number(findKeyword(files, node, 'minItems') ?? 0) > 0
  return (facts) =>
    facts.violations.length === 0 && isNeeded
      ? [fillItem(facts, '')]
      : facts.violations.map(({ at, message, keyword }) => fillItem({ ...facts, message, code: keyword }, at))
}

/** The properties of an object that say where something was wrong; `value` is the object as it is without them. */
type FillPlaces = (at: string, value: unknown) => Readonly<Record<string, unknown>>

const createPlacesFiller = (files: Files, node: Node, depth = 0): FillPlaces => {
  if (depth > maxDepth) return () => ({})
  const fillers = [...viewShape(files, node).values()]
    .filter(({ name }) => /^(field|property|param|parameter|pointer|location|loc|source|attribute|in)$/i.test(name))
    .map((property) => [property.name, createPlaceFiller(files, property, depth)] as const)
  return (at, value) =>
    Object.fromEntries(
      fillers
        // What has no place has only the properties that must be there.
        .filter(([name]) => at !== '' || getOwn(value, name) !== undefined)
        .map(([name, fill]) => [name, fill(at, getOwn(value, name))]),
    )
}

/** A place as `body.tags[0]`, as a JSON pointer into the body, in steps, or in an object of these as JSON:API has it. */
const createPlaceFiller = (
  files: Files,
  { name, node }: PropertyView,
  depth: number,
): ((at: string, value: unknown) => unknown) => {
  const types = typesOf(files, node)
  if (types.has('object')) {
    const fill = createPlacesFiller(files, node, depth + 1)
    return (at, value) => ({ ...(isJsonObject(value) ? value : {}), ...fill(at, value) })
  }
  if (types.has('array')) return splitPlace
  if (name.toLowerCase() === 'pointer') return (at) => splitPlace(at).slice(1).reduce<string>(appendPointer, '')
  return name.toLowerCase() === 'in' ? (at) => splitPlace(at)[0] ?? '' : (at) => at
}

/** The steps of a place: `body.tags[0]["a b"]` is body, tags, 0, a b. */
const splitPlace = (at: string): readonly string[] =>
  (at.match(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]|[^.[\]]+/g) ?? []).map((step) =>
    step.startsWith('["') ? String(JSON.parse(step.slice(1, -1))) : step.replace(/^\[|\]$/g, ''),
  )

const textMeanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^(code|errorcode|error|type|kind|reasoncode|errortype|errorname|name)$/, 'code'],
  [
    /^(message|msg|detail|details|description|errordescription|errormessage|reason|text|info|usermessage|developermessage)$/,
    'message',
  ],
  [/^(title|summary)$/, 'title'],
  [/^(status|statuscode|httpstatus|httpcode|httpstatuscode)$/, 'status'],
  [/^(requestid|traceid|correlationid|id|errorid|request)$/, 'requestId'],
  [/^(path|instance|resource|url|uri)$/, 'path'],
  [/^(timestamp|time|date|datetime|occurredat)$/, 'now'],
]

const meaningOf = (
  name: string,
  types: ReadonlySet<string>,
  format: string | undefined,
  mark: string | undefined,
): Meaning | undefined => {
  if (mark === 'code' || mark === 'message' || mark === 'status' || mark === 'violations') return mark
  const plain = name.replace(/[_\-.]/g, '').toLowerCase()
  if (types.has('integer') || types.has('number')) {
    if (/^(status|statuscode|httpstatus|httpcode|httpstatuscode|code|errorcode|error)$/.test(plain)) return 'status'
    if (!types.has('string')) return plain === 'timestamp' ? 'now' : undefined
  }
  if (types.has('string'))
    return format === 'date-time' ? 'now' : textMeanings.find(([pattern]) => pattern.test(plain))?.[1]
  if (types.has('boolean'))
    return /^(success|ok|succeeded)$/.test(plain)
      ? 'success'
      : /^(error|failed|iserror)$/.test(plain)
        ? 'failure'
        : undefined
  if (types.has('array'))
    return /^(errors|details|violations|issues|fields|messages|invalidparams|validationerrors)$/.test(plain)
      ? 'violations'
      : undefined
  return types.has('object') && /^(error|fault|problem|err|failure|data|meta)$/.test(plain) ? 'nested' : undefined
}

/** Something of the right type, where a required property means nothing that an error knows. */
const createPlaceholder = (files: Files, node: Node, types: ReadonlySet<string>): FillError => {
  for (const keyword of ['default', 'example']) {
    const given = findKeyword(files, node, keyword)
    if (given !== undefined) return () => given
  }
  const examples = findKeyword(files, node, 'examples')
  if (Array.isArray(examples) && examples.length > 0) return () => examples[0]
  const enumeration = findKeyword(files, node, 'enum')
  if (Array.isArray(enumeration)) return createEnumFiller(enumeration, true, () => undefined)
  if (types.has('null')) return () => null
  if (findText(files, node, 'format') === 'uuid') return fillUuid
  if (types.has('string')) return ({ message }) => (getString(node.value, 'format') === undefined ? message : '')
  if (types.has('integer') || types.has('number')) return () => 0
  if (types.has('boolean')) return () => false
  return types.has('array') ? () => [] : createFiller(files, node, maxDepth)
}

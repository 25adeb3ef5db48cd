/**
 * Learns from an error schema how to say an error in it: each property is given a meaning by its overlay mark
 * (x-standin-error), its name and its type, and is filled with what it means. Done once per schema, at its first use.
 */
import type { Violation } from '../errors.ts'
import { getString } from './is-object.ts'
import type { Files, Node } from './references.ts'
import { findKeyword, findText, itemsNode, typesOf, viewObject } from './schema-view.ts'

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
    return types.has('string') || types.size === 0 ? ({ message }) => message : ({ status }) => status
  const fillers = [...viewObject(files, node).properties.values()].flatMap(
    (property): readonly (readonly [string, FillError])[] => {
      const fill = createPropertyFiller(files, property.name, property.node, property.required, depth)
      return fill ? [[property.name, fill]] : []
    },
  )
  return (facts) => Object.fromEntries(fillers.map(([name, fill]) => [name, fill(facts)]))
}

const createPropertyFiller = (
  files: Files,
  name: string,
  node: Node,
  required: boolean,
  depth: number,
): FillError | undefined => {
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined) return () => constant
  const types = typesOf(files, node)
  const meaning = meaningOf(name, types, findText(files, node, 'format'), findText(files, node, 'x-standin-error'))
  if (!meaning || depth > maxDepth) return required ? createPlaceholder(files, node, types) : undefined
  const enumeration = findKeyword(files, node, 'enum')
  if (Array.isArray(enumeration)) return (facts) => chooseFromEnum(enumeration, facts)
  return createMeaningFiller(files, meaning, node, types, depth)
}

const createMeaningFiller = (
  files: Files,
  meaning: Meaning,
  node: Node,
  types: ReadonlySet<string>,
  depth: number,
): FillError => {
  switch (meaning) {
    case 'nested':
      return createFiller(files, node, depth + 1)
    case 'violations':
      return createViolationsFiller(files, node, depth)
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
    default:
      return (facts) => facts[meaning]
  }
}

/** A list of what was wrong: texts, or objects with a place and a message. */
const createViolationsFiller = (files: Files, node: Node, depth: number): FillError => {
  const items = itemsNode(files, node)
  if (!items || typesOf(files, items).has('string'))
    return ({ violations, message }) =>
      violations.length === 0 ? [message] : violations.map((violation) => violation.message)
  const fill = createFiller(files, items, depth + 1)
  const places = [...viewObject(files, items).properties.keys()].filter((name) =>
    /^(field|property|param|parameter|pointer|location|loc|source|attribute|in)$/i.test(name),
  )
  return (facts) =>
    facts.violations.map((violation) => {
      const value = fill({ ...facts, message: violation.message, code: violation.keyword, violations: [] })
      return typeof value === 'object' && value !== null
        ? { ...value, ...Object.fromEntries(places.map((name) => [name, violation.at])) }
        : value
    })
}

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

/** The member that is the code or its title when written alike (UNAUTHORIZED, Unauthorized), else the first. */
const chooseFromEnum = (members: readonly unknown[], { code, title, status }: ErrorFacts): unknown => {
  const plain = (value: unknown) =>
    String(value)
      .replace(/[^a-z0-9]/gi, '')
      .toLowerCase()
  const wanted = [code, title, String(status)].map(plain)
  return members.find((member) => wanted.includes(plain(member))) ?? members[0]
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
  if (Array.isArray(enumeration)) return () => enumeration[0]
  if (types.has('null')) return () => null
  if (types.has('string')) return ({ message }) => (getString(node.value, 'format') === undefined ? message : '')
  if (types.has('integer') || types.has('number')) return () => 0
  if (types.has('boolean')) return () => false
  return types.has('array') ? () => [] : createFiller(files, node, maxDepth)
}

/**
 * Templates that write an error in the shape of a schema: each property gets the part of the error that it means. Created
 * once for each schema, with its first error.
 */
import { createHash } from 'node:crypto'
import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import { findKeyword, findText, itemsNode, type PropertyView, typesOf } from '../schema/schema-view.ts'
import { isUuidFormat } from '../values/conventions.ts'
import { getString, isJsonArray, isJsonObject } from '../values/json-object.ts'
import { formatUuid } from '../values/random.ts'
import { type ErrorDetails, type ErrorField, fieldOf, findTextProperty, viewErrorProperties } from './error-fields.ts'
import { createMemberFinder } from './find-enum-member.ts'
import { createPlaceTemplate } from './violation-place.ts'

/** The error as a value of the schema; undefined: leave the property out. */
export type ErrorTemplate = (error: ErrorDetails) => Json | undefined

const maxDepth = 4

/** Properties that mean no part of an error are left out unless they are required. */
export const createErrorTemplate = (files: Files, node: Node, depth = 0): ErrorTemplate => {
  const types = typesOf(files, node)
  if (types.has('array')) {
    const items = itemsNode(files, node)
    const write = items && depth < maxDepth ? createErrorTemplate(files, items, depth + 1) : undefined
    return (error) => (write ? [write(error) ?? null] : [])
  }
  if (!types.has('object'))
    return types.has('string') || types.size === 0
      ? createTextTemplate(files, node, ({ message }) => message)
      : ({ status }) => status
  const properties = [...viewErrorProperties(files, node).values()]
  const hasMessage = properties.some((property) => isMessage(fieldOf(files, property)))
  const templates = properties.flatMap((property): readonly (readonly [string, ErrorTemplate])[] => {
    const write = createPropertyTemplate({ files, depth, hasMessage }, property)
    return write ? [[property.name, write]] : []
  })
  return (error) => {
    const entries: (readonly [string, Json])[] = []
    for (const [name, write] of templates) {
      const value = write(error)
      if (value !== undefined) entries.push([name, value])
    }
    return Object.fromEntries(entries)
  }
}

const isMessage = (field: ErrorField | undefined): boolean => field === 'message' || field === 'messageObject'

/** The object whose properties get templates. */
interface Owner {
  readonly files: Files
  readonly depth: number
  /** Whether one of its properties is the message. */
  readonly hasMessage: boolean
}

/** A text cut to the maxLength of the schema. */
const createTextTemplate = (files: Files, node: Node, write: (error: ErrorDetails) => string): ErrorTemplate => {
  const most = findKeyword(files, node, 'maxLength')
  return typeof most === 'number' ? (error) => cut(write(error), most) : write
}

const cut = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : [...characters.slice(0, Math.max(0, most - 1)), '…'].slice(0, most).join('')
}

const createPropertyTemplate = (owner: Owner, property: PropertyView): ErrorTemplate | undefined => {
  const { files, depth } = owner
  const { node, required } = property
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined) return () => constant
  const field = fieldOf(files, property)
  if (!field || depth > maxDepth) return required ? createPlaceholder(files, node) : undefined
  const write = createFieldTemplate(owner, field, property)
  const members = findKeyword(files, node, 'enum')
  return isJsonArray(members) ? createEnumTemplate(members, required, write) : write
}

/**
 * The member of an enum that matches the error. If none matches, an optional property is left out; a required property,
 * or an enum with one member, gets the first.
 */
const createEnumTemplate = (members: readonly Json[], required: boolean, write: ErrorTemplate): ErrorTemplate => {
  const fallback = required || members.length === 1 ? members[0] : undefined
  const find = createMemberFinder(members)
  return (error) => {
    const value = write(error)
    if (value !== undefined && members.includes(value)) return value
    const member = find(error)
    // Without a code the error is only compared (see render-error.ts): a member that matches has to make a difference.
    return member !== undefined && error.code === '' ? null : (member ?? fallback)
  }
}

const createFieldTemplate = (owner: Owner, field: ErrorField, { node, required }: PropertyView): ErrorTemplate => {
  const { files, depth } = owner
  const types = typesOf(files, node)
  switch (field) {
    case 'nested':
      return createErrorTemplate(files, node, depth + 1)
    case 'messageObject':
      return createMessageObject(files, node)
    case 'violations':
      return createViolationsTemplate(owner, node)
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
      return createTextTemplate(files, node, (error) => error[field])
    case 'requestId':
      return required && isUuidFormat(findText(files, node, 'format')) ? writeUuid : ({ requestId }) => requestId
    case 'path':
      return ({ path }) => path
  }
}

/** An object with the text of the message and what it requires otherwise. */
const createMessageObject = (files: Files, node: Node): ErrorTemplate => {
  const text = findTextProperty(files, node)
  const others = [...viewErrorProperties(files, node).values()].filter(
    ({ name, required }) => required && name !== text?.name,
  )
  const placeholders = others.map((view) => [view.name, createPlaceholder(files, view.node)] as const)
  const write = text && createTextTemplate(files, text.node, ({ message }) => message)
  return (error) => ({
    ...Object.fromEntries(placeholders.map(([name, placeholder]) => [name, placeholder(error) ?? null])),
    ...(text && write ? { [text.name]: write(error) ?? null } : {}),
  })
}

/** A UUID that identifies the request, for schemas that do not allow its id. */
const writeUuid: ErrorTemplate = ({ requestId }) => formatUuid(createHash('sha256').update(requestId).digest('hex'))

/** The list of violations: strings, or objects with a location and a message. */
const createViolationsTemplate = ({ files, depth, hasMessage }: Owner, node: Node): ErrorTemplate => {
  const items = itemsNode(files, node)
  const write = items ? createErrorTemplate(files, items, depth + 1) : ({ message }: ErrorDetails) => message
  if (!items || typesOf(files, items).has('string'))
    return (error) =>
      error.violations.length === 0
        ? [write(error) ?? null]
        : error.violations.map(({ message }) => write({ ...error, message }) ?? null)
  const writePlace = createPlaceTemplate(files, items)
  const writeItem = (error: ErrorDetails, at: string): Json => {
    const value = write({ ...error, violations: [] }) ?? null
    return isJsonObject(value) ? { ...value, ...writePlace(at, value) } : value
  }
  // An error without violations is an item if it has no other place, or if the list must not be empty.
  const isItem = !hasMessage || Number(findKeyword(files, node, 'minItems') ?? 0) > 0
  return (error) =>
    error.violations.length === 0 && isItem
      ? [writeItem(error, '')]
      : error.violations.map(({ at, message, keyword }) => writeItem({ ...error, message, code: keyword }, at))
}

/** A value of the right type, for a required property that means no part of an error. */
const createPlaceholder = (files: Files, node: Node): ErrorTemplate => {
  for (const keyword of ['default', 'example']) {
    const documented = findKeyword(files, node, keyword)
    if (documented !== undefined) return () => documented
  }
  const examples = findKeyword(files, node, 'examples')
  if (isJsonArray(examples) && examples.length > 0) return () => examples[0]
  const members = findKeyword(files, node, 'enum')
  if (isJsonArray(members)) return createEnumTemplate(members, true, () => undefined)
  const types = typesOf(files, node)
  if (types.has('null')) return () => null
  if (isUuidFormat(findText(files, node, 'format'))) return writeUuid
  if (types.has('string')) return ({ message }) => (getString(node.value, 'format') === undefined ? message : '')
  if (types.has('integer') || types.has('number')) return () => 0
  if (types.has('boolean')) return () => false
  return types.has('array') ? () => [] : createErrorTemplate(files, node, maxDepth)
}

/**
 * What the properties of an error schema mean: by their overlay mark (x-standin-error), their name and their type. Tables
 * of names; they apply to any document. Names are compared in lower case without `_`, `-` and `.`.
 */
import type { Violation } from '../../errors.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import { findText, itemsNode, type ObjectView, type PropertyView, typesOf, viewObject } from '../schema/schema-view.ts'
import { isJsonObject } from '../values/json-object.ts'

/** Everything that an error response can say. */
export interface ErrorDetails {
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

/** A part of an error. `success` and `failure` are flags, `nested` is an object that contains the error, `messageObject` one that contains its text. */
export type ErrorField =
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
  | 'messageObject'

type FieldRule = readonly [names: RegExp, field: ErrorField]

const stringFields: readonly FieldRule[] = [
  [/^(code|errorcode|error|type|kind|reasoncode|errortype|errorname|name)$/, 'code'],
  [/^(message|msg|detail|details|description|reason|text|info)$/, 'message'],
  [/^(errordescription|errormessage|usermessage|developermessage)$/, 'message'],
  [/^(title|summary)$/, 'title'],
  [/^(status|statuscode|httpstatus|httpcode|httpstatuscode)$/, 'status'],
  [/^(requestid|traceid|correlationid|id|errorid|request)$/, 'requestId'],
  [/^(path|instance|resource|url|uri)$/, 'path'],
  [/^(timestamp|time|date|datetime|occurredat)$/, 'now'],
]

const numberFields: readonly FieldRule[] = [
  [/^(status|statuscode|httpstatus|httpcode|httpstatuscode|code|errorcode|error)$/, 'status'],
  [/^timestamp$/, 'now'],
]

const booleanFields: readonly FieldRule[] = [
  [/^(success|ok|succeeded)$/, 'success'],
  [/^(error|failed|iserror)$/, 'failure'],
]

const arrayFields: readonly FieldRule[] = [
  [/^(errors|details|violations|issues|fields|messages|invalidparams|validationerrors)$/, 'violations'],
]

const objectFields: readonly FieldRule[] = [[/^(fault|problem|err|failure|data|meta)$|error$/, 'nested']]

/** Objects that contain the message. */
const messageObjects = /^(message|msg|detail|description|reason|text|errormessage|usermessage)$/

/** Fields that x-standin-error may name. */
const markedFields: ReadonlyMap<string, ErrorField> = new Map([
  ['code', 'code'],
  ['message', 'message'],
  ['status', 'status'],
  ['violations', 'violations'],
])

/** Undefined for a property that says nothing about an error. */
export const fieldOf = (files: Files, { name, node }: PropertyView): ErrorField | undefined => {
  const marked = markedFields.get(findText(files, node, 'x-standin-error') ?? '')
  if (marked) return marked
  const plain = plainField(name)
  const find = (rules: readonly FieldRule[]) => rules.find(([names]) => names.test(plain))?.[1]
  const types = typesOf(files, node)
  const isNumber = types.has('integer') || types.has('number')
  const numberField = isNumber ? find(numberFields) : undefined
  if (types.has('string')) {
    // A property that may be a string or a number is a status before it is a text.
    if (numberField === 'status') return 'status'
    return findText(files, node, 'format') === 'date-time' ? 'now' : find(stringFields)
  }
  if (isNumber) return numberField
  if (types.has('boolean')) return find(booleanFields)
  if (types.has('array')) return find(arrayFields) ?? (isErrorList(files, node) ? 'violations' : undefined)
  if (!types.has('object')) return undefined
  return (
    find(objectFields) ?? (messageObjects.test(plain) && findTextProperty(files, node) ? 'messageObject' : undefined)
  )
}

/** The property of an object that contains the text of a message: {message: {value: …}}. */
export const findTextProperty = (files: Files, node: Node): PropertyView | undefined =>
  [...viewErrorProperties(files, node).values()].find(
    (property) => /^(value|text|content|message)$/i.test(property.name) && typesOf(files, property.node).has('string'),
  )

/** Whether the items of a list, whatever its name, are errors: objects with a code and a text. */
const isErrorList = (files: Files, node: Node): boolean => {
  const items = itemsNode(files, node)
  if (!items || !typesOf(files, items).has('object')) return false
  const plain = [...viewErrorProperties(files, items).values()]
    .filter((property) => typesOf(files, property.node).has('string'))
    .map(({ name }) => plainField(name))
  return plain.some((name) => itemCodes.test(name)) && plain.some((name) => itemMessages.test(name))
}

const itemCodes = /^(code|errorcode|reasoncode)$/
const itemMessages = /^(text|message|msg|detail|description|errormessage)$/

const plainField = (name: string): string => name.replace(/[_\-.]/g, '').toLowerCase()

/** The properties of an error schema. Of a oneOf or anyOf, the first branch that is an object is used. */
export const viewErrorProperties = (files: Files, node: Node): ObjectView['properties'] => {
  const target = dereference(files, node)
  const branches = target ? ['oneOf', 'anyOf'].flatMap((name) => childNodes(childNode(target, name))) : []
  const branch = branches.find(([, candidate]) => typesOf(files, candidate).has('object'))?.[1]
  if (!target || !branch || !isJsonObject(target.value)) return viewObject(files, node).properties
  const { oneOf: _, anyOf: __, ...own } = target.value
  return new Map([...viewObject(files, { ...target, value: own }).properties, ...viewObject(files, branch).properties])
}

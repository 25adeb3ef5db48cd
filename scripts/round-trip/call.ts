/**
 * Sends one request to a served document and validates the response against the document.
 */

import type { Document } from '../../src/contract/document/document.ts'
import { findResponse, viewResponses } from '../../src/contract/document/operation-view.ts'
import type { Node } from '../../src/contract/document/references.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { createValueSchema } from '../../src/contract/request/build-value.ts'
import { decodeXml } from '../../src/contract/request/decode-xml.ts'
import { readXml } from '../../src/contract/request/read-xml.ts'
import { createXmlWriter } from '../../src/contract/sample/write-xml.ts'
import { itemsNode, typesOf, viewObject } from '../../src/contract/schema/schema-view.ts'
import { describeErrors } from '../../src/contract/schema/violations.ts'
import { isJsonArray, isJsonObject } from '../../src/contract/values/json-object.ts'
import { parseJsonText, separateDigits } from '../../src/contract/values/json-text.ts'
import { familyOf, isJson } from '../../src/contract/values/media-type.ts'
import type { Json } from '../../src/ports.ts'
import { credentialsFor } from './credentials.ts'
import type { Maker, RequestBody } from './make-request.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly location: string | null
  /** Whether the document has a Location for this status. */
  readonly showsLocation: boolean
  /** Violations of the document. */
  readonly faults: readonly string[]
}

export type Send = (request: Request) => Promise<Response>

export interface Sending {
  readonly operation: Operation
  /** With its parameters and query filled in. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: RequestBody | undefined
}

export const callOperation = async (
  maker: Maker,
  send: Send,
  { operation, path, headers, body }: Sending,
): Promise<Answer> => {
  const credentials = credentialsFor(operation)
  const address = new URL(`http://localhost${operation.document.basePath}${path}`)
  for (const [name, value] of credentials.query) address.searchParams.set(name, value)
  const response = await send(
    new Request(address, {
      method: operation.method,
      headers: { ...credentials.headers, ...headers, ...(body ? { 'content-type': contentTypeOf(body) } : {}) },
      ...(body ? { body: write(operation.document, body) } : {}),
    }),
  )
  const text = await response.text()
  const given = { status: response.status, contentType: response.headers.get('content-type'), text }
  return {
    status: response.status,
    body: text === '' ? undefined : await readText(operation, given),
    location: response.headers.get('location'),
    showsLocation: documentsLocation(operation, response.status),
    faults: await findFaults(maker, operation, given),
  }
}

interface Given {
  readonly status: number
  readonly contentType: string | null
  readonly text: string
}

/** XML by its schema; text that is not JSON stays text. */
const readText = async ({ document, node }: Operation, { status, contentType, text }: Given): Promise<unknown> => {
  if (isXml(contentType)) {
    const content = findResponse(viewResponses(document, node), status)?.content ?? []
    return readXmlText(document, content.find(({ mediaType }) => isXml(mediaType))?.schema, text)
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isXml = (mediaType: string | null): boolean => mediaType !== null && familyOf(mediaType) === 'xml'

/** Undefined if it is not well-formed. */
const readXmlText = async ({ files }: Document, schema: Node | undefined, text: string): Promise<Json | undefined> => {
  const xml = await readXml(text)
  return xml.kind === 'element' ? decodeXml(files, schema && createValueSchema(files, schema), xml.element) : undefined
}

const contentTypeOf = ({ mediaType }: RequestBody): string =>
  mediaType.startsWith('multipart/') ? 'multipart/form-data; boundary=edge' : mediaType

const write = ({ files }: Document, { mediaType, value, schema }: RequestBody): string => {
  if (isJson(mediaType)) return JSON.stringify(value)
  if (isXml(mediaType)) return createXmlWriter(files, schema)(value)
  if (!mediaType.startsWith('multipart/') && !mediaType.includes('urlencoded'))
    return typeof value === 'string' ? value : JSON.stringify(value)
  const fields = flatten(value)
  if (mediaType.startsWith('multipart/'))
    return `${fields.map(([name, text]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`).join('')}--edge--\r\n`
  return fields.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')
}

/** In the notation of nested forms: items[0][price]=1. */
const flatten = (value: unknown, name = ''): readonly (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  return Object.entries(value).flatMap(([key, held]) => flatten(held, name === '' ? key : `${name}[${key}]`))
}

const documentsLocation = ({ document, node }: Operation, status: number): boolean =>
  [...(findResponse(viewResponses(document, node), status)?.headers.keys() ?? [])].some((name) =>
    /^location$/i.test(name),
  )

const matchesType = (documented: string, contentType: string | null): boolean => {
  const [wanted = '', given = ''] = [documented, contentType ?? ''].map((type) =>
    (type.split(';')[0] ?? '').trim().toLowerCase(),
  )
  const [type, subtype] = wanted.split('/')
  return wanted === given || type === '*' || (subtype === '*' && given.startsWith(`${type}/`))
}

/** Violations of the document by a response. An error of the server is one, whatever is documented. */
const findFaults = async (
  maker: Maker,
  operation: Operation,
  { status, contentType, text }: Given,
): Promise<readonly string[]> => {
  const { document, node } = operation
  const responses = viewResponses(document, node)
  const documented = findResponse(responses, status)
  if (status >= 500) return [`${status} ${text.slice(0, 200)}`]
  if (!documented)
    return status < 300 && responses.some((view) => /^2|default/.test(view.status))
      ? [`${status} is not documented`]
      : []
  const types = documented.content.map(({ mediaType }) => mediaType)
  if (types.length === 0) return []
  const described = documented.content.some(
    ({ mediaType, schema }) => schema && (isJson(mediaType) || isXml(mediaType)),
  )
  if (text === '') return status === 204 || !described ? [] : [`${status} has no body`]
  const media = documented.content.find(({ mediaType }) => matchesType(mediaType, contentType))
  if (!media) return [`the body is ${contentType}, not ${types.join(' or ')}`]
  if (!media.schema) return []
  return isXml(contentType) || isJson(contentType ?? '') ? validate(maker, media.schema, contentType, text) : []
}

const validate = async (
  { compiler, document }: Maker,
  schema: Node,
  contentType: string | null,
  text: string,
): Promise<readonly string[]> => {
  const xml = isXml(contentType) ? await readXmlText(document, schema, text) : null
  if (xml === undefined) return ['the body is not XML']
  const value = xml === null ? parseJsonText(text) : separateDigits(addEmptyLists(document, schema, xml))
  const errors = compiler.compile(schema, 'response')(value)
  return errors
    ? describeErrors(errors, value, 'body')
        .map(({ message }) => message)
        .slice(0, 3)
    : []
}

/** XML cannot express an empty list. */
const addEmptyLists = ({ files }: Pick<Document, 'files'>, schema: Node, value: Json): Json => {
  const items = itemsNode(files, schema)
  if (isJsonArray(value)) return items ? value.map((item) => addEmptyLists({ files }, items, item)) : value
  if (!isJsonObject(value)) return value
  const views = [...viewObject(files, schema).properties.values()]
  const entries = views.flatMap(({ name, node, required }): readonly (readonly [string, Json])[] => {
    const held = value[name]
    if (held !== undefined) return [[name, addEmptyLists({ files }, node, held)]]
    return required && typesOf(files, node).has('array') ? [[name, []]] : []
  })
  return { ...value, ...Object.fromEntries(entries) }
}

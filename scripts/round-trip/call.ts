/**
 * Sends one request to a served document and validates the response against the document.
 */

import { securitySchemesOf } from '../../src/contract/document/check-document.ts'
import type { Document } from '../../src/contract/document/document.ts'
import { findResponse, viewResponses } from '../../src/contract/document/operation-view.ts'
import { childNodes, dereference } from '../../src/contract/document/references.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { describeErrors } from '../../src/contract/schema/violations.ts'
import { getString } from '../../src/contract/values/json-object.ts'
import { parseJsonText } from '../../src/contract/values/json-text.ts'
import { isJson } from '../../src/contract/values/media-type.ts'
import type { Maker, RequestBody } from './make-request.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly location: string | null
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
  const credentials = credentialsOf(operation.document)
  const address = new URL(`http://localhost${operation.document.basePath}${path}`)
  for (const [name, value] of credentials.query) address.searchParams.set(name, value)
  const response = await send(
    new Request(address, {
      method: operation.method,
      headers: { ...credentials.headers, ...headers, ...(body ? { 'content-type': contentTypeOf(body) } : {}) },
      ...(body ? { body: write(body) } : {}),
    }),
  )
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : readJson(text),
    location: response.headers.get('location'),
    faults: findFaults(maker, operation, response.status, response.headers.get('content-type'), text),
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const credentialsOf = ({ root, dialect, files }: Document) => {
  const headers: Record<string, string> = { authorization: 'Bearer any-key' }
  const query: [string, string][] = []
  for (const [, node] of childNodes(securitySchemesOf(root, dialect))) {
    const scheme = dereference(files, node)?.value
    const type = getString(scheme, 'type')
    if (type === 'basic' || getString(scheme, 'scheme')?.toLowerCase() === 'basic')
      headers.authorization = `Basic ${btoa('any:key')}`
    if (type !== 'apiKey') continue
    const name = getString(scheme, 'name') ?? ''
    if (getString(scheme, 'in') === 'query') query.push([name, 'any-key'])
    else if (getString(scheme, 'in') === 'header')
      headers[name.toLowerCase()] = name.toLowerCase() === 'authorization' ? 'Bearer any-key' : 'any-key'
    else headers.cookie = `${name}=any-key`
  }
  return { headers, query }
}

const contentTypeOf = ({ mediaType }: RequestBody): string =>
  mediaType.startsWith('multipart/') ? 'multipart/form-data; boundary=edge' : mediaType

const write = ({ mediaType, value }: RequestBody): string => {
  if (isJson(mediaType)) return JSON.stringify(value)
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

/** Violations of the document by a response. */
const findFaults = (
  { compiler }: Maker,
  { document, node }: Operation,
  status: number,
  contentType: string | null,
  text: string,
): readonly string[] => {
  const responses = viewResponses(document, node)
  const documented = findResponse(responses, status)
  if (!documented)
    return status < 300 && responses.some((view) => /^2|default/.test(view.status))
      ? [`${status} is not documented`]
      : []
  const media = documented.content.find(({ mediaType, schema }) => isJson(mediaType) && schema)
  if (!media?.schema) return []
  if (text === '') return status === 204 ? [] : [`${status} has no body`]
  if (contentType === null || !isJson(contentType)) return [`the body is ${contentType}`]
  const value = parseJsonText(text)
  const errors = compiler.compile(media.schema, 'response')(value)
  return errors
    ? describeErrors(errors, value, 'body')
        .map(({ message }) => message)
        .slice(0, 3)
    : []
}

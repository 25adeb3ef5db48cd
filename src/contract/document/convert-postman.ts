/**
 * Converts a Postman collection (formats 2.0 and 2.1) to an OpenAPI 3.1 document. A saved response documents its status, and
 * its body is an example of the resource.
 */

import type { Json, JsonObject } from '../../ports.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../values/json-object.ts'
import { isFixedMethod } from './path-item.ts'
import { type PostmanAddress, readPostmanAddress } from './postman-address.ts'
import { schemaOfExamples } from './schema-of-examples.ts'

type Part = JsonObject

/** Whether data is a collection, as its `info.schema` says. Exports of other tools have none; requests tell what they are. */
export const isPostman = (data: unknown): boolean => {
  const info = getOwn(data, 'info')
  const items = getOwn(data, 'item')
  if (!Array.isArray(items)) return false
  const schema = getString(info, 'schema')
  if (schema !== undefined)
    return /\.getpostman\.com\/json\/collection\/v2\.|\.postman\.com\/.*collection.*v2\./.test(schema)
  const isItem = (item: unknown): boolean =>
    getOwn(item, 'request') !== undefined || Array.isArray(getOwn(item, 'item'))
  return getString(info, 'name') !== undefined && items.some(isItem)
}

/** The document. Requests with one method and address are one operation. */
export const convertPostman = (collection: unknown): JsonObject => {
  const requests = collectRequests(collection)
  const scheme = schemeOf(getOwn(collection, 'auth'))
  const paths = new Map<string, Map<string, RequestItem[]>>()
  for (const request of requests) {
    const methods = paths.get(request.address.path) ?? new Map<string, RequestItem[]>()
    paths.set(request.address.path, methods)
    methods.set(request.method, [...(methods.get(request.method) ?? []), request])
  }
  const basePaths = [...new Set(requests.map(({ address }) => address.basePath))]
  return {
    openapi: '3.1.0',
    info: { title: getString(getOwn(collection, 'info'), 'name') ?? 'Postman collection', version: '1' },
    servers: basePaths.map((basePath) => ({ url: basePath === '' ? '/' : basePath })),
    paths: Object.fromEntries([...paths].map(([path, methods]) => [path, describePath(methods)])),
    ...(scheme ? { components: { securitySchemes: { auth: scheme } }, security: [{ auth: [] }] } : {}),
  }
}

interface RequestItem {
  readonly name: string
  /** Lower case. */
  readonly method: string
  readonly address: PostmanAddress
  readonly request: Part
  readonly responses: readonly unknown[]
}

/** The requests of all folders, in order. */
const collectRequests = (collection: unknown): readonly RequestItem[] => {
  const variables = new Map(
    itemsOf(getOwn(collection, 'variable')).map((variable) => [
      getString(variable, 'key') ?? getString(variable, 'id') ?? '',
      String(getOwn(variable, 'value') ?? ''),
    ]),
  )
  const walk = (items: readonly unknown[]): readonly RequestItem[] =>
    items.flatMap((item) => {
      const own = getOwn(item, 'request')
      const request = typeof own === 'string' ? { url: own } : own
      const address = readPostmanAddress(getOwn(request, 'url'), variables)
      const inside = walk(itemsOf(getOwn(item, 'item')))
      if (!isJsonObject(request) || !address) return inside
      return [
        {
          name: getString(item, 'name') ?? '',
          method: (getString(request, 'method') ?? 'GET').toLowerCase(),
          address,
          request,
          responses: itemsOf(getOwn(item, 'response')),
        },
        ...inside,
      ]
    })
  return walk(itemsOf(getOwn(collection, 'item')))
}

/** Methods that OpenAPI has no field for, such as PURGE, are written as in OpenAPI 3.2. */
const describePath = (methods: ReadonlyMap<string, readonly RequestItem[]>): Part => {
  const described = [...methods].map(([method, requests]) => [method, describeOperation(requests)] as const)
  const others = described.filter(([method]) => /^[a-z-]+$/.test(method) && !isFixedMethod(method))
  return {
    ...Object.fromEntries(described.filter(([method]) => isFixedMethod(method))),
    ...(others.length === 0
      ? {}
      : { additionalOperations: Object.fromEntries(others.map(([method, one]) => [method.toUpperCase(), one])) }),
  }
}

const describeOperation = (requests: readonly RequestItem[]): Part => {
  const body = describeBody(requests.map(({ request }) => request.body))
  const isOpen = requests.some(({ request }) => getString(request.auth, 'type') === 'noauth')
  return {
    ...(requests[0]?.name ? { summary: requests[0].name } : {}),
    ...(isOpen ? { security: [] } : {}),
    parameters: describeParameters(requests),
    ...(body ? { requestBody: body } : {}),
    responses: describeResponses(requests.flatMap(({ responses }) => responses)),
  }
}

/** Of its own a collection never says that a part of the query is required. */
const describeParameters = (requests: readonly RequestItem[]): readonly Part[] => {
  const inPath = requests[0]?.address.names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = new Set(requests.flatMap(({ address }) => address.query))
  return [...(inPath ?? []), ...[...query].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))]
}

const describeBody = (bodies: readonly unknown[]): Part | undefined => {
  const content = new Map<string, Part>()
  const examples = bodies.flatMap((body) =>
    getString(body, 'mode') === 'raw' ? (parse(getString(body, 'raw')) ?? []) : [],
  )
  if (examples.length > 0)
    content.set('application/json', { schema: schemaOfExamples(examples), example: examples[0] ?? null })
  for (const body of bodies) {
    const mode = getString(body, 'mode')
    if (mode === 'raw' && parse(getString(body, 'raw')) === undefined) content.set('*/*', {})
    if (mode === 'urlencoded')
      content.set('application/x-www-form-urlencoded', describeForm(getOwn(body, 'urlencoded')))
    if (mode === 'formdata') content.set('multipart/form-data', describeForm(getOwn(body, 'formdata')))
    if (mode === 'file') content.set('application/octet-stream', {})
    if (mode === 'graphql') content.set('application/json', { schema: { type: 'object' } })
  }
  return content.size === 0 ? undefined : { content: Object.fromEntries(content) }
}

const describeForm = (fields: unknown): Part => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(itemsOf(fields).map((field) => [getString(field, 'key') ?? '', { type: 'string' }])),
  },
})

/** Saved responses by status; without any, a success without a documented body. */
const describeResponses = (responses: readonly unknown[]): Part => {
  const bodies = new Map<string, Json[]>()
  for (const response of responses) {
    const status = String(getOwn(response, 'code') ?? 200)
    const body = parse(getString(response, 'body'))
    bodies.set(status, [...(bodies.get(status) ?? []), ...(body === undefined ? [] : [body])])
  }
  if (bodies.size === 0) return { 200: { description: 'No response is saved.' } }
  return Object.fromEntries(
    [...bodies].map(([status, examples]) => [
      status,
      {
        description: 'A saved response.',
        ...(examples.length === 0
          ? {}
          : { content: { 'application/json': { schema: schemaOfExamples(examples), example: examples[0] ?? null } } }),
      },
    ]),
  )
}

/** The value of a JSON text, with its variables read as strings; undefined if it is not JSON. */
const parse = (text: string | undefined): Json | undefined => {
  for (const candidate of text === undefined ? [] : [text, text.replace(/(?<!")\{\{[^{}]*\}\}/g, '"$&"')]) {
    try {
      return JSON.parse(candidate)
    } catch {}
  }
  return undefined
}

const schemeOf = (auth: unknown): Part | undefined => {
  const type = getString(auth, 'type')
  switch (type) {
    case 'bearer':
    case 'basic':
      return { type: 'http', scheme: type }
    case 'oauth2':
    case 'jwt':
      return { type: 'http', scheme: 'bearer' }
    case 'apikey': {
      const given = getOwn(auth, 'apikey')
      const entryOf = (key: string) => itemsOf(given).find((entry) => getString(entry, 'key') === key)
      // The format 2.0 has an object.
      const read = (key: string) => (Array.isArray(given) ? getString(entryOf(key), 'value') : getString(given, key))
      return { type: 'apiKey', in: read('in') === 'query' ? 'query' : 'header', name: read('key') ?? 'X-API-Key' }
    }
    default:
      return undefined
  }
}

/**
 * Chooses the first request to send to a document, without any of Standin's own code: the GET with the fewest required
 * parameters, each filled with a sample value.
 */
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'

export interface FirstRequest {
  readonly method: string
  /** Below the base path, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

type Part = Readonly<Record<string, unknown>>

/** Returns undefined for a document without operations. */
export const firstRequest = (file: string): FirstRequest | undefined => {
  const text = readFileSync(file, 'utf8')
  const root = asPart(file.endsWith('.json') ? JSON.parse(text) : load(text))
  const candidates = Object.entries(asPart(root.paths)).flatMap(([path, value]) => {
    const item = resolve(root, value)
    return ['get', 'head', 'delete', 'options', 'post', 'put', 'patch'].flatMap((method, rank) =>
      item[method] === undefined ? [] : [describe(root, path, item, method, rank)],
    )
  })
  return candidates.sort((one, other) => one.cost - other.cost)[0]?.request
}

const describe = (root: Part, path: string, item: Part, method: string, rank: number) => {
  const operation = asPart(item[method])
  const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map((value) => resolve(root, value))
  const needed = parameters.filter((parameter) => parameter.in === 'path' || parameter.required === true)
  const value = (parameter: Part) => encodeURIComponent(sampleOf(resolve(root, parameter.schema ?? parameter)))
  const filled = needed
    .filter(({ in: place }) => place === 'path')
    .reduce((text, parameter) => text.replaceAll(`{${String(parameter.name)}}`, value(parameter)), path)
  const query = needed.filter(({ in: place }) => place === 'query').map((one) => `${String(one.name)}=${value(one)}`)
  const headers = needed
    .filter(({ in: place }) => place === 'header')
    .map((one) => [String(one.name), sampleOf(resolve(root, one.schema ?? one))])
  const keys = credentials(root, operation)
  const search = [...query, ...keys.query].join('&')
  return {
    cost: rank * 100 + needed.length,
    request: {
      method: method.toUpperCase(),
      path: filled.replace(/[#?].*$/, '').replace(/\{[^}]*\}/g, '1') + (search === '' ? '' : `?${search}`),
      headers: { ...Object.fromEntries(headers), ...keys.headers },
    },
  }
}

/** Any key, sent the way the operation's first security requirement says. */
const credentials = (root: Part, operation: Part) => {
  const [requirement] = asList(operation.security ?? root.security)
  const schemes = asPart(root.securityDefinitions ?? asPart(root.components).securitySchemes)
  const headers: Record<string, string> = {}
  const query: string[] = []
  for (const name of Object.keys(asPart(requirement))) {
    const scheme = resolve(root, schemes[name])
    const isBasic = scheme.type === 'basic' || String(scheme.scheme).toLowerCase() === 'basic'
    if (scheme.type !== 'apiKey') headers.Authorization = isBasic ? `Basic ${btoa('any:key')}` : 'Bearer any-key'
    else if (scheme.in === 'query') query.push(`${encodeURIComponent(String(scheme.name))}=any-key`)
    else if (scheme.in === 'cookie') headers.Cookie = `${String(scheme.name)}=any-key`
    else headers[String(scheme.name)] = 'any-key'
  }
  return { headers, query }
}

const sampleOf = (schema: Part): string => {
  const given = schema.example ?? schema.default ?? asList(schema.enum)[0] ?? asList(schema.examples)[0]
  if (given !== undefined && typeof given !== 'object') return String(given)
  if (schema.format === 'uuid') return '3f8a2c1e-5b7d-4e9f-8a1b-2c3d4e5f6a7b'
  if (schema.format === 'date') return '2030-01-01'
  if (schema.format === 'date-time') return '2030-01-01T00:00:00Z'
  if (schema.type === 'boolean') return 'true'
  return schema.type === 'integer' || schema.type === 'number' ? String(schema.minimum ?? 1) : 'one'
}

const asPart = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {})

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Follows up to five $refs within the document. */
const resolve = (root: Part, value: unknown, depth = 0): Part => {
  const { $ref } = asPart(value)
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth > 5) return asPart(value)
  const keys = decodeURIComponent($ref.slice(2)).split('/')
  const target = keys.reduce<unknown>((at, key) => asPart(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], root)
  return resolve(root, target, depth + 1)
}

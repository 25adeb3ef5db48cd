/**
 * Reads the address of a Postman request, a string or an object. Host and leading variables are dropped; a variable in the
 * path is a path parameter.
 */
import { getOwn, getString, itemsOf } from '../values/json-object.ts'

export interface PostmanAddress {
  /** Empty, or as `/v1`: what the variable at the front says before the path begins. */
  readonly basePath: string
  /** As OpenAPI writes it, `/gadgets/{id}`. */
  readonly path: string
  /** Names of the parameters in the path. */
  readonly names: readonly string[]
  /** Names in the query. */
  readonly query: readonly string[]
}

/** Undefined where the request has no address. `variables` are those of the collection. */
export const readPostmanAddress = (
  url: unknown,
  variables: ReadonlyMap<string, string>,
): PostmanAddress | undefined => {
  const raw = typeof url === 'string' ? url : (getString(url, 'raw') ?? joinParts(url))
  if (raw === undefined) return undefined
  const [address = '', search = ''] = raw.split('#')[0]?.split('?') ?? []
  const front = /^\s*\{\{([^{}]*)\}\}/.exec(address)
  const basePath = front === null ? '' : pathOf(variables.get(front[1]?.trim() ?? '') ?? '')
  const rest = front === null ? pathOf(address) : address.slice(front[0].length).replace(/^:\d+/, '')
  const segments = rest.split('/').filter((segment, index) => index > 0 || segment !== '')
  const named = segments.map(nameSegment)
  const listed = itemsOf(getOwn(url, 'query')).flatMap((entry) => getString(entry, 'key') ?? [])
  return {
    basePath,
    path: `/${named.join('/')}`,
    names: [
      ...new Set(named.flatMap((segment) => [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))),
    ],
    query: [...new Set([...listed, ...namesOf(search)])].filter((name) => name !== '' && !name.includes('{{')),
  }
}

const joinParts = (url: unknown): string | undefined => {
  const host = getOwn(url, 'host')
  const path = getOwn(url, 'path')
  if (host === undefined && path === undefined) return undefined
  const join = (part: unknown, separator: string) => (Array.isArray(part) ? part.join(separator) : String(part ?? ''))
  return `${join(host, '.')}/${join(path, '/')}`
}

/** Without scheme and host, without a slash at its end. */
const pathOf = (address: string): string =>
  address
    .trim()
    .replace(/^([a-z][a-z\d+.-]*:)?\/\//i, '')
    .replace(/^[^/]*/, '')
    .replace(/\/+$/, '')

/** `:id` and `{{id}}` are parameters. */
const nameSegment = (segment: string): string =>
  segment.replace(/^:(.+)$/, '{$1}').replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => `{${name.trim() || 'value'}}`)

const namesOf = (search: string): readonly string[] => search.split('&').map((pair) => pair.split('=')[0] ?? '')

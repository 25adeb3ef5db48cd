/**
 * Which URL of the real service a request is forwarded to.
 */
import type { Document } from '../contract/document/document.ts'
import { suggest } from '../contract/values/nearest.ts'
import { UsageError } from '../errors.ts'

/** The address of a service. */
export interface Upstream {
  readonly origin: string
  /** Replaces the base path of the document; undefined: the path stays as it is. */
  readonly basePath: string | undefined
}

export interface Upstreams {
  readonly of: (document: Document) => Upstream
}

/** `URL` or `name=URL`, each at most once. Throws UsageError, also if a document has none. */
export const readUpstreams = (given: readonly string[], documents: readonly Document[]): Upstreams => {
  const names = documents.map(({ name }) => name)
  const byName = new Map<string, Upstream>()
  let general: Upstream | undefined
  for (const text of given) {
    const [, name, address = ''] = /^(?:([^=:/?]+)=)?(.*)$/.exec(text) ?? []
    const upstream = readUpstream(address, text)
    if (name === undefined) {
      if (general) throw new UsageError(`--upstream: ${text} is a second URL for all documents; write name=URL`)
      general = upstream
    } else if (!names.includes(name))
      throw new UsageError(`--upstream: there is no document ${JSON.stringify(name)}. ${suggest(name, names)}`)
    else if (byName.has(name))
      throw new UsageError(`--upstream: ${text} is a second URL for ${name}; give each document one`)
    else byName.set(name, upstream)
  }
  const missing = names.filter((name) => !general && !byName.has(name))
  const [first] = missing
  if (first !== undefined)
    throw new UsageError(
      documents.length === 1
        ? `--upstream is missing: the address of the real service, for example --upstream ${exampleOf(documents[0])}`
        : `--upstream is missing for ${missing.join(', ')}: write --upstream ${first}=${exampleOf(documents.find(({ name }) => name === first))}`,
    )
  const found = new Map(documents.map((document) => [document.name, byName.get(document.name) ?? general]))
  return {
    of: ({ name }) => {
      const upstream = found.get(name) ?? general ?? [...byName.values()][0]
      if (!upstream) throw new UsageError('--upstream is missing')
      return upstream
    },
  }
}

const exampleOf = (document: Document | undefined): string => `https://api.example.com${document?.basePaths[0] ?? ''}`

const readUpstream = (address: string, given: string): Upstream => {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new UsageError(`--upstream must be a URL, or name=URL, got ${JSON.stringify(given)}`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`--upstream must begin with http:// or https://, got ${JSON.stringify(given)}`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--upstream must not have a user or a password; clients send their credentials themselves')
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`--upstream must not have a query or a fragment, got ${JSON.stringify(given)}`)
  const path = url.pathname.replace(/\/+$/, '')
  return { origin: url.origin, basePath: path === '' ? undefined : path }
}

export const addressOf = ({ origin, basePath = '' }: Upstream): string => origin + basePath

/** The path with the query to request of the service. `path` is that of the request, with the base path of the document. */
export const targetOf = (
  { basePath }: Upstream,
  { path, query }: { readonly path: string; readonly query: string },
  { basePaths }: Pick<Document, 'basePaths'>,
): string => {
  const served = basePaths.find((base) => path === base || path.startsWith(`${base}/`)) ?? ''
  const target = basePath === undefined ? path : basePath + path.slice(served.length)
  return query === '' ? target : `${target}?${query}`
}

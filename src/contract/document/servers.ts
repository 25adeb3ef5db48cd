/**
 * Servers of a document: the base paths under which a document, path or operation is served (OpenAPI 3.x, Server Object;
 * basePath in 2.0), and the addresses of the real service. For base paths, hosts and schemes are ignored.
 */

import { getOwn, getString, itemsOf } from '../values/json-object.ts'
import type { Dialect } from './dialect.ts'
import type { Node } from './references.ts'

/** Distinct base paths in document order: empty for the root, otherwise `/v1`, without a slash at the end. */
export type BasePaths = readonly string[]

/** The base paths of an object that may have servers; undefined if it has none. */
export const readBasePaths = (owner: unknown, dialect: Dialect): BasePaths | undefined => {
  if (dialect === '2.0') {
    const path = getString(owner, 'basePath')
    return path === undefined ? undefined : [trimBasePath(pathOfUrl(path))]
  }
  const paths = itemsOf(getOwn(owner, 'servers')).flatMap((server) => {
    const url = getString(server, 'url')
    return url === undefined ? [] : expandVariables(url, server).map((replaced) => trimBasePath(pathOfUrl(replaced)))
  })
  return paths.length === 0 ? undefined : [...new Set(paths)]
}

/** The maximum number of base paths of one server with variables. */
const maxPaths = 32

/** The URL with each combination of values for the variables in its path, defaults first. */
const expandVariables = (url: string, server: unknown): readonly string[] => {
  const path = url.replace(/^\s*(?:[^/]*:)?\/\/[^/?#]*/, '')
  let replaced: readonly Values[] = [new Map()]
  for (const name of new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, found = '']) => found))) {
    const variable = getOwn(getOwn(server, 'variables'), name)
    const values = new Set([getOwn(variable, 'default'), ...itemsOf(getOwn(variable, 'enum'))])
    const known = [...values].filter((value) => value !== undefined)
    if (known.length > 1)
      replaced = known.flatMap((value) => replaced.map((others) => new Map([...others, [name, value]])))
    replaced = replaced.slice(0, maxPaths)
  }
  return replaced.map((values) => replaceVariables(url, server, values))
}

type Values = ReadonlyMap<string, unknown>

/** Replaces variables by the passed value, their default or their first enum value; removes unknown ones. */
const replaceVariables = (url: string, server: unknown, values: Values = new Map()): string => {
  const replaced = url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = getOwn(getOwn(server, 'variables'), name)
    return String(values.get(name) ?? getOwn(variable, 'default') ?? itemsOf(getOwn(variable, 'enum'))[0] ?? '')
  })
  // If the first segment is removed, the path must not start with two slashes, which would mean a host.
  return /^\/(?!\/)/.test(url) ? replaced.replace(/^\/+/, '/') : replaced
}

/** The path of an absolute or relative URL. Recognizes a host even if it is empty or its scheme is missing. */
const pathOfUrl = (url: string): string => {
  const path = url
    .trim()
    .replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '')
    .replace(/^([a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}|localhost)(:\d+)?(?=\/|$)/i, '')
  try {
    return new URL(path.startsWith('/') ? `http://host${path}` : path, 'http://host').pathname
  } catch {
    return ''
  }
}

/** Without a slash at the end and with one at the start; empty for the root. */
export const trimBasePath = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** Distinct absolute http and https addresses of the real service, with default values for variables. */
export const readServers = ({
  root,
  dialect,
}: {
  readonly root: Node
  readonly dialect: Dialect
}): readonly string[] => {
  const urls = dialect === '2.0' ? urlsOfHost(root.value) : itemsOf(getOwn(root.value, 'servers')).map(urlOf)
  return [...new Set(urls.filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url)))]
}

const urlOf = (server: unknown): string => replaceVariables(getString(server, 'url') ?? '', server)

/** Without schemes, both: the specification means the scheme the document was fetched with, which is unknown here. */
const urlsOfHost = (root: unknown): readonly string[] => {
  const host = getString(root, 'host')
  const schemes = itemsOf(getOwn(root, 'schemes'))
  if (host === undefined) return []
  return (schemes.length === 0 ? ['https', 'http'] : schemes).map(
    (scheme) => `${String(scheme)}://${host}${getString(root, 'basePath') ?? ''}`,
  )
}

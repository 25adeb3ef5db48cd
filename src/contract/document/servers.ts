/**
 * Where a document, a path or an operation is served: the paths of its servers (OpenAPI 3.x, Server Object), or basePath
 * in 2.0. Hosts and schemes do not matter here; a document gives them loosely, and is not rejected for that.
 */

import { getOwn, getString, itemsOf } from '../values/json-object.ts'
import type { Dialect } from './dialect.ts'
import type { Node } from './references.ts'

/** Each once and the first one first; empty for the root, else `/v1`, without a slash at its end. */
export type BasePaths = readonly string[]

/** Those that an object of the document gives itself; undefined where it says nothing of servers. */
export const readBasePaths = (owner: unknown, dialect: Dialect): BasePaths | undefined => {
  if (dialect === '2.0') {
    const path = getString(owner, 'basePath')
    return path === undefined ? undefined : [trimBasePath(pathOfUrl(path))]
  }
  const paths = itemsOf(getOwn(owner, 'servers')).flatMap((server) => {
    const url = getString(server, 'url')
    return url === undefined ? [] : expandVariables(url, server).map((filled) => trimBasePath(pathOfUrl(filled)))
  })
  return paths.length === 0 ? undefined : [...new Set(paths)]
}

/** Base paths that the variables of one server come to. */
const mostPaths = 32

/** With each value of the variables in its path, defaults first; those of its host do not matter. */
const expandVariables = (url: string, server: unknown): readonly string[] => {
  const path = url.replace(/^\s*(?:[^/]*:)?\/\/[^/?#]*/, '')
  let filled: readonly Values[] = [new Map()]
  for (const name of new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, found = '']) => found))) {
    const variable = getOwn(getOwn(server, 'variables'), name)
    const values = new Set([getOwn(variable, 'default'), ...itemsOf(getOwn(variable, 'enum'))])
    const known = [...values].filter((value) => value !== undefined)
    if (known.length > 1) filled = known.flatMap((value) => filled.map((others) => new Map([...others, [name, value]])))
    filled = filled.slice(0, mostPaths)
  }
  return filled.map((values) => fillVariables(url, server, values))
}

type Values = ReadonlyMap<string, unknown>

/** Variables as given, else at their defaults, else at their first value; an unknown one is left out. */
export const fillVariables = (url: string, server: unknown, values: Values = new Map()): string => {
  const filled = url.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const variable = getOwn(getOwn(server, 'variables'), name)
    return String(values.get(name) ?? getOwn(variable, 'default') ?? itemsOf(getOwn(variable, 'enum'))[0] ?? '')
  })
  // A path whose first part is left out must not come to look like a host.
  return /^\/(?!\/)/.test(url) ? filled.replace(/^\/+/, '/') : filled
}

/** The path of an absolute or relative URL; a host is known as one also where it is empty or its scheme was left out. */
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

/** Without a slash at its end, with one at its start; empty for the root. */
export const trimBasePath = (path: string): string => {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** Absolute http and https addresses, each once, variables at their defaults; relative ones name no host to stand in for. */
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

const urlOf = (server: unknown): string => fillVariables(getString(server, 'url') ?? '', server)

/** Without schemes it is the scheme that the document was fetched by, which nobody knows here. */
const urlsOfHost = (root: unknown): readonly string[] => {
  const host = getString(root, 'host')
  const schemes = itemsOf(getOwn(root, 'schemes'))
  if (host === undefined) return []
  return (schemes.length === 0 ? ['https', 'http'] : schemes).map(
    (scheme) => `${String(scheme)}://${host}${getString(root, 'basePath') ?? ''}`,
  )
}

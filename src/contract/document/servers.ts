/**
 * The addresses that a document names as its servers (OpenAPI 3.x, Server Object; host and schemes in 2.0): those of the
 * real service, for which a sandbox can stand in. Where the document is served here is document.ts's to say.
 */

import { getOwn, getString, itemsOf } from '../values/json-object.ts'
import { fillVariables } from './base-paths.ts'
import type { Document } from './document.ts'

/** Absolute http and https addresses, each once, variables at their defaults; relative ones name no host to stand in for. */
export const readServers = ({ root, dialect }: Document): readonly string[] => {
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

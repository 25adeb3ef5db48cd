/**
 * Where the endpoints of OAuth 2.1 and OpenID Connect are: at the addresses that the security schemes of the documents name, where
 * these are on the server of a document, and below /_sandbox/oauth.
 */
import { securitySchemesOf } from '../contract/document/check-document.ts'
import type { Document } from '../contract/document/document.ts'
import { childNodes, dereference } from '../contract/document/references.ts'
import { readServers } from '../contract/document/servers.ts'
import { entriesOf, getOwn, getString } from '../contract/values/json-object.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { Service } from '../loading/service.ts'

const ownBase = '/_sandbox/oauth'

export type EndpointKind = 'authorize' | 'token' | 'revoke' | 'introspect' | 'userinfo' | 'jwks' | 'discovery'

export interface Endpoints {
  readonly byPath: ReadonlyMap<string, EndpointKind>
  /** The path of the issuer. */
  readonly issuer: string
  /** The path of each kind that discovery names. */
  readonly pathOf: (kind: EndpointKind) => string
  /** The scopes that the documents describe; empty: any scope can be requested. */
  readonly scopes: readonly string[]
  /** Whether a document uses oauth2 or openIdConnect. */
  readonly isUsed: boolean
}

const discoverySuffix = '/.well-known/openid-configuration'

export const endpointsOf = memoize((service: Service): Endpoints => {
  const byPath = new Map<string, EndpointKind>()
  const named = new Map<EndpointKind, string>()
  const scopes = new Set<string>()
  let issuer = ownBase
  let isUsed = false
  const add = (path: string | undefined, kind: EndpointKind): void => {
    if (path === undefined || path === '/') return
    byPath.set(path, kind)
    if (!named.has(kind)) named.set(kind, path)
  }
  for (const { document } of service.documents)
    for (const scheme of schemesOf(document)) {
      const type = getString(scheme, 'type')
      if (type !== 'oauth2' && type !== 'openIdConnect') continue
      isUsed = true
      const discovery = localPath(document, getString(scheme, 'openIdConnectUrl'))
      if (discovery?.endsWith(discoverySuffix)) {
        issuer = discovery.slice(0, -discoverySuffix.length)
        byPath.set(discovery, 'discovery')
      }
      for (const flow of flowsOf(scheme)) {
        add(localPath(document, getString(flow, 'authorizationUrl')), 'authorize')
        add(localPath(document, getString(flow, 'tokenUrl')), 'token')
        add(localPath(document, getString(flow, 'refreshUrl')), 'token')
        for (const [scope] of entriesOf(getOwn(flow, 'scopes'))) scopes.add(scope)
      }
    }
  addOwn(byPath)
  const pathOf = (kind: EndpointKind): string => named.get(kind) ?? `${ownBase}/${kind}`
  return { byPath, issuer, pathOf, scopes: [...scopes], isUsed }
})

const addOwn = (byPath: Map<string, EndpointKind>): void => {
  for (const kind of ['authorize', 'token', 'revoke', 'introspect', 'userinfo', 'jwks'] as const)
    byPath.set(`${ownBase}/${kind}`, kind)
  byPath.set(ownBase + discoverySuffix, 'discovery')
  byPath.set(`${ownBase}/.well-known/oauth-authorization-server`, 'discovery')
  // RFC 8414, section 3.1: the path of the issuer comes after.
  byPath.set(`/.well-known/oauth-authorization-server${ownBase}`, 'discovery')
}

const schemesOf = (document: Document): readonly unknown[] =>
  childNodes(securitySchemesOf(document.root, document.dialect)).map(
    ([, node]) => dereference(document.files, node)?.value,
  )

/** OpenAPI 2.0 has one flow, in the scheme itself. */
const flowsOf = (scheme: unknown): readonly unknown[] => [
  scheme,
  ...entriesOf(getOwn(scheme, 'flows')).map(([, flow]) => flow),
]

/** The origin of addresses without a host: this server. */
const here = 'http://standin.invalid'

/** The path at which this server has what a document has at a URL; undefined if that is on another server. */
const localPath = (document: Document, url: string | undefined): string | undefined => {
  const base = `${here}${document.basePath}/`
  if (url === undefined || url === '' || !URL.canParse(url, base)) return undefined
  const { origin, host, pathname } = new URL(url, base)
  return origin === here || hostsOf(document).includes(host) ? pathname : undefined
}

const hostsOf = (document: Document): readonly string[] => readServers(document).map((url) => new URL(url).host)

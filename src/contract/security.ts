/**
 * Security requirements of an operation (OpenAPI 3.1, sections 4.8.27 and 4.8.30), compiled into a check that finds the
 * credential a request carries. Whether that credential is good is the sandbox's to say.
 */
import type { RequestHeaders } from '../ports.ts'
import { securitySchemesOf } from './check-document.ts'
import type { Document } from './document.ts'
import { entriesOf, getOwn, getString, isObject, itemsOf } from './is-object.ts'
import { childNodes, dereference, type Node } from './references.ts'

/** What a request presents: a token, a key, or user and password as `user:password`. */
export type Credential =
  | { readonly kind: 'found'; readonly scheme: string; readonly value: string }
  | { readonly kind: 'missing'; readonly scheme: string; readonly message: string }
  | { readonly kind: 'malformed'; readonly scheme: string; readonly message: string }

/** The parts of a request that can carry a credential. */
export interface Carrier {
  readonly headers: RequestHeaders
  readonly query: readonly (readonly [string, string])[]
}

export interface SecurityCheck {
  /** True where the operation can be called without any credential. */
  readonly open: boolean
  /** The alternatives, each a list of schemes that are needed together. */
  readonly alternatives: readonly (readonly Scheme[])[]
  /** The value of WWW-Authenticate without error parameters (RFC 9110, section 11.6.1); undefined where no scheme has one. */
  readonly challenge: string | undefined
  /** Names of the query that carry a credential. */
  readonly queryNames: readonly string[]
}

export interface Scheme {
  readonly name: string
  readonly queryName?: string
  readonly find: (carrier: Carrier) => Credential
}

/** The check of an operation: its own requirements, else the document's. */
export const compileSecurity = (document: Document, operation: Node): SecurityCheck => {
  const requirements = getOwn(operation.value, 'security') ?? getOwn(document.root.value, 'security')
  const schemes = readSchemes(document)
  const realm = toQuotable(document.title)
  const challenges = new Set<string>()
  const alternatives = itemsOf(requirements).map((requirement) =>
    entriesOf(requirement).map(([name]) => {
      const { scheme, challenge } = createScheme(name, schemes.get(name))
      if (challenge) challenges.add(`${challenge} realm="${realm}"`)
      return scheme
    }),
  )
  const open = alternatives.length === 0 || itemsOf(requirements).some(isOptional)
  const queryNames = alternatives.flat().flatMap(({ queryName }) => queryName ?? [])
  return { open, alternatives, queryNames, challenge: challenges.size === 0 ? undefined : [...challenges].join(', ') }
}

/** What a quoted string of a header field can hold as it is (RFC 9110, section 5.6.4). */
const toQuotable = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/["\\]/g, '')
    .replace(/[^\x20-\x7e]/gu, '?')

/** `{}` among the requirements: no credential will do too. */
const isOptional = (requirement: unknown): boolean => isObject(requirement) && Object.keys(requirement).length === 0

const readSchemes = (document: Document): ReadonlyMap<string, unknown> =>
  new Map(
    childNodes(securitySchemesOf(document.root, document.dialect)).map(([name, node]) => [
      name,
      dereference(document.files, node)?.value,
    ]),
  )

const createScheme = (name: string, definition: unknown): { scheme: Scheme; challenge?: string } => {
  if (!isObject(definition)) return { scheme: createUnknown(name) }
  const type = getString(definition, 'type')
  const httpScheme = type === 'basic' ? 'basic' : getString(definition, 'scheme')?.toLowerCase()
  if (type === 'apiKey')
    return { scheme: createApiKey(name, getString(definition, 'name') ?? '', getString(definition, 'in')) }
  if (httpScheme === 'basic') return { scheme: createBasic(name), challenge: 'Basic' }
  // Bearer tokens, and the tokens of oauth2 and openIdConnect, come the same way (RFC 6750, section 2.1).
  return { scheme: createBearer(name), challenge: 'Bearer' }
}

/** No credential satisfies a scheme that the document does not have. */
const createUnknown = (scheme: string): Scheme => ({
  name: scheme,
  find: () => ({ kind: 'missing', scheme, message: `the document has no security scheme ${scheme}` }),
})

const authorizationOf = ({ headers }: Carrier): string | undefined => {
  const value = headers.authorization
  return typeof value === 'string' ? value : value?.[0]
}

/** token68 of RFC 9110, section 11.2. */
const bearerPattern = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

const createBearer = (scheme: string): Scheme => ({
  name: scheme,
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined || header === '') {
      return {
        kind: 'missing',
        scheme,
        message: 'the Authorization header is missing; send "Authorization: Bearer <API_KEY>"',
      }
    }
    const token = bearerPattern.exec(header)?.[1]
    if (token !== undefined) return { kind: 'found', scheme, value: token }
    return {
      kind: 'malformed',
      scheme,
      message: 'the Authorization header is malformed; it must be "Bearer <API_KEY>", one word after Bearer',
    }
  },
})

const createBasic = (scheme: string): Scheme => ({
  name: scheme,
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined)
      return {
        kind: 'missing',
        scheme,
        message: 'the Authorization header is missing; send "Authorization: Basic <base64 of user:password>"',
      }
    const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
    const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
    if (decoded.includes(':')) return { kind: 'found', scheme, value: decoded }
    return {
      kind: 'malformed',
      scheme,
      message: 'the Authorization header is malformed; it must be "Basic " and the base64 of user:password',
    }
  },
})

const createApiKey = (scheme: string, name: string, place: string | undefined): Scheme => ({
  name: scheme,
  ...(place === 'query' ? { queryName: name } : {}),
  find: (carrier) => {
    const value = readApiKey(carrier, name, place)
    return value
      ? { kind: 'found', scheme, value }
      : {
          kind: 'missing',
          scheme,
          message: `the ${place ?? 'header'} ${place === 'query' ? 'parameter ' : ''}${name} is missing; it carries the API key`,
        }
  },
})

const readApiKey = ({ headers, query }: Carrier, name: string, place: string | undefined): string | undefined => {
  if (place === 'query') return query.find(([key]) => key === name)?.[1]
  const header = headers[place === 'cookie' ? 'cookie' : name.toLowerCase()]
  const text = typeof header === 'string' ? header : header?.join('; ')
  if (place !== 'cookie') return text
  return text
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}

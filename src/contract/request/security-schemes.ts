/**
 * Security schemes, each as the function that finds its credential in a request: API keys, HTTP authentication of every
 * kind, tokens of oauth2 and openIdConnect, and client certificates.
 */
import type { RequestHeaders } from '../../ports.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { digestChallenge, readDigest } from './digest-auth.ts'

/** What a request presents. */
export type Credential =
  /** A token, a key, or user and password as `user:password`; `spare` is what may be meant where that is unknown. */
  | { readonly kind: 'found'; readonly value: string; readonly spare?: string }
  /** A user, and what tells whether the password that the client did not send is the right one. */
  | { readonly kind: 'proof'; readonly user: string; readonly proves: (password: string) => boolean }
  /** Nothing that can be judged here: a client certificate is a matter of the connection. */
  | { readonly kind: 'granted' }
  | { readonly kind: 'missing'; readonly message: string }
  /** `value` is what came in the place of the credential; empty where nothing did. */
  | { readonly kind: 'malformed'; readonly message: string; readonly value: string }

/** The parts of a request that can carry a credential. */
export interface Carrier {
  readonly method: string
  readonly headers: RequestHeaders
  readonly query: readonly (readonly [string, string])[]
}

export interface Scheme {
  readonly name: string
  /** What opens it: a key or token, user and password, or nothing that a request carries. */
  readonly takes: 'key' | 'login' | 'nothing'
  readonly queryName?: string
  /** Its part of WWW-Authenticate; API keys have none. */
  readonly challenge?: string
  readonly find: (carrier: Carrier) => Credential
}

/** `definition` is the scheme as the document has it, `realm` fit for a quoted string. */
export const createScheme = (name: string, definition: unknown, realm: string): Scheme => {
  if (!isJsonObject(definition)) return createUnknown(name)
  switch (getString(definition, 'type')) {
    case 'apiKey':
      return createApiKey(name, getString(definition, 'name') ?? '', getString(definition, 'in'))
    case 'mutualTLS':
      return { name, takes: 'nothing', find: () => ({ kind: 'granted' }) }
    case 'basic':
      return createBasic(name, realm)
    case 'http':
      return createHttp(name, getString(definition, 'scheme') ?? 'bearer', realm)
    default:
      // The tokens of oauth2 and openIdConnect come as bearer tokens do (RFC 6750, section 2.1).
      return createBearer(name, realm)
  }
}

const createHttp = (name: string, scheme: string, realm: string): Scheme => {
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return createBearer(name, realm)
    case 'basic':
      return createBasic(name, realm)
    case 'digest':
      return createDigest(name, realm)
    default:
      return createOther(name, scheme, realm)
  }
}

/** Of a scheme that is not described nobody knows where its key is; Authorization is where most are. */
const createUnknown = (name: string): Scheme => ({
  name,
  takes: 'key',
  find: (carrier) => {
    const value =
      authorizationOf(carrier)
        ?.trim()
        .replace(/^\S+ +/, '') ?? ''
    if (value !== '') return { kind: 'found', value }
    const message = `the document has no security scheme ${name}; send "Authorization: Bearer <API_KEY>"`
    return { kind: 'missing', message }
  },
})

const authorizationOf = ({ headers }: Carrier): string | undefined => {
  const value = headers.authorization
  return typeof value === 'string' ? value : value?.[0]
}

/** The credential of a scheme as it follows the scheme's name; empty where another scheme, or nothing, was sent. */
const restAfter = (scheme: string, header: string): string => {
  const space = header.indexOf(' ')
  return space !== -1 && header.slice(0, space).toLowerCase() === scheme ? header.slice(space).trim() : ''
}

const missingHeader = (example: string): Credential => ({
  kind: 'missing',
  message: `the Authorization header is missing; send "Authorization: ${example}"`,
})

/** token68 of RFC 9110, section 11.2. */
const bearerPattern = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

const createBearer = (name: string, realm: string): Scheme => ({
  name,
  takes: 'key',
  challenge: `Bearer realm="${realm}"`,
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined || header === '') return missingHeader('Bearer <API_KEY>')
    const token = bearerPattern.exec(header)?.[1]
    if (token !== undefined) return { kind: 'found', value: token }
    return {
      kind: 'malformed',
      message: 'the Authorization header is malformed; it must be "Bearer <API_KEY>", one word after Bearer',
      value: restAfter('bearer', header),
    }
  },
})

const createBasic = (name: string, realm: string): Scheme => ({
  name,
  takes: 'login',
  challenge: `Basic realm="${realm}"`,
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined) return missingHeader('Basic <base64 of user:password>')
    const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
    const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
    // A key that is no login comes as a user without a password, as some services have it.
    if (decoded.endsWith(':')) return { kind: 'found', value: decoded, spare: decoded.slice(0, -1) }
    if (decoded.includes(':')) return { kind: 'found', value: decoded }
    return {
      kind: 'malformed',
      message: 'the Authorization header is malformed; it must be "Basic " and the base64 of user:password',
      value: restAfter('basic', header),
    }
  },
})

const createDigest = (name: string, realm: string): Scheme => ({
  name,
  takes: 'login',
  challenge: digestChallenge(realm),
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined) return missingHeader('Digest …", as the challenge asks for, or "curl --digest')
    const value = restAfter('digest', header)
    const digest = readDigest(value, carrier.method, realm)
    if (digest) return { kind: 'proof', ...digest }
    return {
      kind: 'malformed',
      message:
        'the Authorization header is malformed; it must be "Digest " with username, realm, nonce, uri and response as the challenge asks for (RFC 7616)',
      value,
    }
  },
})

/** A scheme of HTTP authentication that is none of the well-known ones: what follows its name is the key. */
const createOther = (name: string, scheme: string, realm: string): Scheme => ({
  name,
  takes: 'key',
  challenge: `${scheme} realm="${realm}"`,
  find: (carrier) => {
    const header = authorizationOf(carrier)
    if (header === undefined || header === '') return missingHeader(`${scheme} <API_KEY>`)
    const value = restAfter(scheme.toLowerCase(), header)
    if (value !== '') return { kind: 'found', value }
    const message = `the Authorization header is malformed; it must be "${scheme} <API_KEY>"`
    return { kind: 'malformed', message, value }
  },
})

const createApiKey = (name: string, key: string, place: string | undefined): Scheme => ({
  name,
  takes: 'key',
  ...(place === 'query' ? { queryName: key } : {}),
  find: (carrier) => {
    const value = readApiKey(carrier, key, place)
    // Clients write a scheme before a key in Authorization, whatever the document says.
    const rest = value && key.toLowerCase() === 'authorization' ? /^\S+ +(\S.*)$/.exec(value)?.[1]?.trim() : undefined
    if (value) return { kind: 'found', value, ...(rest === undefined ? {} : { spare: rest }) }
    const where = `${place ?? 'header'} ${place === 'query' ? 'parameter ' : ''}${key}`
    return { kind: 'missing', message: `the ${where} is missing; it carries the API key` }
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

/**
 * Finds the credential of each kind of security scheme in a request: API keys, HTTP authentication, tokens of oauth2 and
 * openIdConnect, and client certificates. Whether a credential is valid is decided by the sandbox.
 */
import type { ClientCertificate, RequestHeaders } from '../../ports.ts'
import { cookiesOf } from '../values/cookies.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { digestChallenge, readDigest } from './digest-auth.ts'

/** What a request carries for a security scheme. */
export type Credential =
  /** A token, a key, or `user:password`; `alternative` is a second reading, to try if the first is not a known key. */
  | { readonly kind: 'found'; readonly value: string; readonly alternative?: string }
  /** Digest authentication: the password itself is not sent, only a proof of it. */
  | { readonly kind: 'proof'; readonly user: string; readonly verify: (password: string) => boolean }
  /** A client certificate that is accepted, or that is not verified on this connection. */
  | { readonly kind: 'granted' }
  /** A client certificate that is missing or not accepted. Keys do not help. */
  | { readonly kind: 'no-certificate'; readonly message: string; readonly isMissing: boolean }
  | { readonly kind: 'missing'; readonly message: string }
  /** `value` is what was sent in place of the credential; empty if no service could read it. */
  | { readonly kind: 'malformed'; readonly message: string; readonly value: string }

/** The parts of a request that can carry a credential. */
export interface CredentialSource {
  readonly method: string
  readonly headers: RequestHeaders
  readonly query: readonly (readonly [string, string])[]
  readonly client?: ClientCertificate | undefined
}

export interface SecurityScheme {
  readonly name: string
  /** What it requires: a key or token, user and password (`login`), or nothing that a request carries. */
  readonly credential: 'key' | 'login' | 'nothing'
  readonly queryName?: string
  /** Its challenge in WWW-Authenticate; API keys have none. */
  readonly challenge?: string
  readonly find: (request: CredentialSource) => Credential
}

/** `definition` is the scheme in the document; `realm` must be safe inside a quoted string. */
export const createScheme = (name: string, definition: unknown, realm: string): SecurityScheme => {
  if (!isJsonObject(definition)) return createUnknown(name)
  switch (getString(definition, 'type')) {
    case 'apiKey':
      return createApiKey(name, getString(definition, 'name') ?? '', getString(definition, 'in'))
    case 'mutualTLS':
      return { name, credential: 'nothing', find: ({ client }) => checkCertificate(client) }
    case 'basic':
      return createBasic(name, realm)
    case 'http':
      return createHttp(name, getString(definition, 'scheme') ?? 'bearer', realm)
    default:
      // Tokens of oauth2 and openIdConnect are bearer tokens (RFC 6750, section 2.1).
      return createBearer(name, realm)
  }
}

const checkCertificate = (client: ClientCertificate | undefined): Credential => {
  switch (client?.kind) {
    case undefined:
    case 'valid':
      return { kind: 'granted' }
    case 'missing': {
      const message =
        'a client certificate is required; send one that an authority of --tls-ca has signed (curl --cert FILE --key FILE)'
      return { kind: 'no-certificate', message, isMissing: true }
    }
    case 'invalid': {
      const message = `the client certificate is not accepted (${client.reason}); an authority of --tls-ca must have signed it`
      return { kind: 'no-certificate', message, isMissing: false }
    }
  }
}

const createHttp = (name: string, scheme: string, realm: string): SecurityScheme => {
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

/** A scheme that the document does not define: the key is expected in Authorization, the most common place. */
const createUnknown = (name: string): SecurityScheme => ({
  name,
  credential: 'key',
  find: (request) => {
    const value =
      authorizationOf(request)
        ?.trim()
        .replace(/^\S+ +/, '') ?? ''
    if (value !== '') return { kind: 'found', value }
    const message = `the document does not define the security scheme ${name}; send "Authorization: Bearer <API_KEY>"`
    return { kind: 'missing', message }
  },
})

const authorizationOf = ({ headers }: CredentialSource): string | undefined => {
  const value = headers.authorization
  return typeof value === 'string' ? value : value?.[0]
}

/** The text after the name of the scheme; empty if the header is of another scheme or has no text after it. */
const credentialAfter = (scheme: string, header: string): string => {
  const space = header.indexOf(' ')
  return space !== -1 && header.slice(0, space).toLowerCase() === scheme ? header.slice(space).trim() : ''
}

const missingHeader = (example: string): Credential => ({
  kind: 'missing',
  message: `the Authorization header is missing; send "Authorization: ${example}"`,
})

/** The token68 syntax (RFC 9110, section 11.2). */
const bearerPattern = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i

const createBearer = (name: string, realm: string): SecurityScheme => ({
  name,
  credential: 'key',
  challenge: `Bearer realm="${realm}"`,
  find: (request) => {
    const header = authorizationOf(request)
    if (header === undefined || header === '') return missingHeader('Bearer <API_KEY>')
    const token = bearerPattern.exec(header)?.[1]
    if (token !== undefined) return { kind: 'found', value: token }
    return {
      kind: 'malformed',
      message: 'the Authorization header is malformed; it must be "Bearer <API_KEY>", one word after Bearer',
      value: credentialAfter('bearer', header),
    }
  },
})

const createBasic = (name: string, realm: string): SecurityScheme => ({
  name,
  credential: 'login',
  challenge: `Basic realm="${realm}"`,
  find: (request) => {
    const header = authorizationOf(request)
    if (header === undefined) return missingHeader('Basic <base64 of user:password>')
    const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(header)?.[1]
    const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
    // Some services take an API key as the user, with an empty password.
    if (decoded.endsWith(':')) return { kind: 'found', value: decoded, alternative: decoded.slice(0, -1) }
    if (decoded.includes(':')) return { kind: 'found', value: decoded }
    return {
      kind: 'malformed',
      message: 'the Authorization header is malformed; it must be "Basic " and the base64 of user:password',
      value: '',
    }
  },
})

const createDigest = (name: string, realm: string): SecurityScheme => ({
  name,
  credential: 'login',
  challenge: digestChallenge(realm),
  find: (request) => {
    const header = authorizationOf(request)
    if (header === undefined) return missingHeader('Digest …", as the challenge requires, or "curl --digest')
    const value = credentialAfter('digest', header)
    const digest = readDigest(value, request.method, realm)
    if (digest) return { kind: 'proof', ...digest }
    return {
      kind: 'malformed',
      message:
        'the Authorization header is malformed; it must be "Digest " with username, realm, nonce, uri and response as the challenge requires (RFC 7616)',
      value: '',
    }
  },
})

/** Any other scheme of HTTP authentication: the key is the text after the name of the scheme. */
const createOther = (name: string, scheme: string, realm: string): SecurityScheme => ({
  name,
  credential: 'key',
  challenge: `${scheme} realm="${realm}"`,
  find: (request) => {
    const header = authorizationOf(request)
    if (header === undefined || header === '') return missingHeader(`${scheme} <API_KEY>`)
    const value = credentialAfter(scheme.toLowerCase(), header)
    if (value !== '') return { kind: 'found', value }
    const message = `the Authorization header is malformed; it must be "${scheme} <API_KEY>"`
    return { kind: 'malformed', message, value }
  },
})

const createApiKey = (name: string, key: string, place: string | undefined): SecurityScheme => ({
  name,
  credential: 'key',
  ...(place === 'query' ? { queryName: key } : {}),
  find: (request) => {
    const value = readApiKey(request, key, place)
    // Some clients send `Bearer <key>` even if the document describes Authorization as a bare API key.
    const rest = value && key.toLowerCase() === 'authorization' ? /^\S+ +(\S.*)$/.exec(value)?.[1]?.trim() : undefined
    if (value) return { kind: 'found', value, ...(rest === undefined ? {} : { alternative: rest }) }
    const where = `${place ?? 'header'} ${place === 'query' ? 'parameter ' : ''}${key}`
    return { kind: 'missing', message: `the ${where} is missing; it carries the API key` }
  },
})

const readApiKey = (
  { headers, query }: CredentialSource,
  name: string,
  place: string | undefined,
): string | undefined => {
  if (place === 'query') return query.find(([key]) => key === name)?.[1]
  if (place === 'cookie') return cookiesOf(headers).find(([cookie]) => cookie === name)?.[1]
  const header = headers[name.toLowerCase()]
  return typeof header === 'string' ? header : header?.join('; ')
}

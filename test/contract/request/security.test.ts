/**
 * Security requirements: where a credential is looked for, which ones are required together, and which are optional.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyOptions } from '../../../src/client/handle-keys.ts'
import type { CallOptions } from '../../support/client.ts'
import { serveFiles, useFiles } from '../../support/serve-files.ts'
import { openApi, response, swagger } from '../../support/write-document.ts'

const schemes = {
  token: { type: 'http', scheme: 'bearer' },
  login: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  authorization: { type: 'apiKey', in: 'header', name: 'Authorization' },
  flow: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://gadgets.test/token', scopes: { read: '' } } },
  },
  connect: { type: 'openIdConnect', openIdConnectUrl: 'https://gadgets.test/openid' },
  referred: { $ref: '#/components/securitySchemes/header' },
  digest: { type: 'http', scheme: 'Digest' },
  other: { type: 'http', scheme: 'DPoP' },
  certificate: { type: 'mutualTLS' },
}

const well = { 200: response({ type: 'object', properties: { ok: { type: 'boolean' } } }) }

/** The requirements; each has its own path. */
const requirements = {
  token: [{ token: [] }],
  login: [{ login: [] }],
  header: [{ header: [] }],
  query: [{ query: [] }],
  cookie: [{ cookie: [] }],
  authorization: [{ authorization: [] }],
  flow: [{ flow: ['read'] }],
  connect: [{ connect: [] }],
  referred: [{ referred: [] }],
  both: [{ header: [], token: [] }],
  either: [{ header: [] }, { token: [] }],
  'two-or-one': [{ header: [], query: [] }, { login: [] }],
  optional: [{ token: [] }, {}],
  'optional-first': [{}, { token: [] }],
  digest: [{ digest: [] }],
  other: [{ other: [] }],
  certificate: [{ certificate: [] }],
  'certificate-and-token': [{ certificate: [], token: [] }],
  write: [{ flow: ['read', 'write'] }],
  connected: [{ connect: ['read'] }],
  role: [{ header: ['read'] }],
  'read-or-admin': [{ flow: ['read'] }, { flow: ['admin'] }],
  'write-or-header': [{ flow: ['write'] }, { header: [] }],
  'scope-optional': [{ flow: ['write'] }, {}],
  'token-or-login': [{ flow: ['write'] }, { login: [] }],
  open: [],
} satisfies Record<string, readonly object[]>

type Path = keyof typeof requirements | 'inherited'

const keys = `
- { key: good }
- key: also-good
  state: active
- { key: old, state: expired }
- { key: gone, state: revoked }
- { key: later, expires: "2026-11-20T12:00:01Z" }
- { key: now, expires: "2026-11-20T12:00:00Z" }
- { user: ann, password: "se:same" }
- { user: bob }
- { key: "a=b==" }
- { key: "sp ace" }
- { key: reader, scopes: [read] }
- { key: writer, scopes: read write }
- { key: admin, scopes: [admin, "a b"] }
- { key: bare, scopes: [] }
- { key: reader-of-old, scopes: [read, write], state: expired }
- { user: carl, password: sesame, scopes: [read] }
- { key: "\${jndi}" }
`

const api = useFiles(
  {
    'gadgets.json': openApi({
      components: { securitySchemes: schemes },
      security: [{ token: [] }],
      paths: {
        '/inherited': { get: { responses: well } },
        ...Object.fromEntries(
          Object.entries(requirements).map(([name, security]) => [`/${name}`, { get: { security, responses: well } }]),
        ),
      },
    }),
    'fixtures/keyed/keys.yaml': keys,
  },
  { fixtures: 'fixtures/keyed', now: () => Date.parse('2026-11-20T12:00:00Z') },
)

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

interface Row extends Pick<CallOptions, 'headers'> {
  readonly name: string
  readonly path: Path
  readonly query?: string
  /** A part of the message; absent: the request is accepted. */
  readonly rejected?: string
  /** Of a rejection. */
  readonly status?: number
  readonly challenge?: RegExp
}

const bearer = /^Bearer realm="Gadgets"/
const invalid = /^Bearer realm="Gadgets", error="invalid_token"/

const itAuthenticates = (rows: readonly Row[]): void => {
  for (const { name, path, query = '', headers = {}, rejected, status = 401, challenge } of rows)
    it(`/${path}: ${name} is ${rejected === undefined ? 'accepted' : 'rejected'}`, async () => {
      const answer = await api.call(`/${path}${query}`, { headers })
      expect(answer.status, answer.text).toBe(rejected === undefined ? 200 : status)
      if (rejected !== undefined) expect(answer.text).toContain(rejected)
      if (challenge) expect(answer.headers['www-authenticate']).toMatch(challenge)
    })
}

describe('a bearer token', () => {
  itAuthenticates([
    { name: 'a good one', path: 'token', headers: { authorization: 'Bearer good' } },
    { name: 'a scheme in other letter case', path: 'token', headers: { authorization: 'bEARER good' } },
    { name: 'one after two spaces', path: 'token', headers: { authorization: 'Bearer  good' } },
    { name: 'none', path: 'token', rejected: 'missing', challenge: bearer },
    { name: 'an empty header', path: 'token', headers: { authorization: '' }, rejected: 'missing' },
    {
      name: 'the scheme alone',
      path: 'token',
      headers: { authorization: 'Bearer' },
      rejected: 'malformed',
      challenge: invalid,
    },
    { name: 'two words', path: 'token', headers: { authorization: 'Bearer good one' }, rejected: 'malformed' },
    { name: 'the token alone', path: 'token', headers: { authorization: 'good' }, rejected: 'malformed' },
    { name: 'another scheme', path: 'token', headers: { authorization: basic('ann:se:same') }, rejected: 'malformed' },
    {
      name: 'an unknown one',
      path: 'token',
      headers: { authorization: 'Bearer better' },
      rejected: 'unknown',
      challenge: invalid,
    },
    { name: 'one in another case', path: 'token', headers: { authorization: 'Bearer Good' }, rejected: 'unknown' },
    {
      name: 'an expired one',
      path: 'token',
      headers: { authorization: 'Bearer old' },
      rejected: 'expired',
      challenge: invalid,
    },
    {
      name: 'a revoked one',
      path: 'token',
      headers: { authorization: 'Bearer gone' },
      rejected: 'revoked',
      challenge: invalid,
    },
    { name: 'one that expires in a second', path: 'token', headers: { authorization: 'Bearer later' } },
    { name: 'one that expires now', path: 'token', headers: { authorization: 'Bearer now' }, rejected: 'expired' },
    {
      name: 'a name of the prototype',
      path: 'token',
      headers: { authorization: 'Bearer __proto__' },
      rejected: 'unknown',
    },
    { name: 'a good one as a query parameter', path: 'token', query: '?access_token=good', rejected: 'missing' },
    { name: 'a good one of oauth2', path: 'flow', headers: { authorization: 'Bearer good' } },
    { name: 'none of oauth2', path: 'flow', rejected: 'missing', challenge: bearer },
    { name: 'a good one of openIdConnect', path: 'connect', headers: { authorization: 'Bearer good' } },
    { name: 'none of openIdConnect', path: 'connect', rejected: 'missing', challenge: bearer },
    { name: 'a good one', path: 'inherited', headers: { authorization: 'Bearer good' } },
    { name: 'none', path: 'inherited', rejected: 'missing', challenge: bearer },
  ])
})

describe('an API key in Authorization', () => {
  itAuthenticates([
    { name: 'the key', path: 'authorization', headers: { authorization: 'good' } },
    { name: 'a key with a space', path: 'authorization', headers: { authorization: 'sp ace' } },
    { name: 'the key after Bearer', path: 'authorization', headers: { authorization: 'Bearer good' } },
    { name: 'the key after Token', path: 'authorization', headers: { authorization: 'Token  good' } },
    { name: 'a key with a space after a word', path: 'authorization', headers: { authorization: 'Key sp ace' } },
    { name: 'none', path: 'authorization', rejected: 'the header Authorization is missing' },
    { name: 'an unknown one', path: 'authorization', headers: { authorization: 'Bearer bad' }, rejected: 'unknown' },
    { name: 'a word alone', path: 'authorization', headers: { authorization: 'Bearer' }, rejected: 'unknown' },
    { name: 'an expired one', path: 'authorization', headers: { authorization: 'Token old' }, rejected: 'expired' },
    {
      name: 'a word before a key in another header',
      path: 'header',
      headers: { 'x-api-key': 'Bearer good' },
      rejected: 'unknown',
    },
  ])
})

describe('user and password', () => {
  const login = (text: string) => ({ authorization: basic(text) })
  itAuthenticates([
    { name: 'good ones', path: 'login', headers: login('ann:se:same') },
    {
      name: 'a scheme in other letter case',
      path: 'login',
      headers: { authorization: basic('ann:se:same').replace('Basic', 'BASIC') },
    },
    { name: 'an empty password that is good', path: 'login', headers: login('bob:') },
    { name: 'none', path: 'login', rejected: 'missing', challenge: /^Basic realm="Gadgets"$/ },
    {
      name: 'a wrong password',
      path: 'login',
      headers: login('ann:simsim'),
      rejected: 'unknown',
      challenge: /^Basic realm="Gadgets"$/,
    },
    { name: 'a user without a colon', path: 'login', headers: login('ann'), rejected: 'malformed' },
    {
      name: 'credentials that are not base64',
      path: 'login',
      headers: { authorization: 'Basic ann:se:same' },
      rejected: 'malformed',
    },
    { name: 'a bearer token', path: 'login', headers: { authorization: 'Bearer good' }, rejected: 'malformed' },
  ])
})

describe('an API key', () => {
  itAuthenticates([
    { name: 'a good header', path: 'header', headers: { 'x-api-key': 'good' } },
    { name: 'a good header of a scheme that is a $ref', path: 'referred', headers: { 'x-api-key': 'good' } },
    { name: 'a key with a space', path: 'header', headers: { 'x-api-key': 'sp ace' } },
    { name: 'no header', path: 'header', rejected: 'X-Api-Key' },
    { name: 'an empty header', path: 'header', headers: { 'x-api-key': '' }, rejected: 'X-Api-Key' },
    { name: 'an unknown header', path: 'header', headers: { 'x-api-key': 'better' }, rejected: 'unknown' },
    { name: 'an expired header', path: 'header', headers: { 'x-api-key': 'old' }, rejected: 'expired' },
    {
      name: 'a valid key as a bearer token',
      path: 'header',
      headers: { authorization: 'Bearer good' },
      rejected: 'X-Api-Key',
    },
    { name: 'a good parameter', path: 'query', query: '?api_key=good' },
    { name: 'a percent-encoded good parameter', path: 'query', query: '?api_key=%24%7Bjndi%7D' },
    { name: 'a good parameter with a percent-encoded name', path: 'query', query: '?api%5Fkey=good' },
    { name: 'a good parameter with a plus for the space', path: 'query', query: '?api_key=sp+ace' },
    { name: 'no parameter', path: 'query', rejected: 'api_key' },
    { name: 'an empty parameter', path: 'query', query: '?api_key=', rejected: 'api_key' },
    { name: 'an unknown parameter', path: 'query', query: '?api_key=better', rejected: 'unknown' },
    { name: 'a good header', path: 'query', headers: { api_key: 'good' }, rejected: 'api_key' },
    { name: 'a good cookie', path: 'cookie', headers: { cookie: 'session=good' } },
    { name: 'a good cookie among others', path: 'cookie', headers: { cookie: 'a=1; session=good; b=2' } },
    { name: 'a good cookie with equals signs', path: 'cookie', headers: { cookie: 'session=a=b==' } },
    { name: 'no cookie', path: 'cookie', rejected: 'session' },
    { name: 'another cookie', path: 'cookie', headers: { cookie: 'xsession=good' }, rejected: 'session' },
    { name: 'a cookie without a value', path: 'cookie', headers: { cookie: 'session' }, rejected: 'session' },
    { name: 'an unknown cookie', path: 'cookie', headers: { cookie: 'session=better' }, rejected: 'unknown' },
  ])

  it('in the query is not reported as an undocumented parameter', async () => {
    const answer = await api.call('/query?api_key=good&colour=red')
    expect(answer.headers['sandbox-notice']).toContain('colour')
    expect(answer.headers['sandbox-notice']).not.toContain('api_key')
  })
})

describe('several schemes', () => {
  const header = { 'x-api-key': 'good' }
  const token = { authorization: 'Bearer also-good' }
  itAuthenticates([
    { name: 'both', path: 'both', headers: { ...header, ...token } },
    { name: 'the header alone', path: 'both', headers: header, rejected: 'Authorization', challenge: bearer },
    { name: 'the token alone', path: 'both', headers: token, rejected: 'X-Api-Key' },
    {
      name: 'a good header and an expired token',
      path: 'both',
      headers: { ...header, authorization: 'Bearer old' },
      rejected: 'expired',
    },
    { name: 'neither', path: 'both', rejected: 'missing' },
    { name: 'the header', path: 'either', headers: header },
    { name: 'the token', path: 'either', headers: token },
    { name: 'both', path: 'either', headers: { ...header, ...token } },
    { name: 'a valid token next to an invalid header', path: 'either', headers: { ...token, 'x-api-key': 'better' } },
    { name: 'a bad header alone', path: 'either', headers: { 'x-api-key': 'gone' }, rejected: 'revoked' },
    { name: 'an invalid token alone', path: 'either', headers: { authorization: 'Bearer old' }, rejected: 'expired' },
    { name: 'neither', path: 'either', rejected: 'missing', challenge: bearer },
    { name: 'the two', path: 'two-or-one', query: '?api_key=good', headers: header },
    { name: 'the one', path: 'two-or-one', headers: { authorization: basic('ann:se:same') } },
    { name: 'one of the two', path: 'two-or-one', headers: header, rejected: 'api_key' },
  ])
})

describe('generated keys', () => {
  const made = async (options: KeyOptions) => {
    await using sandbox = await api.standin().sandbox()
    const { key } = await sandbox.keys.generate(options)
    const ask = async (path: Path, headers: Record<string, string>) => (await api.call(`/${path}`, { headers })).status
    return {
      write: await ask('write', { authorization: `Bearer ${key}` }),
      token: await ask('token', { authorization: `Bearer ${key}` }),
      login: await ask('login', { authorization: basic(`${key}:`) }),
      digest: await ask('digest', { authorization: digestOf(key, '') }),
    }
  }

  const rows: readonly { readonly name: string; readonly options: KeyOptions; readonly is: object }[] = [
    { name: 'without scopes', options: {}, is: { write: 200, token: 200, login: 200, digest: 200 } },
    { name: 'with all scopes', options: { scopes: ['write', 'read'] }, is: { write: 200, token: 200 } },
    { name: 'with one scope', options: { scopes: ['read'] }, is: { write: 403, token: 200 } },
    { name: 'with no scope', options: { scopes: [] }, is: { write: 403, token: 200, login: 200 } },
    {
      name: 'that are revoked',
      options: { state: 'revoked' },
      is: { write: 401, token: 401, login: 401, digest: 401 },
    },
    { name: 'that have expired', options: { expires: '2026-11-20T11:59:59Z' }, is: { write: 401, token: 401 } },
  ]
  for (const { name, options, is } of rows) it(name, async () => expect(await made(options)).toMatchObject(is))

  it('open their sandbox even if a key is optional or not required', async () => {
    await using sandbox = await api.standin().sandbox()
    const { key } = await sandbox.keys.generate()
    for (const path of ['optional', 'optional-first', 'open'])
      expect((await api.call(`/${path}`, { headers: { authorization: `Bearer ${key}` } })).headers['sandbox-id']).toBe(
        sandbox.id,
      )
  })

  it('of two sandboxes in one request are rejected', async () => {
    await using one = await api.standin().sandbox()
    await using other = await api.standin().sandbox()
    const headers = { 'x-api-key': one.key, authorization: `Bearer ${other.key}` }
    const answer = await api.call('/both', { headers })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain(other.id)
    // If either of two keys is enough, the first one decides.
    expect((await api.call('/either', { headers })).headers['sandbox-id']).toBe(one.id)
  })
})

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const nonce = sha256('Gadgets').slice(0, 32)

/** The client's response to the challenge (RFC 7616, section 3.4.1). */
const digestOf = (user: string, password: string, changes: Readonly<Record<string, string>> = {}): string => {
  const parts = { realm: 'Gadgets', nonce, uri: '/digest', qop: 'auth', nc: '00000001', cnonce: 'c', ...changes }
  const hash = changes.algorithm === 'SHA-256' ? sha256 : md5
  const account = hash(`${user}:${parts.realm}:${password}`)
  const response = hash(
    `${account}:${parts.nonce}:${parts.nc}:${parts.cnonce}:${parts.qop}:${hash(`GET:${parts.uri}`)}`,
  )
  return `Digest ${Object.entries({ username: user, ...parts, response })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

describe('other schemes of HTTP authentication', () => {
  const digest = (...given: Parameters<typeof digestOf>) => ({ authorization: digestOf(...given) })
  itAuthenticates([
    { name: 'a digest in MD5', path: 'digest', headers: digest('ann', 'se:same') },
    { name: 'a digest in SHA-256', path: 'digest', headers: digest('ann', 'se:same', { algorithm: 'SHA-256' }) },
    {
      name: 'a digest of a wrong password',
      path: 'digest',
      headers: digest('ann', 'simsim'),
      rejected: 'unknown',
      challenge: /^Digest realm="Gadgets", qop="auth", algorithm=SHA-256, nonce="\w{32}"$/,
    },
    { name: 'a digest of an unknown user', path: 'digest', headers: digest('eve', 'se:same'), rejected: 'unknown' },
    {
      name: 'a digest of another nonce',
      path: 'digest',
      headers: digest('ann', 'se:same', { nonce: 'x' }),
      rejected: 'malformed',
    },
    {
      name: 'user and password in the clear',
      path: 'digest',
      headers: { authorization: basic('ann:se:same') },
      rejected: 'malformed',
    },
    { name: 'no digest', path: 'digest', rejected: 'missing', challenge: /^Digest / },
    { name: 'a valid key after the name of the scheme', path: 'other', headers: { authorization: 'DPoP good' } },
    { name: 'one in another case', path: 'other', headers: { authorization: 'dpop good' } },
    { name: 'a key with a space', path: 'other', headers: { authorization: 'DPoP sp ace' } },
    {
      name: 'an invalid key',
      path: 'other',
      headers: { authorization: 'DPoP better' },
      rejected: 'unknown',
      challenge: /^DPoP realm="Gadgets"$/,
    },
    { name: 'another scheme', path: 'other', headers: { authorization: 'Bearer good' }, rejected: 'DPoP <API_KEY>' },
    { name: 'nothing', path: 'other', rejected: 'missing', challenge: /^DPoP / },
    { name: 'nothing but the connection', path: 'certificate' },
    {
      name: 'a valid token next to the certificate',
      path: 'certificate-and-token',
      headers: { authorization: 'Bearer good' },
    },
    {
      name: 'the certificate without the token',
      path: 'certificate-and-token',
      rejected: 'missing',
      challenge: bearer,
    },
  ])
})

describe('scopes', () => {
  const token = (key: string) => ({ authorization: `Bearer ${key}` })
  const lacking = /^Bearer realm="Gadgets", error="insufficient_scope", error_description="[^"]+", scope="read write"$/
  itAuthenticates([
    { name: 'a key without a list of scopes', path: 'write', headers: token('good') },
    { name: 'a key with both scopes', path: 'write', headers: token('writer') },
    {
      name: 'a key with one of two',
      path: 'write',
      headers: token('reader'),
      status: 403,
      rejected: 'lacks the scope write; it has read',
      challenge: lacking,
    },
    {
      name: 'a key with none',
      path: 'write',
      headers: token('bare'),
      status: 403,
      rejected: 'lacks the scopes read, write; it has none',
      challenge: lacking,
    },
    {
      name: 'an expired key with both',
      path: 'write',
      headers: token('reader-of-old'),
      rejected: 'expired',
      challenge: invalid,
    },
    { name: 'no key', path: 'write', rejected: 'missing', challenge: bearer },
    { name: 'a key with the scope', path: 'connected', headers: token('reader') },
    { name: 'a key with another', path: 'connected', headers: token('admin'), status: 403, rejected: 'read' },
    { name: 'a key with none', path: 'flow', headers: token('bare'), status: 403, rejected: 'read' },
    { name: 'a key without scopes, if none is required', path: 'token', headers: token('bare') },
    { name: 'a key in the role', path: 'role', headers: { 'x-api-key': 'reader' } },
    { name: 'a key in another role', path: 'role', headers: { 'x-api-key': 'admin' }, status: 403, rejected: 'read' },
    { name: 'the first of two', path: 'read-or-admin', headers: token('reader') },
    { name: 'the second of two', path: 'read-or-admin', headers: token('admin') },
    { name: 'neither of two', path: 'read-or-admin', headers: token('bare'), status: 403, rejected: 'read' },
    {
      name: 'a token that lacks it',
      path: 'write-or-header',
      headers: token('reader'),
      status: 403,
      rejected: 'write',
    },
    {
      name: 'a token that lacks it next to a good header',
      path: 'write-or-header',
      headers: { ...token('reader'), 'x-api-key': 'good' },
    },
    {
      name: 'a token that lacks it next to an invalid header',
      path: 'write-or-header',
      headers: { ...token('reader'), 'x-api-key': 'gone' },
      status: 403,
      rejected: 'write',
    },
    { name: 'a key that lacks it', path: 'scope-optional', headers: token('bare') },
    { name: 'the user of a key', path: 'token-or-login', headers: { authorization: basic('carl:sesame') } },
    {
      name: 'a token that lacks it, named in the challenge of its scheme',
      path: 'token-or-login',
      headers: token('reader'),
      status: 403,
      rejected: 'write',
      challenge: /^Bearer realm="Gadgets", error="insufficient_scope", .* scope="write", Basic realm="Gadgets"$/,
    },
  ])
})

describe('with --any-key, any syntactically valid value is accepted', () => {
  const lenient = useFiles(
    {
      'gadgets.json': openApi({
        components: { securitySchemes: schemes },
        paths: Object.fromEntries(
          Object.entries(requirements).map(([name, security]) => [`/${name}`, { get: { security, responses: well } }]),
        ),
      }),
      'fixtures/keyed/keys.yaml': keys,
    },
    { fixtures: 'fixtures/keyed', anyKey: true },
  )
  const rows: readonly { readonly path: string; readonly headers?: Record<string, string>; readonly status: number }[] =
    [
      ...['anything', 'with space', '{"json":1}', 'reader', 'gone'].map((value) => ({
        path: '/token',
        headers: { authorization: `Bearer ${value}` },
        status: 200,
      })),
      { path: '/token', headers: { authorization: 'Bearer' }, status: 401 },
      { path: '/token', headers: { authorization: basic('a:b') }, status: 401 },
      { path: '/token', status: 401 },
      { path: '/login', headers: { authorization: basic('any:body') }, status: 200 },
      { path: '/login', headers: { authorization: 'Basic nothing-of-the-kind' }, status: 401 },
      { path: '/login', status: 401 },
      { path: '/digest', headers: { authorization: digestOf('any', 'body') }, status: 200 },
      { path: '/digest', headers: { authorization: 'Digest anything' }, status: 401 },
      { path: '/digest', status: 401 },
      { path: '/other', headers: { authorization: 'DPoP anything' }, status: 200 },
      { path: '/other', status: 401 },
      { path: '/header', headers: { 'x-api-key': 'anything' }, status: 200 },
      { path: '/header', status: 401 },
      { path: '/query?api_key=anything', status: 200 },
      { path: '/query', status: 401 },
      { path: '/cookie', headers: { cookie: 'session=anything' }, status: 200 },
      { path: '/cookie', status: 401 },
      { path: '/flow', headers: { authorization: 'Bearer anything' }, status: 200 },
      { path: '/flow', status: 401 },
      { path: '/write', headers: { authorization: 'Bearer bare' }, status: 200 },
      { path: '/connect', headers: { authorization: 'Bearer anything' }, status: 200 },
      { path: '/both', headers: { authorization: 'Bearer a', 'x-api-key': 'b' }, status: 200 },
      { path: '/both', headers: { authorization: 'Bearer a' }, status: 401 },
      { path: '/certificate', status: 200 },
    ]
  for (const { path, headers = {}, status } of rows)
    it(`${path} with ${JSON.stringify(headers)} is ${status}`, async () =>
      expect((await lenient.call(path, { headers })).status).toBe(status))
})

describe('no requirement', () => {
  itAuthenticates([
    { name: 'no key', path: 'open' },
    { name: 'an invalid key', path: 'open', headers: { authorization: 'Bearer better' } },
    { name: 'no key', path: 'optional' },
    { name: 'a valid key', path: 'optional', headers: { authorization: 'Bearer good' } },
    { name: 'no key', path: 'optional-first' },
  ])

  it('a document without security is open', async () => {
    const document = openApi({ paths: { '/gadgets': { get: { responses: well } } } })
    await using served = await serveFiles({ 'gadgets.json': document }, { keys: ['good'] })
    expect((await served.call('/gadgets')).status).toBe(200)
  })
})

describe('the schemes of 2.0', () => {
  const legacy = useFiles(
    {
      'gadgets.json': swagger({
        securityDefinitions: {
          login: { type: 'basic' },
          header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
          query: { type: 'apiKey', in: 'query', name: 'api_key' },
          flow: { type: 'oauth2', flow: 'application', tokenUrl: 'https://gadgets.test/token', scopes: {} },
        },
        security: [{ header: [] }],
        paths: Object.fromEntries(
          [
            ['inherited', undefined],
            ['login', [{ login: [] }]],
            ['query', [{ query: [] }]],
            ['flow', [{ flow: [] }]],
            ['open', []],
          ].map(([name, security]) => [
            `/${name}`,
            { get: { ...(security ? { security } : {}), responses: { 204: { description: 'Well.' } } } },
          ]),
        ),
      }),
    },
    { keys: ['good', 'ann:sesame'] },
  )
  const rows: readonly { readonly path: string; readonly headers?: Record<string, string>; readonly status: number }[] =
    [
      { path: '/inherited', headers: { 'x-api-key': 'good' }, status: 204 },
      { path: '/inherited', status: 401 },
      { path: '/login', headers: { authorization: basic('ann:sesame') }, status: 204 },
      { path: '/login', headers: { authorization: basic('ann:simsim') }, status: 401 },
      { path: '/query?api_key=good', status: 204 },
      { path: '/query', status: 401 },
      { path: '/flow', headers: { authorization: 'Bearer good' }, status: 204 },
      { path: '/flow', status: 401 },
      { path: '/open', status: 204 },
    ]
  for (const { path, headers = {}, status } of rows)
    it(`${path} with ${Object.keys(headers).join() || 'no header'} is ${status}`, async () =>
      expect((await legacy.call(path, { headers })).status).toBe(status))
})

describe('a requirement that names no scheme', () => {
  const typo = openApi({
    components: { securitySchemes: { token: schemes.token } },
    security: [{ tokn: [] }],
    paths: { '/gadgets': { get: { responses: well } } },
  })

  const rows: readonly { readonly anyKey: boolean; readonly authorization?: string; readonly status: number }[] = [
    { anyKey: false, status: 401 },
    { anyKey: false, authorization: 'Bearer bad', status: 401 },
    { anyKey: false, authorization: 'Bearer good', status: 200 },
    { anyKey: false, authorization: 'good', status: 200 },
    { anyKey: true, status: 401 },
    { anyKey: true, authorization: 'Bearer anything', status: 200 },
  ]
  for (const { anyKey, authorization, status } of rows)
    it(`${anyKey ? 'with --any-key, ' : ''}is ${status} with ${authorization ?? 'no key'}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': typo }, { keys: ['good'], anyKey })
      const headers = authorization === undefined ? {} : { authorization }
      const answer = await served.call('/gadgets', { headers })
      expect(answer.status, answer.text).toBe(status)
      if (authorization === undefined) expect(answer.text).toContain('does not define the security scheme tokn')
    })
})

describe('a realm', () => {
  it('is the title, without characters that a quoted string cannot contain', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'The "Gadgets" \\ 名前', version: '1' },
      components: { securitySchemes: { token: schemes.token } },
      security: [{ token: [] }],
      paths: { '/gadgets': { get: { responses: well } } },
    }
    await using served = await serveFiles({ 'gadgets.json': document })
    const answer = await served.call('/gadgets')
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="The Gadgets [\x20-\x7e]*"$/)
  })
})

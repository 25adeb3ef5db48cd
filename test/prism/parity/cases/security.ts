/**
 * Security schemes: credentials that are sent, malformed or missing, and the response of a 401.
 */
import {
  as,
  authorized,
  empty,
  example,
  get,
  integer,
  json,
  object,
  openApi,
  type ParityCase,
  string,
} from '../parity-case.ts'

const basic = (text: string) => `Basic ${btoa(text)}`

const schemes = {
  login: { type: 'http', scheme: 'basic' },
  token: { type: 'http', scheme: 'bearer' },
  digest: { type: 'http', scheme: 'digest' },
  other: { type: 'http', scheme: 'hoba' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  flow: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'http://a.test/token', scopes: { read: 'Read.' } } },
  },
  identity: { type: 'openIdConnect', openIdConnectUrl: 'http://a.test/.well-known/openid-configuration' },
}

const secured = (...security: Parameters<typeof guard>[0]) => guard(security)
const guard = (security: readonly Readonly<Record<string, readonly string[]>>[]) =>
  get({ 200: example('in') }, { security })

const components = { securitySchemes: schemes }

export const securityCases: readonly ParityCase[] = [
  {
    name: 'Basic authentication',
    document: openApi({ '/in': secured({ login: [] }) }, { components }),
    requests: [
      { send: '/in' },
      authorized('/in', basic('ann:sesame')),
      authorized('/in', basic('ann:')),
      authorized('/in', basic('ann')),
      authorized('/in', 'Basic nothing-of-the-kind'),
      authorized('/in', 'Basic'),
      authorized('/in', 'Bearer abc'),
      authorized('/in', basic('a:b:c')),
    ],
  },
  {
    name: 'bearer tokens',
    document: openApi({ '/in': secured({ token: [] }) }, { components }),
    requests: [
      { send: '/in' },
      authorized('/in', 'Bearer abc'),
      authorized('/in', 'bearer abc'),
      authorized('/in', 'Bearer'),
      authorized('/in', 'Bearer two words'),
      authorized('/in', 'abc'),
      authorized('/in', basic('ann:sesame')),
    ],
  },
  {
    name: 'Digest authentication',
    document: openApi({ '/in': secured({ digest: [] }) }, { components }),
    requests: [
      { send: '/in' },
      authorized('/in', 'Digest username="ann", realm="r", nonce="n1", uri="a", response="5f"'),
      authorized('/in', 'Digest username="ann"'),
      authorized('/in', 'Digest anything'),
    ],
  },
  {
    name: 'API keys',
    document: openApi(
      { '/header': secured({ header: [] }), '/query': secured({ query: [] }), '/cookie': secured({ cookie: [] }) },
      { components },
    ),
    requests: [
      { send: '/header' },
      { send: '/header', headers: { 'x-key': 'abc' } },
      { send: '/header', headers: { 'x-key': '' } },
      { send: '/query' },
      { send: '/query?key=abc' },
      { send: '/query?key=' },
      { send: '/cookie' },
      { send: '/cookie', headers: { cookie: 'session=abc' } },
      { send: '/cookie', headers: { cookie: 'other=1; session=abc' } },
    ],
  },
  {
    name: 'oauth2, openIdConnect and unknown schemes',
    document: openApi(
      {
        '/flow': secured({ flow: ['read'] }),
        '/identity': secured({ identity: [] }),
        '/other': secured({ other: [] }),
      },
      { components },
    ),
    requests: [
      { send: '/flow' },
      authorized('/flow', 'Bearer abc'),
      { send: '/identity' },
      authorized('/identity', 'Bearer abc'),
      { send: '/other' },
      authorized('/other', 'HOBA abc'),
    ],
  },
  {
    name: 'several schemes',
    document: openApi(
      {
        '/both': secured({ token: [], header: [] }),
        '/either': secured({ login: [] }, { header: [] }),
        '/optional': secured({ token: [] }, {}),
        '/open': secured(),
        '/inherited': get({ 200: example('in') }),
      },
      { components, security: [{ query: [] }] },
    ),
    requests: [
      { send: '/both' },
      { send: '/both', headers: { 'x-key': 'a' } },
      { send: '/both', headers: { 'x-key': 'a', authorization: 'Bearer b' } },
      { send: '/either' },
      { send: '/either', headers: { 'x-key': 'a' } },
      authorized('/either', basic('a:b')),
      { send: '/optional' },
      authorized('/optional', 'Bearer abc'),
      authorized('/optional', 'nonsense'),
      { send: '/open' },
      { send: '/inherited' },
      { send: '/inherited?key=1' },
    ],
  },
  {
    name: 'a documented 401',
    document: openApi(
      {
        '/example': get({ 200: example('in'), 401: example({ why: 'who are you?' }) }, { security: [{ token: [] }] }),
        '/schema': get({ 200: example('in'), 401: json(object({ why: string })) }, { security: [{ token: [] }] }),
        '/empty': get({ 200: example('in'), 401: empty }, { security: [{ token: [] }] }),
        '/default': get({ 200: example('in'), default: json(object({ why: string })) }, { security: [{ token: [] }] }),
        '/range': get({ 200: example('in'), '4XX': example('range') }, { security: [{ token: [] }] }),
        '/text': get({ 200: example('in'), 401: as('text/plain', { example: 'Who?' }) }, { security: [{ token: [] }] }),
        '/named': get(
          { 200: example('in'), 401: as('application/json', { examples: { a: { value: 'a' }, b: { value: 'b' } } }) },
          { security: [{ token: [] }] },
        ),
      },
      { components },
    ),
    requests: [
      ...['/example', '/schema', '/empty', '/default', '/range', '/text', '/named'].map((send) => ({ send })),
      { send: '/named', headers: { prefer: 'code=401, example=b' } },
      { send: '/example', headers: { accept: 'text/plain' } },
    ],
  },
  {
    name: 'neither a credential nor a parameter',
    document: openApi(
      {
        '/in': get(
          { 200: example('in'), 422: example('invalid') },
          {
            security: [{ token: [] }],
            parameters: [{ name: 'age', in: 'query', required: true, schema: integer }],
          },
        ),
      },
      { components },
    ),
    requests: [
      { send: '/in' },
      { send: '/in?age=4' },
      authorized('/in', 'Bearer a'),
      authorized('/in?age=4', 'Bearer a'),
    ],
  },
]

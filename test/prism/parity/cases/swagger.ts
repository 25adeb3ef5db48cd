/**
 * OpenAPI 2.0: produces and consumes, examples, forms, collections, security.
 */

import type { Json, JsonObject } from '../../../../src/ports.ts'
import {
  accepting,
  authorized,
  empty,
  integer,
  list,
  object,
  type ParityCase,
  preferring,
  record,
  sending,
  sendingJson,
  string,
  swagger,
} from '../parity-case.ts'

type Parts = Readonly<Record<string, Json>>

const ok = (schema: JsonObject, rest: Parts = {}): JsonObject => ({ description: 'Fine.', schema, ...rest })
const get = (responses: Parts, rest: Parts = {}): JsonObject => ({ get: { responses, ...rest } })
const post = (parameters: readonly JsonObject[], rest: Parts = {}): JsonObject => ({
  post: { parameters, responses: { 200: ok(string, { examples: { 'application/json': 'taken' } }) }, ...rest },
})
const form = 'application/x-www-form-urlencoded'
const definition = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` })

export const swaggerCases: readonly ParityCase[] = [
  {
    name: '2.0: responses',
    document: swagger(
      {
        '/tea': get({ 200: ok(definition('Tea')), 404: ok(object({ why: string })) }),
        '/teas': get({ 200: ok(list(definition('Tea'))) }),
        '/example': get({ 200: ok(definition('Tea'), { examples: { 'application/json': { name: 'Green' } } }) }),
        '/empty': get({ 204: empty }),
        '/default': get({ default: ok(object({ why: string })) }),
        '/null': get({ 200: ok(object({ name: { type: 'string', 'x-nullable': true } })) }),
      },
      {
        definitions: {
          Tea: record({ name: string, grams: integer }),
          Other: { allOf: [definition('Tea'), object({ cups: integer })] },
        },
      },
    ),
    requests: [
      ...['/tea', '/teas', '/example', '/empty', '/default', '/null'].map((send) => ({ send })),
      preferring('/tea', 'code=404'),
      accepting('/tea', 'application/xml'),
      accepting('/tea', 'application/json'),
    ],
  },
  {
    name: '2.0: examples without a schema',
    document: swagger({
      '/one': get({ 200: { description: 'Fine.', examples: { 'application/json': { name: 'Green' } } } }),
      '/two': get(
        { 200: { description: 'Fine.', examples: { 'application/json': { a: 1 }, 'application/xml': '<a>1</a>' } } },
        { produces: ['application/json', 'application/xml'] },
      ),
      '/text': get(
        { 200: { description: 'Fine.', examples: { 'text/plain': 'words' } } },
        { produces: ['text/plain'] },
      ),
      '/error': get({ 404: { description: 'Gone.', examples: { 'application/json': { why: 'gone' } } } }),
    }),
    requests: [
      ...['/one', '/two', '/text', '/error'].map((send) => ({ send })),
      accepting('/two', 'application/xml'),
      accepting('/one', 'text/plain'),
    ],
  },
  {
    name: '2.0: produces',
    document: swagger(
      {
        '/both': get({ 200: ok(object({ a: integer })) }),
        '/own': get({ 200: ok(object({ a: integer })) }, { produces: ['application/vnd.tea+json'] }),
        '/none': get({ 200: ok(object({ a: integer })) }, { produces: [] }),
      },
      { produces: ['application/json', 'application/xml'] },
    ),
    requests: [
      ...['/both', '/own', '/none'].map((send) => ({ send })),
      accepting('/both', 'application/xml'),
      accepting('/both', 'text/plain'),
      accepting('/own', 'application/json'),
    ],
  },
  {
    name: '2.0: bodies',
    document: swagger(
      {
        '/tea': post([{ name: 'tea', in: 'body', required: true, schema: definition('Tea') }]),
        '/optional': post([{ name: 'tea', in: 'body', schema: definition('Tea') }]),
        '/text': post([{ name: 'tea', in: 'body', schema: string }], { consumes: ['text/plain'] }),
        '/none': post([]),
      },
      { definitions: { Tea: record({ name: string, grams: { type: 'integer', minimum: 1 } }) } },
    ),
    requests: [
      sendingJson('POST /tea', { name: 'Green', grams: 1 }),
      sendingJson('POST /tea', { name: 'Green', grams: 0 }),
      sendingJson('POST /tea', {}),
      { send: 'POST /tea' },
      { send: 'POST /optional' },
      sending('POST /tea', 'text/plain', 'Green'),
      sending('POST /text', 'text/plain', 'Green'),
      sendingJson('POST /text', 'Green'),
      sendingJson('POST /none', { a: 1 }),
    ],
  },
  {
    name: '2.0: forms',
    document: swagger({
      '/tea': post(
        [
          { name: 'name', in: 'formData', type: 'string', required: true },
          { name: 'grams', in: 'formData', type: 'integer' },
        ],
        { consumes: [form] },
      ),
      '/file': post(
        [
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'name', in: 'formData', type: 'string' },
        ],
        { consumes: ['multipart/form-data'] },
      ),
      '/list': post(
        [{ name: 'ids', in: 'formData', type: 'array', items: integer, collectionFormat: 'csv', required: true }],
        { consumes: [form] },
      ),
    }),
    requests: [
      sending('POST /tea', form, 'name=Green&grams=50'),
      sending('POST /tea', form, 'name=Green&grams=many'),
      sending('POST /tea', form, 'grams=50'),
      sendingJson('POST /tea', { name: 'Green' }),
      sending(
        'POST /file',
        'multipart/form-data; boundary=cut',
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc\r\n--cut--\r\n',
      ),
      sending(
        'POST /file',
        'multipart/form-data; boundary=cut',
        '--cut\r\nContent-Disposition: form-data; name="name"\r\n\r\nabc\r\n--cut--\r\n',
      ),
      sending('POST /list', form, 'ids=1,2'),
      sending('POST /list', form, 'ids=1,x'),
      sending('POST /list', form, 'other=1'),
    ],
  },
  {
    name: '2.0: parameters',
    document: swagger({
      '/csv': get({ 200: ok(string) }, { parameters: [{ name: 'v', in: 'query', type: 'array', items: integer }] }),
      '/multi': get(
        { 200: ok(string) },
        { parameters: [{ name: 'v', in: 'query', type: 'array', items: integer, collectionFormat: 'multi' }] },
      ),
      '/pipes': get(
        { 200: ok(string) },
        { parameters: [{ name: 'v', in: 'query', type: 'array', items: integer, collectionFormat: 'pipes' }] },
      ),
      '/ssv': get(
        { 200: ok(string) },
        { parameters: [{ name: 'v', in: 'query', type: 'array', items: integer, collectionFormat: 'ssv' }] },
      ),
      '/tea/{id}': get(
        { 200: ok(string) },
        {
          parameters: [
            { name: 'id', in: 'path', type: 'integer', required: true },
            { name: 'X-Kind', in: 'header', type: 'string', enum: ['a', 'b'], required: true },
          ],
        },
      ),
    }),
    requests: [
      ...[
        '/csv?v=1,2',
        '/csv?v=1,x',
        '/multi?v=1&v=2',
        '/multi?v=1&v=x',
        '/pipes?v=1%7C2',
        '/pipes?v=1%7Cx',
        '/ssv?v=1%202',
      ].map((send) => ({ send })),
      { send: '/tea/4', headers: { 'x-kind': 'a' } },
      { send: '/tea/4', headers: { 'x-kind': 'c' } },
      { send: '/tea/x', headers: { 'x-kind': 'a' } },
      { send: '/tea/4' },
    ],
  },
  {
    name: '2.0: security and base path',
    document: swagger(
      {
        '/login': get({ 200: ok(string) }, { security: [{ login: [] }] }),
        '/key': get({ 200: ok(string), 401: ok(object({ why: string })) }, { security: [{ key: [] }] }),
        '/flow': get({ 200: ok(string) }, { security: [{ flow: ['read'] }] }),
      },
      {
        host: 'a.test',
        basePath: '/v1',
        schemes: ['https'],
        securityDefinitions: {
          login: { type: 'basic' },
          key: { type: 'apiKey', in: 'query', name: 'key' },
          flow: { type: 'oauth2', flow: 'application', tokenUrl: 'http://a.test/token', scopes: { read: 'Read.' } },
        },
      },
    ),
    requests: [
      { send: '/login' },
      authorized('/login', `Basic ${btoa('a:b')}`),
      authorized('/login', 'Basic nothing-of-the-kind'),
      { send: '/key' },
      { send: '/key?key=1' },
      { send: '/flow' },
      authorized('/flow', 'Bearer a'),
      { send: '/v1/key?key=1' },
      { send: '/key?key=1&__server=https://a.test/v1' },
    ],
  },
]

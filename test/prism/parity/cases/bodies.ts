/**
 * Request bodies: JSON, forms, text, XML, bytes; required, optional, undocumented.
 */
import {
  as,
  boolean,
  example,
  get,
  integer,
  json,
  list,
  object,
  openApi,
  type ParityCase,
  post,
  record,
  sending,
  sendingJson,
  string,
} from '../parity-case.ts'

const required = { required: true }
const form = 'application/x-www-form-urlencoded'

const parts = (...fields: readonly string[]): string =>
  `${fields.map((field) => `--cut\r\nContent-Disposition: form-data; ${field}\r\n`).join('')}--cut--\r\n`
const multipart = 'multipart/form-data; boundary=cut'

export const bodyCases: readonly ParityCase[] = [
  {
    name: 'JSON bodies',
    document: openApi({
      '/tea': post({ ...json(record({ name: string, grams: { type: 'integer', minimum: 1 } })), ...required }),
      '/strict': post(json(object({ a: integer }, { additionalProperties: false }))),
      '/list': post(json(list(integer, { minItems: 1 }))),
      '/value': post(json({ type: 'boolean' })),
      '/any': post(as('application/json', {})),
    }),
    requests: [
      sendingJson('POST /tea', { name: 'Green', grams: 50 }),
      sendingJson('POST /tea', { name: 'Green', grams: 0 }),
      sendingJson('POST /tea', { name: 'Green' }),
      sendingJson('POST /tea', { name: 4, grams: 'x' }),
      sendingJson('POST /tea', { name: 'Green', grams: '50' }),
      sendingJson('POST /tea', []),
      sendingJson('POST /tea', null),
      { send: 'POST /tea' },
      { send: 'POST /tea', headers: { 'content-type': 'application/json' } },
      sendingJson('POST /strict', { a: 1, b: 2 }),
      sendingJson('POST /strict', {}),
      { send: 'POST /strict' },
      sendingJson('POST /list', [1, 2]),
      sendingJson('POST /list', []),
      sendingJson('POST /list', [1, 'x']),
      sendingJson('POST /value', false),
      sendingJson('POST /value', 'false'),
      sendingJson('POST /any', { anything: [1] }),
    ],
  },
  {
    name: 'JSON that is not JSON',
    document: openApi({ '/tea': post({ ...json(record({ name: string })), ...required }) }),
    requests: [
      {
        ...sending('POST /tea', 'application/json', '{"name"'),
        differs: 'the same status; Standin names the line and column',
      },
    ],
  },
  {
    name: 'media types of bodies',
    document: openApi({
      '/tea': post(json(record({ name: string }))),
      '/vendor': post(as('application/vnd.tea+json; version=1', { schema: record({ name: string }) })),
      '/two': post({
        content: {
          'application/json': { schema: record({ name: string }) },
          'text/plain': { schema: { type: 'string', maxLength: 4 } },
        },
      }),
      '/range': post(as('application/*', { schema: record({ name: string }) })),
      '/any': post(as('*/*', { schema: record({ name: string }) })),
      '/described': post(json(record({ name: string })), {
        200: example('taken'),
        415: example('not that'),
        422: example('invalid'),
      }),
    }),
    requests: [
      sending('POST /tea', 'application/json; charset=utf-8', '{"name":"Green"}'),
      sending('POST /tea', 'application/vnd.tea+json', '{"name":"Green"}'),
      sending('POST /tea', 'text/plain', 'Green'),
      sending('POST /vendor', 'application/vnd.tea+json; version=1', '{"name":"Green"}'),
      sending('POST /vendor', 'application/vnd.tea+json', '{"name":4}'),
      sending('POST /vendor', 'application/vnd.tea+json; version=2', '{"name":"Green"}'),
      sending('POST /two', 'text/plain', 'Tea'),
      sending('POST /two', 'text/plain', 'Green tea'),
      sending('POST /two', 'application/xml', '<a/>'),
      sendingJson('POST /range', { name: 'Green' }),
      sendingJson('POST /any', { name: 4 }),
      sending('POST /described', 'text/plain', 'Green'),
      sendingJson('POST /described', {}),
    ],
  },
  {
    name: 'a body that is not documented',
    document: openApi({
      '/tea': { ...get({ 200: example('fine') }), delete: { responses: { 204: { description: 'Gone.' } } } },
      '/asked': get({ 200: example('fine') }, { parameters: [{ name: 'a', in: 'query', schema: integer }] }),
      '/empty': { post: { requestBody: { content: {} }, responses: { 200: example('taken') } } },
    }),
    requests: [
      sendingJson('DELETE /tea', { why: 'old' }),
      sending('DELETE /tea', 'text/plain', 'old'),
      { send: 'DELETE /tea' },
      { send: 'DELETE /tea', headers: { 'content-type': 'application/json' } },
      sendingJson('POST /empty', { a: 1 }),
    ],
  },
  {
    name: 'urlencoded forms',
    document: openApi({
      '/tea': post({
        ...as(form, {
          schema: object({ name: string, grams: integer, hot: boolean }, { required: ['name'] }),
        }),
        ...required,
      }),
      '/list': post(
        as(form, { schema: record({ ids: list(integer) }), encoding: { ids: { style: 'form', explode: true } } }),
      ),
      '/joined': post(
        as(form, { schema: record({ ids: list(integer) }), encoding: { ids: { style: 'form', explode: false } } }),
      ),
      '/deep': post(
        as(form, {
          schema: record({ by: record({ name: string }) }),
          encoding: { by: { style: 'deepObject', explode: true } },
        }),
      ),
      '/plain': post(as(form, { schema: record({ ids: list(string) }) })),
    }),
    requests: [
      sending('POST /tea', form, 'name=Green&grams=50&hot=true'),
      sending('POST /tea', form, 'name=Green&grams=many'),
      sending('POST /tea', form, 'grams=50'),
      sending('POST /tea', form, 'name=Green+tea&other=1'),
      sending('POST /tea', form, 'name=Gr%C3%BCn'),
      sending('POST /tea', form, ''),
      { send: 'POST /tea' },
      sendingJson('POST /tea', { name: 'Green' }),
      sending('POST /list', form, 'ids=1&ids=2'),
      sending('POST /list', form, 'ids=1'),
      sending('POST /list', form, 'other=1'),
      sending('POST /joined', form, 'ids=1,2'),
      sending('POST /joined', form, 'ids=1,x'),
      sending('POST /joined', form, 'other=1'),
      sending('POST /deep', form, 'by[name]=Ann'),
      sending('POST /deep', form, 'by%5Bname%5D=Ann'),
      sending('POST /deep', form, 'by[age]=4'),
      sending('POST /plain', form, 'ids=a'),
      sending('POST /plain', form, 'other=1'),
    ],
  },
  {
    name: 'reserved characters in forms',
    document: openApi({
      '/open': post(as(form, { schema: record({ path: string }), encoding: { path: { allowReserved: true } } })),
      '/closed': post(as(form, { schema: record({ path: string }), encoding: { path: { allowReserved: false } } })),
      '/unsaid': post(as(form, { schema: record({ path: string }) })),
    }),
    requests: ['/open', '/closed', '/unsaid'].flatMap((path) => [
      sending(`POST ${path}`, form, 'path=/a/b?c'),
      sending(`POST ${path}`, form, 'path=%2Fa%2Fb%3Fc'),
      sending(`POST ${path}`, form, 'path=plain'),
    ]),
  },
  {
    name: 'multipart forms',
    document: openApi({
      '/file': post(
        as('multipart/form-data', {
          schema: record({ name: string, file: { type: 'string', format: 'binary' } }),
        }),
      ),
      '/count': post(as('multipart/form-data', { schema: record({ count: integer }) })),
      '/object': post(as('multipart/form-data', { schema: record({ by: record({ name: string }) }) })),
    }),
    requests: [
      sending(
        'POST /file',
        multipart,
        parts('name="name"\r\n\r\nTea', 'name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc'),
      ),
      sending('POST /file', multipart, parts('name="name"\r\n\r\nTea')),
      sending('POST /file', 'multipart/form-data', parts('name="name"\r\n\r\nTea')),
      sending('POST /count', multipart, parts('name="count"\r\n\r\n4')),
      sending('POST /count', multipart, parts('name="count"\r\n\r\nfour')),
      sending('POST /count', multipart, parts('name="other"\r\n\r\n4')),
      sending('POST /object', multipart, parts('name="by"\r\nContent-Type: application/json\r\n\r\n{"name":"Ann"}')),
      sendingJson('POST /count', { count: 4 }),
    ],
  },
  {
    name: 'text, XML and bytes',
    document: openApi({
      '/text': post({ ...as('text/plain', { schema: { type: 'string', minLength: 3 } }), ...required }),
      '/number': post(as('text/plain', { schema: integer })),
      '/xml': post(as('application/xml', { schema: record({ name: string }) })),
      '/bytes': post(as('application/octet-stream', { schema: { type: 'string', format: 'binary' } })),
      '/free': post(as('application/xml', {})),
    }),
    requests: [
      sending('POST /text', 'text/plain', 'Tea'),
      sending('POST /text', 'text/plain', 'T'),
      { send: 'POST /text', headers: { 'content-type': 'text/plain' } },
      sending('POST /number', 'text/plain', '4'),
      sending('POST /xml', 'application/xml', '<tea><name>Green</name></tea>'),
      sending('POST /bytes', 'application/octet-stream', 'abc'),
      sending('POST /free', 'application/xml', '<tea/>'),
    ],
  },
  {
    name: 'bodies that are read-only or write-only',
    document: openApi({
      '/user': {
        ...post(
          json(
            object(
              { id: { type: 'integer', readOnly: true }, name: string, secret: { type: 'string', writeOnly: true } },
              { required: ['id', 'name', 'secret'] },
            ),
          ),
          {
            201: json(
              object(
                { id: { type: 'integer', readOnly: true }, name: string, secret: { type: 'string', writeOnly: true } },
                { required: ['id', 'name', 'secret'] },
              ),
            ),
          },
        ),
      },
    }),
    requests: [
      sendingJson('POST /user', { name: 'Ann', secret: 's' }),
      sendingJson('POST /user', { id: 4, name: 'Ann', secret: 's' }),
      sendingJson('POST /user', { name: 'Ann' }),
      sendingJson('POST /user', { id: 'x', name: 'Ann', secret: 's' }),
    ],
  },
  {
    name: 'null in bodies',
    document: openApi({
      '/tea': post(
        json(
          record({
            name: { type: 'string', nullable: true },
            kind: { type: 'string', nullable: true, enum: ['green', null] },
          }),
        ),
      ),
      '/strict': post(json(record({ name: string }))),
    }),
    requests: [
      sendingJson('POST /tea', { name: null, kind: null }),
      sendingJson('POST /tea', { name: 4, kind: 'green' }),
      sendingJson('POST /tea', { name: 'Green', kind: 'red' }),
      sendingJson('POST /strict', { name: null }),
    ],
  },
]

/**
 * Any bytes as query, path, headers, cookies and bodies: the response is fast, and is a success or an error in the
 * documented shape, never a 5xx and never missing.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cpuTimeOf } from '../../support/cpu-time.ts'
import { exchange, formatRequest } from '../../support/raw-http.ts'
import { useFiles } from '../../support/serve-files.ts'
import { content, openApi, response } from '../../support/write-document.ts'

const numbers = { type: 'array', items: { type: 'integer', format: 'int64' } }
const tree = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64' },
    price: { type: 'number', multipleOf: 0.01 },
    name: { type: 'string', pattern: '^(a+)+$' },
    tags: { type: 'array', uniqueItems: true, items: { type: 'string' } },
    child: { $ref: '#/components/schemas/Tree' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    file: { type: 'string', format: 'binary' },
    choice: { oneOf: [{ type: 'integer' }, { type: 'string', enum: ['a'] }] },
  },
}
const inQuery = (name: string, schema: object, beside: object = {}) => ({ name, in: 'query', schema, ...beside })
const responses = {
  204: { description: 'Done.' },
  default: response({
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'string' }, message: { type: 'string' } },
  }),
}

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'text/plain',
  'image/*',
]

const document = openApi({
  paths: {
    '/read/{at}/{list}': {
      get: {
        parameters: [
          { name: 'at', in: 'path', required: true, style: 'matrix', explode: true, schema: { type: 'object' } },
          { name: 'list', in: 'path', required: true, style: 'label', schema: numbers },
          inQuery('id', { type: 'integer', format: 'int64' }),
          inQuery('deep', tree, { style: 'deepObject', explode: true }),
          inQuery('flat', tree, { explode: false }),
          inQuery('list', numbers, { explode: false }),
          inQuery('many', numbers),
          inQuery('pipes', numbers, { style: 'pipeDelimited', explode: false }),
          inQuery('json', {}, { schema: undefined, ...content(tree) }),
          { name: 'x-list', in: 'header', schema: numbers },
          { name: 'session', in: 'cookie', explode: false, schema: tree },
        ],
        responses,
      },
    },
    '/write': {
      post: {
        requestBody: {
          content: Object.fromEntries(types.map((type) => [type, { schema: { $ref: '#/components/schemas/Tree' } }])),
        },
        responses,
      },
    },
  },
  components: { schemas: { Tree: tree } },
})

const served = useFiles({ 'gadgets.json': document })

/** Bytes as characters of a request, with delimiters more often than by chance. */
const pieces = (meaningful: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...meaningful) },
        {
          weight: 1,
          arbitrary: fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) }),
        },
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

const queries = pieces([
  'id=',
  'deep',
  'flat=',
  'list=',
  'many=',
  'pipes=',
  'json=',
  '{"id":',
  '[',
  ']',
  '[]',
  '=',
  '&',
  '%',
  '%2',
  '%2C',
  '%FF',
  '%00',
  '+',
  ',',
  '|',
  '9223372036854775808',
  '1e999',
  '__proto__',
  'constructor',
  '[id]',
  '[child][child]',
  'R,1',
])
const headers = pieces(['session=', 'id,1,', ';', '=', ',', '%', '"', '1', '9'.repeat(40), '\t'])
const paths = pieces([';', '=', ',', '.', '%2F', '%', '%FF', 'a', '1', '%3B'])
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  pieces([
    '{',
    '}',
    '[',
    ']',
    '"id":',
    ',',
    '1',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '9'.repeat(30),
    '1e400',
    '{"child":',
    'null',
    '{"a":',
  ]),
  pieces(['id=', 'child[', ']', '[]', '[0]', '[9999999999]', '&', '=', '%', '%FF', '+', 'tags=a', 'children[][id]=1']),
  pieces([
    '--b',
    '\r\n',
    '\n',
    '--',
    'Content-Disposition: form-data; name=',
    '"id"',
    '"child"; filename=a',
    'Content-Type: application/json',
    '{"a":1}',
    ';',
    ':',
  ]),
  pieces([
    '<a>',
    '</a>',
    '<id>1</id>',
    '<children>',
    '</children>',
    '<',
    '>',
    '&',
    '&amp;',
    '&x;',
    '<![CDATA[',
    ']]>',
    '<!DOCTYPE a [',
    '<?xml version="1.0"?>',
    'xmlns:x="',
    '"',
  ]),
)
const contentTypes = fc.oneof(
  fc.constantFrom(
    ...types.slice(0, 5),
    'multipart/form-data; boundary=b',
    'image/png',
    'application/ld+json',
    'text/plain; charset=utf-16',
    'text/plain; charset=x',
  ),
  pieces(['application/', 'json', '; charset=', '"', '; boundary=', '=', ';', 'b', '\\', '*/*', 'text/', 'xml']),
)

const send = async (request: Parameters<typeof formatRequest>[0]): Promise<void> => {
  const answer = await exchange(served.standin().url, formatRequest(request))
  if (answer.status === 204) return
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
  expect(answer.status, answer.text).toBeLessThan(500)
  expect(answer.json, answer.text).toEqual({ code: expect.any(String), message: expect.any(String) })
}

const always = ['Host: localhost', 'Connection: close']
/** Removes line breaks, which end a header. */
const oneLine = (text: string): string => text.replace(/[\r\n\0]/g, '')

it('any query, path, header and cookie', () =>
  fc.assert(
    fc.asyncProperty(queries, paths, headers, async (query, path, header) => {
      const target = oneLine(`/read/;${path}/.${path}?${query}`).replace(/[ \t#]/g, '')
      await send({ target, headers: [...always, `Cookie: ${oneLine(header)}`, `X-List: ${oneLine(header)}`] })
    }),
    { numRuns: 500, seed: 1 },
  ))

it('any body of any type', () =>
  fc.assert(
    fc.asyncProperty(contentTypes, bodies, async (type, text) => {
      const body = Buffer.from(text, 'latin1')
      const lines = [`Content-Type: ${oneLine(type)}`, `Content-Length: ${body.length}`]
      await send({ method: 'POST', target: '/write', headers: [...always, ...lines], body })
    }),
    { numRuns: 1000, seed: 1 },
  ))

const million = 1_000_000
const large: readonly (readonly [name: string, type: string, body: string])[] = [
  ['a million opening brackets', 'application/json', '['.repeat(million)],
  ['a million digits', 'application/json', `{"id":${'9'.repeat(million)}}`],
  ['many wrong items', 'application/json', `{"tags":[${'1,'.repeat(400_000)}1]}`],
  [
    'many different items',
    'application/json',
    `{"tags":[${Array.from({ length: 80_000 }, (_, index) => `"${index}"`).join()}]}`,
  ],
  ['a text for a pattern', 'application/json', `{"name":"${'a'.repeat(million)}!"}`],
  [
    'many names',
    'application/x-www-form-urlencoded',
    Array.from({ length: 90_000 }, (_, index) => `a${index}=1`).join('&'),
  ],
  ['many names of one', 'application/x-www-form-urlencoded', 'tags=a&'.repeat(140_000)],
  ['many items without an index', 'application/x-www-form-urlencoded', 'children[][id]=1&'.repeat(58_000)],
  ['deep names', 'application/x-www-form-urlencoded', `a${'[b]'.repeat(60)}=1&`.repeat(5000)],
  ['a million brackets', 'application/x-www-form-urlencoded', `a${'['.repeat(million)}`],
  [
    'many parts',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(19_000),
  ],
  ['nearly a boundary', 'multipart/form-data; boundary=b', '\n--bb'.repeat(200_000)],
  ['many elements', 'application/xml', `<a>${'<children/>'.repeat(90_000)}</a>`],
  ['deep elements', 'application/xml', '<a>'.repeat(330_000)],
  [
    'many attributes',
    'application/xml',
    `<a ${Array.from({ length: 80_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  ],
]
for (const [name, type, body] of large)
  it(`responds fast: ${name}`, async () => {
    const request = {
      method: 'POST',
      target: '/write',
      headers: [...always, `Content-Type: ${type}`, `Content-Length: ${body.length}`],
      body,
    }
    expect(await cpuTimeOf(() => send(request))).toBeLessThan(8000)
  })

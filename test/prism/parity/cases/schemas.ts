/**
 * Combined schemas, discriminators, references, and OpenAPI 3.1, in requests and responses.
 */
import {
  as,
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
  ref,
  sendingJson,
  string,
} from '../parity-case.ts'

const pets = {
  Cat: record({ kind: string, lives: integer }),
  Dog: record({ kind: string, tricks: list(string) }),
  Mapped: {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
  },
  Unmapped: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
  Parent: object({ kind: string }, { required: ['kind'], discriminator: { propertyName: 'kind' } }),
  Child: { allOf: [ref('Parent'), record({ toys: integer })] },
}

const discriminated = openApi(
  {
    '/mapped': { ...get({ 200: json(ref('Mapped')) }), ...post(json(ref('Mapped'))) },
    '/unmapped': { ...get({ 200: json(ref('Unmapped')) }), ...post(json(ref('Unmapped'))) },
    '/parent': { ...get({ 200: json(ref('Parent')) }), ...post(json(ref('Child'))) },
    '/child': get({ 200: json(list(ref('Child'))) }),
  },
  { components: { schemas: pets } },
)

/** A document of OpenAPI 3.1. */
const newer = (paths: Parameters<typeof openApi>[0], rest: Parameters<typeof openApi>[1] = {}) => ({
  ...openApi(paths, rest),
  openapi: '3.1.0',
})

export const schemaCases: readonly ParityCase[] = [
  {
    name: 'discriminators',
    document: discriminated,
    requests: [
      { send: '/mapped' },
      { send: '/unmapped' },
      { send: '/parent' },
      { send: '/child' },
      sendingJson('POST /mapped', { kind: 'cat', lives: 9 }),
      sendingJson('POST /mapped', { kind: 'cat', tricks: [] }),
      sendingJson('POST /mapped', { kind: 'bird' }),
      sendingJson('POST /unmapped', { kind: 'Dog', tricks: ['sit'] }),
      sendingJson('POST /unmapped', { kind: 'Dog', lives: 'x' }),
      sendingJson('POST /unmapped', {}),
      sendingJson('POST /parent', { kind: 'Child', toys: 1 }),
      sendingJson('POST /parent', { kind: 'Child' }),
    ],
  },
  {
    name: 'discriminators, generated',
    flags: ['-d', '--seed', '5'],
    document: discriminated,
    requests: [{ send: '/mapped' }, { send: '/unmapped' }, { send: '/parent' }, { send: '/child' }],
  },
  {
    name: 'allOf, oneOf, anyOf and not',
    document: openApi({
      '/all': post(json({ allOf: [record({ a: integer }), record({ b: integer })] })),
      '/one': post(json({ oneOf: [record({ a: integer }), record({ b: integer })] })),
      '/any': post(json({ anyOf: [record({ a: integer }), record({ b: integer })] })),
      '/not': post(json({ not: record({ a: integer }) })),
      '/closed': post(
        json({ allOf: [object({ a: integer }, { additionalProperties: false }), object({ b: integer })] }),
      ),
    }),
    requests: ['/all', '/one', '/any', '/not', '/closed'].flatMap((path) => [
      sendingJson(`POST ${path}`, { a: 1, b: 2 }),
      sendingJson(`POST ${path}`, { a: 1 }),
      sendingJson(`POST ${path}`, { c: 1 }),
    ]),
  },
  {
    name: 'references to everything',
    document: openApi(
      {
        '/tea': { $ref: '#/components/x-paths/tea' },
        '/cup': {
          post: {
            parameters: [{ $ref: '#/components/parameters/Size' }],
            requestBody: { $ref: '#/components/requestBodies/Cup' },
            responses: { 200: { $ref: '#/components/responses/Cup' }, 422: { $ref: '#/components/responses/Bad' } },
          },
        },
      },
      {
        components: {
          'x-paths': { tea: get({ 200: example('tea') }) },
          parameters: { Size: { name: 'size', in: 'query', schema: ref('Size') } },
          requestBodies: { Cup: json(ref('Cup')) },
          responses: {
            Cup: { ...json(ref('Cup')), headers: { 'X-Left': { $ref: '#/components/headers/Left' } } },
            Bad: json(record({ why: string })),
          },
          headers: { Left: { schema: { type: 'integer', default: 3 } } },
          schemas: {
            Size: { type: 'integer', maximum: 4 },
            Cup: record({ size: ref('Size'), of: { $ref: '#/components/schemas/Cup/properties/size' } }),
          },
        },
      },
    ),
    requests: [
      { send: '/tea' },
      sendingJson('POST /cup?size=2', { size: 1, of: 2 }),
      sendingJson('POST /cup?size=9', { size: 1, of: 2 }),
      sendingJson('POST /cup', { size: 9, of: 2 }),
      sendingJson('POST /cup', { size: 1, of: 9 }),
      sendingJson('POST /cup', {}),
    ],
  },
  {
    name: 'circular request bodies',
    document: openApi(
      { '/tree': post(json(ref('Node')), { 200: json(ref('Node')) }) },
      { components: { schemas: { Node: record({ name: string, children: list(ref('Node')) }) } } },
    ),
    requests: [
      sendingJson('POST /tree', { name: 'a', children: [{ name: 'b', children: [] }] }),
      sendingJson('POST /tree', { name: 'a', children: [{ name: 4, children: [] }] }),
      sendingJson('POST /tree', { name: 'a' }),
    ],
  },
  {
    name: 'OpenAPI 3.1',
    document: newer(
      {
        '/types': post(json(record({ a: { type: ['string', 'null'] }, b: { type: 'integer', exclusiveMinimum: 3 } }))),
        '/const': post(json(record({ kind: { const: 'tea' } }))),
        '/read': get({ 200: json({ type: ['object', 'null'], properties: { a: { type: ['integer', 'null'] } } }) }),
        '/examples': get({
          200: json({ type: 'object', properties: { a: { type: 'string', examples: ['first', 'second'] } } }),
        }),
        '/defs': get({ 200: json({ $ref: '#/components/schemas/Outer' }) }),
        '/prefix': post(json({ type: 'array', prefixItems: [integer, string], items: false })),
        '/if': post(json({ type: 'object', dependentRequired: { a: ['b'] } })),
      },
      {
        components: {
          schemas: {
            Outer: {
              type: 'object',
              $defs: { In: integer },
              properties: { a: { $ref: '#/components/schemas/Outer/$defs/In' } },
            },
          },
        },
      },
    ),
    requests: [
      sendingJson('POST /types', { a: null, b: 4 }),
      sendingJson('POST /types', { a: 4, b: 3 }),
      sendingJson('POST /const', { kind: 'tea' }),
      sendingJson('POST /const', { kind: 'coffee' }),
      { send: '/read' },
      { send: '/examples' },
      { send: '/defs' },
      sendingJson('POST /prefix', [1, 'a']),
      sendingJson('POST /prefix', ['a', 1]),
      sendingJson('POST /if', { a: 1 }),
      sendingJson('POST /if', { a: 1, b: 1 }),
    ],
  },
  {
    name: 'formats and limits of bodies',
    document: openApi({
      '/tea': post(
        json(
          object({
            on: { type: 'string', format: 'date-time' },
            mail: { type: 'string', format: 'email' },
            count: { type: 'integer', format: 'int32' },
            long: { type: 'integer', format: 'int64' },
            price: { type: 'number', multipleOf: 0.5 },
            tags: list(string, { uniqueItems: true, maxItems: 2 }),
            map: { type: 'object', additionalProperties: integer, maxProperties: 2 },
            code: { type: 'string', pattern: '^[A-Z]{2}$' },
          }),
        ),
      ),
    }),
    requests: [
      sendingJson('POST /tea', { on: '2026-01-31T10:00:00Z' }),
      sendingJson('POST /tea', { on: 'noon' }),
      sendingJson('POST /tea', { mail: 'nobody' }),
      sendingJson('POST /tea', { count: 2147483648 }),
      sendingJson('POST /tea', { long: 9007199254740991 }),
      { send: 'POST /tea', headers: { 'content-type': 'application/json' }, body: '{"long":9223372036854775807}' },
      sendingJson('POST /tea', { price: 1.3 }),
      sendingJson('POST /tea', { tags: ['a', 'a'] }),
      sendingJson('POST /tea', { tags: ['a', 'b', 'c'] }),
      sendingJson('POST /tea', { map: { a: 'x' } }),
      sendingJson('POST /tea', { code: 'abc', mail: 'nobody' }),
    ],
  },
  {
    name: 'two documented bodies of one response',
    document: openApi({
      '/tea': get({
        200: {
          description: 'Both have a schema.',
          content: { 'text/plain': { schema: string }, 'application/json': { schema: object({ a: integer }) } },
        },
      }),
      '/cup': get({ 200: as('application/json', { schema: { type: 'object', title: 'Cup', description: 'A cup.' } }) }),
    }),
    requests: [{ send: '/tea' }, { send: '/tea', headers: { accept: 'text/plain' } }, { send: '/cup' }],
  },
]

/**
 * Generated bodies: with a seed the same as Prism's, without one of the same shape.
 */
import {
  as,
  boolean,
  closed,
  example,
  get,
  integer,
  json,
  list,
  number,
  object,
  openApi,
  type ParityCase,
  record,
  ref,
  string,
} from '../parity-case.ts'

const document = openApi(
  {
    '/tea': get({ 200: json(ref('Tea')) }),
    '/teas': get({ 200: json(list(ref('Tea'), { minItems: 2 })) }),
    '/example': get({ 200: json(ref('Tea'), { example: { name: 'Green' } }) }),
    '/only': get({ 200: example('no schema') }),
    '/formats': get({
      200: json(
        closed({
          on: { type: 'string', format: 'date-time' },
          day: { type: 'string', format: 'date' },
          mail: { type: 'string', format: 'email' },
          uuid: { type: 'string', format: 'uuid' },
          uri: { type: 'string', format: 'uri' },
          ip: { type: 'string', format: 'ipv4' },
          code: { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' },
        }),
      ),
    }),
    '/limits': get({
      200: json(
        closed({
          few: { type: 'integer', minimum: 3, maximum: 9 },
          long: { type: 'string', minLength: 5, maxLength: 8 },
          part: { type: 'number', minimum: 0, maximum: 1 },
          kind: { type: 'string', enum: ['green', 'black', 'white'] },
          tags: list(string, { minItems: 1, maxItems: 3, uniqueItems: true }),
        }),
      ),
    }),
    '/faker': get({
      200: json(
        closed({
          name: { type: 'string', 'x-faker': 'name.firstName' },
          town: { type: 'string', 'x-faker': 'address.city' },
        }),
      ),
    }),
    '/map': get({ 200: json({ type: 'object', additionalProperties: integer }) }),
    '/all': get({ 200: json({ allOf: [record({ name: string }), record({ cups: integer })] }) }),
    '/secret': get({
      200: json(
        closed({ name: string, secret: { type: 'string', writeOnly: true }, id: { type: 'integer', readOnly: true } }),
      ),
    }),
    '/null': get({
      200: json(closed({ name: { type: 'string', nullable: true }, grams: { type: 'integer', nullable: true } })),
    }),
    '/text': get({ 200: as('text/plain', { schema: string }) }),
    '/xml': get({ 200: as('application/xml', { schema: closed({ name: string, grams: integer }) }) }),
    '/headers': get({ 200: { ...json(ref('Tea')), headers: { 'X-Count': { schema: integer } } } }),
    '/error': get({ 404: json(closed({ why: string })) }),
  },
  {
    components: {
      schemas: {
        Tea: closed({ name: string, grams: integer, price: number, hot: boolean, maker: ref('Maker') }),
        Maker: closed({ name: string, country: { type: 'string', enum: ['JP', 'IN'] } }),
      },
    },
  },
)

const paths = Object.keys(document.paths ?? {})

/** Prism does not seed the library behind `x-faker`. */
const isUnseeded = (path: string): boolean => path === '/faker'

/** Paths whose bodies have no shape: it depends on the seed, too. */
const shapeless: ReadonlySet<string> = new Set(['/map', '/all', '/null'])

export const dynamicCases: readonly ParityCase[] = [
  {
    name: 'generated with a seed',
    flags: ['-d', '--seed', '7'],
    document,
    requests: paths.map((send) => ({ send, isDynamic: isUnseeded(send) })),
  },
  {
    name: 'generated with a seed that is a word',
    flags: ['--dynamic', '--seed', 'cup'],
    document: openApi({ '/tea': get({ 200: json(record({ name: string, grams: integer })) }) }),
    requests: [{ send: '/tea' }, { send: '/tea?__seed=7' }, { send: '/tea?__dynamic=false' }],
  },
  {
    name: 'generated without a seed',
    flags: ['-d'],
    document,
    requests: paths.filter((path) => !shapeless.has(path)).map((send) => ({ send, isDynamic: true })),
  },
  {
    name: 'generated schemas that contain themselves',
    flags: ['-d', '--seed', '3'],
    document: openApi(
      { '/tree': get({ 200: json(ref('Node')) }), '/person': get({ 200: json(ref('Person')) }) },
      {
        components: {
          schemas: {
            Node: record({ name: string, children: list(ref('Node')) }),
            Person: object({ name: string, friend: ref('Person') }),
          },
        },
      },
    ),
    requests: [{ send: '/tree' }, { send: '/person' }],
  },
  {
    name: 'generated, without properties that are not documented',
    flags: ['-d', '--seed', '3', '--json-schema-faker-fillProperties=false'],
    document: openApi({
      '/open': get({ 200: json(object({ a: integer }, { additionalProperties: true, minProperties: 3 })) }),
    }),
    requests: [{ send: '/open' }],
  },
  {
    name: 'settings of the generator in the document',
    flags: ['-d', '--seed', '3'],
    document: openApi(
      { '/teas': get({ 200: json(list(record({ name: string }))) }) },
      { 'x-json-schema-faker': { 'min-items': 4, 'max-items': 4 } },
    ),
    requests: [{ send: '/teas' }],
  },
]

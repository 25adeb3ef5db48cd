/**
 * Examples of media types and schemas, and the bodies of responses without one.
 */
import {
  as,
  boolean,
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

export const exampleCases: readonly ParityCase[] = [
  {
    name: 'which example',
    document: openApi({
      '/one': get({ 200: as('application/json', { example: 'one', schema: string }) }),
      '/many': get({ 200: as('application/json', { examples: { a: { value: 'a' }, b: { value: 'b' } } }) }),
      '/both': get({ 200: as('application/json', { example: 'one', examples: { a: { value: 'a' } } }) }),
      '/schema': get({ 200: json({ type: 'object', example: { from: 'schema' } }) }),
      '/over': get({ 200: json({ type: 'object', example: { from: 'schema' } }, { example: { from: 'media type' } }) }),
      '/inside': get({
        200: json(object({ name: { type: 'string', example: 'Tea' }, price: { type: 'number', example: 2.5 } })),
      }),
      '/external': get({
        200: as('application/json', { examples: { far: { externalValue: 'http://127.0.0.1:9/none.json' } } }),
      }),
      '/summary': get({ 200: as('application/json', { examples: { a: { summary: 'No value.' } }, schema: string }) }),
    }),
    requests: ['/one', '/many', '/both', '/schema', '/over', '/inside', '/external', '/summary'].map((send) => ({
      send,
    })),
  },
  {
    name: 'examples that are empty',
    document: openApi(
      Object.fromEntries(
        [null, false, 0, '', [], {}].map((value, index) => [`/${index}`, get({ 200: example(value) })]),
      ),
    ),
    requests: [0, 1, 2, 3, 4, 5].map((index) => ({ send: `/${index}` })),
  },
  {
    name: 'examples in components',
    document: openApi(
      {
        '/ref': get({
          200: as('application/json', { examples: { tea: { $ref: '#/components/examples/Tea' } } }),
        }),
        '/response': get({ 200: { $ref: '#/components/responses/Tea' } }),
        '/value': get({ 200: as('application/json', { example: { $ref: '#/components/examples/Tea/value' } }) }),
      },
      {
        components: {
          examples: { Tea: { value: { name: 'Tea' } } },
          responses: { Tea: example({ name: 'Green tea' }) },
        },
      },
    ),
    requests: [{ send: '/ref' }, { send: '/response' }, { send: '/value' }],
  },
  {
    name: 'values without examples',
    document: openApi({
      '/text': get({ 200: json(string) }),
      '/formats': get({
        200: json(
          record({
            date: { type: 'string', format: 'date' },
            time: { type: 'string', format: 'date-time' },
            mail: { type: 'string', format: 'email' },
            uri: { type: 'string', format: 'uri' },
            uuid: { type: 'string', format: 'uuid' },
            ip: { type: 'string', format: 'ipv4' },
            secret: { type: 'string', format: 'password' },
            other: { type: 'string', format: 'colour' },
          }),
        ),
      }),
      '/numbers': get({
        200: json(
          record({
            whole: integer,
            real: number,
            least: { type: 'integer', minimum: 5 },
            most: { type: 'number', maximum: -3 },
            over: { type: 'integer', minimum: 5, exclusiveMinimum: true },
            many: { type: 'integer', multipleOf: 7, minimum: 8 },
            long: { type: 'integer', format: 'int64' },
            short: { type: 'integer', format: 'int32' },
          }),
        ),
      }),
      '/strings': get({
        200: json(
          record({
            long: { type: 'string', minLength: 10 },
            short: { type: 'string', maxLength: 2 },
            coded: { type: 'string', pattern: '^[A-Z]{3}$' },
          }),
        ),
      }),
      '/chosen': get({
        200: json(
          record({
            one: { type: 'string', enum: ['red', 'green'] },
            standard: { type: 'integer', default: 3 },
            empty: { type: 'string', nullable: true },
            yes: boolean,
          }),
        ),
      }),
      '/lists': get({
        200: json(
          record({
            any: { type: 'array', items: {} },
            some: list(integer, { minItems: 3 }),
            none: list(string, { maxItems: 0 }),
            nested: list(list(object({ a: integer }))),
          }),
        ),
      }),
      '/map': get({ 200: json({ type: 'object', additionalProperties: integer }) }),
      '/anything': get({ 200: json({}) }),
    }),
    requests: ['/text', '/formats', '/numbers', '/strings', '/chosen', '/lists', '/map', '/anything'].map((send) => ({
      send,
    })),
  },
  {
    name: 'combined schemas',
    document: openApi(
      {
        '/all': get({ 200: json({ allOf: [ref('Named'), object({ size: integer })] }) }),
        '/one': get({ 200: json({ oneOf: [ref('Named'), object({ size: integer })] }) }),
        '/any': get({ 200: json({ anyOf: [object({ size: integer }), ref('Named')] }) }),
        '/inside': get({
          200: json(object({ thing: { oneOf: [integer, string] }, other: { allOf: [ref('Named')] } })),
        }),
        '/overlap': get({
          200: json({ allOf: [object({ size: { type: 'integer', minimum: 3 } }), object({ size: { maximum: 5 } })] }),
        }),
      },
      { components: { schemas: { Named: record({ name: string }) } } },
    ),
    requests: ['/all', '/one', '/any', '/inside', '/overlap'].map((send) => ({ send })),
  },
  {
    name: 'schemas that contain themselves',
    document: openApi(
      {
        '/tree': get({ 200: json(ref('Node')) }),
        '/forest': get({ 200: json(list(ref('Node'))) }),
        '/person': get({ 200: json(ref('Person')) }),
      },
      {
        components: {
          schemas: {
            Node: record({ name: string, children: list(ref('Node')) }),
            Person: object({ name: string, friend: ref('Friend') }),
            Friend: object({ since: integer, who: ref('Person') }),
          },
        },
      },
    ),
    requests: [{ send: '/tree' }, { send: '/forest' }, { send: '/person' }],
  },
  {
    name: 'one schema in many operations',
    document: openApi(
      {
        '/first': get({ 200: json(ref('Tea')) }),
        '/second': get({ 200: json(ref('Tea')) }),
        '/third': get({ 200: json(list(ref('Tea'))), 404: json(ref('Lost')) }),
        '/fourth': get({ 200: json(object({ best: ref('Tea'), worst: ref('Tea') })), 404: json(ref('Lost')) }),
      },
      {
        components: {
          schemas: {
            Tea: object({
              name: { type: 'string', nullable: true },
              maker: ref('Maker'),
              grams: { type: 'number', minimum: 0, exclusiveMinimum: true },
            }),
            Maker: object({ name: { type: 'string', nullable: true, example: null } }),
            Lost: { allOf: [ref('Maker'), object({ why: { type: 'string', enum: ['gone'] } })] },
          },
        },
      },
    ),
    requests: [
      { send: '/first' },
      { send: '/second' },
      { send: '/third' },
      { send: '/fourth' },
      { send: '/third?__code=404' },
      { send: '/fourth?__code=404' },
    ],
  },
  {
    name: 'an example that its schema rejects',
    document: openApi({
      '/wrong': get({ 200: json(record({ size: integer }), { example: { size: 'large' } }) }),
      '/right': get({ 200: json(record({ size: integer }), { example: { size: 1 } }) }),
    }),
    requests: [{ send: '/wrong' }, { send: '/right' }],
  },
  {
    name: 'the same with --errors',
    flags: ['--errors'],
    document: openApi({
      '/wrong': get({ 200: json(record({ size: integer }), { example: { size: 'large' } }) }),
      '/right': get({ 200: json(record({ size: integer }), { example: { size: 1 } }) }),
      '/asked': get(
        { 200: example('fine') },
        { parameters: [{ name: 'age', in: 'query', required: true, schema: integer }] },
      ),
    }),
    requests: [{ send: '/wrong' }, { send: '/right' }, { send: '/asked' }, { send: '/asked?age=1' }],
  },
  {
    name: 'without examples, by --ignoreExamples',
    flags: ['--ignoreExamples'],
    document: openApi({
      '/tea': get({ 200: json(record({ name: string, grams: integer }), { example: { name: 'Green', grams: 50 } }) }),
      '/inside': get({ 200: json(record({ name: { type: 'string', example: 'Black' } })) }),
      '/only': get({ 200: example('no schema') }),
    }),
    requests: [{ send: '/tea' }, { send: '/inside' }, { send: '/only' }, { send: '/tea?__example=none' }],
  },
]

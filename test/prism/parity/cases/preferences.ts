/**
 * The Prefer header and its query parameters: code, example, dynamic, seed.
 */
import {
  as,
  closed,
  empty,
  example,
  get,
  integer,
  json,
  object,
  openApi,
  type ParityCase,
  preferring,
  string,
} from '../parity-case.ts'

const cat = closed({ name: string, lives: integer })
const cats = {
  200: as('application/json', {
    schema: cat,
    examples: { tom: { value: { name: 'Tom', lives: 9 } }, kit: { value: { name: 'Kit', lives: 8 } } },
  }),
  404: as('application/json', {
    examples: { gone: { value: { why: 'gone' } }, never: { value: { why: 'never here' } } },
  }),
  '5XX': json(closed({ failed: string })),
}

export const preferenceCases: readonly ParityCase[] = [
  {
    name: 'Prefer: code',
    document: openApi({
      '/cat': get(cats),
      '/any': get({ 200: example('fine'), default: json(object({ why: string })) }),
      '/ranges': get({ '2XX': example('two'), '4XX': example('four') }),
      '/empty': get({ 200: example('fine'), 202: empty }),
    }),
    requests: [
      preferring('/cat', 'code=404'),
      preferring('/cat', 'code=500'),
      preferring('/cat', 'code=503'),
      preferring('/cat', 'code=418'),
      preferring('/any', 'code=418'),
      preferring('/any', 'code=200'),
      preferring('/ranges', 'code=409'),
      preferring('/ranges', 'code=201'),
      { send: '/ranges' },
      preferring('/empty', 'code=202'),
    ],
  },
  {
    name: 'Prefer that is invalid',
    document: openApi({ '/cat': get(cats) }),
    requests: [
      preferring('/cat', 'code=abc'),
      preferring('/cat', 'code=20'),
      preferring('/cat', 'code=2000'),
      preferring('/cat', 'dynamic=maybe'),
      preferring('/cat', 'dynamic'),
      preferring('/cat', 'code=abc, dynamic=maybe'),
      preferring('/cat', 'unknown=1'),
      preferring('/cat', 'code=999'),
      { send: '/cat?__code=abc' },
      { send: '/cat?__dynamic=1' },
      { send: '/cat?__code=200&__code=404' },
    ],
  },
  {
    name: 'Prefer: example',
    document: openApi({
      '/cat': get(cats),
      '/plain': get({ 200: example('only one') }),
      '/types': get({
        200: {
          description: 'Two types.',
          content: {
            'application/json': { examples: { a: { value: { json: true } } } },
            'text/plain': { examples: { b: { value: 'text' } } },
          },
        },
      }),
    }),
    requests: [
      preferring('/cat', 'example=kit'),
      preferring('/cat', 'example=bob'),
      preferring('/cat', 'code=404, example=never'),
      preferring('/cat', 'code=404, example=kit'),
      preferring('/cat', 'example=kit, dynamic=true'),
      preferring('/plain', 'example=default'),
      preferring('/types', 'example=a'),
      preferring('/types', 'example=b'),
      { send: '/types', headers: { prefer: 'example=b', accept: 'text/plain' } },
    ],
  },
  {
    name: 'Prefer: dynamic and seed',
    document: openApi({ '/cat': get(cats), '/note': get({ 200: example('no schema') }) }),
    requests: [
      { ...preferring('/cat', 'dynamic=true'), isDynamic: true },
      preferring('/cat', 'dynamic=true, seed=7'),
      preferring('/cat', 'dynamic=true, seed=cats'),
      preferring('/cat', 'dynamic=false'),
      { ...preferring('/cat', 'code=500, dynamic=true'), isDynamic: true },
      preferring('/note', 'dynamic=true'),
    ],
  },
  {
    name: 'preferences in the query',
    document: openApi({ '/cat': get(cats) }),
    requests: [
      { send: '/cat?__code=404' },
      { send: '/cat?__code=404&__example=never' },
      { send: '/cat?__example=kit' },
      { send: '/cat?__dynamic=true&__seed=7' },
      { send: '/cat?__dynamic=false' },
      { send: '/cat?__code=404', headers: { prefer: 'code=500' } },
      { send: '/cat?__code=404', headers: { prefer: 'respond-async' } },
    ],
  },
  {
    name: 'how Prefer is written',
    document: openApi({ '/cat': get(cats) }),
    requests: [
      preferring('/cat', 'code="404"'),
      preferring('/cat', 'CODE=404'),
      preferring('/cat', 'code = 404'),
      preferring('/cat', 'code=404; example=never'),
      preferring('/cat', 'respond-async, code=404'),
      preferring('/cat', 'code=404, code=500'),
      preferring('/cat', 'code=404,example="never"'),
      preferring('/cat', 'code='),
      preferring('/cat', ''),
    ],
  },
  {
    name: 'Prefer with an invalid request',
    document: openApi({
      '/cat': get(
        {
          200: example('a cat'),
          422: as('application/json', { examples: { one: { value: 'first' }, two: { value: 'second' } } }),
        },
        { parameters: [{ name: 'age', in: 'query', required: true, schema: integer }] },
      ),
      '/dog': get(
        { 200: example('a dog'), 400: json(object({ why: string })) },
        { parameters: [{ name: 'age', in: 'query', required: true, schema: integer }] },
      ),
    }),
    requests: [
      preferring('/cat', 'code=200'),
      preferring('/cat', 'code=422, example=two'),
      preferring('/cat', 'example=two'),
      preferring('/cat', 'code=422, example=three'),
      preferring('/cat?age=4', 'code=422'),
      preferring('/dog', 'code=400'),
      preferring('/dog?age=x', 'dynamic=false'),
    ],
  },
]

/**
 * Paths, methods, servers, statuses and headers.
 */
import {
  as,
  empty,
  example,
  get,
  integer,
  json,
  object,
  openApi,
  type ParityCase,
  preferring,
  sendingJson,
  string,
} from '../parity-case.ts'

const sendAll = (...requests: readonly string[]) => requests.map((send) => ({ send }))

export const routeCases: readonly ParityCase[] = [
  {
    name: 'unknown paths and methods',
    document: openApi({ '/tea': get({ 200: example('tea') }), '/tea/{id}': get({ 200: example('one') }) }),
    requests: sendAll('/coffee', '/', '/tea/1/2', 'POST /tea', 'DELETE /tea/1', 'PATCH /coffee', '/TEA', '/tea/'),
  },
  {
    name: 'HEAD and OPTIONS',
    document: openApi({
      '/tea': get({ 200: example('tea') }),
      '/documented': {
        get: { responses: { 200: example('tea') } },
        head: {
          responses: {
            200: { ...example('head'), headers: { 'X-Count': { schema: { type: 'integer', default: 4 } } } },
          },
        },
        options: { responses: { 200: example('options') } },
      },
    }),
    requests: [
      ...sendAll(
        'HEAD /tea',
        'OPTIONS /tea',
        'HEAD /documented',
        'OPTIONS /documented',
        'HEAD /coffee',
        'OPTIONS /coffee',
      ),
      {
        send: 'OPTIONS /tea',
        headers: { origin: 'http://a.test', 'access-control-request-method': 'GET' },
      },
    ],
  },
  {
    name: 'base paths',
    document: openApi(
      { '/tea': get({ 200: example('tea') }) },
      { servers: [{ url: 'http://a.test/v1' }, { url: '/v2' }] },
    ),
    requests: sendAll('/tea', '/v1/tea', '/v2/tea', '/tea?__server=http://a.test/v1', '/tea?__server=http://b.test/v1'),
  },
  {
    name: 'servers with variables',
    document: openApi(
      {
        '/tea': get({ 200: example('tea') }),
        '/own': get({ 200: example('own') }, { servers: [{ url: 'http://own.test' }] }),
      },
      {
        servers: [
          {
            url: 'http://{host}.test/{v}',
            variables: { host: { default: 'a', enum: ['a', 'b'] }, v: { default: 'v1' } },
          },
        ],
      },
    ),
    requests: sendAll(
      '/tea',
      '/tea?__server=http://b.test/v7',
      '/tea?__server=http://c.test/v7',
      '/own?__server=http://own.test',
      '/v1/tea',
    ),
  },
  {
    name: 'no servers',
    document: openApi({ '/tea': get({ 200: example('tea') }) }),
    requests: sendAll('/tea?__server=http://a.test', '/tea'),
  },
  {
    name: 'parameters and literals',
    document: openApi({
      '/tea/{id}': { get: { responses: { 200: example('by id') } }, put: { responses: { 200: example('put by id') } } },
      '/tea/best': get({ 200: example('the best') }),
      '/tea/{id}/cups': get({ 200: example('its cups') }),
      '/tea/best/{cup}': get({ 200: example('a cup of the best') }),
      '/{kind}/{id}': get({ 200: example('anything') }),
    }),
    requests: sendAll(
      '/tea/4',
      '/tea/best',
      'PUT /tea/best',
      'PUT /tea/4',
      '/tea/4/cups',
      '/tea/best/cups',
      '/tea/best/4',
      '/milk/4',
    ),
  },
  {
    name: 'parameters within a segment',
    document: openApi({
      '/files/{name}.{type}': get({ 200: example('a file') }),
      '/files/{name}': get({ 200: example('a name') }),
      '/map/{a},{b}': get({ 200: example('a point') }),
      '/tea/{id}:boil': { post: { responses: { 200: example('boiled') } } },
      '/tea/{id}': get({ 200: example('one') }),
    }),
    requests: sendAll('/files/a.txt', '/files/a', '/map/1,2', '/map/1', 'POST /tea/4:boil', '/tea/4', 'POST /tea/4'),
  },
  {
    name: 'paths with unusual characters',
    document: openApi({
      '/gr%C3%BCn': get({ 200: example('encoded') }),
      '/a b': get({ 200: example('space') }),
      '/v1.0/tea': get({ 200: example('dot') }),
      '/tea/': get({ 200: example('slash') }),
      '/{id}/x': get({ 200: example('parameter') }),
    }),
    requests: sendAll('/gr%C3%BCn', '/a%20b', '/v1.0/tea', '/v1X0/tea', '/tea/', '/a%2Fb/x', '/%41/x'),
  },
  {
    name: 'which status',
    document: openApi({
      '/lowest': get({ 204: empty, 201: example('201'), 404: example('404') }),
      '/default': get({ default: example('default') }),
      '/over': get({ default: example('default'), 404: example('404') }),
      '/range': get({ '2XX': example('2XX') }),
      '/both': get({ '2XX': example('2XX'), 202: example('202') }),
      '/moved': get({
        301: { description: 'Moved.', headers: { Location: { schema: { type: 'string', default: '/tea' } } } },
      }),
      '/error': get({ 404: example('404') }),
      '/errors': get({ 500: example('500'), 404: example('404') }),
      '/none': get({}),
    }),
    requests: [
      ...sendAll('/lowest', '/default', '/over', '/range', '/both', '/moved', '/error', '/errors', '/none'),
      preferring('/default', 'code=404'),
    ],
  },
  {
    name: 'headers of responses',
    document: openApi({
      '/tea': get({
        200: {
          ...example('tea'),
          headers: {
            'X-Text': { schema: string },
            'X-Count': { schema: integer },
            'X-Flag': { schema: { type: 'boolean' } },
            'X-Example': { schema: string, example: 'an example' },
            'X-Default': { schema: { type: 'integer', default: 7 } },
            'X-Enum': { schema: { type: 'string', enum: ['a', 'b'] } },
          },
        },
      }),
      '/none': get({ 204: { description: 'None.', headers: { 'X-Count': { schema: integer, required: true } } } }),
    }),
    requests: [{ send: '/tea' }, { send: '/none' }],
  },
  {
    name: 'deprecated operations',
    document: openApi({ '/tea': get({ 200: example('tea') }, { deprecated: true, summary: 'Old.' }) }),
    requests: [{ send: '/tea' }, { send: 'POST /tea' }],
  },
  {
    name: 'callbacks',
    document: openApi({
      '/subscribe': {
        post: {
          requestBody: json(object({ url: string })),
          responses: { 202: example('subscribed') },
          callbacks: {
            sold: {
              '{$request.body#/url}': {
                post: { requestBody: json(object({ tea: string })), responses: { 200: { description: 'Heard.' } } },
              },
            },
          },
        },
      },
    }),
    requests: [
      sendingJson('POST /subscribe', { url: 'http://127.0.0.1:9/heard' }),
      sendingJson('POST /subscribe', { url: 4 }),
    ],
  },
  {
    name: 'links and extensions',
    document: openApi({
      '/tea': get(
        {
          200: { ...as('application/json', { example: 'tea', 'x-more': 1 }), links: { next: { operationId: 'next' } } },
        },
        { 'x-internal': true, tags: ['a'], operationId: 'tea' },
      ),
      '/next': get({ 200: example('next') }, { operationId: 'next' }),
    }),
    requests: sendAll('/tea', '/next'),
  },
]

/**
 * Documents in the styles of well-known kinds of APIs, each with the requests of a client. test/conversations/conversations.test.ts
 * stores the responses.
 */
import { openApi, requestBody, response, swagger } from '../support/write-document.ts'

export interface Conversation {
  /** What the style is known for. */
  readonly name: string
  readonly document: object
  /** `METHOD path`, then headers as `Name: value` and a body, each after a space and `|`. `{n}` is the id in the n-th response. */
  readonly requests: readonly string[]
}

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const
const number = { type: 'number' } as const
const boolean = { type: 'boolean' } as const
const uuid = { type: 'string', format: 'uuid' } as const
const time = { type: 'string', format: 'date-time' } as const
const object = (properties: object, required: readonly string[] = [], beside: object = {}): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...beside,
})
const list = (items: object, beside: object = {}): object => ({ type: 'array', items, ...beside })
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const path = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema })
const query = (name: string, schema: object = text, beside: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...beside,
})
const none = { description: 'Done.' }
const ok = (schema: object, beside: object = {}): Readonly<Record<string, object>> => ({
  200: response(schema, beside),
})
const readOnly = (schema: object): object => ({ ...schema, readOnly: true })

/** Names with underscores, pages by number, envelopes, nested records, actions and states. */
const shop: Conversation = {
  name: 'shop',
  document: openApi(
    {
      components: {
        schemas: {
          Meta: object({ total: integer, page: integer, per_page: integer, total_pages: integer, has_next: boolean }),
          Customer: object(
            {
              id: readOnly(integer),
              first_name: text,
              last_name: text,
              email: { ...text, format: 'email' },
              phone: { ...text, nullable: true },
              date_of_birth: { ...text, format: 'date' },
              country_code: { ...text, minLength: 2, maxLength: 2 },
              loyalty_points: { ...integer, minimum: 0, default: 0 },
              marketing_opt_in: { ...boolean, default: false },
              created_at: readOnly(time),
              updated_at: readOnly(time),
            },
            ['id', 'first_name', 'last_name', 'email', 'created_at'],
          ),
          NewCustomer: object(
            {
              first_name: text,
              last_name: text,
              email: { ...text, format: 'email' },
              country_code: text,
              password: { ...text, writeOnly: true },
            },
            ['first_name', 'last_name', 'email'],
          ),
          Order: object(
            {
              id: readOnly(integer),
              customer_id: readOnly(integer),
              order_number: readOnly(text),
              status: { ...text, enum: ['pending', 'paid', 'shipped', 'delivered', 'cancelled'], default: 'pending' },
              currency: { ...text, enum: ['EUR', 'USD', 'JPY'] },
              total_amount: { ...number, minimum: 0 },
              notes: { ...text, maxLength: 200 },
              items_count: integer,
              shipping_address: object({ street: text, city: text, postal_code: text, country: text }, [
                'street',
                'city',
              ]),
              created_at: readOnly(time),
            },
            ['id', 'customer_id', 'status', 'currency', 'total_amount'],
          ),
          OrderItem: object(
            {
              id: readOnly(integer),
              sku: text,
              product_name: text,
              quantity: { ...integer, minimum: 1, maximum: 99 },
              unit_price: number,
            },
            ['id', 'sku', 'quantity'],
          ),
          Error: object({ error: object({ code: text, message: text, details: list(text) }, ['code', 'message']) }, [
            'error',
          ]),
        },
      },
      paths: {
        '/customers': {
          get: {
            parameters: [
              query('page', { ...integer, minimum: 1, default: 1 }),
              query('per_page', { ...integer, minimum: 1, maximum: 50, default: 2 }),
              query('email'),
              query('country_code'),
              query('sort', { ...text, enum: ['created_at', '-created_at', 'last_name'] }),
              query('q'),
            ],
            responses: {
              ...ok(object({ data: list(ref('Customer')), meta: ref('Meta') }, ['data', 'meta'])),
              400: response(ref('Error')),
            },
          },
          post: {
            requestBody: requestBody(ref('NewCustomer')),
            responses: { 201: response(object({ data: ref('Customer') }, ['data'])), 422: response(ref('Error')) },
          },
        },
        '/customers/search': {
          post: {
            requestBody: requestBody(object({ query: text })),
            responses: ok(object({ data: list(ref('Customer')) }, ['data'])),
          },
        },
        '/customers/{customer_id}': {
          parameters: [path('customer_id', integer)],
          get: { responses: { ...ok(object({ data: ref('Customer') }, ['data'])), 404: response(ref('Error')) } },
          patch: {
            requestBody: requestBody(ref('NewCustomer')),
            responses: ok(object({ data: ref('Customer') }, ['data'])),
          },
          put: {
            requestBody: requestBody(ref('NewCustomer')),
            responses: ok(object({ data: ref('Customer') }, ['data'])),
          },
          delete: { responses: { 204: none, 404: response(ref('Error')) } },
        },
        '/customers/{customer_id}/orders': {
          parameters: [path('customer_id', integer)],
          get: {
            parameters: [query('status'), query('limit', integer), query('offset', integer)],
            responses: ok(
              object({ data: list(ref('Order')), total_count: integer, limit: integer, offset: integer }, ['data']),
            ),
          },
          post: {
            requestBody: requestBody(
              object({ currency: text, total_amount: number, notes: text }, ['currency', 'total_amount']),
            ),
            responses: { 201: response(ref('Order')), 404: response(ref('Error')) },
          },
        },
        '/customers/{customer_id}/orders/{order_id}': {
          parameters: [path('customer_id', integer), path('order_id', integer)],
          get: { responses: { ...ok(ref('Order')), 404: response(ref('Error')) } },
          patch: { requestBody: requestBody(object({ status: text, notes: text })), responses: ok(ref('Order')) },
          delete: { responses: { 200: response(ref('Order')) } },
        },
        '/customers/{customer_id}/orders/{order_id}/items': {
          parameters: [path('customer_id', integer), path('order_id', integer)],
          get: { responses: ok(list(ref('OrderItem'))) },
          post: { requestBody: requestBody(ref('OrderItem')), responses: { 201: response(ref('OrderItem')) } },
        },
        '/orders/{order_id}/cancel': {
          parameters: [path('order_id', integer)],
          post: { responses: ok(ref('Order')) },
        },
        '/orders': {
          get: { parameters: [query('status'), query('customer_id', integer)], responses: ok(list(ref('Order'))) },
        },
        '/settings': {
          get: { responses: ok(object({ theme: text, language: text, items_per_page: integer })) },
          put: {
            requestBody: requestBody(object({ theme: text, language: text })),
            responses: ok(object({ theme: text, language: text })),
          },
        },
        '/tags': { get: { responses: ok(list(text)) } },
        '/statistics': {
          get: {
            responses: ok(
              object({
                orders_total: integer,
                revenue: number,
                by_day: list(object({ date: { ...text, format: 'date' }, count: integer })),
              }),
            ),
          },
        },
      },
    },
    '3.0.3',
  ),
  requests: [
    'GET /customers',
    'GET /customers?page=2&per_page=1',
    'GET /customers?page=0',
    'GET /customers?sort=-created_at&per_page=3',
    'POST /customers | {"first_name":"Ada","last_name":"Lovelace","email":"ada@example.org","password":"secret"}',
    'POST /customers | {"first_name":"Ada"}',
    'GET /customers/{5}',
    'GET /customers?email=ada@example.org',
    'PATCH /customers/{5} | {"last_name":"King"}',
    'PUT /customers/{5} | {"first_name":"Ada","last_name":"King","email":"ada@example.org","country_code":"GB"}',
    'POST /customers/search | {"query":"Ada"}',
    'GET /customers/{5}/orders',
    'POST /customers/{5}/orders | {"currency":"EUR","total_amount":12.5}',
    'POST /customers/{5}/orders | {"currency":"CHF","total_amount":-1}',
    'GET /customers/{5}/orders/{13}',
    'PATCH /customers/{5}/orders/{13} | {"status":"paid"}',
    'PATCH /customers/{5}/orders/{13} | {"status":"eaten"}',
    'GET /customers/{5}/orders?status=paid&limit=1&offset=0',
    'GET /orders?status=paid',
    'POST /customers/{5}/orders/{13}/items | {"id":0,"sku":"A-1","quantity":2}',
    'GET /customers/{5}/orders/{13}/items',
    'GET /customers/1/orders/{13}',
    'GET /customers/99999/orders',
    'POST /orders/{13}/cancel',
    'DELETE /customers/{5}/orders/{13}',
    'GET /customers/{5}/orders/{13}',
    'DELETE /customers/{5}',
    'GET /customers/{5}',
    'GET /settings',
    'PUT /settings | {"theme":"dark"}',
    'GET /settings',
    'GET /tags',
    'GET /statistics',
    'DELETE /settings',
    'GET /customers/abc',
  ],
}

/** Names as ids, page tokens, custom methods, masks and ETags. */
const cloud: Conversation = {
  name: 'cloud',
  document: openApi({
    components: {
      schemas: {
        Cluster: object(
          {
            name: { ...text, pattern: '^[a-z][a-z0-9-]{2,30}$', description: 'The name of the cluster.' },
            displayName: text,
            state: readOnly({ ...text, enum: ['CREATING', 'RUNNING', 'STOPPING', 'ERROR'] }),
            nodeCount: { ...integer, format: 'int32', minimum: 1, maximum: 100, default: 3 },
            machineType: { ...text, example: 'e2-standard-4' },
            labels: { type: 'object', additionalProperties: text, maxProperties: 4 },
            endpoint: readOnly({ ...text, format: 'ipv4' }),
            diskSizeGb: { ...integer, format: 'int64' },
            createTime: readOnly(time),
            etag: readOnly(text),
          },
          ['name', 'state'],
        ),
        Status: object({ code: { ...integer, format: 'int32' }, message: text, details: list({ type: 'object' }) }),
        Operation: object({ name: text, done: boolean, error: ref('Status'), metadata: { type: 'object' } }),
      },
    },
    paths: {
      '/v1/projects/{project}/clusters': {
        parameters: [path('project')],
        get: {
          operationId: 'listClusters',
          parameters: [query('pageSize', integer), query('pageToken'), query('filter'), query('orderBy')],
          responses: {
            ...ok(object({ clusters: list(ref('Cluster')), nextPageToken: text, totalSize: integer })),
            default: response(ref('Status')),
          },
        },
        post: {
          operationId: 'createCluster',
          parameters: [query('clusterId')],
          requestBody: requestBody(ref('Cluster')),
          responses: { ...ok(ref('Cluster')), default: response(ref('Status')) },
        },
      },
      '/v1/projects/{project}/clusters/{cluster}': {
        parameters: [path('project'), path('cluster')],
        get: { operationId: 'getCluster', responses: { ...ok(ref('Cluster')), default: response(ref('Status')) } },
        patch: {
          operationId: 'patchCluster',
          parameters: [query('updateMask'), { name: 'If-Match', in: 'header', schema: text }],
          requestBody: requestBody(ref('Cluster')),
          responses: { ...ok(ref('Cluster')), 412: response(ref('Status')), default: response(ref('Status')) },
        },
        delete: { operationId: 'deleteCluster', responses: { ...ok(object({})), default: response(ref('Status')) } },
      },
      '/v1/projects/{project}/clusters/{cluster}:start': {
        parameters: [path('project'), path('cluster')],
        post: { operationId: 'startCluster', responses: ok(ref('Operation')) },
      },
      '/v1/projects/{project}/clusters:batchGet': {
        parameters: [path('project')],
        get: {
          operationId: 'batchGetClusters',
          parameters: [query('names', list(text))],
          responses: ok(object({ clusters: list(ref('Cluster')) })),
        },
      },
      '/v1/operations/{operation}': { parameters: [path('operation')], get: { responses: ok(ref('Operation')) } },
    },
  }),
  requests: [
    'GET /v1/projects/one/clusters',
    'GET /v1/projects/one/clusters?pageSize=1',
    'POST /v1/projects/one/clusters | {"name":"blue-one","state":"RUNNING","nodeCount":2,"labels":{"team":"a"}}',
    'POST /v1/projects/one/clusters | {"name":"Not Valid","state":"RUNNING"}',
    'POST /v1/projects/one/clusters | {"name":"blue-one","state":"RUNNING"}',
    'GET /v1/projects/one/clusters/blue-one',
    'GET /v1/projects/two/clusters/blue-one',
    'PATCH /v1/projects/one/clusters/blue-one?updateMask=nodeCount | {"name":"blue-one","state":"RUNNING","nodeCount":5}',
    'PATCH /v1/projects/one/clusters/blue-one | If-Match: "wrong" | {"name":"blue-one","state":"RUNNING","nodeCount":6}',
    'POST /v1/projects/one/clusters/blue-one:start',
    'GET /v1/projects/one/clusters:batchGet?names=blue-one&names=other',
    'GET /v1/projects/two/clusters',
    'GET /v1/operations/op-1',
    'DELETE /v1/projects/one/clusters/blue-one',
    'DELETE /v1/projects/one/clusters/blue-one',
    'GET /v1/projects/one/clusters?pageSize=500&pageToken=nothing',
  ],
}

/** Resource objects with attributes and relationships, and parameters in brackets. */
const typed: Conversation = {
  name: 'json-api',
  document: openApi({
    components: {
      schemas: {
        Article: object(
          {
            type: { ...text, enum: ['articles'] },
            id: text,
            attributes: object(
              {
                title: text,
                body: text,
                published: boolean,
                'word-count': integer,
                'published-at': { ...time, nullable: true },
                tags: list(text),
              },
              ['title'],
            ),
            relationships: object({
              author: object({ data: object({ type: text, id: text }) }),
              comments: object({ data: list(object({ type: text, id: text })) }),
            }),
            links: object({ self: { ...text, format: 'uri' } }),
          },
          ['type', 'id', 'attributes'],
        ),
        NewArticle: object(
          {
            data: object({ type: text, attributes: object({ title: text, body: text }, ['title']) }, [
              'type',
              'attributes',
            ]),
          },
          ['data'],
        ),
        Document: object({ data: ref('Article'), included: list({ type: 'object' }), links: object({ self: text }) }, [
          'data',
        ]),
        Documents: object(
          {
            data: list(ref('Article')),
            links: object({ first: text, prev: text, next: text, last: text }),
            meta: object({ count: integer }),
          },
          ['data'],
        ),
        Errors: object(
          {
            errors: list(
              object({
                status: text,
                code: text,
                title: text,
                detail: text,
                source: object({ pointer: text, parameter: text }),
              }),
            ),
          },
          ['errors'],
        ),
      },
    },
    paths: {
      '/articles': {
        get: {
          parameters: [
            query('page[number]', integer),
            query('page[size]', integer),
            query('filter[published]', boolean),
            query('sort'),
            query('include'),
            query('fields[articles]'),
          ],
          responses: {
            200: response(ref('Documents'), {}, 'application/vnd.api+json'),
            400: response(ref('Errors'), {}, 'application/vnd.api+json'),
          },
        },
        post: {
          requestBody: { required: true, content: { 'application/vnd.api+json': { schema: ref('NewArticle') } } },
          responses: {
            201: response(ref('Document'), {}, 'application/vnd.api+json'),
            422: response(ref('Errors'), {}, 'application/vnd.api+json'),
          },
        },
      },
      '/articles/{id}': {
        parameters: [path('id')],
        get: {
          responses: {
            200: response(ref('Document'), {}, 'application/vnd.api+json'),
            404: response(ref('Errors'), {}, 'application/vnd.api+json'),
          },
        },
        patch: {
          requestBody: { required: true, content: { 'application/vnd.api+json': { schema: ref('NewArticle') } } },
          responses: { 200: response(ref('Document'), {}, 'application/vnd.api+json') },
        },
        delete: { responses: { 204: none } },
      },
      '/articles/{id}/relationships/comments': {
        parameters: [path('id')],
        get: {
          responses: {
            200: response(object({ data: list(object({ type: text, id: text })) }), {}, 'application/vnd.api+json'),
          },
        },
      },
    },
  }),
  requests: [
    'GET /articles',
    'GET /articles?page[number]=2&page[size]=1',
    'GET /articles?filter[published]=true',
    'POST /articles | Content-Type: application/vnd.api+json | {"data":{"type":"articles","attributes":{"title":"One","body":"Text"}}}',
    'POST /articles | Content-Type: application/vnd.api+json | {"data":{"type":"articles","attributes":{"body":1}}}',
    'GET /articles/{4}',
    'PATCH /articles/{4} | Content-Type: application/vnd.api+json | {"data":{"type":"articles","attributes":{"title":"Two"}}}',
    'GET /articles/{4}',
    'GET /articles/{4}/relationships/comments',
    'DELETE /articles/{4}',
    'GET /articles/{4}',
    'POST /articles | {"data":1}',
    'GET /articles | Accept: text/html',
  ],
}

/** Prefixed ids, cursors, changes by POST, variants and money. */
const ledger: Conversation = {
  name: 'ledger',
  document: openApi({
    components: {
      schemas: {
        Account: object(
          {
            id: text,
            object: { ...text, enum: ['account'] },
            name: { ...text, maxLength: 40 },
            balance: { ...integer, description: 'In cents.' },
            currency: { ...text, pattern: '^[a-z]{3}$' },
            iban: text,
            created: { ...integer, format: 'unix-time', description: 'Seconds since the epoch.' },
            livemode: boolean,
            metadata: { type: 'object', additionalProperties: text },
            owner: { anyOf: [ref('Person'), ref('Company')] },
          },
          ['id', 'object', 'balance', 'created'],
        ),
        Person: object(
          {
            kind: { ...text, enum: ['person'] },
            given_name: text,
            family_name: text,
            birth_date: { ...text, format: 'date' },
          },
          ['kind', 'family_name'],
        ),
        Company: object(
          {
            kind: { ...text, enum: ['company'] },
            legal_name: text,
            vat_id: text,
            employees: { ...integer, minimum: 1 },
          },
          ['kind', 'legal_name'],
        ),
        Entry: {
          oneOf: [ref('Debit'), ref('Credit')],
          discriminator: {
            propertyName: 'type',
            mapping: { debit: '#/components/schemas/Debit', credit: '#/components/schemas/Credit' },
          },
        },
        EntryBase: object(
          {
            id: readOnly(uuid),
            type: text,
            amount: { ...integer, minimum: 1 },
            account: text,
            booked_on: { ...text, format: 'date' },
          },
          ['type', 'amount', 'account'],
        ),
        Debit: { allOf: [ref('EntryBase'), object({ type: { const: 'debit' }, creditor: text }, ['creditor'])] },
        Credit: { allOf: [ref('EntryBase'), object({ type: { const: 'credit' }, reference: text })] },
        Deleted: object({ id: text, object: text, deleted: boolean }, ['id', 'deleted']),
      },
      responses: {
        Problem: response(
          object({ type: text, title: text, status: integer, detail: text }),
          {},
          'application/problem+json',
        ),
      },
    },
    paths: {
      '/v2/accounts': {
        get: {
          parameters: [
            query('limit', { ...integer, minimum: 1, maximum: 100, default: 10 }),
            query('starting_after'),
            query('ending_before'),
            query('created', integer),
          ],
          responses: ok(
            object({ object: { ...text, enum: ['list'] }, data: list(ref('Account')), has_more: boolean, url: text }, [
              'object',
              'data',
              'has_more',
            ]),
          ),
        },
        post: {
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: object(
                  { name: text, currency: text, metadata: { type: 'object', additionalProperties: text } },
                  ['currency'],
                ),
              },
            },
          },
          responses: { ...ok(ref('Account')), 400: { $ref: '#/components/responses/Problem' } },
        },
      },
      '/v2/accounts/{account}': {
        parameters: [path('account')],
        get: { responses: { ...ok(ref('Account')), 404: { $ref: '#/components/responses/Problem' } } },
        post: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: object({ name: text, metadata: { type: 'object', additionalProperties: text } }),
              },
            },
          },
          responses: ok(ref('Account')),
        },
        delete: { responses: ok(ref('Deleted')) },
      },
      '/v2/entries': {
        get: {
          parameters: [
            query('account'),
            query('type', { ...text, enum: ['debit', 'credit'] }),
            query('cursor'),
            query('limit', integer),
          ],
          responses: {
            200: {
              ...response(
                object({ entries: list(ref('Entry')), next_cursor: { type: ['string', 'null'] } }, ['entries']),
              ),
              headers: { Link: { schema: text }, 'X-Total-Count': { schema: integer } },
            },
          },
        },
        post: {
          requestBody: requestBody(ref('Entry')),
          responses: { 201: { ...response(ref('Entry')), headers: { Location: { schema: text } } } },
        },
      },
      '/v2/entries/{entryId}': {
        parameters: [path('entryId', uuid)],
        get: { responses: { ...ok(ref('Entry')), 404: { $ref: '#/components/responses/Problem' } } },
      },
      '/v2/entries/batch': {
        post: {
          requestBody: requestBody(list(ref('Entry'), { minItems: 1, maxItems: 3 })),
          responses: { 207: response(list(object({ status: integer, id: uuid }))) },
        },
      },
    },
  }),
  requests: [
    'GET /v2/accounts?limit=2',
    'POST /v2/accounts | Content-Type: application/x-www-form-urlencoded | name=Cash&currency=eur&metadata[a]=1',
    'POST /v2/accounts | Content-Type: application/x-www-form-urlencoded | name=Cash',
    'GET /v2/accounts/{2}',
    'POST /v2/accounts/{2} | Content-Type: application/x-www-form-urlencoded | name=Bank&metadata[b]=2',
    'GET /v2/accounts?limit=1&starting_after={2}',
    'GET /v2/accounts?limit=1&ending_before={2}',
    'GET /v2/accounts?limit=101',
    'DELETE /v2/accounts/{2}',
    'GET /v2/accounts/{2}',
    'GET /v2/entries?limit=1',
    'POST /v2/entries | {"type":"debit","amount":5,"account":"a","creditor":"Ann"}',
    'POST /v2/entries | {"type":"debit","amount":5,"account":"a"}',
    'POST /v2/entries | {"type":"gift","amount":0,"account":"a"}',
    'POST /v2/entries | {"type":"credit","amount":7,"account":"a","reference":"R"}',
    'GET /v2/entries/{12}',
    'GET /v2/entries?type=credit&account=a',
    'GET /v2/entries/not-a-uuid',
    'POST /v2/entries/batch | [{"type":"credit","amount":7,"account":"a"}]',
    'POST /v2/entries/batch | []',
  ],
}

/** Several words in an address, keys that the client chooses, and other kinds of ids. */
const places: Conversation = {
  name: 'keys',
  document: openApi({
    paths: {
      '/repos/{owner}/{repo}/issues': {
        parameters: [path('owner'), path('repo')],
        get: {
          parameters: [
            query('state', { ...text, enum: ['open', 'closed', 'all'], default: 'open' }),
            query('labels'),
            query('per_page', integer),
            query('page', integer),
            query('since', time),
          ],
          responses: {
            200: {
              ...response(
                list(
                  object(
                    {
                      number: integer,
                      title: text,
                      state: text,
                      user: object({ login: text, id: integer }),
                      labels: list(object({ name: text, color: text })),
                      comments: integer,
                      created_at: time,
                      closed_at: { type: ['string', 'null'], format: 'date-time' },
                      html_url: { ...text, format: 'uri' },
                    },
                    ['number', 'title', 'state'],
                  ),
                ),
              ),
              headers: { Link: { schema: text } },
            },
          },
        },
        post: {
          requestBody: requestBody(object({ title: text, body: text, labels: list(text) }, ['title'])),
          responses: {
            201: response(
              object(
                {
                  number: integer,
                  title: text,
                  state: text,
                  body: text,
                  labels: list(object({ name: text, color: text })),
                },
                ['number', 'title', 'state'],
              ),
            ),
          },
        },
      },
      '/repos/{owner}/{repo}/issues/{issue_number}': {
        parameters: [path('owner'), path('repo'), path('issue_number', integer)],
        get: {
          responses: ok(
            object({ number: integer, title: text, state: text, body: text }, ['number', 'title', 'state']),
          ),
        },
        patch: {
          requestBody: requestBody(object({ title: text, state: text })),
          responses: ok(object({ number: integer, title: text, state: text }, ['number', 'title', 'state'])),
        },
      },
      '/countries': {
        get: {
          responses: ok(
            list(
              object(
                {
                  code: { ...text, pattern: '^[A-Z]{2}$' },
                  name: text,
                  capital: text,
                  population: integer,
                  currencies: list(text),
                },
                ['code', 'name'],
              ),
            ),
          ),
        },
      },
      '/countries/{code}': {
        parameters: [path('code', { ...text, pattern: '^[A-Z]{2}$' })],
        get: {
          responses: ok(object({ code: text, name: text, capital: text, population: integer }, ['code', 'name'])),
        },
      },
      '/rates/{date}': {
        parameters: [path('date', { ...text, format: 'date' })],
        get: {
          responses: ok(
            object(
              {
                date: { ...text, format: 'date' },
                base: text,
                rates: { type: 'object', additionalProperties: number },
              },
              ['date', 'rates'],
            ),
          ),
        },
      },
      '/files': {
        get: {
          responses: ok(
            object({
              files: list(
                object(
                  {
                    path: text,
                    size: integer,
                    sha256: { ...text, pattern: '^[0-9a-f]{64}$' },
                    mime_type: text,
                    modified: time,
                  },
                  ['path'],
                ),
              ),
              cursor: text,
            }),
          ),
        },
      },
      '/config/{key}': {
        parameters: [path('key')],
        get: { responses: ok(object({ key: text, value: text, version: integer }, ['key', 'value'])) },
        put: {
          requestBody: requestBody(object({ value: text }, ['value'])),
          responses: {
            ...ok(object({ key: text, value: text, version: integer }, ['key', 'value'])),
            201: response(object({ key: text, value: text, version: integer }, ['key', 'value'])),
          },
        },
        delete: { responses: { 204: none } },
      },
      '/users': {
        get: {
          parameters: [
            query('offset', integer),
            query('limit', { ...integer, maximum: 3 }),
            query('role'),
            query('active', boolean),
            query('created_after', time),
          ],
          responses: {
            200: {
              ...response(
                list(
                  object(
                    {
                      username: text,
                      role: text,
                      active: boolean,
                      email: { ...text, format: 'email' },
                      manager: text,
                      created: time,
                    },
                    ['username'],
                  ),
                ),
              ),
              headers: { 'X-Total-Count': { schema: integer } },
            },
          },
        },
        post: {
          requestBody: requestBody(
            object({ username: { ...text, minLength: 3 }, role: text, active: boolean }, ['username']),
          ),
          responses: {
            201: response(object({ username: text, role: text, active: boolean }, ['username'])),
            409: none,
          },
        },
      },
      '/users/{username}': {
        parameters: [path('username')],
        get: {
          responses: ok(
            object({ username: text, role: text, active: boolean, email: { ...text, format: 'email' } }, ['username']),
          ),
        },
        put: {
          requestBody: requestBody(object({ role: text, active: boolean })),
          responses: ok(object({ username: text, role: text, active: boolean }, ['username'])),
        },
        delete: { responses: { 202: none } },
      },
      '/users/{username}/avatar': {
        parameters: [path('username')],
        get: {
          responses: {
            200: {
              description: 'An image.',
              content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
            },
          },
        },
        put: {
          requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
          responses: { 204: none },
        },
      },
      '/users/{username}/keys': {
        parameters: [path('username')],
        get: { responses: ok(list(object({ id: integer, title: text, key: text }, ['id', 'key']))) },
        post: {
          requestBody: requestBody(object({ title: text, key: text }, ['key'])),
          responses: { 201: response(object({ id: integer, title: text, key: text }, ['id', 'key'])) },
        },
      },
      '/users/{username}/keys/{id}': {
        parameters: [path('username'), path('id', integer)],
        delete: { responses: { 204: none } },
      },
      '/me': {
        get: {
          responses: ok(
            object({
              username: text,
              email: text,
              permissions: list({ ...text, enum: ['read', 'write', 'admin'] }, { uniqueItems: true }),
            }),
          ),
        },
      },
    },
  }),
  requests: [
    'GET /repos/ann/tools/issues',
    'POST /repos/ann/tools/issues | {"title":"It breaks","labels":["bug"]}',
    'POST /repos/ann/tools/issues | {"body":"No title"}',
    'GET /repos/ann/tools/issues?state=open&per_page=1',
    'GET /repos/ann/other/issues?state=all',
    'PATCH /repos/ann/tools/issues/1 | {"state":"closed"}',
    'GET /repos/ann/tools/issues/1',
    'GET /repos/ann/tools/issues?state=closed',
    'GET /countries',
    'GET /countries/DE',
    'GET /countries/Germany',
    'GET /rates/2026-02-28',
    'GET /rates/2026-02-30',
    'GET /files',
    'GET /config/theme',
    'PUT /config/theme | {"value":"dark"}',
    'PUT /config/theme | {"value":"light"}',
    'GET /config/theme',
    'DELETE /config/theme',
    'GET /config/theme',
    'GET /users?limit=2&offset=1',
    'GET /users?limit=4',
    'POST /users | {"username":"grace","role":"admin","active":true}',
    'POST /users | {"username":"grace"}',
    'POST /users | {"username":"g"}',
    'GET /users?role=admin&active=true',
    'PUT /users/grace | {"role":"guest"}',
    'GET /users/grace',
    'GET /users/Grace',
    'PUT /users/grace/avatar | Content-Type: image/png | PNG',
    'GET /users/grace/avatar',
    'POST /users/grace/keys | {"key":"ssh"}',
    'GET /users/grace/keys',
    'DELETE /users/grace/keys/{32}',
    'DELETE /users/grace/keys/{32}',
    'DELETE /users/grace',
    'GET /users/grace',
    'GET /me',
    'PATCH /countries/DE | {"name":"x"}',
  ],
}

/** Swagger 2.0 with forms, XML and definitions. */
const old: Conversation = {
  name: 'swagger-2',
  document: swagger({
    basePath: '/api',
    produces: ['application/json', 'application/xml'],
    definitions: {
      Book: {
        type: 'object',
        required: ['title'],
        xml: { name: 'book' },
        properties: {
          id: { type: 'integer', format: 'int64' },
          title: { type: 'string', example: 'Middlemarch' },
          isbn: { type: 'string' },
          pages: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 2000 },
          price: { type: 'number', multipleOf: 0.05, minimum: 1, maximum: 100 },
          genre: { $ref: '#/definitions/Genre' },
          authors: {
            type: 'array',
            xml: { name: 'author', wrapped: true },
            items: { type: 'string' },
            minItems: 1,
            maxItems: 3,
          },
          available: { type: 'boolean', 'x-nullable': true },
          published: { type: 'string', format: 'date' },
        },
      },
      Genre: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      Fault: {
        type: 'object',
        properties: {
          code: { type: 'integer', format: 'int32' },
          type: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    paths: {
      '/books': {
        get: {
          parameters: [
            { name: 'genre', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'csv' },
            { name: 'limit', in: 'query', type: 'integer', default: 2 },
          ],
          responses: {
            200: { description: 'Books.', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } },
          },
        },
        post: {
          parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Book' } }],
          responses: {
            200: { description: 'Made.', schema: { $ref: '#/definitions/Book' } },
            400: { description: 'Bad.', schema: { $ref: '#/definitions/Fault' } },
          },
        },
      },
      '/books/{bookId}': {
        parameters: [{ name: 'bookId', in: 'path', required: true, type: 'integer', format: 'int64' }],
        get: {
          responses: {
            200: { description: 'A book.', schema: { $ref: '#/definitions/Book' } },
            404: { description: 'None.', schema: { $ref: '#/definitions/Fault' } },
          },
        },
        post: {
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [
            { name: 'title', in: 'formData', type: 'string' },
            { name: 'pages', in: 'formData', type: 'integer' },
          ],
          responses: { 200: { description: 'Changed.', schema: { $ref: '#/definitions/Book' } } },
        },
        delete: { responses: { 200: { description: 'Gone.' } } },
      },
      '/books/findByGenre': {
        get: {
          parameters: [{ name: 'name', in: 'query', required: true, type: 'string' }],
          responses: {
            200: { description: 'Books.', schema: { type: 'array', items: { $ref: '#/definitions/Book' } } },
          },
        },
      },
      '/inventory': {
        get: {
          responses: {
            200: {
              description: 'By genre.',
              schema: { type: 'object', additionalProperties: { type: 'integer', format: 'int32' } },
            },
          },
        },
      },
    },
  }),
  requests: [
    'GET /api/books',
    'GET /api/books | Accept: application/xml',
    'POST /api/books | {"title":"Emma","pages":400,"authors":["Jane"]}',
    'POST /api/books | {"pages":1}',
    'POST /api/books | {"title":"Emma","price":1.03}',
    'GET /api/books/{3}',
    'GET /api/books/{3} | Accept: application/xml',
    'POST /api/books/{3} | Content-Type: application/x-www-form-urlencoded | title=Persuasion&pages=7',
    'GET /api/books/{3}',
    'GET /api/books/findByGenre?name=a',
    'GET /api/books/findByGenre',
    'GET /api/inventory',
    'DELETE /api/books/{3}',
    'GET /api/books/{3}',
    'GET /api/books/99999999999999999999',
  ],
}

export const conversations: readonly Conversation[] = [shop, cloud, typed, ledger, places, old]

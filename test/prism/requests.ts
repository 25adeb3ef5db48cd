/**
 * Requests of a project that used `prism mock`, with the status of each. If Standin's differs from Prism's, the
 * row has both and the reason; docs/prism.md lists those.
 */
export interface PrismRow {
  readonly name: string
  /** Default: `project`. */
  readonly document?: 'project' | 'project-400'
  /** Method and path with its query. Default method: GET. */
  readonly request: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly prism: number
  /** If it is different. */
  readonly standin?: number
  readonly because?: string
}

const json = { 'content-type': 'application/json' }
const report = '{"title":"A","pages":1}'
const prefer = (text: string) => ({ prefer: text })
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

const wellFormed: readonly PrismRow[] = [
  { name: 'a valid request', request: '/reports?limit=5', prism: 200 },
  { name: 'a parameter of a listed value', request: '/reports?limit=5&kind=daily', prism: 200 },
  { name: 'a parameter that is not documented', request: '/reports?limit=5&colour=red', prism: 200 },
  { name: 'a response without content', request: '/reports/none', prism: 204 },
  { name: 'a redirect alone', request: '/reports/moved', prism: 301 },
  { name: 'the lowest success', request: 'PUT /reports/created', prism: 201 },
  { name: 'a valid body', request: 'POST /reports/render', headers: json, body: report, prism: 200 },
  { name: 'an optional body that is omitted', request: 'POST /reports/check', prism: 204 },
]

const invalid: readonly PrismRow[] = [
  { name: 'a required parameter that is missing, 422 documented', request: '/reports', prism: 422 },
  { name: 'a parameter of the wrong type', request: '/reports?limit=many', prism: 422 },
  { name: 'a parameter out of its bounds', request: '/reports?limit=51', prism: 422 },
  { name: 'a parameter not listed', request: '/reports?limit=5&kind=hourly', prism: 422 },
  { name: 'a header of the wrong format', request: '/reports?limit=5', headers: { 'x-trace': 'no' }, prism: 422 },
  {
    name: 'an invalid parameter, `default` documented',
    request: '/reports/latest?day=someday',
    prism: 422,
    standin: 400,
    because: '`default` and `4XX` only say that the request is invalid',
  },
  { name: 'an invalid parameter, no error documented', request: '/reports/text?size=big', prism: 422 },
  {
    name: 'a body that does not match its schema',
    request: 'POST /reports/render',
    headers: json,
    body: '{"title":1}',
    prism: 422,
  },
  { name: 'a required body that is missing', request: 'POST /reports/render', headers: json, prism: 422 },
  {
    name: 'a media type that is not documented, 415 documented',
    request: 'POST /reports/render',
    headers: { 'content-type': 'text/plain' },
    body: 'Well.',
    prism: 415,
  },
  {
    name: 'a media type that is not documented, no error documented',
    request: 'POST /reports/check',
    headers: { 'content-type': 'text/plain' },
    body: 'Well.',
    prism: 415,
  },
  {
    name: 'an invalid body, no error documented',
    request: 'POST /reports/check',
    headers: json,
    body: '{}',
    prism: 422,
  },
]

const unauthorised: readonly PrismRow[] = [
  { name: 'no token', request: '/private/bearer', prism: 401 },
  { name: 'any token', request: '/private/bearer', headers: { authorization: 'Bearer abc' }, prism: 200 },
  { name: 'another scheme than Bearer', request: '/private/bearer', headers: basic('a:b'), prism: 401 },
  { name: 'no login', request: '/private/basic', prism: 401 },
  { name: 'any login', request: '/private/basic', headers: basic('ann:sesame'), prism: 200 },
  {
    name: 'a bearer token instead of a login',
    request: '/private/basic',
    headers: { authorization: 'Bearer abc' },
    prism: 401,
  },
  { name: 'no digest', request: '/private/digest', prism: 401 },
  { name: 'no header', request: '/private/header', prism: 401 },
  { name: 'any key in the header', request: '/private/header', headers: { 'x-api-key': 'abc' }, prism: 200 },
  { name: 'no key in the query', request: '/private/query', prism: 401 },
  { name: 'any key in the query', request: '/private/query?api_key=abc', prism: 200 },
  { name: 'no cookie', request: '/private/cookie', prism: 401 },
  { name: 'any key in the cookie', request: '/private/cookie', headers: { cookie: 'session=abc' }, prism: 200 },
  { name: 'no token of oauth2', request: '/private/flow', prism: 401 },
  { name: 'any token of oauth2', request: '/private/flow', headers: { authorization: 'Bearer abc' }, prism: 200 },
  { name: 'one of two that are needed', request: '/private/both', headers: { 'x-api-key': 'abc' }, prism: 401 },
  { name: 'both', request: '/private/both', headers: { 'x-api-key': 'abc', authorization: 'Bearer abc' }, prism: 200 },
  { name: 'neither of two', request: '/private/either', prism: 401 },
  { name: 'one of two', request: '/private/either', headers: { 'x-api-key': 'abc' }, prism: 200 },
  { name: 'no key if it is optional', request: '/private/optional', prism: 200 },
  { name: 'neither key nor parameter', request: '/private/invalid', prism: 401 },
  {
    name: 'a token, an invalid parameter',
    request: '/private/invalid?size=x',
    headers: { authorization: 'Bearer a' },
    prism: 422,
  },
]

const accepting = (accept: string) => ({ accept })

const negotiated: readonly PrismRow[] = [
  { name: 'Accept of the first type', request: '/reports?limit=5', headers: accepting('application/json'), prism: 200 },
  { name: 'Accept of the second type', request: '/reports?limit=5', headers: accepting('text/csv'), prism: 200 },
  { name: 'Accept of anything', request: '/reports?limit=5', headers: accepting('*/*'), prism: 200 },
  { name: 'Accept of a range', request: '/reports?limit=5', headers: accepting('text/*'), prism: 200 },
  {
    name: 'Accept with qualities',
    request: '/reports?limit=5',
    headers: accepting('text/csv;q=0.1, application/json;q=0.9'),
    prism: 200,
  },
  { name: 'Accept of another type', request: '/reports?limit=5', headers: accepting('application/xml'), prism: 406 },
  {
    name: 'Accept of another type, then anything',
    request: '/reports?limit=5',
    headers: accepting('application/xml, */*;q=0.1'),
    prism: 200,
  },
  {
    name: 'Accept of JSON for a type of JSON',
    request: '/reports/latest',
    headers: accepting('application/json'),
    prism: 406,
  },
  {
    name: 'Accept of exactly the type of JSON',
    request: '/reports/latest',
    headers: accepting('application/vnd.report+json'),
    prism: 200,
  },
  {
    name: 'Accept of JSON for a text type',
    request: '/reports/text',
    headers: accepting('application/json'),
    prism: 406,
  },
  {
    name: 'Accept of JSON where there is no content',
    request: '/reports/none',
    headers: accepting('application/json'),
    prism: 204,
  },
]

const preference =
  'a preference that cannot be honoured is a mistake of the client: 400, and the message lists what exists'

const preferred: readonly PrismRow[] = [
  { name: 'Prefer: code of a documented error', request: '/reports?limit=5', headers: prefer('code=500'), prism: 500 },
  { name: 'Prefer: code of a success', request: 'PUT /reports/created', headers: prefer('code=202'), prism: 202 },
  { name: 'the same in the query', request: '/reports?limit=5&__code=500', prism: 500 },
  {
    name: 'Prefer: a code that only `default` covers',
    request: '/reports/latest',
    headers: prefer('code=418'),
    prism: 418,
  },
  {
    name: 'Prefer: code that is not documented',
    request: '/reports/text',
    headers: prefer('code=404'),
    prism: 404,
    standin: 400,
    because: preference,
  },
  {
    name: 'Prefer: code that is invalid',
    request: '/reports/text',
    headers: prefer('code=abc'),
    prism: 422,
    standin: 400,
    because: preference,
  },
  { name: 'Prefer: an example', request: '/reports?limit=5', headers: prefer('example=second'), prism: 200 },
  {
    name: 'Prefer: an example that does not exist',
    request: '/reports?limit=5',
    headers: prefer('example=third'),
    prism: 404,
    standin: 400,
    because: preference,
  },
  {
    name: 'Prefer: code and example',
    request: '/reports?limit=5',
    headers: prefer('code=500, example=bad'),
    prism: 500,
  },
  { name: 'Prefer: dynamic', request: '/reports?limit=5', headers: prefer('dynamic=true'), prism: 200 },
  {
    name: 'Prefer: dynamic that is neither true nor false',
    request: '/reports?limit=5',
    headers: prefer('dynamic=maybe'),
    prism: 422,
    standin: 400,
    because: preference,
  },
  { name: 'Prefer: seed', request: '/reports?limit=5', headers: prefer('dynamic=true, seed=7'), prism: 200 },
  { name: 'Prefer: what neither knows', request: '/reports?limit=5', headers: prefer('respond-async'), prism: 200 },
  { name: 'Prefer with an invalid request', request: '/reports', headers: prefer('code=200'), prism: 422 },
  { name: 'Prefer without a token', request: '/private/bearer', headers: prefer('code=200'), prism: 401 },
]

const routed: readonly PrismRow[] = [
  { name: 'a path that is not documented', request: '/nothing', prism: 404 },
  { name: 'a method that is not documented', request: 'DELETE /reports', prism: 405 },
  { name: 'the base path of the document', request: '/v3/reports?limit=5', prism: 404 },
]

const document = 'project-400'

const elsewhere: readonly PrismRow[] = [
  { name: 'an invalid parameter, 400 documented', document, request: '/note/first?size=big', prism: 400 },
  {
    name: 'an invalid parameter, 400 documented for other operations',
    document,
    request: '/note/last?size=big',
    prism: 422,
    standin: 400,
    because: 'services usually return one status for all invalid requests, so the other operations decide',
  },
  {
    name: 'a media type that is not documented, 400 documented for other operations',
    document,
    request: 'POST /note/check',
    headers: { 'content-type': 'text/plain' },
    body: 'Well.',
    prism: 415,
    standin: 400,
    because: 'the same; if a document has 415, the status is 415',
  },
]

const tokens = 'Prism accepts whatever JavaScript converts to a number; Standin requires a number as in JSON'

const exact: readonly PrismRow[] = [
  { name: 'an integer that is empty', request: '/reports/text?size=', prism: 200, standin: 422, because: tokens },
  { name: 'an integer with an exponent', request: '/reports?limit=1e1', prism: 200, standin: 422, because: tokens },
  { name: 'an integer in hexadecimal', request: '/reports?limit=0x10', prism: 200, standin: 422, because: tokens },
  {
    name: 'HEAD where GET is documented',
    request: 'HEAD /reports?limit=5',
    prism: 405,
    standin: 200,
    because: 'HEAD is available wherever GET is (RFC 9110, section 9.1)',
  },
  {
    name: 'OPTIONS without an origin',
    request: 'OPTIONS /reports',
    prism: 405,
    standin: 204,
    because: 'OPTIONS returns Allow on every path; a preflight gets 204 from both',
  },
]

const stateful: readonly PrismRow[] = [
  { name: 'a list', request: '/orders', prism: 200 },
  { name: 'a create', request: 'POST /orders', headers: json, body: '{"item":"Pen"}', prism: 201 },
  {
    name: 'an id of the wrong type',
    request: '/orders/seven',
    prism: 422,
    standin: 404,
    because: 'no record can have that id, and the operation documents 404',
  },
  {
    name: 'a record that was never created',
    request: '/orders/999',
    prism: 200,
    standin: 404,
    because: 'Standin has state: the record does not exist until it is created',
  },
]

export const prismRows: readonly PrismRow[] = [
  ...wellFormed,
  ...invalid,
  ...unauthorised,
  ...negotiated,
  ...preferred,
  ...routed,
  ...elsewhere,
  ...exact,
  ...stateful,
]

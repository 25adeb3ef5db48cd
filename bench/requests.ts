/**
 * The requests that benches send to the Animal Store: five kinds, and a mix of them as in real traffic.
 */
export interface BenchRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The status that the server has to answer. */
  readonly expected: number
}

const key = { Authorization: 'Bearer sandbox-key' }
const json = { ...key, 'Content-Type': 'application/json' }

export const kinds = {
  list: { name: 'list', method: 'GET', path: '/v1/pets', headers: key, expected: 200 },
  get: { name: 'get', method: 'GET', path: '/v1/pets/7', headers: key, expected: 200 },
  create: {
    name: 'create',
    method: 'POST',
    path: '/v1/pets',
    headers: json,
    body: '{"name":"Rex","categoryId":1,"status":"available"}',
    expected: 201,
  },
  invalid: {
    name: 'invalid create',
    method: 'POST',
    path: '/v1/pets',
    headers: json,
    body: '{"categoryId":"one","status":"lost"}',
    expected: 400,
  },
  keyless: { name: 'missing key', method: 'GET', path: '/v1/pets', headers: {}, expected: 401 },
} as const satisfies Readonly<Record<string, BenchRequest>>

/** 40 % list, 30 % get, 15 % create, 10 % invalid create, 5 % without a key, evenly spread over 20 requests. */
export const mix: readonly BenchRequest[] = (
  'list get create list get list invalid get list list get create list get list keyless get list create invalid'.split(
    ' ',
  ) as (keyof typeof kinds)[]
).map((kind) => kinds[kind])

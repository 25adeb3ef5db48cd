/**
 * Commands of generated histories. `{key 0}` in a command is the first key that was generated in the history, `{id 0}` the
 * first generated id of a sandbox: both are random, so they differ from server to server.
 */
import fc from 'fast-check'
import { scenarioNames } from './files.ts'

/** A request to the documents or to the control API. */
export interface Call {
  readonly kind: 'call'
  readonly to: 'documents' | 'control'
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A method of a sandbox handle. */
export interface HandleCall {
  readonly kind: 'handle'
  readonly sandbox: string
  readonly use:
    | 'reset'
    | 'snapshot'
    | 'restore'
    | 'fork'
    | 'freeze'
    | 'put-pets'
    | 'generate-key'
    | 'delete'
    | 'scenario'
  /** Of a snapshot, a fork or a scenario. */
  readonly name: string
}

/** - full, unavailable: nothing is stored. - unknown: what is stored is not acknowledged. */
export type OutageKind = 'full' | 'unavailable' | 'unknown'

export type Command =
  | Call
  | HandleCall
  /** The same call several times at once. */
  | { readonly kind: 'crowd'; readonly call: Call; readonly count: number }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** So much time passes that everything with a time to live expires. */
  | { readonly kind: 'expire' }
  | { readonly kind: 'restart' }
  /** The storage fails during the next commands. */
  | { readonly kind: 'outage'; readonly outage: OutageKind; readonly commands: number }

const ids = ['a', 'b', 'c', 'x/ü']
const id = fc.constantFrom(...ids, ...ids, '{id 0}')
const anyId = fc.constantFrom('default', ...ids, '{id 0}')
const key = fc.nat(5).map((index) => `{key ${index}}`)
const snapshot = fc.constantFrom('one', 'two')
const scenario = fc.constantFrom(...scenarioNames)
const label = fc.constantFrom('red', 'green', 'blue', 'grey')
const state = fc.constantFrom('open', 'sent', 'cancelled')
const smallId = fc.integer({ min: 1, max: 6 })
const time = fc.constantFrom('2026-11-20T12:00:00Z', '2030-12-06T00:00:00Z', '2027-01-01T00:00:00Z')

/** As it is in paths and headers. */
const encode = (id: string): string => (id.startsWith('{') ? id : encodeURIComponent(id))

const fixtureKey = { Authorization: 'Bearer sandbox-key' }

/** Which sandbox a request is for: a path before the path, and headers. */
const target = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ before: '', headers: fixtureKey }) },
  { weight: 5, arbitrary: id.map((id) => ({ before: '', headers: { ...fixtureKey, 'Sandbox-Id': encode(id) } })) },
  { weight: 2, arbitrary: id.map((id) => ({ before: `/~${encode(id)}`, headers: fixtureKey })) },
  { weight: 5, arbitrary: key.map((key) => ({ before: '', headers: { Authorization: `Bearer ${key}` } })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(key, id)
      .map(([key, id]) => ({ before: '', headers: { Authorization: `Bearer ${key}`, 'Sandbox-Id': encode(id) } })),
  },
  { weight: 1, arbitrary: fc.constant({ before: '', headers: { Authorization: 'Bearer nobody' } }) },
)

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const order = fc.record({ label, state }, { requiredKeys: ['label'] })
const idempotency = fc
  .constantFrom('first', 'second', '', '')
  .map((key): Readonly<Record<string, string>> => (key === '' ? {} : { 'Idempotency-Key': key }))
const pet = fc
  .record({ name: label, categoryId: smallId })
  .map((body): Asked => ({ method: 'POST', path: '/v1/pets', body }))
const createOrder = fc
  .tuple(order, idempotency)
  .map(([body, headers]): Asked => ({ method: 'POST', path: '/shop/orders', body, headers }))
const ofOrder = (method: string, path = ''): fc.Arbitrary<Asked> =>
  smallId.map((id) => ({ method, path: `/shop/orders/${id}${path}` }))

const asked: fc.Arbitrary<Asked> = fc.oneof(
  pet,
  createOrder,
  createOrder,
  fc.constant({ method: 'GET', path: '/v1/pets?limit=3' }),
  fc.constantFrom('available', 'sold').map((status) => ({ method: 'GET', path: `/v1/pets?status=${status}` })),
  fc.integer({ min: 28, max: 36 }).map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })),
  fc.constant({ method: 'POST', path: '/v1/pets', body: { name: 7 } }),
  label.map((message) => ({ method: 'POST', path: '/messages', body: { message } })),
  fc.constant({ method: 'GET', path: '/shop/orders' }),
  state.map((state) => ({ method: 'GET', path: `/shop/orders?state=${state}&limit=2&offset=1` })),
  ofOrder('GET'),
  fc.tuple(smallId, order).map(([id, body]) => ({ method: 'PUT', path: `/shop/orders/${id}`, body })),
  fc
    .tuple(
      smallId,
      fc.oneof(
        label.map((label) => ({ label })),
        state.map((state) => ({ state })),
      ),
      idempotency,
    )
    .map(([id, body, headers]) => ({ method: 'PATCH', path: `/shop/orders/${id}`, body, headers })),
  ofOrder('DELETE'),
  ofOrder('GET', '/items'),
  fc
    .tuple(smallId, label)
    .map(([id, label]) => ({ method: 'POST', path: `/shop/orders/${id}/items`, body: { label } })),
  fc.tuple(smallId, smallId).map(([id, item]) => ({ method: 'DELETE', path: `/shop/orders/${id}/items/${item}` })),
)

const request: fc.Arbitrary<Call> = fc
  .tuple(target, asked, fc.option(scenario, { freq: 5, nil: undefined }))
  .map(([{ before, headers }, { method, path, body, headers: own }, scenario]) => ({
    kind: 'call',
    to: 'documents',
    method,
    path: before + path,
    headers: { ...headers, ...own, ...(scenario === undefined ? {} : { 'Sandbox-Scenario': scenario }) },
    body,
  }))

const control = (method: string, path: string, body?: unknown): Call => ({
  kind: 'call',
  to: 'control',
  method,
  path,
  headers: {},
  body,
})

const inSandbox = (method: string, path: string, body?: fc.Arbitrary<unknown>): fc.Arbitrary<Call> =>
  fc
    .tuple(anyId, body ?? fc.constant(undefined))
    .map(([id, body]) => control(method, `/sandboxes/${encode(id)}${path}`, body))

const from = fc.oneof(
  anyId,
  fc.tuple(anyId, snapshot).map(([id, name]) => `${id}/${name}`),
)

const create = fc
  .record(
    {
      id: fc.constantFrom(...ids),
      from,
      fixtures: fc.constantFrom('demo', 'none'),
      scenario,
      clock: time,
      ttl: fc.constantFrom('1h', '90m'),
    },
    { requiredKeys: [] },
  )
  .map(({ from, fixtures, ...rest }) =>
    control('POST', '/sandboxes', { ...rest, ...(from === undefined ? fixtures && { fixtures } : { from }) }),
  )

const keyPath = fc.oneof(key, fc.constant('sandbox-key'))

const controlCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 6, arbitrary: create },
  { weight: 1, arbitrary: fc.constant(control('GET', '/sandboxes')) },
  { weight: 1, arbitrary: inSandbox('GET', '') },
  { weight: 2, arbitrary: inSandbox('DELETE', '') },
  { weight: 2, arbitrary: inSandbox('POST', '/reset') },
  { weight: 3, arbitrary: inSandbox('PUT', '/scenario', fc.record({ scenario: fc.option(scenario) })) },
  { weight: 1, arbitrary: inSandbox('PUT', '/clock', fc.record({ now: time, frozen: fc.boolean() })) },
  { weight: 1, arbitrary: inSandbox('DELETE', '/clock') },
  { weight: 1, arbitrary: inSandbox('POST', '/clock/advance', fc.constant({ by: '2s' })) },
  { weight: 4, arbitrary: inSandbox('POST', '/snapshots', fc.record({ name: snapshot })) },
  { weight: 1, arbitrary: inSandbox('GET', '/snapshots') },
  { weight: 3, arbitrary: snapshot.chain((name) => inSandbox('POST', `/snapshots/${name}/restore`)) },
  { weight: 1, arbitrary: snapshot.chain((name) => inSandbox('DELETE', `/snapshots/${name}`)) },
  { weight: 1, arbitrary: inSandbox('GET', '/records/orders') },
  { weight: 1, arbitrary: inSandbox('PUT', '/records/orders', fc.array(order.map((order) => order)).map(numbered)) },
  { weight: 1, arbitrary: inSandbox('POST', '/records/pets', fc.constant({ name: 'added', categoryId: 1 })) },
  { weight: 1, arbitrary: smallId.chain((id) => inSandbox('PUT', `/records/orders/${id}`, order)) },
  { weight: 1, arbitrary: smallId.chain((id) => inSandbox('PATCH', `/records/orders/${id}`, fc.record({ state }))) },
  { weight: 1, arbitrary: smallId.chain((id) => inSandbox('DELETE', `/records/pets/${id}`)) },
  { weight: 1, arbitrary: inSandbox('GET', '/keys') },
  { weight: 2, arbitrary: inSandbox('POST', '/keys', fc.constant({})) },
  {
    weight: 1,
    arbitrary: keyPath.chain((key) => inSandbox('PATCH', `/keys/${key}`, fc.constant({ state: 'revoked' }))),
  },
  { weight: 1, arbitrary: keyPath.chain((key) => inSandbox('DELETE', `/keys/${key}`)) },
)

/** Orders with ids and different labels. */
function numbered(all: readonly object[]): readonly object[] {
  return all.map((order, index) => ({ ...order, id: index + 2, label: `label ${index}` }))
}

const handleCall: fc.Arbitrary<HandleCall> = fc
  .tuple(
    fc.constantFrom(...ids),
    fc.oneof(
      fc.record({
        use: fc.constantFrom('reset', 'freeze', 'put-pets', 'generate-key', 'delete' as const),
        name: fc.constant(''),
      }),
      fc.record({ use: fc.constantFrom('snapshot', 'restore' as const), name: snapshot }),
      fc.record({ use: fc.constant('fork' as const), name: fc.constantFrom(...ids) }),
      fc.record({ use: fc.constant('scenario' as const), name: scenario }),
    ),
  )
  .map(([sandbox, { use, name }]) => ({ kind: 'handle', sandbox, use: use as HandleCall['use'], name }))

const crowd: fc.Arbitrary<Command> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: request }, { weight: 1, arbitrary: inSandbox('POST', '/reset') }),
    fc.integer({ min: 2, max: 12 }),
  )
  .map(([call, count]) => ({ kind: 'crowd', call, count }))

/** What is generated for an adapter: only shared logs have connections that break. */
export interface CommandOptions {
  readonly outages: readonly OutageKind[]
}

export const commandOf = ({ outages }: CommandOptions): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 24, arbitrary: request },
    { weight: 24, arbitrary: controlCall },
    { weight: 5, arbitrary: handleCall },
    { weight: 4, arbitrary: crowd },
    {
      weight: 2,
      arbitrary: fc.constantFrom(500, 2_500, 11_000).map((milliseconds) => ({ kind: 'wait' as const, milliseconds })),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'expire' as const }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'restart' as const }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...outages), fc.integer({ min: 1, max: 4 }))
        .map(([outage, commands]) => ({ kind: 'outage' as const, outage, commands })),
    },
  )

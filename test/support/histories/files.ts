/**
 * What servers of generated histories serve: the Animal Store, the messages, and orders with everything that those lack
 * (changes, deletion, idempotency keys, unique values, records below records); and scenarios that count, limit, hold,
 * advance the clock and have records of their own.
 */
import type { Setup } from '../../../src/loading/setup.ts'
import { loadReplicaSetup } from '../replica.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { closed, openApi, ref, requestBody, response } from '../write-document.ts'

const text = { type: 'string' }
const idempotencyKey = { name: 'Idempotency-Key', in: 'header', schema: text }
const idIn = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const problems = { 404: response(ref('Problem')), 409: response(ref('Problem')), 422: response(ref('Problem')) }
const removed = { 204: { description: 'Gone.' }, ...problems }

const orders = openApi({
  servers: [{ url: 'http://orders.test/shop' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'state', in: 'query', schema: text },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 5 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ],
        responses: { 200: response({ type: 'array', items: ref('Order') }) },
      },
      post: {
        operationId: 'createOrder',
        parameters: [idempotencyKey],
        requestBody: requestBody(ref('NewOrder')),
        responses: { 201: response(ref('Order')), ...problems },
      },
    },
    '/orders/{id}': {
      parameters: [idIn('id')],
      get: { operationId: 'getOrder', responses: { 200: response(ref('Order')), ...problems } },
      put: {
        operationId: 'replaceOrder',
        requestBody: requestBody(ref('NewOrder')),
        responses: { 200: response(ref('Order')), ...problems },
      },
      patch: {
        operationId: 'changeOrder',
        parameters: [idempotencyKey],
        requestBody: requestBody({ ...closed({ label: text, state: ref('State') }, ['label', 'state']) }),
        responses: { 200: response(ref('Order')), ...problems },
      },
      delete: { operationId: 'removeOrder', responses: removed },
    },
    '/orders/{id}/items': {
      parameters: [idIn('id')],
      get: {
        operationId: 'listItems',
        responses: { 200: response({ type: 'array', items: ref('Item') }), ...problems },
      },
      post: {
        operationId: 'createItem',
        requestBody: requestBody(closed({ label: text })),
        responses: { 201: response(ref('Item')), ...problems },
      },
    },
    '/orders/{id}/items/{itemId}': {
      parameters: [idIn('id'), idIn('itemId')],
      get: { operationId: 'getItem', responses: { 200: response(ref('Item')), ...problems } },
      delete: { operationId: 'removeItem', responses: removed },
    },
  },
  components: {
    schemas: {
      State: { type: 'string', enum: ['open', 'sent', 'cancelled'] },
      Order: closed(
        {
          id: { type: 'integer' },
          label: { ...text, 'x-standin-unique': true },
          state: ref('State'),
          createdAt: { ...text, format: 'date-time' },
        },
        ['state', 'createdAt'],
      ),
      NewOrder: closed({ label: text, state: ref('State') }, ['state']),
      Item: closed({ id: { type: 'integer' }, label: text }),
      Problem: closed({ message: text }),
    },
  },
})

const scenarioOf = (...steps: readonly object[]): string =>
  JSON.stringify({ description: 'For generated histories.', steps })

const busy = { respond: { status: 503 }, contract: 'ignore' }

const scenarios = {
  'second-fails': scenarioOf({ when: { operation: '*', call: 2 }, ...busy }),
  'third-fails': scenarioOf({ when: { operation: 'createOrder', call: 'every 3' }, ...busy }),
  'few-calls': scenarioOf({ when: { operation: '*' }, limit: { requests: 4, per: '10s' } }),
  'time-passes': scenarioOf({ when: { operation: '*', call: 'every 2' }, advance: '3s' }),
  'own-records': scenarioOf({ when: { operation: '*' }, records: 'demo' }),
  'no-records': scenarioOf({ when: { operation: '*' }, records: 'none' }),
}

/** Scenarios that a history switches on: those above, and built-in ones. */
export const scenarioNames = [...Object.keys(scenarios), 'messages-left-queued', 'after-sunset', 'server-error']

/** Loads everything once, for all servers of a test. */
export const loadHistorySetup = async (now: () => number): Promise<Setup> => {
  await using folder = await createTemporaryFolder({
    'orders.json': JSON.stringify(orders),
    ...Object.fromEntries(Object.entries(scenarios).map(([name, text]) => [`scenarios/${name}.yaml`, text])),
  })
  const setup = await loadReplicaSetup({
    documents: ['spec', `${folder.path}/orders.json`],
    scenarios: `${folder.path}/scenarios`,
    fixtures: 'fixtures/default',
    now,
  })
  await setup.openSet('demo')
  return setup
}

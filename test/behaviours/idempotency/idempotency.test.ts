/**
 * Idempotency keys, if a document has a header for them: a repeated request gets the first response, and changes nothing.
 */
import { describe, expect, it } from 'vitest'
import {
  type IdempotentResponse,
  IdempotentResponses,
} from '../../../src/behaviours/idempotency/idempotent-responses.ts'
import type { Answer, CallOptions } from '../../support/client.ts'
import { serveFiles, useFiles } from '../../support/serve-files.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const serial = { name: 'serial', in: 'path', required: true, schema: { type: 'integer' } }

/** Operations that create, change, cancel and remove orders, with a key in this header; undefined: without a key. */
const describeOrders = (header?: string, required = false): object => {
  const parameters = header === undefined ? [] : [{ name: header, in: 'header', required, schema: text }]
  const problem = { 404: response(ref('Problem')), 422: response(ref('Problem')) }
  return openApi({
    paths: {
      '/orders': {
        get: { operationId: 'list', responses: { 200: response({ type: 'array', items: ref('Order') }) } },
        post: {
          operationId: 'create',
          parameters: [...parameters, { name: 'note', in: 'query', schema: text }],
          requestBody: requestBody(ref('NewOrder')),
          responses: { 201: { ...response(ref('Order')), headers: { Location: { schema: text } } }, ...problem },
        },
      },
      '/orders/{serial}': {
        parameters: [serial],
        get: { operationId: 'read', responses: { 200: response(ref('Order')), ...problem } },
        patch: {
          operationId: 'update',
          parameters,
          requestBody: requestBody(ref('NewOrder')),
          responses: { 200: response(ref('Order')), ...problem },
        },
        delete: { operationId: 'remove', parameters, responses: { 204: { description: 'Gone.' }, ...problem } },
      },
      '/orders/{serial}/cancel': {
        parameters: [serial],
        post: { operationId: 'cancel', parameters, responses: { 200: response(ref('Order')), ...problem } },
      },
    },
    components: {
      schemas: {
        Order: closed({ serial: { type: 'integer' }, label: text, state: { enum: ['open', 'cancelled'] } }, ['state']),
        NewOrder: closed({ label: text, size: { type: 'integer' } }, ['size']),
        Problem: closed({ error: closed({ type: text, detail: text }) }),
      },
    },
  })
}

type Call = (path: string, options?: CallOptions) => Promise<Answer>

const serials = async (call: Call, headers: CallOptions['headers'] = {}): Promise<readonly unknown[]> => {
  const { json } = await call('/orders', { headers })
  return Array.isArray(json) ? json.map((order) => Object(order).serial) : []
}

/** The parts of a response that do not depend on the single request. */
const contentOf = ({ status, text: body, headers }: Answer) => ({
  status,
  body,
  location: headers.location,
  type: headers['content-type'],
})

const expectReplay = (again: Answer, first: Answer): void => {
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  expect(contentOf(again)).toEqual(contentOf(first))
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.headers['sandbox-trace']).toContain('source=replayed')
}

const withKey = (key: string, headers: CallOptions['headers'] = {}): Pick<CallOptions, 'headers'> => ({
  headers: { 'idempotency-key': key, ...headers },
})

const expectOther = (answer: Answer, key: string): void => {
  expect(answer.status, answer.text).toBe(422)
  expect(answer.json).toEqual({
    error: {
      type: 'invalid_request',
      detail: expect.stringMatching(new RegExp(`"${key}" was already used for a different request`)),
    },
  })
}

describe('the idempotency header', () => {
  const names = ['Idempotency-Key', 'idempotency-key', 'X-Idempotency-Key', 'idempotency_key', 'Idempotence-Key']
  for (const name of names)
    it(`may be called ${name}`, async () => {
      await using served = await serveFiles({ 'orders.json': describeOrders(name) })
      const post = () => served.call('/orders', { body: { label: 'Anvil' }, headers: { [name]: 'key-1' } })
      const first = await post()
      expect(first.status).toBe(201)
      expectReplay(await post(), first)
      expect(await serials(served.call)).toHaveLength(1)
    })

  for (const name of [undefined, 'X-Request-Id'])
    it(`is ignored if the document has ${name ?? 'no such header'}`, async () => {
      await using served = await serveFiles({ 'orders.json': describeOrders(name) })
      const headers = { 'idempotency-key': 'key-1', 'x-request-id': 'key-1' }
      for (const _ of [1, 2]) {
        const answer = await served.call('/orders', { body: { label: 'Anvil' }, headers })
        expect(answer.headers).not.toHaveProperty('idempotent-replayed')
      }
      expect(await serials(served.call)).toHaveLength(2)
    })

  it('must be sent if the document requires it', async () => {
    await using served = await serveFiles({ 'orders.json': describeOrders('Idempotency-Key', true) })
    const answer = await served.call('/orders', { body: { label: 'Anvil' } })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('header.Idempotency-Key is required')
  })

  it('is ignored if it is empty', async () => {
    await using served = await serveFiles({ 'orders.json': describeOrders('Idempotency-Key') })
    for (const _ of [1, 2]) await served.call('/orders', { body: { label: 'Anvil' }, ...withKey('') })
    expect(await serials(served.call)).toHaveLength(2)
  })
})

describe('a repeated request', () => {
  const { call } = useFiles({ 'orders.json': describeOrders('Idempotency-Key') })
  let made = 0
  const make = async (): Promise<string> => {
    const answer = await call('/orders', { body: { label: `Order ${++made}` } })
    return `/orders/${Object(answer.json).serial}`
  }
  const rows: readonly {
    readonly name: string
    readonly options: CallOptions
    readonly below?: string
    readonly status: number
  }[] = [
    { name: 'a change', options: { method: 'PATCH', body: { label: 'Saw' } }, status: 200 },
    { name: 'an action', options: { method: 'POST' }, below: '/cancel', status: 200 },
    { name: 'a removal', options: { method: 'DELETE' }, status: 204 },
  ]
  for (const { name, options, below = '', status } of rows)
    it(`gets the first response: ${name}`, async () => {
      const path = (await make()) + below
      const send = () => call(path, { ...options, ...withKey(`again ${name}`) })
      const first = await send()
      expect(first.status, first.text).toBe(status)
      expectReplay(await send(), first)
    })

  it('gets the first response, even if the record has changed', async () => {
    const send = () => call('/orders', { body: { label: 'Anvil' }, ...withKey('changed') })
    const first = await send()
    await call(`/orders/${Object(first.json).serial}`, { method: 'DELETE' })
    expectReplay(await send(), first)
    expect((await call(`/orders/${Object(first.json).serial}`)).status).toBe(404)
  })

  it('reports ignored properties again', async () => {
    const send = () => call('/orders', { body: { label: 'Anvil', size: 3 }, ...withKey('ignored') })
    const first = await send()
    const again = await send()
    expectReplay(again, first)
    expect(again.headers['sandbox-notice']).toBe(first.headers['sandbox-notice'])
  })

  const same: readonly { readonly name: string; readonly one: CallOptions; readonly other: CallOptions }[] = [
    {
      name: 'with properties in another order and spaces',
      one: { body: '{"label":"Anvil","size":1}' },
      other: { body: '{ "size": 1, "label": "Anvil" }' },
    },
    {
      name: 'with other headers',
      one: { body: { label: 'Saw' }, headers: { 'x-try': '1' } },
      other: { body: { label: 'Saw' }, headers: { 'x-try': '2' } },
    },
  ]
  for (const { name, one, other } of same)
    it(`${name} counts as the same request`, async () => {
      const json = { 'content-type': 'application/json' }
      const first = await call('/orders', { ...one, ...withKey(name, { ...json, ...one.headers }) })
      expectReplay(await call('/orders', { ...other, ...withKey(name, { ...json, ...other.headers }) }), first)
    })

  it('with another body, query or path is rejected, and the key still works for the first request', async () => {
    const path = await make()
    const key = 'other'
    const send = (to: string, label: string) => call(to, { body: { label }, ...withKey(key) })
    const first = await send('/orders?note=a', 'Anvil')
    expectOther(await send('/orders?note=a', 'Saw'), key)
    expectOther(await send('/orders?note=b', 'Anvil'), key)
    expectReplay(await send('/orders?note=a', 'Anvil'), first)
    const cancel = (order: string) => call(`${order}/cancel`, { method: 'POST', ...withKey(key) })
    expect((await cancel(path)).status, 'each operation has its own keys').toBe(200)
    expectOther(await cancel(await make()), key)
  })

  it('is carried out if the first request was invalid, or found no record', async () => {
    const wrong = await call('/orders', { body: { size: 1 }, ...withKey('invalid') })
    expect(wrong.status).toBe(422)
    const right = await call('/orders', { body: { label: 'Anvil' }, ...withKey('invalid') })
    expect(right).toMatchObject({ status: 201 })
    const path = `/orders/${Number(Object(right.json).serial) + 1}`
    const change = () => call(path, { method: 'PATCH', body: { label: 'Saw' }, ...withKey('nothing') })
    expect((await change()).status).toBe(404)
    expect(await make()).toBe(path)
    const changed = await change()
    expect(changed.status).toBe(200)
    expectReplay(await change(), changed)
  })

  it('is carried out if the first response was selected by a Prefer header', async () => {
    const send = (headers: CallOptions['headers'] = {}) =>
      call('/orders', { body: { label: 'Anvil' }, ...withKey('prefer', headers) })
    expect((await send({ prefer: 'code=404' })).status).toBe(404)
    const first = await send()
    expect(first.status).toBe(201)
    expectReplay(await send(), first)
  })
})

describe('concurrent requests', () => {
  const { call } = useFiles({ 'orders.json': describeOrders('Idempotency-Key') })
  const labels = (count: number, label: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => label(at))

  it('with one key create one record, and all get the same response', async () => {
    const before = await serials(call)
    const answers = await Promise.all(
      labels(20, () => 'Anvil').map((label) => call('/orders', { body: { label }, ...withKey('at once') })),
    )
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19)
    expect(await serials(call)).toHaveLength(before.length + 1)
  })

  it('with one key and different bodies create one record; the others are rejected', async () => {
    const before = await serials(call)
    const answers = await Promise.all(
      labels(20, (at) => `Anvil ${at}`).map((label) => call('/orders', { body: { label }, ...withKey('all at once') })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 422)])
    expect(await serials(call)).toHaveLength(before.length + 1)
  })
})

describe('a sandbox', () => {
  const { call, standin } = useFiles({ 'orders.json': describeOrders('Idempotency-Key') })
  const send = (id: string, headers: CallOptions['headers'] = {}): Promise<Answer> =>
    call('/orders', { body: { label: 'Anvil' }, ...withKey('key-1', { 'sandbox-id': id, ...headers }) })
  const isReplay = async (answer: Promise<Answer>): Promise<boolean> => {
    const { headers, status } = await answer
    expect(status).toBe(201)
    return headers['idempotent-replayed'] === 'true'
  }

  it('does not share keys with another sandbox', async () => {
    expect(await isReplay(send('mine'))).toBe(false)
    expect(await isReplay(send('yours'))).toBe(false)
    expect(await isReplay(send('mine'))).toBe(true)
    expect(await serials(call, { 'sandbox-id': 'mine' })).toHaveLength(1)
  })

  it('loses its keys with a reset', async () => {
    await using sandbox = await standin().sandbox()
    await send(sandbox.id)
    await sandbox.reset()
    expect(await isReplay(send(sandbox.id))).toBe(false)
    expect(await serials(call, { 'sandbox-id': sandbox.id })).toHaveLength(1)
  })

  it('has its keys in snapshots and forks, as it has its records', async () => {
    await using sandbox = await standin().sandbox()
    await sandbox.snapshot('before')
    await send(sandbox.id)
    await sandbox.snapshot('after')
    await using fork = await sandbox.fork()
    expect(await isReplay(send(fork.id)), 'in a fork').toBe(true)
    await sandbox.restore('before')
    expect(await isReplay(send(sandbox.id)), 'before').toBe(false)
    await sandbox.restore('after')
    expect(await isReplay(send(sandbox.id)), 'after').toBe(true)
  })

  it('does not share keys with its fork that were used after the fork', async () => {
    await using sandbox = await standin().sandbox()
    await send(sandbox.id, { 'idempotency-key': 'shared' })
    await using fork = await sandbox.fork()
    await send(fork.id)
    expect(await isReplay(send(sandbox.id))).toBe(false)
    expect(await isReplay(send(fork.id))).toBe(true)
  })

  it('expires a key after 24 hours of its clock', async () => {
    await using sandbox = await standin().sandbox({ clock: '2030-01-01T00:00:00Z' })
    await send(sandbox.id)
    await sandbox.clock.advance('86000s')
    expect(await isReplay(send(sandbox.id))).toBe(true)
    await sandbox.clock.advance('1h')
    expect(await isReplay(send(sandbox.id))).toBe(false)
  })

  it('reports which key it evicted when it stored more than 1,000', async () => {
    await using sandbox = await standin().sandbox()
    const post = (key: string) => send(sandbox.id, { 'idempotency-key': key })
    for (let serial = 1; serial <= 1_000; serial++)
      expect((await post(`key-${serial}`)).headers).not.toHaveProperty('sandbox-notice')
    expect(await isReplay(post('key-1')), 'a replay does not make it newer').toBe(true)
    const last = await post('key-1001')
    expect(last.headers['sandbox-notice']).toBe('idempotency-forgotten;names="key-1"')
    expect(await isReplay(post('key-1'))).toBe(false)
    expect(await isReplay(post('key-1001'))).toBe(true)
  })
})

describe('a scenario', () => {
  const scenario = (lines: string): string =>
    `description: For a test.\nsteps:\n  - when: { operation: create }\n${lines}`

  it('that truncates the response does not prevent the replay of the whole response', async () => {
    await using scenarios = await createTemporaryFolder({ 'cut.yaml': scenario('    fault: truncate\n') })
    await using served = await serveFiles(
      { 'orders.json': describeOrders('Idempotency-Key') },
      { scenarios: scenarios.path },
    )
    const send = (headers: CallOptions['headers'] = {}) =>
      served.call('/orders', { body: { label: 'Anvil' }, ...withKey('key-1', headers) })
    await expect(send({ 'sandbox-scenario': 'cut' })).rejects.toThrow()
    const again = await send()
    expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
    expect(await serials(served.call)).toHaveLength(1)
  })

  it('with its own records has its own keys', async () => {
    await using scenarios = await createTemporaryFolder({ 'apart.yaml': scenario('    records: none\n') })
    await using served = await serveFiles(
      { 'orders.json': describeOrders('Idempotency-Key') },
      { scenarios: scenarios.path },
    )
    const send = (headers: CallOptions['headers'] = {}) =>
      served.call('/orders', { body: { label: 'Anvil' }, ...withKey('key-1', headers) })
    const apart = { 'sandbox-scenario': 'apart' }
    for (const headers of [{}, apart]) {
      const first = await send(headers)
      expectReplay(await send(headers), first)
    }
    expect(await serials(served.call)).toHaveLength(1)
  })
})

describe('the stored responses', () => {
  const answerOf = (key: string, body: string, at = 0): IdempotentResponse => ({
    key,
    digest: key,
    at,
    reply: { kind: 'reply', status: 201, mediaType: 'application/json', body },
  })

  it('are limited in size, not only in number', () => {
    const answers = new IdempotentResponses({ limits: { count: 10, size: 12_000 } })
    expect(answers.store('a', answerOf('a', 'x'.repeat(5_000)))).toEqual([])
    expect(answers.store('b', answerOf('b', 'x'.repeat(5_000)))).toEqual([])
    expect(answers.store('c', answerOf('c', 'x'.repeat(6_000)))).toEqual(['a', 'b'])
    expect(answers.store('d', answerOf('d', 'x'.repeat(12_000)))).toEqual(['c', 'd'])
    expect(['a', 'b', 'c', 'd'].filter((place) => answers.find(place, 0))).toEqual([])
  })

  it('are not reported as evicted if they had expired', () => {
    const answers = new IdempotentResponses({ limits: { count: 1, size: 10_000 } })
    answers.store('a', answerOf('a', ''))
    expect(answers.store('b', answerOf('b', '', 86_400_000))).toEqual([])
  })

  it('do not change when a fork stores another', () => {
    const one = new IdempotentResponses({ limits: { count: 2, size: 10_000 } })
    one.store('a', answerOf('a', ''))
    const other = one.fork()
    one.store('b', answerOf('b', ''))
    other.store('c', answerOf('c', ''))
    const places = (answers: IdempotentResponses) => ['a', 'b', 'c'].filter((place) => answers.find(place, 0))
    expect([places(one), places(other)]).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect([one.store('d', answerOf('d', '')), places(other)]).toEqual([['a'], ['a', 'c']])
  })
})

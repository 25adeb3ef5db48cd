/**
 * The grammar of scenario files, word by word: each test writes its own files and runs them over HTTP.
 */
import { assert, describe, expect, it } from 'vitest'
import { LoadError } from '../../src/index.ts'
import { expectError, expectList, expectMessage, expectOne } from '../interface/expect-shape.ts'
import type { Answer } from '../support/client.ts'
import { noon, type ScenarioCall, type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

interface Request extends ScenarioCall {
  readonly path: string
}

const list: Request = { path: '/v1/pets' }
const one: Request = { path: '/v1/pets/1' }
const create: Request = { path: '/v1/pets', body: { name: 'Rex', categoryId: 1 } }
const send: Request = { path: '/messages', body: { message: 'Hello' } }

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Request => ({ path, headers })
const post = (body: object | string): Request => ({ path: '/v1/pets', body })

/** A request under the scenario `mine`. */
const perform = (server: ScenarioServer, { path, ...rest }: Request): Promise<Answer> =>
  server.call(path, { scenario: 'mine', ...rest })

const reject = { respond: { status: 401 } }

describe('when', () => {
  const rows: readonly {
    readonly name: string
    readonly when: object | undefined
    readonly hits: readonly Request[]
    readonly misses: readonly Request[]
  }[] = [
    { name: 'one operation', when: { operation: 'createPet' }, hits: [create], misses: [list, one, send] },
    {
      name: 'a list of operations',
      when: { operation: ['listPets', 'sendMessage'] },
      hits: [list, send],
      misses: [create, one],
    },
    { name: 'every operation', when: { operation: '*' }, hits: [list, create, one, send], misses: [] },
    { name: 'an empty condition matches every request', when: undefined, hits: [list, create, one, send], misses: [] },
    { name: 'a method', when: { method: 'POST' }, hits: [create, send], misses: [list, one] },
    { name: 'a method in lower case', when: { method: 'get' }, hits: [list, one], misses: [create, send] },
    { name: 'a path', when: { path: '/pets' }, hits: [list, create], misses: [one, send] },
    {
      name: 'a path with a parameter, as the document writes it',
      when: { path: '/pets/{petId}' },
      hits: [one, get('/v1/pets/2')],
      misses: [list, create, send],
    },
    {
      name: 'a method and a path',
      when: { method: 'POST', path: '/pets' },
      hits: [create],
      misses: [list, one, send],
    },
    {
      name: 'an operation and its path',
      when: { operation: ['listPets', 'getPet'], path: '/pets' },
      hits: [list],
      misses: [create, one, send],
    },
    {
      name: 'a path parameter',
      when: { operation: 'getPet', params: { petId: 7 } },
      hits: [get('/v1/pets/7')],
      misses: [get('/v1/pets/8'), get('/v1/pets/17')],
    },
    {
      name: 'a path parameter in a list',
      when: { operation: 'getPet', params: { petId: { in: [1, '2'] } } },
      hits: [one, get('/v1/pets/2')],
      misses: [get('/v1/pets/3'), get('/v1/pets/12')],
    },
    {
      name: 'a path parameter in a closed range',
      when: { operation: 'getPet', params: { petId: { from: 5, to: 10 } } },
      hits: [get('/v1/pets/5'), get('/v1/pets/7'), get('/v1/pets/10')],
      misses: [get('/v1/pets/4'), get('/v1/pets/11')],
    },
    {
      name: 'a query parameter',
      when: { operation: 'listPets', query: { status: 'sold' } },
      hits: [get('/v1/pets?status=sold'), get('/v1/pets?limit=2&status=sold')],
      misses: [list, get('/v1/pets?status=pending')],
    },
    {
      name: 'a query parameter that is a number',
      when: { operation: 'listPets', query: { limit: 2 } },
      hits: [get('/v1/pets?limit=2')],
      misses: [list, get('/v1/pets?limit=20')],
    },
    {
      name: 'a query parameter in a half-open range',
      when: { operation: 'listPets', query: { limit: { from: 10 } } },
      hits: [get('/v1/pets?limit=10'), get('/v1/pets?limit=99')],
      misses: [list, get('/v1/pets?limit=9')],
    },
    {
      name: 'a query parameter that is absent',
      when: { operation: 'listPets', query: { status: { absent: true } } },
      hits: [list, get('/v1/pets?limit=2')],
      misses: [get('/v1/pets?status=sold')],
    },
    {
      name: 'a query parameter that is repeated: all its values, in their order',
      when: { operation: 'listPets', query: { status: ['sold', 'pending'] } },
      hits: [get('/v1/pets?status=sold&status=pending'), get('/v1/pets?status=sold&limit=2&status=pending')],
      misses: [list, get('/v1/pets?status=sold')],
    },
    {
      name: 'a header',
      when: { header: { 'x-tenant': 'acme' } },
      hits: [get('/v1/pets', { 'x-tenant': 'acme' }), get('/v1/pets/1', { 'X-TENANT': 'acme' })],
      misses: [list, get('/v1/pets', { 'x-tenant': 'other' })],
    },
    {
      name: 'a header in another case, with a pattern',
      when: { header: { 'X-Tenant': { matches: '^ac' } } },
      hits: [get('/v1/pets', { 'x-tenant': 'acme' })],
      misses: [list, get('/v1/pets', { 'x-tenant': 'pacman' })],
    },
    {
      name: 'a header that is absent',
      when: { operation: 'listPets', header: { 'x-tenant': { absent: true } } },
      hits: [list],
      misses: [get('/v1/pets', { 'x-tenant': 'acme' })],
    },
    {
      name: 'a part of the body',
      when: { operation: 'createPet', body: { name: 'Rex' } },
      hits: [create, post({ name: 'Rex', categoryId: 2, status: 'sold' })],
      misses: [post({ name: 'Max', categoryId: 1 }), post({ name: 'Rexy', categoryId: 1 })],
    },
    {
      name: 'a number in the body does not equal a string',
      when: { operation: 'createPet', body: { categoryId: 1 } },
      hits: [create],
      misses: [post({ name: 'Rex', categoryId: 2 }), post({ name: 'Rex', categoryId: '1' })],
    },
    {
      name: 'a short integer, which does not match a long one',
      when: { operation: 'createPet', body: { categoryId: { in: [2, 3] } } },
      hits: [post('{"name":"Rex","categoryId":2}')],
      misses: [post('{"name":"Rex","categoryId":9007199254740993}')],
    },
    {
      name: 'a pattern in the body',
      when: { operation: 'createPet', body: { name: { matches: '^Rex' } } },
      hits: [create, post({ name: 'Rexy', categoryId: 1 })],
      misses: [post({ name: 'T-Rex', categoryId: 1 }), post({ categoryId: 1 })],
    },
    {
      name: 'one of several values in the body',
      when: { operation: 'createPet', body: { categoryId: { in: [1, 2] } } },
      hits: [create, post({ name: 'Rex', categoryId: 2 })],
      misses: [post({ name: 'Rex', categoryId: 3 }), post({ name: 'Rex' })],
    },
    {
      name: 'a range in the body',
      when: { operation: 'createPet', body: { categoryId: { from: 2, to: 4 } } },
      hits: [2, 3, 4].map((categoryId) => post({ name: 'Rex', categoryId })),
      misses: [create, post({ name: 'Rex', categoryId: 5 }), post({ name: 'Rex', categoryId: '3' })],
    },
    {
      name: 'a range without a lower bound',
      when: { operation: 'createPet', body: { categoryId: { to: 4 } } },
      hits: [create, post({ name: 'Rex', categoryId: -9 })],
      misses: [post({ name: 'Rex', categoryId: 5 }), post({ name: 'Rex' })],
    },
    {
      name: 'a property that is absent',
      when: { operation: 'createPet', body: { status: { absent: true } } },
      hits: [create],
      misses: [
        post({ name: 'Rex', categoryId: 1, status: 'sold' }),
        post({ name: 'Rex', categoryId: 1, status: null }),
      ],
    },
    {
      name: 'all conditions together',
      when: {
        operation: 'createPet',
        body: { name: { matches: '^Rex' }, categoryId: { in: [1, 2] }, status: { absent: true } },
      },
      hits: [create, post({ name: 'Rexy', categoryId: 2 })],
      misses: [
        post({ name: 'Max', categoryId: 1 }),
        post({ name: 'Rex', categoryId: 3 }),
        post({ name: 'Rex', categoryId: 1, status: 'sold' }),
      ],
    },
    {
      name: 'a nested part of the body',
      when: { operation: 'createPet', body: { owner: { address: { city: { matches: '^U' } } } } },
      hits: [post({ owner: { name: 'Ann', address: { city: 'Ulm', zip: 1 } } })],
      misses: [post({ owner: { address: { city: 'Bonn' } } }), post({ owner: { city: 'Ulm' } }), post({ owner: null })],
    },
    {
      name: 'a complete list in the body',
      when: { operation: 'createPet', body: { tags: ['a', 'b'] } },
      hits: [post({ tags: ['a', 'b'] })],
      misses: [post({ tags: ['b', 'a'] }), post({ tags: ['a', 'b', 'c'] }), post({ tags: 'a,b' })],
    },
    {
      name: 'null, which differs from absence',
      when: { operation: 'createPet', body: { status: null } },
      hits: [post({ status: null })],
      misses: [create, post({ status: 'null' })],
    },
    {
      name: 'a body that is invalid or not JSON, which matches no part',
      when: { method: 'POST', body: { name: 'Rex' } },
      hits: [create],
      misses: [{ path: '/v1/pets', method: 'POST' }, post('{"name":"Rex"')],
    },
  ]
  for (const { name, when, hits, misses } of rows)
    it(name, async () => {
      await using server = await serveScenarios({ mine: scenarioOf({ ...(when ? { when } : {}), ...reject }) })
      for (const request of hits) expectError(await perform(server, request), 401)
      for (const request of misses) {
        const answer = await perform(server, request)
        expect(answer.status, `${JSON.stringify(request)} ${answer.text}`).not.toBe(401)
      }
    })

  it('all conditions must match', async () => {
    const when = {
      operation: 'listPets',
      method: 'GET',
      path: '/pets',
      header: { 'x-tenant': 'acme' },
      query: { status: 'sold', limit: { to: 5 } },
    }
    await using server = await serveScenarios({ mine: scenarioOf({ when, ...reject }) })
    const acme = { 'x-tenant': 'acme' }
    expectError(await perform(server, get('/v1/pets?status=sold&limit=5', acme)), 401)
    expectList(await perform(server, get('/v1/pets?status=sold&limit=6', acme)))
    expectList(await perform(server, get('/v1/pets?limit=5', acme)))
    expectList(await perform(server, get('/v1/pets?status=sold&limit=5')))
  })

  it('a repeated query parameter does not equal one of its values', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets', query: { status: 'sold' } }, ...reject }),
    })
    expectError(await perform(server, get('/v1/pets?status=sold')), 401)
    for (const query of ['status=sold&status=pending', 'status=pending&status=sold'])
      expectError(await perform(server, get(`/v1/pets?${query}`)), 400, 'invalid_request')
  })

  it('a long integer is compared by all its digits', async () => {
    const mine = `description: Exact.
steps:
  - when: { operation: createPet, body: { categoryId: 9007199254740993 } }
    respond: { status: 401 }
`
    await using server = await serveScenarios({ mine })
    expectError(await perform(server, post('{"name":"Rex","categoryId":9007199254740993}')), 401)
    for (const near of ['9007199254740992', '9007199254740994'])
      expect((await perform(server, post(`{"name":"Rex","categoryId":${near}}`))).status, near).toBe(201)
  })
})

describe('call', () => {
  const rows: readonly { readonly call: unknown; readonly of: number; readonly hits: readonly number[] }[] = [
    { call: 1, of: 4, hits: [1] },
    { call: 2, of: 4, hits: [2] },
    { call: '2-4', of: 6, hits: [2, 3, 4] },
    { call: '3-3', of: 5, hits: [3] },
    { call: 'every 3', of: 10, hits: [3, 6, 9] },
    { call: 'every 1', of: 3, hits: [1, 2, 3] },
  ]
  for (const { call, of, hits } of rows)
    it(`${JSON.stringify(call)} of ${of} matches the calls ${hits.join(', ')}`, async () => {
      await using server = await serveScenarios({
        mine: scenarioOf({ when: { operation: 'listPets', call }, ...reject }),
      })
      expect(await rejectedOf(server, Array(of).fill(list))).toEqual(hits)
    })

  it('counts only requests that match the other conditions of when', async () => {
    const when = { operation: 'listPets', query: { status: 'sold' }, call: 2 }
    await using server = await serveScenarios({ mine: scenarioOf({ when, ...reject }) })
    const sold = get('/v1/pets?status=sold')
    const other = get('/v1/pets?status=pending')
    expect(await rejectedOf(server, [sold, other, one, create, other, sold, sold])).toEqual([6])
  })

  it('counts only calls under the scenario', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets', call: 2 }, ...reject }),
    })
    const outside = { ...list, scenario: 'none' }
    expect(await rejectedOf(server, [list, outside, outside, list, list])).toEqual([4])
  })

  it('counts even if an earlier step responds', async () => {
    const step = (call: number) => ({ when: { operation: 'listPets', call }, ...reject })
    await using server = await serveScenarios({ mine: scenarioOf(step(1), step(2), step(4)) })
    expect(await rejectedOf(server, Array(5).fill(list))).toEqual([1, 2, 4])
  })

  it('counts in the second scenario of a list while the first responds', async () => {
    const first = scenarioOf({ when: { operation: 'listPets', call: '1-2' }, ...reject })
    const second = scenarioOf({ when: { operation: 'listPets', call: 3 }, ...reject })
    await using server = await serveScenarios({ first, second })
    expect(await rejectedOf(server, Array(4).fill({ ...list, scenario: 'first, second' }))).toEqual([1, 2, 3])
  })

  it('counts each step separately, and the next step applies after one is used up', async () => {
    const mine = scenarioOf(
      { when: { operation: '*', call: 2 }, respond: { status: 401, example: 'missing' } },
      { when: { operation: 'listPets', call: '1-2' }, respond: { status: 401, example: 'invalid' } },
    )
    await using server = await serveScenarios({ mine })
    const messages = []
    for (const request of [list, one, list, list]) messages.push(Object((await perform(server, request)).json).message)
    expect(messages).toEqual(['The API key is invalid', 'The API key is missing', 'The API key is invalid', undefined])
  })

  it('counts separately for each sandbox', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets', call: 2 }, ...reject }),
    })
    const ann = { ...list, sandbox: 'ann' }
    const bob = { ...list, sandbox: 'bob' }
    expect(await rejectedOf(server, [ann, bob, list, ann, ann, bob, list])).toEqual([4, 6, 7])
  })

  it('restarts the count after a reset of that sandbox only', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets', call: 2 }, ...reject }),
    })
    const ann = { ...list, sandbox: 'ann' }
    expect(await rejectedOf(server, [ann, list])).toEqual([])
    await server.control('POST', '/sandboxes/ann/reset')
    expect(await rejectedOf(server, [ann, list, ann])).toEqual([2, 3])
  })
})

/** The numbers of the requests that are rejected with 401, from 1; the others get their normal response. */
const rejectedOf = async (server: ScenarioServer, requests: readonly Request[]): Promise<readonly number[]> => {
  const rejected: number[] = []
  for (const [index, request] of requests.entries()) {
    const { status, text } = await perform(server, request)
    if (status === 401) rejected.push(index + 1)
    else expect([200, 201], text).toContain(status)
  }
  return rejected
}

describe('respond', () => {
  it('with only a status: the example of the document', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 404 } }),
    })
    expect(expectError(await perform(server, one), 404).message).toBe('There is no animal with the id 999999')
  })

  it('with a success status: the example, and nothing is created', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'createPet' }, respond: { status: 201 } }),
    })
    expect(expectOne(await perform(server, create), 201)).toEqual({
      id: 31,
      name: 'Biscuit',
      categoryId: 2,
      status: 'available',
    })
    expect((await server.call('/v1/pets/31')).status).toBe(404)
  })

  it('with a named example', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 200, example: 'dog' } }),
    })
    expect(expectOne(await perform(server, one)).name).toBe('Bramble')
  })

  it('with a status that is not documented: in the error shape of the document', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: '*' }, respond: { status: 503 }, contract: 'ignore' }),
    })
    for (const request of [list, create, one, send]) expectError(await perform(server, request), 503, 'unavailable')
  })

  it('with a custom body and headers', async () => {
    const body = [{ id: 9, name: 'Nine', categoryId: 3 }]
    const headers = { 'Retry-After': '30', 'X-Count': 1, 'X-Last': true }
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets' }, respond: { status: 200, body, headers } }),
    })
    const answer = await perform(server, list)
    expect(expectList(answer)).toEqual(body)
    expect(answer.headers).toMatchObject({ 'retry-after': '30', 'x-count': '1', 'x-last': 'true' })
  })

  it('with an expression within a string, and one alone', async () => {
    const body = {
      code: 'not_found',
      message: 'No {$request.path.petId} here',
      status: 404,
      id: '{$request.path.petId}',
    }
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 404, body } }),
    })
    expect((await perform(server, get('/v1/pets/7'))).json).toEqual({
      code: 'not_found',
      message: 'No 7 here',
      status: 404,
      id: 7,
    })
  })

  it('with a response that breaks the contract, if the contract is ignored', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({
        when: { operation: 'getPet' },
        respond: { status: 418, body: { brew: ['tea', null, 1.5] } },
        contract: 'ignore',
      }),
    })
    const answer = await perform(server, one)
    expect(answer.status).toBe(418)
    expect(answer.json).toEqual({ brew: ['tea', null, 1.5] })
  })

  it('before validation: also to an invalid request', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'createPet' }, respond: { status: 201 } }),
    })
    expectOne(await perform(server, post({})), 201)
  })

  it('with a body that does not match the schema at run time: 500 with the operation and the violation', async () => {
    const body = { id: 'no {$request.path.petId}', name: 'Rex', categoryId: 1 }
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 200, body } }),
    })
    const { message } = expectError(await perform(server, one), 500, 'response_invalid')
    expect(message).toContain('getPet')
    expect(message).toContain('body.id')
  })

  it('with a body that does not match the schema, if the contract is ignored', async () => {
    const body = { id: 'no {$request.path.petId}' }
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 200, body }, contract: 'ignore' }),
    })
    expect((await perform(server, one)).json).toEqual({ id: 'no 1' })
  })
})

describe('a runtime expression', () => {
  const pet = (target: string): Request => get(`/v1/pets/${target}`)
  const sent = post({ name: 'Rex', categoryId: 4, tags: ['a', 'b'], owner: { 'a/b': true, none: null } })
  const rows: readonly { readonly template: unknown; readonly request: Request; readonly is: unknown }[] = [
    { template: '{$request.path.petId}', request: pet('7'), is: 7 },
    { template: 'No {$request.path.petId} here', request: pet('7'), is: 'No 7 here' },
    { template: '{$request.path.petId}{$request.path.petId}', request: pet('7'), is: '77' },
    { template: '{$request.query.limit}', request: get('/v1/pets?limit=5'), is: 5 },
    { template: '{$request.query.status}', request: get('/v1/pets?status=sold'), is: 'sold' },
    { template: '{$request.query.note}', request: get('/v1/pets?note=a%20b'), is: 'a b' },
    { template: '{$request.header.X-Tenant}', request: get('/v1/pets', { 'x-tenant': 'acme' }), is: 'acme' },
    { template: '{$request.header.x-tenant}!', request: get('/v1/pets', { 'X-Tenant': 'acme' }), is: 'acme!' },
    { template: '{$request.body#/name}', request: sent, is: 'Rex' },
    { template: '{$request.body#/categoryId}', request: sent, is: 4 },
    { template: 'category {$request.body#/categoryId}', request: sent, is: 'category 4' },
    { template: '{$request.body#/tags}', request: sent, is: ['a', 'b'] },
    { template: '{$request.body#/tags/1}', request: sent, is: 'b' },
    { template: '{$request.body#/owner/a~1b}', request: sent, is: true },
    { template: '{$request.body#/owner/none}', request: sent, is: null },
    { template: '{$request.body}', request: sent, is: sent.body },
    { template: '{$method}', request: sent, is: 'POST' },
    { template: '{$method} {$statusCode}', request: list, is: 'GET 299' },
    { template: '{$statusCode}', request: list, is: 299 },
    {
      template: { deep: ['{$method}', { er: '{$request.path.petId}' }] },
      request: pet('7'),
      is: { deep: ['GET', { er: 7 }] },
    },
    {
      template: 'no {expression} and no $request.path.petId',
      request: pet('7'),
      is: 'no {expression} and no $request.path.petId',
    },
  ]
  for (const { template, request, is } of rows)
    it(`${JSON.stringify(template)} is ${JSON.stringify(is)}`, async () => {
      await using server = await serveScenarios({ mine: echo(template) })
      const answer = await perform(server, request)
      expect(answer.status).toBe(299)
      expect(answer.json).toEqual({ it: is })
    })

  it('{$url} is the complete URL, as in OpenAPI', async () => {
    await using server = await serveScenarios({ mine: echo('{$url}') })
    const answer = await perform(server, get('/v1/pets?limit=5'))
    expect(answer.json).toEqual({ it: `${server.standin.url}/v1/pets?limit=5` })
  })

  it('preserves every digit of a long integer', async () => {
    await using server = await serveScenarios({ mine: echo('{$request.path.petId}') })
    expect((await perform(server, pet('9007199254740993'))).text).toBe('{"it":9007199254740993}')
  })

  it('preserves every digit in a body, also inside of an object in a header or a text', async () => {
    const mine = `description: Exact.
steps:
  - when: { operation: createPet }
    respond:
      status: 299
      headers: { X-Sent: '{$request.body}' }
      body: { number: 9007199254740993, sent: 'got {$request.body}' }
    contract: ignore
`
    await using server = await serveScenarios({ mine })
    const sent = '{"name":"Rex","categoryId":9007199254740993}'
    const answer = await perform(server, post(sent))
    expect(answer.headers['x-sent']).toBe(sent)
    expect(answer.text).toBe(`{"number":9007199254740993,"sent":${JSON.stringify(`got ${sent}`)}}`)
  })

  it('can be used in headers', async () => {
    const headers = { 'X-Pet': 'pet {$request.path.petId}', 'X-Name': '{$request.query.name}' }
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 404, headers } }),
    })
    const answer = await perform(server, pet('7?name=Rex'))
    expect(answer.headers).toMatchObject({ 'x-pet': 'pet 7', 'x-name': 'Rex' })
  })

  it('cannot inject a header', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({
        when: { operation: 'getPet' },
        respond: { status: 404, headers: { 'X-Name': '{$request.query.name}' } },
      }),
    })
    const answer = await perform(server, pet('7?name=a%0D%0AX-Evil:%201'))
    expect(answer.status).toBe(404)
    expect(answer.headers).not.toHaveProperty('x-evil')
  })
})

/** A scenario that returns the value of a template for every operation. */
const echo = (template: unknown): string =>
  scenarioOf({ when: { operation: '*' }, respond: { status: 299, body: { it: template } }, contract: 'ignore' })

describe('delay', () => {
  const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await run()
    return performance.now() - started
  }

  it('delays the normal response', async () => {
    await using server = await serveScenarios({ mine: scenarioOf({ when: { operation: 'listPets' }, delay: '300ms' }) })
    expect(await timeOf(async () => expectList(await perform(server, list)))).toBeGreaterThan(295)
  })

  it('adds up over steps and scenarios', async () => {
    const step = { when: { operation: 'listPets' }, delay: '100ms' }
    await using server = await serveScenarios({ mine: scenarioOf(step, step), more: scenarioOf(step) })
    expect(await timeOf(() => perform(server, { ...list, scenario: 'mine, more' }))).toBeGreaterThan(295)
  })

  it('is between its bounds', async () => {
    const delay = { min: '100ms', max: '200ms' }
    await using server = await serveScenarios({ mine: scenarioOf({ when: { operation: 'listPets' }, delay }) })
    for (let index = 0; index < 5; index++) expect(await timeOf(() => perform(server, list))).toBeGreaterThan(95)
  })

  it('is real time: a frozen clock does not block it, and it does not advance the clock', async () => {
    await using server = await serveScenarios({ mine: scenarioOf({ when: { operation: 'listPets' }, delay: '150ms' }) })
    await server.control('PUT', '/sandboxes/default/clock', { now: '2027-01-01T00:00:00Z', frozen: true })
    expect(await timeOf(async () => expectList(await perform(server, list)))).toBeGreaterThan(145)
    const { json } = await server.control('GET', '/sandboxes/default/clock')
    expect(json).toMatchObject({ now: '2027-01-01T00:00:00.000Z' })
  })

  it('does not delay requests that the step does not match', async () => {
    await using server = await serveScenarios({ mine: scenarioOf({ when: { operation: 'createPet' }, delay: '1h' }) })
    expectList(await perform(server, list))
  })

  it('also delays a rejection', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'listPets' }, delay: '150ms', ...reject }),
    })
    expect(await timeOf(async () => expectError(await perform(server, list), 401))).toBeGreaterThan(145)
  })
})

describe('fault', () => {
  it('ends the search at its call', async () => {
    const mine = scenarioOf(
      { when: { operation: 'listPets', call: 2 }, fault: 'reset' },
      { when: { operation: 'listPets', call: '2-3' }, ...reject },
    )
    await using server = await serveScenarios({ mine })
    expectList(await perform(server, list))
    await expect(perform(server, list)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expectError(await perform(server, list), 401)
    expectList(await perform(server, list))
  })
})

describe('hold', () => {
  for (const name of ['Message.status', 'messages.status'])
    it(`${name} stops the lifecycle of records that are created under the step`, async () => {
      const when = { operation: 'sendMessage', body: { message: { matches: '^hold' } } }
      await using server = await serveScenarios({ mine: scenarioOf({ when, hold: [name] }) })
      for (const message of ['hold me', 'free me']) await perform(server, { path: '/messages', body: { message } })
      await server.control('POST', '/sandboxes/default/clock/advance', { by: '1h' })
      const { json } = await server.control('GET', '/sandboxes/default/records/messages')
      assert(Array.isArray(json))
      expect(Object.fromEntries(json.map(({ message, status }) => [message, status]))).toEqual({
        'hold me': 'queued',
        'free me': 'delivered',
      })
    })
})

describe('limit', () => {
  const limited = (requests: number, per: string, when: object = { operation: 'listPets' }) => ({
    when,
    limit: { requests, per },
  })
  const statuses = async (server: ScenarioServer, requests: readonly Request[]) => {
    const found: number[] = []
    for (const request of requests) found.push((await perform(server, request)).status)
    return found
  }

  it('accepts its number of requests and rejects the next with 429', async () => {
    await using server = await serveScenarios({ mine: scenarioOf(limited(2, '10s')) })
    expect(await statuses(server, [list, list, list, one, create, list])).toEqual([200, 200, 429, 200, 201, 429])
    expectError(await perform(server, list), 429, 'rate_limited')
  })

  it('is reported together with the other ones, each once and by its own name', async () => {
    await using server = await serveScenarios({ mine: scenarioOf(limited(9, '1h'), limited(1, '1m')) })
    for (const [status, left] of [
      [200, 8],
      [429, 7],
    ]) {
      const answer = await perform(server, list)
      expect(answer.status).toBe(status)
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=9;w=3600, "limit2";q=1;w=60')
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"default";r=${left};t=\\d+, "limit2";r=0;t=\\d+$`))
    }
  })

  it('of zero requests rejects every call', async () => {
    await using server = await serveScenarios({ mine: scenarioOf(limited(0, '10s')) })
    expect(await statuses(server, [list, list])).toEqual([429, 429])
  })

  it('is shared by all operations of its step, and separate for each step', async () => {
    const mine = scenarioOf(
      limited(2, '1m', { operation: ['listPets', 'getPet'] }),
      limited(1, '1m', { operation: 'createPet' }),
    )
    await using server = await serveScenarios({ mine })
    expect(await statuses(server, [list, one, list, one, create, create])).toEqual([200, 200, 429, 429, 201, 429])
  })

  it('is allowed without a documented 429, with a notice', async () => {
    await using server = await serveScenarios({ mine: scenarioOf(limited(0, '1m')) })
    expect((await perform(server, list)).headers['sandbox-notice']).toContain('undocumented-status;names="429"')
  })

  it('below it the search continues', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf(limited(1, '1m'), { when: { operation: 'listPets' }, ...reject }),
    })
    expect(await statuses(server, [list, list])).toEqual([401, 429])
  })

  it('has the window of the clock of its scenario, not of the clock of the sandbox', async () => {
    const mine = scenarioOf({ clock: '2030-12-06T00:00:00Z' }, limited(1, '1m'))
    await using server = await serveScenarios({ mine })
    const move = (now: string) => server.control('PUT', '/sandboxes/default/clock', { now, frozen: true })
    await move('2026-11-20T12:00:00Z')
    expect(await statuses(server, [list, list])).toEqual([200, 429])
    // For the scenario no time passes.
    await move('2026-11-20T13:00:00Z')
    expect(await statuses(server, [list])).toEqual([429])
  })

  it('is counted separately for each sandbox, and restarted by a reset', async () => {
    await using server = await serveScenarios({ mine: scenarioOf(limited(1, '1m')) })
    const ann = { ...list, sandbox: 'ann' }
    expect(await statuses(server, [ann, ann, list, list])).toEqual([200, 429, 200, 429])
    await server.control('POST', '/sandboxes/ann/reset')
    expect(await statuses(server, [ann, list, ann])).toEqual([200, 429, 429])
  })
})

describe('clock', () => {
  const mine = scenarioOf({ when: { operation: 'sendMessage' }, clock: '2030-12-06T00:00:00Z' })
  const sentAt = async (server: ScenarioServer, scenario: string | undefined) =>
    expectMessage(await server.call('/messages', { body: { message: 'Hello' }, scenario })).createdAt
  const clockOf = async (server: ScenarioServer) =>
    Object((await server.control('GET', '/sandboxes/default/clock')).json).now

  it('is the time of that request only', async () => {
    await using server = await serveScenarios({ mine })
    expect(await sentAt(server, 'mine')).toBe('2030-12-06T00:00:00.000Z')
    expect(await sentAt(server, undefined)).toBe(new Date(noon).toISOString())
    expect(await clockOf(server)).toBe(new Date(noon).toISOString())
  })

  it('is the time of the sandbox while the scenario is on', async () => {
    await using server = await serveScenarios({ mine: scenarioOf({ clock: '2030-12-06T00:00:00Z' }) })
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'mine' })
    expect(await clockOf(server)).toBe('2030-12-06T00:00:00.000Z')
    expectError(await server.call('/v1/pets/1'), 404, 'operation_removed')
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: null })
    expect(await clockOf(server)).toBe(new Date(noon).toISOString())
    expectOne(await server.call('/v1/pets/1'))
  })
})

describe('advance', () => {
  it('advances the clock of the sandbox before the request is handled, permanently', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'sendMessage', call: 2 }, advance: '1d' }),
    })
    const times: string[] = []
    for (let index = 0; index < 3; index++) times.push(expectMessage(await perform(server, send)).createdAt)
    const next = new Date(noon + 86_400_000).toISOString()
    expect(times).toEqual([new Date(noon).toISOString(), next, next])
    expect((await server.control('GET', '/sandboxes/default/clock')).json).toMatchObject({ now: next })
    const { json } = await server.control('GET', '/sandboxes/default/records/messages')
    assert(Array.isArray(json))
    expect(json.map(({ status }) => status).sort()).toEqual(['delivered', 'queued', 'queued'])
  })

  it('can advance the clock beyond the sunset of the operation that is requested', async () => {
    await using server = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'getPet', call: 2 }, advance: '3650d' }),
    })
    expectOne(await server.call('/v1/pets/1', { scenario: 'mine' }))
    expectError(await server.call('/v1/pets/1', { scenario: 'mine' }), 404, 'operation_removed')
  })

  it('without call is rejected at load', async () => {
    const error = await serveScenarios({
      mine: scenarioOf({ when: { operation: 'sendMessage' }, advance: '1d' }),
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert(error instanceof LoadError)
    expect(error.message).toMatch(/mine\.yaml:1:\d+: .*call/)
  })
})

describe('records', () => {
  const under = (records: string) => scenarioOf({ when: { operation: '*' }, records })
  const namesOf = async (server: ScenarioServer, options: ScenarioCall = {}) =>
    expectList(await server.call('/v1/pets?limit=100', { scenario: 'mine', ...options })).map(({ name }) => name)

  it('none: the store is empty, and ids start at 1', async () => {
    await using server = await serveScenarios({ mine: under('none') })
    expect(await namesOf(server)).toEqual([])
    expect(expectOne(await perform(server, create), 201).id).toBe(1)
    expectOne(await perform(server, one))
  })

  it('another set: its records are served', async () => {
    await using server = await serveScenarios({ mine: under('demo') })
    expect(await namesOf(server)).toContain('Captain Waffles')
    expect(await namesOf(server, { scenario: undefined })).not.toContain('Captain Waffles')
  })

  for (const set of ['none', 'demo'])
    describe(`${set}:`, () => {
      it('created records are visible only under the scenario', async () => {
        await using server = await serveScenarios({ mine: under(set), other: under(set) })
        await perform(server, create)
        expect(await namesOf(server)).toContain('Rex')
        expect(await namesOf(server, { scenario: undefined })).not.toContain('Rex')
        expect(await namesOf(server, { scenario: 'other' })).not.toContain('Rex')
        expect(await namesOf(server, { sandbox: 'ann' })).not.toContain('Rex')
      })

      it('records created without the scenario are not visible', async () => {
        await using server = await serveScenarios({ mine: under(set) })
        await server.call(create.path, { body: { name: 'Outsider', categoryId: 1 } })
        expect(await namesOf(server)).not.toContain('Outsider')
        expect(await namesOf(server, { scenario: undefined })).toContain('Outsider')
      })

      it('the store is the same for a scenario in a request and on the sandbox', async () => {
        await using server = await serveScenarios({ mine: under(set) })
        await perform(server, create)
        await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'mine' })
        expect(await namesOf(server, { scenario: undefined })).toContain('Rex')
      })

      it('a reset discards the store', async () => {
        await using server = await serveScenarios({ mine: under(set) })
        await perform(server, create)
        await server.control('POST', '/sandboxes/default/reset')
        expect(await namesOf(server)).not.toContain('Rex')
      })
    })

  it('an unknown set is reported at load', async () => {
    await expect(serveScenarios({ mine: under('dmeo') })).rejects.toThrow(/mine\.yaml:1:\d+: .*dmeo.*demo/)
  })
})

describe('several scenarios', () => {
  const missing = scenarioOf({ when: { operation: 'listPets' }, respond: { status: 401, example: 'missing' } })
  const invalid = scenarioOf({
    when: { operation: ['listPets', 'getPet'] },
    respond: { status: 401, example: 'invalid' },
  })
  const wait = scenarioOf({ when: { operation: 'listPets' }, delay: '10ms' })
  const later = scenarioOf({ when: { operation: '*' }, clock: '2027-01-01T00:00:00Z' })
  const files = { missing, invalid, wait, later }

  const rows: readonly {
    readonly scenario: string
    readonly request: Request
    readonly says: string | undefined
    readonly trace: string | undefined
  }[] = [
    { scenario: 'missing, invalid', request: list, says: 'The API key is missing', trace: 'missing/1' },
    { scenario: 'invalid, missing', request: list, says: 'The API key is invalid', trace: 'invalid/1' },
    { scenario: 'invalid,missing', request: list, says: 'The API key is invalid', trace: 'invalid/1' },
    { scenario: ' missing ,  invalid ', request: one, says: 'The API key is invalid', trace: 'invalid/1' },
    { scenario: 'wait, invalid', request: list, says: 'The API key is invalid', trace: 'wait/1 invalid/1' },
    {
      scenario: 'later, wait, missing',
      request: list,
      says: 'The API key is missing',
      trace: 'later/1 wait/1 missing/1',
    },
    { scenario: 'wait, later', request: list, says: undefined, trace: 'wait/1 later/1' },
    { scenario: 'missing, invalid', request: send, says: undefined, trace: undefined },
  ]
  for (const { scenario, request, says, trace } of rows)
    it(`"${scenario}" on ${request.path}: ${trace ?? 'nothing'}`, async () => {
      await using server = await serveScenarios(files)
      const answer = await perform(server, { ...request, scenario })
      if (says === undefined) expect(answer.status, answer.text).toBe(200)
      else expect(expectError(answer, 401).message).toBe(says)
      if (trace === undefined) expect(answer.headers['sandbox-trace']).not.toContain('scenario=')
      else expect(answer.headers['sandbox-trace']).toContain(`scenario="${trace}"`)
    })

  it('in two headers are combined into one list', async () => {
    await using server = await serveScenarios(files)
    const response = await fetch(`${server.standin.url}/v1/pets`, {
      headers: [
        ['Authorization', 'Bearer sandbox-key'],
        ['Sandbox-Scenario', 'wait'],
        ['Sandbox-Scenario', 'missing'],
      ],
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('sandbox-trace')).toContain('wait/1 missing/1')
  })

  it('can be set on a sandbox', async () => {
    await using server = await serveScenarios(files)
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'wait, missing' })
    expectError(await server.call('/v1/pets'), 401)
  })
})

describe('the scenario that applies', () => {
  it('of the request wins over that of the sandbox', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'unauthorized' })
    expectError(await server.call('/v1/pets/1'), 401)
    expectError(await server.call('/v1/pets/1', { scenario: 'not-found' }), 404)
    expectList(await server.call('/v1/pets', { scenario: 'not-found' }))
  })

  it('none deactivates the scenario of the sandbox for one request', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'unauthorized' })
    expectOne(await server.call('/v1/pets/1', { scenario: 'none' }))
    expectError(await server.call('/v1/pets/1'), 401)
  })

  it('is that of the sandbox that the request names', async () => {
    await using server = await serveScenarios()
    expectOne(await server.call('/v1/pets/1', { sandbox: 'ann' }))
    await server.control('PUT', '/sandboxes/ann/scenario', { scenario: 'unauthorized' })
    expectError(await server.call('/v1/pets/1', { sandbox: 'ann' }), 401)
    expectOne(await server.call('/v1/pets/1', { sandbox: 'bob' }))
    expectOne(await server.call('/v1/pets/1'))
  })

  it('can be named in the query', async () => {
    await using server = await serveScenarios()
    const answer = await server.call('/v1/pets/1?__scenario=not-found')
    expectError(answer, 404)
    expect(answer.headers).not.toHaveProperty('sandbox-notice')
  })
})

describe('an unknown scenario is 400, naming the nearest', () => {
  const rows: readonly { readonly scenario: string; readonly says: readonly string[] }[] = [
    { scenario: 'flakey', says: ['"flakey"', 'flaky'] },
    { scenario: 'not_found', says: ['"not_found"', 'not-found'] },
    { scenario: 'flaky, slwo', says: ['"slwo"', 'slow'] },
    { scenario: 'mien', says: ['"mien"', 'mine'] },
    { scenario: 'Flaky', says: ['"Flaky"', 'flaky'] },
    { scenario: 'qqqqqqqqqqqqqqq', says: ['"qqqqqqqqqqqqqqq"', 'unauthorized', 'mine'] },
    { scenario: '__proto__', says: ['"__proto__"'] },
    { scenario: 'toString', says: ['"toString"'] },
  ]
  const mine = scenarioOf({ when: { operation: 'listPets' }, ...reject })
  for (const { scenario, says } of rows)
    it(scenario, async () => {
      await using server = await serveScenarios({ mine })
      for (const request of [list, create, one, send]) {
        const { message } = expectError(await perform(server, { ...request, scenario }), 400)
        for (const part of says) expect(message).toContain(part)
      }
      expect((await server.call('/v1/pets/31')).status, 'nothing was made').toBe(404)
    })

  it('but 401 if the key is missing', async () => {
    await using server = await serveScenarios({ mine })
    expectError(await perform(server, { ...list, scenario: 'flakey', key: null }), 401)
  })

  it('in the query too', async () => {
    await using server = await serveScenarios({ mine })
    expect(expectError(await server.call('/v1/pets?__scenario=mein'), 400).message).toContain('mine')
  })
})

describe('"*" with a status that the operation does not document', () => {
  it('is skipped with a notice, and the search continues', async () => {
    const mine = scenarioOf(
      { when: { operation: '*' }, respond: { status: 404 } },
      { when: { operation: 'listPets' }, ...reject },
    )
    await using server = await serveScenarios({ mine })
    expectError(await perform(server, one), 404)
    const listed = await perform(server, list)
    expectError(listed, 401)
    expect(listed.headers['sandbox-notice']).toContain('scenario-passed-over;names="mine/1"')
    const made = await perform(server, create)
    expectOne(made, 201)
    expect(made.headers['sandbox-notice']).toContain('scenario-passed-over;names="mine/1"')
  })

  it('is returned if the contract is ignored', async () => {
    const mine = scenarioOf({ when: { operation: '*' }, respond: { status: 404 }, contract: 'ignore' })
    await using server = await serveScenarios({ mine })
    for (const request of [list, create, one, send]) expectError(await perform(server, request), 404)
  })
})

describe('files', () => {
  it('can be YAML or JSON, with any of the usual file extensions', async () => {
    const text = scenarioOf({ when: { operation: 'listPets' }, ...reject })
    const yaml = 'description: In YAML.\nsteps:\n  - when: { operation: listPets }\n    respond: { status: 401 }\n'
    await using server = await serveScenarios({ 'one.json': text, 'two.yaml': yaml, 'three.yml': yaml })
    for (const scenario of ['one', 'two', 'three']) expectError(await perform(server, { ...list, scenario }), 401)
  })

  it('add to the built-in scenarios', async () => {
    await using server = await serveScenarios({ mine: scenarioOf({ when: { operation: 'listPets' }, ...reject }) })
    expectError(await server.call('/v1/pets/1', { scenario: 'not-found' }), 404)
    const { json } = await server.control('GET', '/scenarios')
    assert(Array.isArray(json))
    const names = json.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['flaky', 'mine', 'unauthorized']))
  })

  it('replace a built-in scenario with the same name', async () => {
    await using server = await serveScenarios({
      flaky: scenarioOf({ when: { operation: 'listPets', call: 1 }, ...reject }),
    })
    expectError(await perform(server, { ...list, scenario: 'flaky' }), 401)
    for (let index = 0; index < 4; index++) expectList(await perform(server, { ...list, scenario: 'flaky' }))
    const { json } = await server.control('GET', '/scenarios')
    expect(json).toContainEqual(expect.objectContaining({ name: 'flaky', description: 'Written by a test.' }))
  })

  it('must have different names, whatever their file extensions are', async () => {
    const text = scenarioOf({ when: { operation: 'listPets' }, ...reject })
    const error = await serveScenarios({ 'mine.yaml': text, 'mine.json': text, other: text }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert(error instanceof LoadError)
    expect(error.findings.map(({ file, message }) => [file.split('/').at(-1), message])).toEqual([
      ['mine.yaml', 'the scenario mine is already in mine.json; rename one of the files'],
    ])
  })

  it('must have names that can be requested', async () => {
    const text = scenarioOf({ when: { operation: 'listPets' }, ...reject })
    const error = await serveScenarios({
      'none.yaml': text,
      'slow, own.yaml': text,
      ' led.yaml': text,
      'my own': text,
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert(error instanceof LoadError)
    const separate =
      'cannot be requested, because commas separate the names of scenarios, and spaces at their ends are ignored; rename the file'
    expect(error.findings.map(({ file, message }) => [file.split('/').at(-1), message])).toEqual([
      [' led.yaml', `" led" ${separate}`],
      ['none.yaml', 'none switches scenarios off, so no scenario can have this name; rename the file'],
      ['slow, own.yaml', `"slow, own" ${separate}`],
    ])
  })

  it('with mistakes are all reported, each with its location', async () => {
    const error = await serveScenarios({
      a: 'description: A.\nsteps:\n  - when: { operation: listPet }\n    respond: { status: 401 }\n',
      b: 'description: B.\nsteps:\n  - when: { operation: listPets }\n    respond: { status: 418 }\n',
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert(error instanceof LoadError)
    expect(error.findings.map(({ file, line }) => [file.split('/').at(-1), line])).toEqual([
      ['a.yaml', 3],
      ['b.yaml', 4],
    ])
    expect(error.message).toContain('listPets')
  })
})

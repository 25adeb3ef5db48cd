/**
 * Records of the control API, as a console uses them: validated at the field, deleted and restored, stored although
 * they break the contract.
 */
import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../../support/client.ts'
import { type Served, serveFiles } from '../../support/serve-files.ts'
import { serveScenarios } from '../../support/serve-scenarios.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const records = '/_sandbox/sandboxes/default/records'
const returned = { prefer: 'respond-async, return=representation' }

const item = (name: string, parameters: readonly string[]): object => ({
  parameters: parameters.map((parameter) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: parameter === 'id' ? 'integer' : 'string' },
  })),
  get: { responses: { 200: response(ref(name)) } },
})

const collection = (name: string, parameters: readonly string[] = []): object => ({
  ...item(name, parameters),
  get: { responses: { 200: response({ type: 'array', items: ref(name) }) } },
  post: { requestBody: requestBody(ref(name)), responses: { 201: response(ref(name)) } },
})

const shop = openApi({
  paths: {
    '/makers': collection('Maker'),
    '/makers/{id}': item('Maker', ['id']),
    '/makers/{id}/parts': collection('Part', ['id']),
    '/makers/{id}/parts/{code}': item('Part', ['id', 'code']),
    '/tools': collection('Tool'),
    '/tools/{id}': item('Tool', ['id']),
  },
  components: {
    schemas: {
      Maker: closed({ id: { type: 'integer' }, name: { type: 'string' } }),
      Part: closed({ code: { type: 'string' }, size: { type: 'integer' } }),
      Tool: closed(
        {
          id: { type: 'integer' },
          label: { type: 'string', 'x-standin-unique': true },
          makerIds: { type: 'array', items: { type: 'integer' } },
          makerId: { type: 'integer' },
        },
        ['makerIds', 'makerId'],
      ),
    },
  },
})

it('a violation is a JSON pointer into the body', async () => {
  await using server = await serveScenarios()
  const answer = await call(`${server.standin.url}${records}/pets/1`, {
    method: 'PATCH',
    body: { status: 'lost' },
  })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({
    violations: [{ at: 'body.status', pointer: '/status', keyword: 'enum', message: expect.stringContaining('sold') }],
  })
})

describe('a record that would be stored', () => {
  it('is checked for unique values and for records that do not exist', async () => {
    await using served = await serveFiles({
      'shop.json': shop,
      'fixtures/default/makers.json': [{ id: 1, name: 'Acme' }],
      'fixtures/default/tools.json': [{ id: 1, label: 'saw' }],
    })
    const check = async (path: string, body: object) =>
      (await served.call(`${records}/tools${path}/check`, { body })).json
    expect(await check('', { label: 'saw', makerId: 1, makerIds: [1, 7] })).toEqual([
      { pointer: '/label', code: 'unique', level: 'error', message: expect.stringContaining('"saw"') },
      { pointer: '/makerIds/1', code: 'reference', level: 'warning', message: expect.stringContaining('makers 7') },
    ])
    expect(await check('/1', { id: 1, label: 'saw' })).toEqual([])
    expect(await check('', { label: 7 })).toEqual([expect.objectContaining({ pointer: '/label', code: 'type' })])
    expect((await served.call(`${records}/tools/7/check`, { body: {} })).status).toBe(404)
  })
})

describe('a deleted record', () => {
  it('is restored by PUT: in its place, below its parent', async () => {
    await using served = await serveFiles({
      'shop.json': shop,
      'fixtures/default/makers.json': [
        { id: 1, name: 'Acme' },
        { id: 2, name: 'Bolt' },
      ],
    })
    for (const [maker, code] of [
      [1, 'b'],
      [2, 'b'],
      [1, 'a'],
    ] as const)
      expect((await served.call(`/makers/${maker}/parts`, { body: { code, size: maker } })).status).toBe(201)
    const exportAll = async () => (await served.call('/_sandbox/sandboxes/default/export')).json
    const before = await exportAll()
    const path = `${records}/parts/${encodeURIComponent('1/b')}`
    const deleted = await served.call(path, { method: 'DELETE', headers: returned })
    expect(deleted).toMatchObject({
      status: 200,
      headers: { 'preference-applied': 'return=representation' },
      json: { code: 'b', size: 1, 'x-standin': { parent: '1' } },
    })
    expect((await served.call('/makers/1/parts/b')).status).toBe(404)
    expect((await served.call(path, { method: 'PUT', body: deleted.json as object })).json).toEqual({
      code: 'b',
      size: 1,
    })
    expect(await exportAll()).toEqual(before)
    expect((await served.call('/makers/1/parts/b')).json).toEqual({ code: 'b', size: 1 })
    expect((await served.call(path, { method: 'PUT', body: { code: 'c', size: 1 } })).status).toBe(400)
  })

  it('continues its lifecycle', async () => {
    await using server = await serveScenarios()
    await server.call('/messages', { body: { message: 'Hello' } })
    const url = `${server.standin.url}/_sandbox/sandboxes/default`
    const [message] = (await call(`${url}/records/messages`)).json as readonly { readonly id: string }[]
    const path = `${url}/records/messages/${message?.id}`
    await call(`${url}/clock/advance`, { body: { by: '1500ms' } })
    const deleted = await call(path, { method: 'DELETE', headers: returned })
    expect(deleted.json).toMatchObject({ 'x-standin': { age: '1500ms' } })
    await call(path, { method: 'PUT', body: deleted.json as object })
    expect((await call(path)).json).toMatchObject({ status: 'queued' })
    await call(`${url}/clock/advance`, { body: { by: '500ms' } })
    expect((await call(path)).json).toMatchObject({ status: 'sent' })
  })
})

it('a reset and a replacement are undone by the snapshot that they took', async () => {
  await using server = await serveScenarios()
  const url = `${server.standin.url}/_sandbox/sandboxes/default`
  const count = async () => ((await call(`${url}/records/pets`)).json as readonly unknown[]).length
  await call(`${url}/records/pets`, { body: { name: 'Rex', categoryId: 1 } })
  for (const [method, path, body] of [
    ['POST', '/reset?snapshot=undo', undefined],
    ['PUT', '/records/pets?snapshot=undo', []],
  ] as const) {
    const before = await count()
    expect((await call(url + path, { method, ...(body ? { body } : {}) })).status).toBe(200)
    expect(await count()).toBeLessThan(before)
    await call(`${url}/snapshots/undo/restore`, { method: 'POST' })
    expect(await count()).toBe(before)
  }
})

it('a record that breaks the contract is served as it is', async () => {
  await using server = await serveScenarios()
  const url = `${server.standin.url}${records}/pets/1?contract=ignore`
  const broken = { id: 1, name: 7, status: 'lost' }
  expect((await call(url, { method: 'PUT', body: broken })).json).toEqual(broken)
  expect((await server.call('/v1/pets/1')).json).toEqual(broken)
  expect((await call(url, { method: 'PATCH', body: { name: null } })).json).toEqual({ id: 1, status: 'lost' })
})

it('a property to filter by that does not exist is rejected, and the one that was meant is named', async () => {
  await using server = await serveFiles({ 'shop.json': shop })
  const list = (query: string): Promise<Answer> => server.call(`${records}/tools?${query}`)
  await server.call(`${records}/tools`, { method: 'PUT', body: [{ id: 1, label: 'a' }] })
  for (const query of ['where[labl]=a', 'where[labl]=a&sort=label'])
    expect(await list(query)).toMatchObject({
      status: 400,
      json: { detail: 'query.where[labl]: no record of tools has a property "labl". Did you mean label?' },
    })
  expect(await list('where[label]=b')).toMatchObject({ status: 200, json: [] })
  await server.call(`${records}/tools`, { method: 'PUT', body: [] })
  expect(await list('where[labl]=a')).toMatchObject({ status: 200, json: [] })
})

describe('a property to sort by', () => {
  const list = (server: Served, query: string): Promise<Answer> => server.call(`${records}/tools${query}`)

  it('that does not exist is rejected, and the one that was meant is named', async () => {
    await using server = await serveFiles({ 'shop.json': shop })
    await server.call(`${records}/tools`, { method: 'PUT', body: [{ id: 1, label: 'a' }] })
    for (const sort of ['labl', '-labl', '/labl/text'])
      expect(await list(server, `?sort=${sort}`)).toMatchObject({
        status: 400,
        json: { detail: 'query.sort: no record of tools has a property "labl". Did you mean label?' },
      })
  })

  it('may be one that no record has now, and any where there are none', async () => {
    await using server = await serveFiles({ 'shop.json': shop })
    await server.call(`${records}/tools`, { method: 'PUT', body: [{ id: 1, label: 'a' }] })
    for (const sort of ['id', 'label', 'makerId', '/makerIds/0'])
      expect(await list(server, `?sort=${sort}`), sort).toMatchObject({ status: 200, json: [{ id: 1 }] })
    await server.call(`${records}/tools`, { method: 'PUT', body: [] })
    expect(await list(server, '?sort=labl')).toMatchObject({ status: 200, json: [] })
  })
})

/**
 * Values that only one record may have: an id that the client sends, and a property with x-standin-unique.
 */
import { describe, expect, it } from 'vitest'
import type { Answer, CallOptions } from '../../support/client.ts'
import { expectFindings, findingsOf, serveFiles, useFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
const username = { name: 'username', in: 'path', required: true, schema: text }
const owner = { name: 'owner', in: 'path', required: true, schema: text }
const errorsOf = (statuses: readonly string[]): object =>
  Object.fromEntries(statuses.map((status) => [status, response(ref('Problem'))]))

/** Accounts with a unique email address, users with a name as id, gadgets whose label is unique in each house. */
const describeAll = (...statuses: readonly string[]): object => {
  const errors = errorsOf(statuses)
  const item = (schema: string, sent: string, parameters: readonly object[]): object => ({
    parameters,
    get: { responses: { 200: response(ref(schema)), ...errors } },
    put: { requestBody: requestBody(ref(sent)), responses: { 200: response(ref(schema)), ...errors } },
    patch: {
      requestBody: requestBody({ type: 'object', properties: { email: text, label: text } }),
      responses: { 200: response(ref(schema)), ...errors },
    },
  })
  const collection = (schema: string, sent: string, parameters: readonly object[] = []): object => ({
    parameters,
    get: { responses: { 200: response({ type: 'array', items: ref(schema) }) } },
    post: { requestBody: requestBody(ref(sent)), responses: { 201: response(ref(schema)), ...errors } },
  })
  const email = { type: ['string', 'null'], 'x-standin-unique': true }
  return openApi({
    paths: {
      '/accounts': collection('Account', 'NewAccount'),
      '/accounts/{id}': item('Account', 'NewAccount', [id]),
      '/users': collection('User', 'User'),
      '/users/{username}': item('User', 'User', [username]),
      '/codes/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        get: { responses: { 200: response(ref('Code')), ...errors } },
        put: {
          requestBody: requestBody(ref('NewAccount')),
          responses: { 200: response(ref('Code')), 201: response(ref('Code')), ...errors },
        },
      },
      '/houses/{owner}/gadgets': collection('Gadget', 'NewGadget', [owner]),
      '/houses/{owner}/gadgets/{id}': item('Gadget', 'NewGadget', [owner, id]),
    },
    components: {
      schemas: {
        Account: closed({ id: { type: 'integer' }, email, name: text }, ['email', 'name']),
        NewAccount: closed({ email: { type: ['string', 'null'] }, name: text }, ['email', 'name']),
        Code: closed({ code: text, email, name: text }, ['email', 'name']),
        User: closed({ username: text, name: text }, ['name']),
        Gadget: closed({ id: { type: 'integer' }, label: { ...text, 'x-standin-unique': true } }),
        NewGadget: closed({ label: text }),
        Problem: closed({ error: closed({ type: text, detail: text }) }),
      },
    },
  })
}

type Call = (path: string, options?: CallOptions) => Promise<Answer>

const expectRejected = (answer: Answer, status: number, says: string): void => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.json).toEqual({
    error: {
      type: status === 409 ? 'conflict' : 'invalid_request',
      detail: expect.stringContaining(says),
    },
  })
}

const countOf = async (call: Call, path: string): Promise<number> => {
  const { json } = await call(path)
  return Array.isArray(json) ? json.length : -1
}

describe('the status for a value that is in use', () => {
  const rows: readonly { readonly documented: readonly string[]; readonly status: number }[] = [
    { documented: ['404', '409', '422'], status: 409 },
    { documented: ['400', '409'], status: 409 },
    { documented: ['404', '422'], status: 422 },
    { documented: ['400', '404'], status: 400 },
    { documented: ['404'], status: 409 },
    { documented: ['4XX'], status: 409 },
    { documented: ['default'], status: 409 },
  ]
  for (const { documented, status } of rows)
    it(`is ${status} if ${documented.join(', ')} ${documented.length === 1 ? 'is' : 'are'} documented`, async () => {
      await using served = await serveFiles({ 'all.json': describeAll(...documented) })
      const { call } = served
      const put = (path: string, email: string) => call(path, { method: 'PUT', body: { email } })
      const email = 'a@example.com'
      await call('/accounts', { body: { email } })
      await call('/accounts', { body: { email: 'b@example.com' } })
      await call('/users', { body: { username: 'ann' } })
      await put('/codes/a', email)
      for (const rejected of [
        await call('/accounts', { body: { email } }),
        await put('/accounts/2', email),
        await call('/accounts/2', { method: 'PATCH', body: { email } }),
        await put('/codes/b', email),
      ])
        expectRejected(rejected, status, 'body.email must be unique')
      expectRejected(await call('/users', { body: { username: 'ann' } }), status, 'a record of users already has "ann"')
      expect(await countOf(call, '/accounts'), 'nothing more was stored').toBe(2)
      expect(await call('/accounts/2')).toMatchObject({ json: { email: 'b@example.com' } })
      expect((await call('/codes/b')).status).toBe(404)
    })
})

describe('a unique value', () => {
  const { call, standin } = useFiles({ 'all.json': describeAll('404', '409') })

  it('may be sent again for its own record, and null or no value for any number of records', async () => {
    const made = await call('/accounts', { body: { email: 'own@example.com', name: 'Ann' } })
    const path = `/accounts/${Object(made.json).id}`
    for (const name of ['Bea', 'Bea'])
      expect((await call(path, { method: 'PUT', body: { email: 'own@example.com', name } })).status).toBe(200)
    for (const body of [{}, {}, { email: null }, { email: null }])
      expect((await call('/accounts', { body })).status, JSON.stringify(body)).toBe(201)
  })

  it('can be used again when its record has another value or was removed', async () => {
    const post = (email: string) => call('/accounts', { body: { email } })
    const made = await post('first@example.com')
    const path = `/accounts/${Object(made.json).id}`
    await call(path, { method: 'PATCH', body: { email: 'second@example.com' } })
    expect((await post('first@example.com')).status).toBe(201)
    expectRejected(await post('second@example.com'), 409, 'second@example.com')
  })

  it('is stored once, even for concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('/accounts', { body: { email: 'once@example.com' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  })

  it('is unique among the records of one parent', async () => {
    const post = (house: string) => call(`/houses/${house}/gadgets`, { body: { label: 'Anvil' } })
    expect([(await post('ann')).status, (await post('bea')).status]).toEqual([201, 201])
    expectRejected(await post('ann'), 409, 'body.label')
  })

  it('can be used again in another sandbox, and after a reset', async () => {
    await using sandbox = await standin().sandbox()
    const post = () =>
      call('/accounts', { body: { email: 'apart@example.com' }, headers: { 'sandbox-id': sandbox.id } })
    await call('/accounts', { body: { email: 'apart@example.com' } })
    expect((await post()).status).toBe(201)
    expect((await post()).status).toBe(409)
    await sandbox.reset()
    expect((await post()).status).toBe(201)
  })

  it('is unique for records that a test sets, too', async () => {
    await using sandbox = await standin().sandbox()
    const accounts = sandbox.records('accounts')
    await accounts.put([{ id: 1, email: 'a@example.com' }, { id: 2 }])
    const taken = /email.*a@example\.com/
    await expect(accounts.add({ email: 'a@example.com' })).rejects.toThrow(taken)
    await expect(accounts.set(2, { email: 'a@example.com' })).rejects.toThrow(taken)
    await expect(accounts.set(3, { email: 'a@example.com' })).rejects.toThrow(taken)
    await expect(accounts.patch(2, { email: 'a@example.com' })).rejects.toThrow(taken)
    await expect(
      accounts.put([
        { id: 1, email: 'a@example.com' },
        { id: 2, email: 'a@example.com' },
      ]),
    ).rejects.toThrow(/\[1\]\.email has the same value as/)
    expect(await accounts.list()).toEqual([{ id: 1, email: 'a@example.com' }, { id: 2 }])
    await accounts.patch(1, { name: 'Ann' })
    expect(await accounts.get(1)).toEqual({ id: 1, email: 'a@example.com', name: 'Ann' })
  })
})

describe('the overlay', () => {
  const overlay = (target: string, unique: unknown): object => ({
    overlay: '1.0.0',
    actions: [{ target, update: { 'x-standin-unique': unique } }],
  })
  const target = '$.components.schemas.Account.properties.name'

  it('makes a property unique, or no longer unique', async () => {
    await using served = await serveFiles({
      'all.json': describeAll('409'),
      'all.overlay.yaml': {
        overlay: '1.0.0',
        actions: [
          { target, update: { 'x-standin-unique': true } },
          { target: '$.components.schemas.Account.properties.email', update: { 'x-standin-unique': false } },
        ],
      },
    })
    const post = (name: string) => served.call('/accounts', { body: { name, email: 'same@example.com' } })
    expect([(await post('Ann')).status, (await post('Bea')).status, (await post('Ann')).status]).toEqual([
      201, 201, 409,
    ])
  })

  it('with another value than true or false is a finding', async () => {
    expectFindings(await findingsOf({ 'all.json': describeAll('409'), 'all.overlay.yaml': overlay(target, 'yes') }), [
      { code: 'behaviour-unknown', file: 'all.json', says: ['x-standin-unique of name', 'true or false', '"yes"'] },
    ])
  })

  it('that makes a property with a lifecycle unique is a finding', async () => {
    const files = {
      'all.json': describeAll('409'),
      'all.overlay.yaml': {
        overlay: '1.0.0',
        actions: [
          {
            target,
            update: { 'x-standin-unique': true, 'x-standin-lifecycle': { states: ['a', 'b'], after: '1s' } },
          },
        ],
      },
    }
    expectFindings(await findingsOf(files), [
      { code: 'behaviour-unknown', file: 'all.json', says: ['x-standin-unique of name', 'x-standin-lifecycle'] },
    ])
  })
})

describe('fixtures', () => {
  it('with the same unique value are findings', async () => {
    const files = {
      'all.json': describeAll('409'),
      'fixtures/default/accounts.yaml':
        '- {id: 1, email: a@b.c}\n- {id: 2, email: null}\n- {id: 3, email: null}\n- {id: 4, email: a@b.c}\n',
    }
    expectFindings(await findingsOf(files), [
      { code: 'fixture-duplicate', file: 'accounts.yaml', line: 4, says: ['email', 'record 1'] },
    ])
  })

  it('that are generated do not share a unique value', async () => {
    const limited = { type: 'string', enum: ['a', 'b', 'c'], 'x-standin-unique': true }
    const paths = Object(describeAll('409')).paths
    const schemas = Object(describeAll('409')).components.schemas
    const Account = closed({ id: { type: 'integer' }, email: limited }, [])
    const document = openApi({ paths, components: { schemas: { ...schemas, Account } } })
    await using served = await serveFiles({ 'all.json': document }, { generate: 10 })
    const { json } = await served.call('/accounts')
    const emails = (Array.isArray(json) ? json : []).map((account) => Object(account).email)
    expect(emails.length).toBeGreaterThan(1)
    expect(new Set(emails).size).toBe(emails.length)
  })
})

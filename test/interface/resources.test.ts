/**
 * interface.md, section 2: the resources and their fields, one row per statement.
 */
import { describe, expect, it } from 'vitest'
import { expectAnimal, expectError, expectList, expectMessage, expectOne } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { noon, useStandin } from './use-standin.ts'

const rex = { name: 'Rex', categoryId: 1 }

describe('§2.1 Animal, as it is returned', () => {
  const api = useStandin()

  it('§2.1 every record has id, name and categoryId, and a status or none', async () => {
    expect(expectList(await api.call('/v1/pets?limit=100'))).toHaveLength(30)
  })

  it('§2.1 status is not required: one animal of the default set has none', async () => {
    const animals = expectList(await api.call('/v1/pets?limit=100'))
    expect(animals.filter((animal) => animal.status === undefined)).toHaveLength(1)
  })

  it('§2.1 id is assigned by the service on creation', async () => {
    const first = expectOne(await api.call('/v1/pets', { body: rex }), 201)
    const second = expectOne(await api.call('/v1/pets', { body: rex }), 201)
    expect([first.id, second.id]).toEqual([31, 32])
  })

  const chosen: readonly { readonly id: unknown }[] = [{ id: 7 }, { id: 4711 }, { id: 'x' }, { id: null }, { id: -1 }]
  for (const { id } of chosen)
    it(`§2.1 id cannot be chosen by the client: ${JSON.stringify(id)} is ignored`, async () => {
      const before = expectOne(await api.call('/v1/pets', { body: rex }), 201)
      const created = expectOne(await api.call('/v1/pets', { body: { ...rex, id } }), 201)
      expect(created.id).toBe(before.id + 1)
    })

  it('§2.1 an id that the client sends overwrites no record', async () => {
    const before = expectOne(await api.call('/v1/pets/7'))
    await api.call('/v1/pets', { body: { id: 7, name: 'Impostor', categoryId: 9 } })
    expect(expectOne(await api.call('/v1/pets/7'))).toEqual(before)
  })
})

const rejected = (name: string, body: unknown, ...says: readonly string[]): Row => ({
  name: `§2.2 ${name} is rejected`,
  path: '/v1/pets',
  method: 'POST',
  body: JSON.stringify(body),
  status: 400,
  says,
})

const raw = (name: string, body: string, status: number): Row => ({
  name: `§2.2 ${name}`,
  path: '/v1/pets',
  body,
  status,
})

describe('§2.2 NewPet, as it is sent', () => {
  const api = useStandin()

  itAnswers(api, [
    rejected('a body without name', { categoryId: 1 }, 'body.name', 'required'),
    rejected('a body without categoryId', { name: 'Rex' }, 'body.categoryId', 'required'),
    rejected('an empty object', {}, 'body.name', 'body.categoryId'),
    rejected('name as a number', { ...rex, name: 7 }, 'body.name'),
    rejected('name as true', { ...rex, name: true }, 'body.name'),
    rejected('name as null', { ...rex, name: null }, 'body.name'),
    rejected('name as an array', { ...rex, name: ['Rex'] }, 'body.name'),
    rejected('name as an object', { ...rex, name: { first: 'Rex' } }, 'body.name'),
    rejected('categoryId as a string', { ...rex, categoryId: '1' }, 'body.categoryId'),
    rejected('categoryId with a fraction', { ...rex, categoryId: 1.5 }, 'body.categoryId'),
    rejected('categoryId as null', { ...rex, categoryId: null }, 'body.categoryId'),
    rejected('categoryId as true', { ...rex, categoryId: true }, 'body.categoryId'),
    rejected('categoryId as an array', { ...rex, categoryId: [1] }, 'body.categoryId'),
    rejected('categoryId as an object', { ...rex, categoryId: {} }, 'body.categoryId'),
    rejected('status outside the enumeration', { ...rex, status: 'lost' }, 'body.status', 'available, pending, sold'),
    rejected('status as an empty string', { ...rex, status: '' }, 'body.status'),
    rejected('status as null', { ...rex, status: null }, 'body.status'),
    rejected('status as a number', { ...rex, status: 1 }, 'body.status'),
    rejected('status as an array', { ...rex, status: ['sold'] }, 'body.status'),
    rejected('an array for a body', [rex], 'body'),
    rejected('a string for a body', 'Rex', 'body'),
    rejected('a number for a body', 7, 'body'),
    rejected('null for a body', null, 'body'),
    rejected('true for a body', true, 'body'),
    raw('categoryId above int64 is rejected', '{"name":"Rex","categoryId":9223372036854775808}', 400),
    raw('categoryId below int64 is rejected', '{"name":"Rex","categoryId":-9223372036854775809}', 400),
    raw('categoryId beyond every number is rejected', '{"name":"Rex","categoryId":1e400}', 400),
    raw('categoryId 1.0 is an integer', '{"name":"Rex","categoryId":1.0}', 201),
    raw('categoryId 1e2 is an integer', '{"name":"Rex","categoryId":1e2}', 201),
  ])

  const kept: readonly { readonly name: string; readonly body: object; readonly gives: object }[] = [
    { name: 'name and categoryId are enough', body: rex, gives: rex },
    { name: 'status available is kept', body: { ...rex, status: 'available' }, gives: { ...rex, status: 'available' } },
    { name: 'status pending is kept', body: { ...rex, status: 'pending' }, gives: { ...rex, status: 'pending' } },
    { name: 'status sold is kept', body: { ...rex, status: 'sold' }, gives: { ...rex, status: 'sold' } },
    { name: 'name may be empty', body: { ...rex, name: '' }, gives: { ...rex, name: '' } },
    {
      name: 'name is any text',
      body: { ...rex, name: 'Ünï 名前 🐈 "\\\n' },
      gives: { ...rex, name: 'Ünï 名前 🐈 "\\\n' },
    },
    { name: 'categoryId may be 0', body: { ...rex, categoryId: 0 }, gives: { ...rex, categoryId: 0 } },
    { name: 'categoryId may be negative', body: { ...rex, categoryId: -5 }, gives: { ...rex, categoryId: -5 } },
    {
      name: 'categoryId names any category',
      body: { ...rex, categoryId: 987654 },
      gives: { ...rex, categoryId: 987654 },
    },
  ]
  for (const { name, body, gives } of kept)
    it(`§2.2 ${name}`, async () => {
      const { id, ...fields } = expectOne(await api.call('/v1/pets', { body }), 201)
      expect(fields).toEqual(gives)
      expect(expectOne(await api.call(`/v1/pets/${id}`))).toEqual({ id, ...gives })
    })

  const digits = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '1000000000000000001']
  for (const categoryId of digits)
    it(`§2.2 categoryId ${categoryId} is int64: digit for digit in the response, in GET and in the list`, async () => {
      const created = await api.call('/v1/pets', { body: `{"name":"Rex","categoryId":${categoryId}}` })
      expect(created.status, created.text).toBe(201)
      const { id } = expectAnimal(created.json)
      const exact = new RegExp(
        `"id": ?${id},[^}]*"categoryId": ?${categoryId}[,}]|"categoryId": ?${categoryId},[^}]*"id": ?${id}[,}]`,
      )
      expect(created.text).toMatch(exact)
      expect((await api.call(`/v1/pets/${id}`)).text).toMatch(exact)
      expect((await api.call('/v1/pets?limit=100')).text).toMatch(exact)
    })
})

describe('§2.3 PetStatus', () => {
  const api = useStandin()
  const sent = (value: string, status: number): readonly Row[] => [
    {
      name: `§2.3 ${JSON.stringify(value)} in a body is ${status === 200 ? 'allowed' : 'rejected'}`,
      path: '/v1/pets',
      body: { ...rex, status: value },
      status: status === 200 ? 201 : 400,
    },
    {
      name: `§2.3 ${JSON.stringify(value)} as a filter is ${status === 200 ? 'allowed' : 'rejected'}`,
      path: `/v1/pets?status=${encodeURIComponent(value)}`,
      status,
    },
  ]
  itAnswers(api, [
    ...sent('available', 200),
    ...sent('pending', 200),
    ...sent('sold', 200),
    ...sent('Available', 400),
    ...sent('SOLD', 400),
    ...sent(' sold', 400),
    ...sent('sold ', 400),
    ...sent('lost', 400),
    ...sent('sold,pending', 400),
  ])
})

describe('§2.4 Pets', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: '§2.4 the list is a bare JSON array of animals',
      path: '/v1/pets',
      status: 200,
      check: (answer) => expect(expectList(answer)).toHaveLength(20),
    },
  ])

  it('§2.4 the items are the same as in GET', async () => {
    const [first] = expectList(await api.call('/v1/pets?limit=1'))
    expect(expectOne(await api.call(`/v1/pets/${first?.id}`))).toEqual(first)
  })
})

describe('§2.5 Error', () => {
  const api = useStandin()
  // expectError, which checks every row, requires code, message and status with their types, and rejects other properties.
  itAnswers(api, [
    { name: '§2.5 400 has the Error shape', path: '/v1/pets', body: {}, status: 400, code: 'invalid_request' },
    { name: '§2.5 401 has the Error shape', path: '/v1/pets', key: null, status: 401, code: 'unauthorized' },
    { name: '§2.5 404 has the Error shape', path: '/v1/pets/999999', status: 404, code: 'not_found' },
  ])

  it('§2.5 status repeats the HTTP status as an integer', async () => {
    expect(expectError(await api.call('/v1/pets/999999'), 404).status).toBe(404)
  })
})

describe('§2.6 Gaps', () => {
  const api = useStandin()

  it('§2.6 an animal created without a status has none, in the response and later', async () => {
    const created = expectOne(await api.call('/v1/pets', { body: rex }), 201)
    expect(created).not.toHaveProperty('status')
    expect(expectOne(await api.call(`/v1/pets/${created.id}`))).toEqual(created)
  })
})

describe('§2.7 the message record', () => {
  const api = useStandin()

  it('§2.7 id is a string, and each message has its own', async () => {
    const first = expectMessage(await api.call('/messages', { body: { message: 'Hello' } }))
    const second = expectMessage(await api.call('/messages', { body: { message: 'Hello' } }))
    expect(first.id).not.toBe(second.id)
  })

  it('§2.7 message is the text as sent', async () => {
    const text = 'Hello, 名前 🐈 "\\\n'
    expect(expectMessage(await api.call('/messages', { body: { message: text } })).message).toBe(text)
  })

  it('§2.7 status is queued', async () => {
    expect(expectMessage(await api.call('/messages', { body: { message: 'Hello' } })).status).toBe('queued')
  })

  it('§2.7 createdAt is ISO 8601 in UTC, the time on the clock', async () => {
    const { createdAt } = expectMessage(await api.call('/messages', { body: { message: 'Hello' } }))
    expect(createdAt).toBe(new Date(noon).toISOString())
  })
})

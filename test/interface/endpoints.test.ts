/**
 * interface.md, section 4: the endpoints, one row per statement.
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError, expectList, expectMessage, expectOne } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { useStandin } from './use-standin.ts'

const rex = { name: 'Rex', categoryId: 1 }
const length = (count: number) => (answer: Answer) => expect(expectList(answer)).toHaveLength(count)
const isJson = (answer: Answer) => expect(answer.headers['content-type']).toMatch(/^application\/json\b/i)

describe('§4 all endpoints', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§4 paths are relative to the base address: /pets does not exist', path: '/pets', status: 404 },
    { name: '§4 paths are relative to the base address: /pets/1 does not exist', path: '/pets/1', status: 404 },
    { name: '§4 listPets needs a key', path: '/v1/pets', key: null, status: 401 },
    { name: '§4 createPet needs a key', path: '/v1/pets', body: rex, key: null, status: 401 },
    { name: '§4 getPet needs a key', path: '/v1/pets/1', key: null, status: 401 },
    { name: '§1 listPets answers application/json', path: '/v1/pets', status: 200, check: isJson },
    { name: '§1 createPet answers application/json', path: '/v1/pets', body: rex, status: 201, check: isJson },
    { name: '§1 getPet answers application/json', path: '/v1/pets/1', status: 200, check: isJson },
    {
      name: '§1 POST /messages answers application/json',
      path: '/messages',
      body: { message: 'Hi' },
      status: 200,
      check: isJson,
    },
  ])
})

const invalidLimit = (name: string, query: string): Row => ({
  name: `§4.1 ${name} is rejected`,
  path: `/v1/pets?${query}`,
  status: 400,
  says: ['query.limit'],
})

describe('§4.1 List animals', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§4.1 GET /pets succeeds with 200 and a JSON array', path: '/v1/pets', status: 200, check: expectList },
    { name: '§4.1 limit is not required, its default is 20', path: '/v1/pets', status: 200, check: length(20) },
    { name: '§4.1 limit 1, the minimum', path: '/v1/pets?limit=1', status: 200, check: length(1) },
    { name: '§4.1 limit 2 gives two', path: '/v1/pets?limit=2', status: 200, check: length(2) },
    { name: '§4.1 limit 20', path: '/v1/pets?limit=20', status: 200, check: length(20) },
    {
      name: '§4.1 limit 21 gives one more than the default',
      path: '/v1/pets?limit=21',
      status: 200,
      check: length(21),
    },
    {
      name: '§4.1 limit 100, the maximum, gives all records',
      path: '/v1/pets?limit=100',
      status: 200,
      check: length(30),
    },
    invalidLimit('limit 0', 'limit=0'),
    invalidLimit('limit 101', 'limit=101'),
    invalidLimit('limit -1', 'limit=-1'),
    invalidLimit('limit abc', 'limit=abc'),
    {
      name: '§4.1 status is not one of the three: rejected',
      path: '/v1/pets?status=lost',
      status: 400,
      says: ['query.status'],
    },
    { name: '§4.1 an empty status is rejected', path: '/v1/pets?status=', status: 400, says: ['query.status'] },
    {
      name: '§4.1 a repeated status is rejected',
      path: '/v1/pets?status=sold&status=sold',
      status: 400,
      says: ['query.status'],
    },
    { name: '§4.1 no key: 401 with an Error body', path: '/v1/pets', key: null, status: 401 },
  ])

  for (const status of ['available', 'pending', 'sold'])
    it(`§4.1 status ${status} returns exactly the animals with this status`, async () => {
      const all = expectList(await api.call('/v1/pets?limit=100'))
      const filtered = expectList(await api.call(`/v1/pets?limit=100&status=${status}`))
      expect(filtered).toEqual(all.filter((animal) => animal.status === status))
      expect(filtered.length).toBeGreaterThan(0)
    })

  it('§4.1 limit applies after the filter', async () => {
    const all = expectList(await api.call('/v1/pets?limit=100&status=sold'))
    expect(expectList(await api.call('/v1/pets?status=sold&limit=2'))).toEqual(all.slice(0, 2))
  })
})

describe('§4.2 Add an animal', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§4.2 POST /pets succeeds with 201', path: '/v1/pets', body: rex, status: 201 },
    {
      name: '§4.2 the response is the record, with its id',
      path: '/v1/pets',
      body: rex,
      status: 201,
      check: (answer) => expectOne(answer, 201),
    },
    { name: '§4.2 status is optional', path: '/v1/pets', body: { ...rex, status: 'pending' }, status: 201 },
    { name: '§4.2 the body is required', path: '/v1/pets', method: 'POST', status: 400 },
    { name: '§4.2 name is required', path: '/v1/pets', body: { categoryId: 1 }, status: 400, says: ['body.name'] },
    {
      name: '§4.2 categoryId is required',
      path: '/v1/pets',
      body: { name: 'Rex' },
      status: 400,
      says: ['body.categoryId'],
    },
    {
      name: '§4.2 a value that is invalid is 400',
      path: '/v1/pets',
      body: { ...rex, status: 'lost' },
      status: 400,
      says: ['body.status'],
    },
    { name: '§4.2 no key: 401 with an Error body', path: '/v1/pets', body: rex, key: null, status: 401 },
    { name: '§4.2 an invalid key: 401 with an Error body', path: '/v1/pets', body: rex, key: 'nobody', status: 401 },
  ])

  for (const body of [rex, { ...rex, status: 'sold' }, { name: '名前', categoryId: -3, status: 'available' }])
    it(`§4.2 what 201 gives for ${JSON.stringify(body)} has the same bytes as the response to GET`, async () => {
      const created = await api.call('/v1/pets', { body })
      const { id, ...fields } = expectOne(created, 201)
      expect(fields).toEqual(body)
      expect((await api.call(`/v1/pets/${id}`)).text).toBe(created.text)
    })

  it('§4.2 an added animal is in the list, also with a filter for its status', async () => {
    const created = expectOne(await api.call('/v1/pets', { body: { ...rex, status: 'pending' } }), 201)
    expect(expectList(await api.call('/v1/pets?limit=100'))).toContainEqual(created)
    expect(expectList(await api.call('/v1/pets?limit=100&status=pending'))).toContainEqual(created)
    expect(expectList(await api.call('/v1/pets?limit=100&status=sold'))).not.toContainEqual(created)
  })

  const rejections = [
    { name: 'an invalid body', body: { name: 'Ghost' } },
    { name: 'a missing key', body: { name: 'Ghost', categoryId: 1 }, key: null },
    { name: 'an unacceptable Accept', body: { name: 'Ghost', categoryId: 1 }, headers: { accept: 'text/html' } },
    { name: 'a wrong content type', body: { name: 'Ghost', categoryId: 1 }, headers: { 'content-type': 'text/plain' } },
  ]
  for (const { name, ...request } of rejections)
    it(`§4.2 ${name} adds no animal and uses no id`, async () => {
      const before = expectOne(await api.call('/v1/pets', { body: rex }), 201)
      expect((await api.call('/v1/pets', request)).status).toBeGreaterThanOrEqual(400)
      expect(expectOne(await api.call('/v1/pets', { body: rex }), 201).id).toBe(before.id + 1)
    })
})

describe('§4.3 Get an animal', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: '§4.3 GET /pets/{petId} succeeds with 200 and the record',
      path: '/v1/pets/7',
      status: 200,
      check: (answer) => expect(expectOne(answer).id).toBe(7),
    },
    { name: '§4.3 no key: 401 with an Error body', path: '/v1/pets/7', key: null, status: 401 },
    {
      name: '§4.3 an id that nobody has: 404 with an Error body',
      path: '/v1/pets/999999',
      status: 404,
      says: ['999999'],
    },
  ])

  it('§4.3 each animal of the list can be read by its id', async () => {
    for (const animal of expectList(await api.call('/v1/pets?limit=100')))
      expect(expectOne(await api.call(`/v1/pets/${animal.id}`))).toEqual(animal)
  })

  it('§4.3 GET /pets with a status filter replaces it: it finds the same record', async () => {
    const animal = expectOne(await api.call('/v1/pets/1'))
    const query = animal.status === undefined ? '' : `&status=${animal.status}`
    expect(expectList(await api.call(`/v1/pets?limit=100${query}`))).toContainEqual(animal)
  })
})

describe('§4.4 Quickstart message call', () => {
  const api = useStandin()
  itAnswers(api, [
    {
      name: '§4.4 POST /messages gives the message record',
      path: '/messages',
      body: { message: 'Hello' },
      status: 200,
      check: expectMessage,
    },
    {
      name: '§4.4 the messages are not at the animal store base address',
      path: '/v1/messages',
      body: { message: 'Hello' },
      status: 404,
    },
    { name: '§4.4 the message may be empty', path: '/messages', body: { message: '' }, status: 200 },
    { name: '§4.4 message is required', path: '/messages', body: {}, status: 400, says: ['body.message', 'required'] },
    {
      name: '§4.4 message as a number is rejected',
      path: '/messages',
      body: { message: 7 },
      status: 400,
      says: ['body.message'],
    },
    {
      name: '§4.4 message as null is rejected',
      path: '/messages',
      body: { message: null },
      status: 400,
      says: ['body.message'],
    },
    {
      name: '§4.4 message as an array is rejected',
      path: '/messages',
      body: { message: ['Hello'] },
      status: 400,
      says: ['body.message'],
    },
    {
      name: '§4.4 the body is an object, not an array',
      path: '/messages',
      body: [{ message: 'Hello' }],
      status: 400,
      says: ['body'],
    },
    {
      name: '§4.4 the body is an object, not a string',
      path: '/messages',
      body: '"Hello"',
      status: 400,
      says: ['body'],
    },
    { name: '§4.4 no body is 400', path: '/messages', method: 'POST', status: 400 },
    { name: '§4.4 invalid JSON is 400', path: '/messages', body: '{"message": ', status: 400 },
    {
      name: '§4.4 a wrong content type is 400',
      path: '/messages',
      body: { message: 'Hello' },
      headers: { 'content-type': 'text/plain' },
      status: 400,
    },
    {
      name: '§4.4 a missing content type is 400',
      path: '/messages',
      body: { message: 'Hello' },
      headers: { 'content-type': undefined },
      status: 400,
    },
    { name: '§4.4 no key is 401', path: '/messages', body: { message: 'Hello' }, key: null, status: 401 },
    { name: '§4.4 an invalid key is 401', path: '/messages', body: { message: 'Hello' }, key: 'nobody', status: 401 },
  ])
})

describe('§4.5 Gaps in the endpoints', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§4.5 operations on /store/orders are not described', path: '/v1/store/orders', status: 501 },
    { name: '§4.5 an animal cannot be replaced', path: '/v1/pets/1', method: 'PUT', body: rex, status: 405 },
    { name: '§4.5 an animal cannot be updated', path: '/v1/pets/1', method: 'PATCH', body: rex, status: 405 },
    { name: '§4.5 an animal cannot be deleted', path: '/v1/pets/1', method: 'DELETE', status: 405 },
    { name: '§4.5 no operations exist on categories', path: '/v1/categories', status: 404 },
    { name: '§4.5 messages cannot be listed', path: '/messages', status: 405 },
    { name: '§4.5 a message cannot be read', path: '/messages/1', status: 404 },
  ])

  it('§4.5 an animal still exists after a DELETE request', async () => {
    expectError(await api.call('/v1/pets/1', { method: 'DELETE' }), 405)
    expectOne(await api.call('/v1/pets/1'))
  })
})

/**
 * interface.md, section 9: the version in the address, and the deprecation of getPet up to its removal.
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError, expectList, expectMessage, expectOne } from './expect-shape.ts'
import { itAnswers } from './it-answers.ts'
import { useStandin } from './use-standin.ts'

const isDeprecated = (answer: Answer): void => {
  expect(answer.headers.deprecation).toMatch(/^@-?\d+$/)
  expect(answer.headers.sunset).toBe('Thu, 05 Dec 2030 00:00:00 GMT')
  expect(answer.headers.link).toMatch(/<[^>]*\/v1\/pets>[^,]*; *rel="?successor-version"?/)
}

const isCurrent = (answer: Answer): void => {
  expect(answer.headers).not.toHaveProperty('deprecation')
  expect(answer.headers).not.toHaveProperty('sunset')
}

describe('§9 Versioning', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§9 the base address carries /v1', path: '/v1/pets', status: 200 },
    { name: '§9 there is no other version', path: '/v2/pets', status: 404 },
    {
      name: '§9 getPet is deprecated, with its dates and its successor',
      path: '/v1/pets/1',
      status: 200,
      check: isDeprecated,
    },
    {
      name: '§9 getPet is also deprecated if the animal does not exist',
      path: '/v1/pets/999999',
      status: 404,
      check: isDeprecated,
    },
    {
      name: '§9 HEAD of getPet is also deprecated',
      path: '/v1/pets/1',
      method: 'HEAD',
      status: 200,
      check: isDeprecated,
    },
    { name: '§9 listPets is not deprecated', path: '/v1/pets', status: 200, check: isCurrent },
    {
      name: '§9 createPet is not deprecated',
      path: '/v1/pets',
      body: { name: 'Rex', categoryId: 1 },
      status: 201,
      check: isCurrent,
    },
  ])

  it('§9 the date since when it is deprecated is a time in seconds, before the removal', async () => {
    const { headers } = await api.call('/v1/pets/1')
    const seconds = Number(headers.deprecation?.slice(1))
    expect(seconds * 1000).toBeLessThan(Date.parse('2030-12-05T00:00:00Z'))
    expect(seconds * 1000).toBeGreaterThan(Date.parse('2000-01-01T00:00:00Z'))
  })
})

const days = [
  { at: '2026-11-20T12:00:00Z', there: true },
  { at: '2030-12-04T23:59:59.999Z', there: true },
  { at: '2030-12-05T00:00:00Z', there: true },
  { at: '2030-12-05T23:59:59.999Z', there: true },
  { at: '2030-12-06T00:00:00Z', there: false },
  { at: '2031-01-01T00:00:00Z', there: false },
]

for (const { at, there } of days)
  describe(`§9 at ${at}`, () => {
    const api = useStandin({ now: () => Date.parse(at) })

    it(`§9 at ${at} getPet is ${there ? 'still there' : 'removed'}`, async () => {
      const answer = await api.call('/v1/pets/1')
      if (there) expectOne(answer)
      else expect(expectError(answer, 404, 'operation_removed').message).toContain('/v1/pets')
    })

    it(`§9 at ${at} listPets continues to work, with a status filter too`, async () => {
      expectList(await api.call('/v1/pets'))
      expect(expectList(await api.call('/v1/pets?status=sold')).length).toBeGreaterThan(0)
    })

    it(`§9 at ${at} createPet continues to work`, async () => {
      expectOne(await api.call('/v1/pets', { body: { name: 'Rex', categoryId: 1 } }), 201)
    })
  })

describe('§9 after its removal', () => {
  const api = useStandin({ now: () => Date.parse('2030-12-06T00:00:00Z') })
  itAnswers(api, [
    {
      name: '§9 an animal that never existed gets the same response',
      path: '/v1/pets/999999',
      status: 404,
      code: 'operation_removed',
    },
    { name: '§9 a missing key is still 401', path: '/v1/pets/1', key: null, status: 401 },
    { name: '§9 an invalid key is still 401', path: '/v1/pets/1', key: 'nobody', status: 401 },
  ])

  it('§9 HEAD is removed with it', async () => {
    expect((await api.call('/v1/pets/1', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('§9 while the clock runs', () => {
  let at = Date.parse('2030-12-05T23:59:59Z')
  const api = useStandin({ now: () => at })

  it('§9 the operation is removed on its date, while the server runs', async () => {
    expectOne(await api.call('/v1/pets/1'))
    at += 1_000
    expectError(await api.call('/v1/pets/1'), 404, 'operation_removed')
  })

  it('§9 a message has its date from the same clock', async () => {
    const { createdAt } = expectMessage(await api.call('/messages', { body: { message: 'Hello' } }))
    expect(createdAt).toBe(new Date(at).toISOString())
  })
})

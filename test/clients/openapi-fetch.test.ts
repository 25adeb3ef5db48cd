/**
 * A client as a user gets it from spec/animal-store.yaml: types by openapi-typescript, requests by openapi-fetch. What
 * the client must not be able to send is a compile error, so `npm run typecheck` is part of this test.
 */
import createClient, { type Client } from 'openapi-fetch'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import type { components, paths } from '../generated/animal-store.d.ts'
import { startStandin } from '../support/start-standin.ts'

type Pet = components['schemas']['Pet']
type ErrorBody = components['schemas']['Error']

let standin: Standin | undefined
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin?.close())

const clientWith = (key: string): Client<paths> => {
  assert(standin !== undefined, 'the server is started before the tests')
  return createClient<paths>({ baseUrl: `${standin.url}/v1`, headers: { Authorization: `Bearer ${key}` } })
}

describe('the generated types', () => {
  it('are what openapi-typescript generates from the document (vitest -u updates them)', async () => {
    const types = await openapiTS(new URL('../../spec/animal-store.yaml', import.meta.url))
    await expect(COMMENT_HEADER + astToString(types)).toMatchFileSnapshot('../generated/animal-store.d.ts')
  })
})

describe('the generated client', () => {
  it('creates an animal and reads it back', async () => {
    const client = clientWith('sandbox-key')
    const created = await client.POST('/pets', { body: { name: 'Waffles', categoryId: 7, status: 'sold' } })
    assert(created.data !== undefined, created.error?.message)
    const pet: Pet = created.data
    expect(created.response.status).toBe(201)
    expect(pet).toEqual({ id: expect.any(Number), name: 'Waffles', categoryId: 7, status: 'sold' })

    const read = await client.GET('/pets/{petId}', { params: { path: { petId: pet.id } } })
    expect(read.response.status).toBe(200)
    expect(read.data).toEqual(pet)
    expect(read.error).toBeUndefined()
  })

  it('lists animals, at most a page', async () => {
    const { data } = await clientWith('sandbox-key').GET('/pets', { params: { query: { limit: 3 } } })
    const pets: readonly Pet[] | undefined = data
    expect(pets).toHaveLength(3)
  })

  it('lists animals by their status', async () => {
    const query = { status: 'pending', limit: 100 } as const
    const { data } = await clientWith('sandbox-key').GET('/pets', { params: { query } })
    expect(new Set(data?.map(({ status }) => status))).toEqual(new Set(['pending']))
  })
})

describe('the errors of the generated client', () => {
  const expectError = (error: ErrorBody | undefined, status: number, code: string): void => {
    expect(error).toEqual({ code, status, message: expect.stringMatching(/./) })
  }

  it('are typed: 401 if the key is unknown', async () => {
    const { data, error, response } = await clientWith('nobody').GET('/pets')
    expect(data).toBeUndefined()
    expect(response.status).toBe(401)
    expectError(error, 401, 'unauthorized')
  })

  it('are typed: 404 if the animal does not exist', async () => {
    const params = { path: { petId: 999_999 } }
    const { data, error, response } = await clientWith('sandbox-key').GET('/pets/{petId}', { params })
    expect(data).toBeUndefined()
    expect(response.status).toBe(404)
    expectError(error, 404, 'not_found')
  })

  it('are typed: 400 if the body is invalid, which the types forbid', async () => {
    const { data, error, response } = await clientWith('sandbox-key').POST('/pets', {
      // @ts-expect-error: lost is not a PetStatus
      body: { name: 'Waffles', categoryId: 7, status: 'lost' },
    })
    expect(data).toBeUndefined()
    expect(response.status).toBe(400)
    expectError(error, 400, 'invalid_request')
  })

  it('are typed: 400 if a required field is missing, which the types forbid', async () => {
    // @ts-expect-error: categoryId is required
    const { error, response } = await clientWith('sandbox-key').POST('/pets', { body: { name: 'Waffles' } })
    expect(response.status).toBe(400)
    expectError(error, 400, 'invalid_request')
    // @ts-expect-error: an error has no such field
    expect(error?.reason).toBeUndefined()
  })

  it('are typed: 404 if the path is unknown, which the types forbid', async () => {
    // @ts-expect-error: the document has no such path
    const { response } = await clientWith('sandbox-key').GET('/cats')
    expect(response.status).toBe(404)
  })
})

/**
 * interface.md, section 5: authentication, one row per statement and, for each operation, one per credential.
 */
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError } from './expect-shape.ts'
import { itAnswers, type Row } from './it-answers.ts'
import { type Api, type ApiOptions, useStandin } from './use-standin.ts'

interface Operation extends ApiOptions {
  readonly name: string
  readonly path: string
  /** The status of its response to a valid key. */
  readonly good: number
}

const operations: readonly Operation[] = [
  { name: 'listPets', path: '/v1/pets', good: 200 },
  { name: 'createPet', path: '/v1/pets', body: { name: 'Rex', categoryId: 1 }, good: 201 },
  { name: 'getPet', path: '/v1/pets/1', good: 200 },
  { name: 'sendMessage', path: '/messages', body: { message: 'Hello' }, good: 200 },
]

/** The error code in the challenge (RFC 6750, section 3.1); a request without a credential gets none. */
type Challenge = 'invalid_token' | 'plain' | 'either'

const credentials: readonly {
  readonly name: string
  readonly authorization?: string
  readonly challenge?: Challenge
}[] = [
  { name: 'an active key is accepted', authorization: 'Bearer sandbox-key' },
  { name: 'the scheme is accepted in lower case', authorization: 'bearer sandbox-key' },
  { name: 'the scheme is accepted in upper case', authorization: 'BEARER sandbox-key' },
  { name: 'more than one space before the key is accepted', authorization: 'Bearer   sandbox-key' },
  { name: 'a missing key is 401', challenge: 'plain' },
  { name: 'an unknown key is 401', authorization: 'Bearer nobody', challenge: 'invalid_token' },
  { name: 'an expired key is 401', authorization: 'Bearer sandbox-key-expired', challenge: 'invalid_token' },
  { name: 'a revoked key is 401', authorization: 'Bearer sandbox-key-revoked', challenge: 'invalid_token' },
  { name: 'a key in another case is 401', authorization: 'Bearer SANDBOX-KEY', challenge: 'invalid_token' },
  { name: 'the beginning of a key is 401', authorization: 'Bearer sandbox-ke', challenge: 'invalid_token' },
  { name: 'a key named __proto__ is 401', authorization: 'Bearer __proto__', challenge: 'invalid_token' },
  { name: 'a key named constructor is 401', authorization: 'Bearer constructor', challenge: 'invalid_token' },
  { name: 'a malformed header, empty, is 401', authorization: '', challenge: 'either' },
  { name: 'a malformed header, the scheme alone, is 401', authorization: 'Bearer', challenge: 'either' },
  { name: 'a malformed header, the key alone, is 401', authorization: 'sandbox-key', challenge: 'either' },
  {
    name: 'a malformed header, two keys, is 401',
    authorization: 'Bearer sandbox-key sandbox-key',
    challenge: 'either',
  },
  { name: 'a malformed header, a list, is 401', authorization: 'Bearer sandbox-key, Bearer x', challenge: 'either' },
  { name: 'a malformed header, a key in quotes, is 401', authorization: 'Bearer "sandbox-key"', challenge: 'either' },
  { name: 'a malformed header, no space, is 401', authorization: 'Bearersandbox-key', challenge: 'either' },
  { name: 'another scheme is 401', authorization: 'Basic c2FuZGJveC1rZXk6', challenge: 'either' },
  { name: 'an unknown scheme is 401', authorization: 'Token sandbox-key', challenge: 'either' },
]

const expectChallenge = (answer: Answer, challenge: Challenge): void => {
  const header = answer.headers['www-authenticate'] ?? ''
  expect(header).toMatch(/^Bearer\b/)
  if (challenge === 'invalid_token') expect(header).toMatch(/\berror="invalid_token"/)
  if (challenge === 'plain') expect(header).not.toMatch(/\berror=/)
}

const expectRejected = (answer: Answer, challenge: Challenge): void => {
  expectError(answer, 401, 'unauthorized')
  expectChallenge(answer, challenge)
}

for (const { name: operation, path, good, ...request } of operations)
  describe(`§5 ${operation}`, () => {
    const api = useStandin()
    for (const { name, authorization, challenge } of credentials)
      it(`§5 ${operation}: ${name}`, async () => {
        const headers = authorization === undefined ? {} : { authorization }
        const answer = await api.call(path, { ...request, key: null, headers })
        if (challenge === undefined) expect(answer.status, answer.text).toBe(good)
        else expectRejected(answer, challenge)
      })
  })

describe('§5 the location of a key', () => {
  const api = useStandin()
  itAnswers(api, [
    { name: '§5 a key in the query is ignored', path: '/v1/pets?access_token=sandbox-key', key: null, status: 401 },
    {
      name: '§5 a key in X-Api-Key is ignored',
      path: '/v1/pets',
      key: null,
      headers: { 'x-api-key': 'sandbox-key' },
      status: 401,
    },
    {
      name: '§5 a key in a cookie is ignored',
      path: '/v1/pets',
      key: null,
      headers: { cookie: 'key=sandbox-key' },
      status: 401,
    },
    { name: '§5 the demo key is not one of the default set', path: '/v1/pets', key: 'demo-key', status: 401 },
  ])
})

/** 401 comes before any other error of the request. */
const wrong: readonly Omit<Row, 'status' | 'key'>[] = [
  { name: 'an invalid parameter', path: '/v1/pets?limit=0' },
  { name: 'an invalid filter', path: '/v1/pets?status=lost' },
  { name: 'an invalid body', path: '/v1/pets', body: {} },
  { name: 'malformed JSON', path: '/v1/pets', body: '{"name"' },
  { name: 'no body', path: '/v1/pets', method: 'POST' },
  { name: 'a wrong content type', path: '/v1/pets', body: 'name=Rex', headers: { 'content-type': 'text/plain' } },
  { name: 'an unknown content coding', path: '/v1/pets', body: '{}', headers: { 'content-encoding': 'compress' } },
  { name: 'an animal that does not exist', path: '/v1/pets/999999' },
  { name: 'a petId that is not an integer', path: '/v1/pets/abc' },
  { name: 'an unacceptable Accept', path: '/v1/pets', headers: { accept: 'text/html' } },
  { name: 'a path that is not described', path: '/v1/store/orders' },
  { name: 'an invalid message', path: '/messages', body: {} },
]

describe('§5 401 comes first', () => {
  const api = useStandin()
  itAnswers(
    api,
    wrong.flatMap(({ name, ...request }) => [
      { ...request, name: `§5 without a key, 401 comes before ${name}`, key: null, status: 401 },
      { ...request, name: `§5 with an invalid key, 401 comes before ${name}`, key: 'nobody', status: 401 },
    ]),
  )
})

const itTakes = (
  api: Api,
  set: string,
  rows: readonly { readonly key: string | null; readonly status: number }[],
): void =>
  itAnswers(
    api,
    rows.map(({ key, status }) => ({
      name: `§5 ${set}: ${key ?? 'no key'} is ${status}`,
      path: '/v1/pets',
      key,
      status,
    })),
  )

describe('§5 added keys', () => {
  itTakes(useStandin({ keys: ['made-for-you'] }), 'a key added to those of the fixtures', [
    { key: 'made-for-you', status: 200 },
    { key: 'sandbox-key', status: 200 },
    { key: 'sandbox-key-expired', status: 401 },
    { key: 'nobody', status: 401 },
    { key: null, status: 401 },
  ])
})

describe('§5 any key', () => {
  itTakes(useStandin({ anyKey: true }), 'any key', [
    { key: 'nobody', status: 200 },
    { key: 'sandbox-key', status: 200 },
    { key: null, status: 401 },
  ])
})

describe('§5 the keys of another set', () => {
  itTakes(useStandin({ fixtures: 'demo' }), 'the demo set', [
    { key: 'demo-key', status: 200 },
    { key: 'sandbox-key', status: 200 },
    { key: 'nobody', status: 401 },
    { key: null, status: 401 },
  ])
})

/**
 * The header Prefer, as in Prism, and the equal query parameters: the response, Preference-Applied, and precedence.
 */
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { expectAnimal, expectError, expectList, expectOne } from '../interface/expect-shape.ts'
import type { Answer } from '../support/client.ts'
import { type ScenarioCall, type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

let server: ScenarioServer | undefined
beforeAll(async () => {
  server = await serveScenarios({
    waits: scenarioOf({ when: { operation: '*' }, delay: '1ms' }),
    dog: scenarioOf({ when: { operation: 'getPet' }, respond: { status: 200, example: 'dog' } }),
  })
})
afterAll(() => server?.[Symbol.asyncDispose]())

const running = (): ScenarioServer => {
  assert(server !== undefined, 'the server is started before the tests')
  return server
}
const call = (path: string, options?: ScenarioCall): Promise<Answer> => running().call(path, options)

const pet = '/v1/pets/1'
const valid = { name: 'Rex', categoryId: 1 }

interface Row {
  readonly name: string
  readonly path: string
  readonly body?: object
  readonly prefer: string
  /** The same preference as a query. */
  readonly query: string
  readonly status: number
  /** A part of the response body. */
  readonly is: unknown
  /** The header Preference-Applied. Default: the same as Prefer. */
  readonly applied?: string
}

const rows: readonly Row[] = [
  {
    name: 'a code, with the example of the document',
    path: pet,
    prefer: 'code=404',
    query: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
  },
  {
    name: 'an error code, although the key is valid',
    path: '/v1/pets',
    prefer: 'code=401',
    query: '__code=401',
    status: 401,
    is: { code: 'unauthorized', message: 'The API key is missing', status: 401 },
  },
  {
    name: 'a code for a POST with a valid body',
    path: '/v1/pets',
    body: valid,
    prefer: 'code=400',
    query: '__code=400',
    status: 400,
    is: { code: 'invalid_request', message: 'body.name is required', status: 400 },
  },
  {
    name: 'an example of the success response',
    path: pet,
    prefer: 'example=dog',
    query: '__example=dog',
    status: 200,
    is: { id: 2, name: 'Bramble', categoryId: 2, status: 'pending' },
  },
  {
    name: 'an empty example',
    path: '/v1/pets',
    prefer: 'example=empty',
    query: '__example=empty',
    status: 200,
    is: [],
  },
  {
    name: 'a code and one of its examples',
    path: pet,
    prefer: 'code=401, example=invalid',
    query: '__code=401&__example=invalid',
    status: 401,
    is: { code: 'unauthorized', message: 'The API key is invalid', status: 401 },
  },
  {
    name: 'values in quotes, and names in any case',
    path: pet,
    prefer: 'Code="404"',
    query: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
  {
    name: 'of two codes, the first applies (RFC 7240)',
    path: pet,
    prefer: 'code=404, code=401',
    query: '__code=404&__code=401',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
  {
    name: 'other preferences are ignored',
    path: pet,
    prefer: 'respond-async, wait=10, code=404',
    query: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
]

for (const { name, path, body, prefer, query, status, is, applied = prefer } of rows)
  describe(name, () => {
    const sent = body === undefined ? {} : { body }

    it(`Prefer: ${prefer}`, async () => {
      const answer = await call(path, { ...sent, prefer })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.json).toEqual(is)
      expect(answer.headers['preference-applied']).toBe(applied)
    })

    it(`?${query} has the same result, without a notice`, async () => {
      const answer = await call(`${path}?${query}`, sent)
      expect(answer.status, answer.text).toBe(status)
      expect(answer.json).toEqual(is)
      expect(answer.headers).toHaveProperty('preference-applied')
      expect(answer.headers).not.toHaveProperty('sandbox-notice')
    })
  })

describe('without a preference', () => {
  for (const prefer of [undefined, 'respond-async', 'wait=10', ''])
    it(`${JSON.stringify(prefer)} changes nothing`, async () => {
      const answer = await call(pet, { prefer })
      expect(expectOne(answer).name).toBe('Whiskers')
      expect(answer.headers).not.toHaveProperty('preference-applied')
    })
})

describe('preferences that cannot be honoured', () => {
  const bad: readonly {
    readonly name: string
    readonly path: string
    readonly prefer: string
    readonly query: string
    readonly says: readonly string[]
  }[] = [
    {
      name: 'a code that is not documented',
      path: pet,
      prefer: 'code=418',
      query: '__code=418',
      says: ['getPet', '418', '200', '401', '404'],
    },
    {
      name: 'a code of another operation',
      path: '/v1/pets',
      prefer: 'code=404',
      query: '__code=404',
      says: ['listPets', '404', '200', '401'],
    },
    {
      name: 'a code that is not a status',
      path: pet,
      prefer: 'code=cat',
      query: '__code=cat',
      says: ['code', '"cat"'],
    },
    { name: 'a code without a value', path: pet, prefer: 'code', query: '__code=', says: ['code'] },
    {
      name: 'an unknown example',
      path: pet,
      prefer: 'example=horse',
      query: '__example=horse',
      says: ['getPet', '"horse"', 'cat', 'dog'],
    },
    {
      name: 'an example of another code',
      path: pet,
      prefer: 'code=404, example=dog',
      query: '__code=404&__example=dog',
      says: ['getPet', '"dog"', '404', 'missing'],
    },
    {
      name: 'an example named like a property of every object',
      path: pet,
      prefer: 'example=constructor',
      query: '__example=constructor',
      says: ['"constructor"', 'cat, dog'],
    },
  ]
  for (const { name, path, prefer, query, says } of bad)
    it(`${name}: 400 whose message lists the possible values`, async () => {
      for (const answer of [await call(path, { prefer }), await call(`${path}?${query}`)]) {
        const { message } = expectError(answer, 400)
        for (const part of says) expect(message).toContain(part)
        expect(answer.headers).not.toHaveProperty('preference-applied')
      }
    })
})

describe('dynamic', () => {
  const generate = async (prefer: string): Promise<string> => {
    const answer = await call(pet, { prefer })
    expectOne(answer)
    return answer.text
  }

  it('generates a body that matches the schema', async () => {
    const answer = await call('/v1/pets', { prefer: 'dynamic=true' })
    expect(answer.status, answer.text).toBe(200)
    assert(Array.isArray(answer.json))
    answer.json.forEach(expectAnimal)
    expect(answer.headers['preference-applied']).toBe('dynamic=true')
    expect(answer.headers['sandbox-trace']).toContain('generated')
  })

  for (const seed of ['7', 'x', 'ein Wort'])
    it(`with the seed ${JSON.stringify(seed)} is the same every time`, async () => {
      const first = await generate(`dynamic=true, seed="${seed}"`)
      for (let index = 0; index < 3; index++) expect(await generate(`dynamic=true, seed="${seed}"`)).toBe(first)
      const { text } = await call(`${pet}?__dynamic=true&__seed=${encodeURIComponent(seed)}`)
      expect(text).toBe(first)
    })

  it('is different for another seed', async () => {
    const bodies = new Set<string>()
    for (let seed = 1; seed <= 5; seed++) bodies.add(await generate(`dynamic=true, seed=${seed}`))
    expect(bodies.size).toBeGreaterThan(1)
  })

  it('is the same after other requests, and on another server', async () => {
    const first = await generate('dynamic=true, seed=7')
    await generate('dynamic=true, seed=8')
    expect(await generate('dynamic=true, seed=7')).toBe(first)
    await using other = await serveScenarios()
    expect((await other.call(pet, { prefer: 'dynamic=true, seed=7' })).text).toBe(first)
  })

  it('with a code generates the body of that response', async () => {
    const answer = await call(pet, { prefer: 'dynamic=true, code=404' })
    expect(answer.status).toBe(404)
    expect(answer.headers['preference-applied']).toBe('dynamic=true, code=404')
  })

  it('false returns the normal example', async () => {
    expect(await generate('dynamic=false, code=200')).toBe(await generate('code=200'))
  })
})

describe('a preference', () => {
  it('needs a valid key, also for a preferred response', async () => {
    for (const prefer of ['code=404', 'code=200']) {
      const answer = await call(pet, { prefer, key: null })
      expect(expectError(answer, 401).message).toContain('Authorization header is missing')
    }
  })

  it('changes nothing: a record in the preferred response does not exist', async () => {
    expectOne(await call('/v1/pets', { body: valid, prefer: 'code=201' }), 201)
    expect(expectList(await call('/v1/pets?limit=100'))).toHaveLength(30)
  })

  it('applies to that request only', async () => {
    expectError(await call(pet, { prefer: 'code=404' }), 404)
    expectOne(await call(pet))
  })
})

describe('precedence', () => {
  it('a scenario in the request overrides Prefer', async () => {
    expectError(await call(pet, { prefer: 'code=404', scenario: 'unauthorized' }), 401)
    expectError(await call(`${pet}?__code=404`, { scenario: 'unauthorized' }), 401)
    expectError(await call(`${pet}?__scenario=unauthorized`, { prefer: 'code=404' }), 401)
    expect(expectOne(await call(pet, { prefer: 'code=404', scenario: 'dog' })).name).toBe('Bramble')
  })

  it('and no preference is reported as applied', async () => {
    const { headers } = await call(pet, { prefer: 'code=404', scenario: 'unauthorized' })
    expect(headers).not.toHaveProperty('preference-applied')
  })

  it('Prefer overrides the scenario of the sandbox', async () => {
    await call(pet, { sandbox: 'ann' })
    await running().control('PUT', '/sandboxes/ann/scenario', { scenario: 'unauthorized' })
    expectError(await call(pet, { sandbox: 'ann' }), 401)
    expectError(await call(pet, { sandbox: 'ann', prefer: 'code=404' }), 404)
    expect(expectOne(await call(pet, { sandbox: 'ann', prefer: 'example=dog' })).name).toBe('Bramble')
    expectError(await call(`${pet}?__code=404`, { sandbox: 'ann' }), 404)
    expectError(await call(pet, { sandbox: 'ann' }), 401)
  })

  it('Prefer applies if the scenario in the request does not respond', async () => {
    for (const scenario of ['none', 'waits']) expectError(await call(pet, { scenario, prefer: 'code=404' }), 404)
  })

  it('the header overrides the query', async () => {
    expectError(await call(`${pet}?__code=401`, { prefer: 'code=404' }), 404)
  })
})

/**
 * Prefer, as Prism has it, and its twins in the query: what is answered, what is said of it, and who wins.
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
  /** The same as a query. */
  readonly twin: string
  readonly status: number
  /** A part of the answer. */
  readonly is: unknown
  /** Preference-Applied; absent: as it was sent. */
  readonly applied?: string
}

const rows: readonly Row[] = [
  {
    name: 'a code, with the example of the document',
    path: pet,
    prefer: 'code=404',
    twin: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
  },
  {
    name: 'a code that is forced with a valid key',
    path: '/v1/pets',
    prefer: 'code=401',
    twin: '__code=401',
    status: 401,
    is: { code: 'unauthorized', message: 'The API key is missing', status: 401 },
  },
  {
    name: 'a code for a POST with a valid body',
    path: '/v1/pets',
    body: valid,
    prefer: 'code=400',
    twin: '__code=400',
    status: 400,
    is: { code: 'invalid_request', message: 'body.name is required', status: 400 },
  },
  {
    name: 'an example of the success',
    path: pet,
    prefer: 'example=dog',
    twin: '__example=dog',
    status: 200,
    is: { id: 2, name: 'Bramble', categoryId: 2, status: 'pending' },
  },
  {
    name: 'an example that is empty',
    path: '/v1/pets',
    prefer: 'example=empty',
    twin: '__example=empty',
    status: 200,
    is: [],
  },
  {
    name: 'a code and an example of it',
    path: pet,
    prefer: 'code=401, example=invalid',
    twin: '__code=401&__example=invalid',
    status: 401,
    is: { code: 'unauthorized', message: 'The API key is invalid', status: 401 },
  },
  {
    name: 'values in quotes, and names in any case',
    path: pet,
    prefer: 'Code="404"',
    twin: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
  {
    name: 'of two codes the first holds (RFC 7240)',
    path: pet,
    prefer: 'code=404, code=401',
    twin: '__code=404&__code=401',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
  {
    name: 'what is not ours is left aside',
    path: pet,
    prefer: 'respond-async, wait=10, code=404',
    twin: '__code=404',
    status: 404,
    is: { code: 'not_found', message: 'There is no animal with the id 999999', status: 404 },
    applied: 'code=404',
  },
]

for (const { name, path, body, prefer, twin, status, is, applied = prefer } of rows)
  describe(name, () => {
    const sent = body === undefined ? {} : { body }

    it(`Prefer: ${prefer}`, async () => {
      const answer = await call(path, { ...sent, prefer })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.json).toEqual(is)
      expect(answer.headers['preference-applied']).toBe(applied)
    })

    it(`?${twin}, of which there is no Notice`, async () => {
      const answer = await call(`${path}?${twin}`, sent)
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
    readonly twin: string
    readonly says: readonly string[]
  }[] = [
    {
      name: 'a code that the document does not have',
      path: pet,
      prefer: 'code=418',
      twin: '__code=418',
      says: ['getPet', '418', '200', '401', '404'],
    },
    {
      name: 'a code that another operation has',
      path: '/v1/pets',
      prefer: 'code=404',
      twin: '__code=404',
      says: ['listPets', '404', '200', '401'],
    },
    { name: 'a code that is not a status', path: pet, prefer: 'code=cat', twin: '__code=cat', says: ['code', '"cat"'] },
    { name: 'a code without a value', path: pet, prefer: 'code', twin: '__code=', says: ['code'] },
    {
      name: 'an example that there is not',
      path: pet,
      prefer: 'example=horse',
      twin: '__example=horse',
      says: ['getPet', '"horse"', 'cat', 'dog'],
    },
    {
      name: 'an example of another code',
      path: pet,
      prefer: 'code=404, example=dog',
      twin: '__code=404&__example=dog',
      says: ['getPet', '"dog"', '404', 'missing'],
    },
    {
      name: 'an example by the name of something that every object has',
      path: pet,
      prefer: 'example=constructor',
      twin: '__example=constructor',
      says: ['"constructor"', 'cat, dog'],
    },
  ]
  for (const { name, path, prefer, twin, says } of bad)
    it(`${name}: 400 that is reported and names those there are`, async () => {
      for (const answer of [await call(path, { prefer }), await call(`${path}?${twin}`)]) {
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

  it('gives a body that is generated and fits the schema', async () => {
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

  it('with other seeds is something else', async () => {
    const bodies = new Set<string>()
    for (let seed = 1; seed <= 5; seed++) bodies.add(await generate(`dynamic=true, seed=${seed}`))
    expect(bodies.size).toBeGreaterThan(1)
  })

  it('is the same whatever was asked in between, and in another server', async () => {
    const first = await generate('dynamic=true, seed=7')
    await generate('dynamic=true, seed=8')
    expect(await generate('dynamic=true, seed=7')).toBe(first)
    await using other = await serveScenarios()
    expect((await other.call(pet, { prefer: 'dynamic=true, seed=7' })).text).toBe(first)
  })

  it('with a code generates the body of that', async () => {
    const answer = await call(pet, { prefer: 'dynamic=true, code=404' })
    expect(answer.status).toBe(404)
    expect(answer.headers['preference-applied']).toBe('dynamic=true, code=404')
  })

  it('false is the normal example', async () => {
    expect(await generate('dynamic=false, code=200')).toBe(await generate('code=200'))
  })
})

describe('a preference', () => {
  it('needs a valid key, even for a forced response', async () => {
    for (const prefer of ['code=404', 'code=200']) {
      const answer = await call(pet, { prefer, key: null })
      expect(expectError(answer, 401).message).toContain('Authorization header is missing')
    }
  })

  it('changes nothing: what it says was made does not exist', async () => {
    expectOne(await call('/v1/pets', { body: valid, prefer: 'code=201' }), 201)
    expect(expectList(await call('/v1/pets?limit=100'))).toHaveLength(30)
  })

  it('is for that request alone', async () => {
    expectError(await call(pet, { prefer: 'code=404' }), 404)
    expectOne(await call(pet))
  })
})

describe('who wins', () => {
  it('a scenario in the request over Prefer', async () => {
    expectError(await call(pet, { prefer: 'code=404', scenario: 'unauthorized' }), 401)
    expectError(await call(`${pet}?__code=404`, { scenario: 'unauthorized' }), 401)
    expectError(await call(`${pet}?__scenario=unauthorized`, { prefer: 'code=404' }), 401)
    expect(expectOne(await call(pet, { prefer: 'code=404', scenario: 'dog' })).name).toBe('Bramble')
  })

  it('and none of the preferences were applied', async () => {
    const { headers } = await call(pet, { prefer: 'code=404', scenario: 'unauthorized' })
    expect(headers).not.toHaveProperty('preference-applied')
  })

  it('Prefer over the scenario of the sandbox', async () => {
    await call(pet, { sandbox: 'ann' })
    await running().control('PUT', '/sandboxes/ann/scenario', { scenario: 'unauthorized' })
    expectError(await call(pet, { sandbox: 'ann' }), 401)
    expectError(await call(pet, { sandbox: 'ann', prefer: 'code=404' }), 404)
    expect(expectOne(await call(pet, { sandbox: 'ann', prefer: 'example=dog' })).name).toBe('Bramble')
    expectError(await call(`${pet}?__code=404`, { sandbox: 'ann' }), 404)
    expectError(await call(pet, { sandbox: 'ann' }), 401)
  })

  it('Prefer, if the scenario in the request does not answer', async () => {
    for (const scenario of ['none', 'waits']) expectError(await call(pet, { scenario, prefer: 'code=404' }), 404)
  })

  it('the header over its twin', async () => {
    expectError(await call(`${pet}?__code=401`, { prefer: 'code=404' }), 404)
  })
})

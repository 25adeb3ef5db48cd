/**
 * The scenario that is written from a recorded exchange: it passes the check, repeats the response, and has no secret.
 */
import { load } from 'js-yaml'
import { assert, describe, expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { type Answer, call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { converse, requestText } from '../support/raw-conversation.ts'
import { type ScenarioCall, type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const idOf = ({ headers }: Answer): string => headers['sandbox-request-id'] ?? ''

interface Written {
  readonly name: string
  readonly source: string
}

interface Step {
  readonly when: Readonly<Record<string, unknown>>
  readonly respond?: { readonly status: number; readonly body?: unknown; readonly headers?: unknown }
  readonly fault?: string
  readonly contract?: string
}

const write = async (url: string, id: string): Promise<Written> => {
  const answer = await call(`${url}/_sandbox/exchanges/${id}/scenario`)
  assert(answer.status === 200, answer.text)
  const written = answer.json as Written
  const checked = await call(`${url}/_sandbox/scenarios/check`, { method: 'POST', body: { source: written.source } })
  expect(checked.json, written.source).toMatchObject({ findings: [] })
  return written
}

const stepOf = ({ source }: Written): Step => {
  const [step] = (load(source) as { readonly steps: readonly Step[] }).steps
  assert(step)
  return step
}

/** Without what differs from request to request. */
const contentOf = ({ status, json, text }: Answer): unknown => ({ status, body: json ?? text })

/** The scenario, and the response to the same request under it, after all records are gone. */
const repeat = async (
  server: ScenarioServer,
  path: string,
  request: ScenarioCall = {},
): Promise<{ readonly written: Written; readonly first: Answer; readonly second: Answer }> => {
  const first = await server.call(path, request)
  const written = await write(server.standin.url, idOf(first))
  await server.control('PUT', `/scenarios/${written.name}`, { source: written.source })
  for (const pet of [7, 1])
    await call(`${server.standin.url}/_sandbox/sandboxes/default/records/pets/${pet}`, { method: 'DELETE' })
  return { written, first, second: await server.call(path, { ...request, scenario: written.name }) }
}

describe('a scenario written from an exchange repeats', () => {
  const cases: readonly (readonly [name: string, path: string, request: ScenarioCall, when: object])[] = [
    ['a record', '/v1/pets/7', {}, { operation: 'getPet', params: { petId: 7 } }],
    ['a 404', '/v1/pets/4711', {}, { operation: 'getPet', params: { petId: 4711 } }],
    ['a list', '/v1/pets?limit=2&nothing=1', {}, { operation: 'listPets', query: { limit: 2 } }],
    [
      'a created record',
      '/v1/pets',
      { method: 'POST', body: { name: 'Rex', categoryId: 1 } },
      { operation: 'createPet', body: { name: 'Rex', categoryId: 1 } },
    ],
    [
      'an invalid request',
      '/v1/pets',
      { method: 'POST', body: { name: 7 } },
      { operation: 'createPet', body: { name: 7 } },
    ],
    ['a missing key', '/v1/pets/7', { key: null }, { operation: 'getPet', params: { petId: 7 } }],
  ]
  for (const [name, path, request, when] of cases)
    it(name, async () => {
      await using server = await serveScenarios()
      const { written, first, second } = await repeat(server, path, request)
      expect(stepOf(written).when).toEqual(when)
      expect(contentOf(second)).toEqual(contentOf(first))
    })

  it('a response that the document does not have, with its headers', async () => {
    await using server = await serveScenarios({
      busy: scenarioOf({
        when: { operation: 'listPets' },
        respond: { status: 418, body: { why: 'tea' }, headers: { 'Retry-After': '7', 'X-Other': '1' } },
        contract: 'ignore',
      }),
    })
    const { written, second } = await repeat(server, '/v1/pets', { scenario: 'busy' })
    expect(written.name).toBe('listPets-418')
    expect(written.source).toContain('does not have 418')
    expect(stepOf(written)).toMatchObject({
      respond: { status: 418, body: { why: 'tea' }, headers: { 'retry-after': '7' } },
      contract: 'ignore',
    })
    expect(stepOf(written).respond?.headers).not.toHaveProperty('x-other')
    expect(second).toMatchObject({ status: 418, json: { why: 'tea' } })
  })

  it('a broken connection', async () => {
    await using server = await serveScenarios()
    await expect(server.call('/v1/pets', { scenario: 'connection-reset' })).rejects.toThrow()
    const { json } = await server.control('GET', '/sandboxes/default/exchanges')
    const [exchange] = json as readonly { readonly id: string }[]
    const written = await write(server.standin.url, exchange?.id ?? '')
    expect(stepOf(written)).toMatchObject({ when: { operation: 'listPets' }, fault: 'reset' })
    expect(written.name).toBe('listPets-reset')
    expect(written.source).toContain('Every request to listPets breaks the connection.')
  })
})

describe('a scenario written from an exchange', () => {
  it('has a name that is not used', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets/7')
    const written = await write(server.standin.url, idOf(first))
    await server.control('PUT', `/scenarios/${written.name}`, { source: written.source })
    expect((await write(server.standin.url, idOf(first))).name).toBe('getPet-200-2')
  })

  it('needs an operation and a recorded exchange', async () => {
    await using server = await serveScenarios()
    const answer = await server.call('/v1/nothing')
    const url = `${server.standin.url}/_sandbox/exchanges`
    expectProblem(await call(`${url}/${idOf(answer)}/scenario`), 409, ['no document'])
    expectProblem(await call(`${url}/req-none/scenario`), 404, ['req-none'])
  })

  it('has no condition on a long body, on one that is not JSON, or on one that arrives after the response', async () => {
    await using server = await serveScenarios()
    const long = await server.call('/v1/pets', { method: 'POST', body: { name: 'x'.repeat(2000), categoryId: 1 } })
    const text = await server.call('/v1/pets', {
      method: 'POST',
      body: 'name',
      headers: { 'content-type': 'text/plain' },
    })
    using client = await converse(server.standin.url)
    client.send(requestText('POST /v1/pets', ['Content-Type: application/json', 'Content-Length: 14']))
    const [, late = ''] = /^sandbox-request-id: (\S+)/im.exec(await client.until(/\r\n\r\n/)) ?? []
    for (const id of [idOf(long), idOf(text), late]) {
      const written = await write(server.standin.url, id)
      expect(stepOf(written).when).toEqual({ operation: 'createPet' })
      expect(written.source).toMatch(/body is (long|not a condition)/)
    }
  })

  it('has a condition on a body that has arrived with a request without a key, although nobody read it', async () => {
    await using server = await serveScenarios()
    const answer = await server.call('/v1/pets', { method: 'POST', body: { name: 'Rex' }, key: null })
    const written = await write(server.standin.url, idOf(answer))
    expect(stepOf(written)).toMatchObject({
      when: { operation: 'createPet', body: { name: 'Rex' } },
      respond: { status: 401 },
    })
  })
})

const login = {
  openapi: '3.0.3',
  info: { title: 'Sessions', version: '1' },
  servers: [{ url: '/v1' }],
  components: {
    securitySchemes: {
      inQuery: { type: 'apiKey', in: 'query', name: 'k' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
  paths: {
    '/sessions/{token}': {
      post: {
        operationId: 'startSession',
        security: [{ inQuery: [] }, { bearer: [] }],
        parameters: [
          { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  user: { type: 'string' },
                  password: { type: 'string' },
                  range: { type: 'object' },
                  note: { type: 'string' },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'x',
            content: {
              'application/json': {
                schema: { type: 'object', properties: { accessToken: { type: 'string', minLength: 20 } } },
                example: { accessToken: 'very-secret-token-of-a-session', user: 'ann' },
              },
            },
          },
        },
      },
    },
    '/picture': {
      get: {
        operationId: 'getPicture',
        responses: {
          '200': { description: 'x', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
        },
      },
    },
    '/motto': {
      get: {
        operationId: 'getMotto',
        responses: {
          '200': {
            description: 'x',
            content: { 'text/plain': { schema: { type: 'string' }, example: 'be: kind #1' } },
          },
        },
      },
    },
  },
}

const serveLogin = async (): Promise<Standin & AsyncDisposable> => {
  const folder = await createTemporaryFolder({ 'openapi.json': JSON.stringify(login) })
  const standin = await startStandin({ documents: [`${folder.path}/openapi.json`] })
  return Object.assign(standin, {
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  })
}

describe('of another document', () => {
  it('no secret is in the text', async () => {
    await using standin = await serveLogin()
    const answer = await call(`${standin.url}/v1/sessions/path-secret?k=query-secret&sort=query-secret`, {
      method: 'POST',
      body: { user: 'ann', password: 'body-secret', range: { from: 'a', to: 'b' }, note: 'header-secret it is' },
      headers: { authorization: 'Bearer header-secret' },
    })
    expect(answer.status, answer.text).toBe(200)
    const written = await write(standin.url, idOf(answer))
    expect(written.source).not.toMatch(/path-secret|query-secret|body-secret|header-secret|very-secret/)
    expect(stepOf(written)).toEqual({
      when: { operation: 'startSession', body: { user: 'ann' } },
      respond: { status: 200, body: { accessToken: 'redacted', user: 'ann' } },
      contract: 'ignore',
    })
    for (const place of ['token', 'sort', 'body.password', 'body.range', 'body.note', 'Secrets in the body'])
      expect(written.source).toContain(place)
  })

  it('a text is repeated, a binary body is left out', async () => {
    await using standin = await serveLogin()
    const motto = await write(standin.url, idOf(await call(`${standin.url}/v1/motto`)))
    expect(stepOf(motto).respond).toEqual({ status: 200, body: 'be: kind #1' })
    const picture = await write(standin.url, idOf(await call(`${standin.url}/v1/picture`)))
    expect(stepOf(picture).respond?.status).toBe(200)
  })
})

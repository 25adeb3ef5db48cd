/**
 * Sending requests over the control API: recorded ones again, in the same sandbox or in a fork, and new ones.
 */
import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'

const idOf = ({ headers }: Answer): string => headers['sandbox-request-id'] ?? ''

const post = (server: ScenarioServer, path: string, body: object = {}): Promise<Answer> =>
  call(`${server.standin.url}/_sandbox${path}`, { method: 'POST', body })

const again = (server: ScenarioServer, answer: Answer, body: object = {}): Promise<Answer> =>
  post(server, `/exchanges/${idOf(answer)}/send`, body)

const rex = { name: 'Rex', categoryId: 1 }

describe('a recorded request', () => {
  it('is handled and recorded like one of a client', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets', {
      method: 'POST',
      body: rex,
      scenario: 'flaky',
      headers: { 'x-tenant': 'acme' },
    })
    const sent = await again(server, first)
    expect(sent.json).toMatchObject({ sandbox: 'default', sentFrom: idOf(first), response: { status: 201 } })
    const { id } = sent.json as { id: string }
    const recorded = await call(`${server.standin.url}/_sandbox/exchanges/${id}`)
    expect(recorded.json).toMatchObject({
      sentFrom: idOf(first),
      operation: 'createPet',
      request: { body: rex, headers: { 'x-tenant': 'acme', 'sandbox-scenario': 'flaky' } },
      response: { status: 201, body: { id: 32, ...rex } },
    })
  })

  it('is sent without the secrets of the journal, with an active key', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets?access_token=hidden&limit=1', {
      key: 'sandbox-key-revoked',
      headers: { cookie: 'session=hidden' },
    })
    expect(first.status).toBe(401)
    const sent = await again(server, first)
    expect(sent.text).not.toMatch(/hidden|sandbox-key/)
    expect(sent.json).toMatchObject({
      credentials: 'sandbox',
      notes: [
        expect.stringMatching(/header\.authorization, header\.cookie, query\.access_token/),
        expect.stringContaining('active key'),
      ],
      response: { status: 200, body: [{ id: 1 }] },
    })
  })

  it('without credentials is sent without them, unless a key is given', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets', { key: null })
    expect((await again(server, first)).json).toMatchObject({ credentials: 'none', response: { status: 401 } })
    expect((await again(server, first, { key: 'sandbox-key' })).json).toMatchObject({
      credentials: 'key',
      response: { status: 200 },
    })
  })

  it('can be corrected', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets', { method: 'POST', body: { name: 'Rex' } })
    expect(first.status).toBe(400)
    expect((await again(server, first, { body: rex })).json).toMatchObject({ response: { status: 201 } })
  })

  it('is tried again in a fork from just before it', async () => {
    await using server = await serveScenarios({}, { rewind: true })
    const first = await server.call('/v1/pets', { method: 'POST', body: rex })
    await server.call('/v1/pets', { method: 'POST', body: rex })
    await post(server, '/sandboxes', { id: 'fork', from: `default@${idOf(first)}-` })
    const sent = await again(server, first, { sandbox: 'fork' })
    expect(sent.json).toMatchObject({ sandbox: 'fork', response: { status: 201, body: { id: 31 } } })
    expect((await call(`${server.standin.url}/_sandbox/sandboxes/fork/records/pets/31`)).status).toBe(200)
  })

  it('below the address of its sandbox is sent below the address of no sandbox', async () => {
    await using server = await serveScenarios()
    await post(server, '/sandboxes', { id: 'a b' })
    const first = await server.call('/~a%20b/v1/pets?__sandbox=a%20b')
    expect(first.status, first.text).toBe(200)
    expect((await again(server, first)).json).toMatchObject({ sandbox: 'a b', response: { status: 200 } })
    expect((await again(server, first, { sandbox: 'default' })).json).toMatchObject({ sandbox: 'default' })
  })

  it('whose body the journal does not have is not sent with another one', async () => {
    await using server = await serveScenarios()
    const unauthorized = await server.call('/v1/pets', {
      method: 'POST',
      key: null,
      body: rex,
      headers: { 'content-encoding': 'identity' },
    })
    expectProblem(await again(server, unauthorized), 409, [idOf(unauthorized), 'body or text'])
    expect((await again(server, unauthorized, { body: rex, key: 'sandbox-key' })).json).toMatchObject({
      response: { status: 201 },
    })
  })

  it('that a scenario breaks has the fault in the response', async () => {
    await using server = await serveScenarios()
    const sent = await post(server, '/sandboxes/default/requests', {
      path: '/v1/pets',
      headers: { 'sandbox-scenario': 'connection-reset' },
    })
    expect(sent.json).toMatchObject({ response: { fault: 'reset' } })
  })

  it('of an unknown path is sent, too', async () => {
    await using server = await serveScenarios()
    const sent = await post(server, '/sandboxes/default/requests', { path: '/nowhere' })
    expect(sent.json).toMatchObject({ credentials: 'none', response: { status: 404 } })
  })
})

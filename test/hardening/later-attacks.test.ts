/**
 * Faults that attacks found later, in what was added since: logins, webhooks, scenarios that the control API saves. Each
 * is tried as the attack that found it, mostly through the public interface. What takes too long fails at the limit of time.
 */
import { createServer, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { createLocator } from '../../src/contract/document/locate.ts'
import { buildValue } from '../../src/contract/request/build-value.ts'
import { scenarioLimits } from '../../src/control/actions/scenario-room.ts'
import { call } from '../support/client.ts'
import { integer, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { serveFiles } from '../support/serve-files.ts'
import { startStandin } from '../support/start-standin.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const note = object({ id: integer, title: text, data: {}, hook: text })
const form = 'application/x-www-form-urlencoded'

const document = openApi({
  paths: {
    '/notes': {
      get: { responses: { 200: response({ type: 'array', items: note }) } },
      post: {
        requestBody: {
          content: { 'application/json': { schema: note }, [form]: { schema: note } },
        },
        responses: { 201: response(note) },
        callbacks: { done: { '{$request.body#/hook}': { post: { responses: { 200: { description: 'Done.' } } } } } },
      },
    },
    '/notes/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: response(note) } },
    },
  },
  webhooks: {
    noteCreated: { post: { requestBody: requestBody(note), responses: { 200: { description: 'Received.' } } } },
  },
})

const serve = () => serveFiles({ 'api.json': document }, { generate: 0 })
const control = '/_sandbox/sandboxes/default'

describe('a login', () => {
  const token = async (url: string, parameters: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: 'app', ...parameters }).toString()
    const answer = await call(`${url}/_sandbox/oauth/token`, { body, headers: { 'content-type': form } })
    return { status: answer.status, json: answer.json as Readonly<Record<string, string>> }
  }

  it('with 100,000 scopes is rejected before they are compared', async () => {
    await using standin = await startStandin()
    const scope = Array.from({ length: 100_000 }, (_, index) => index.toString(36)).join(' ')
    const answer = await token(standin.url, { grant_type: 'password', username: 'mia', scope })
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
    expect(answer.json.error_description).toMatch(/^the parameter scope must have at most 2000 characters/)
  })

  it.each(['client_id', 'username', 'nonce', 'redirect_uri'])('stores no %s of a megabyte', async (name) => {
    await using standin = await startStandin()
    const answer = await token(standin.url, { grant_type: 'password', username: 'mia', [name]: 'x'.repeat(1_000_000) })
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
  })

  it('is rejected when no memory is left, and uses no refresh token', async () => {
    await using standin = await startStandin({ maxMemory: 60_000 })
    const username = 'x'.repeat(1_900)
    const logIn = () => token(standin.url, { grant_type: 'password', username })
    const first = await logIn()
    let last = first
    for (let count = 0; count < 20 && last.status === 200; count++) last = await logIn()
    expect(last).toMatchObject({ status: 503, json: { error: 'temporarily_unavailable' } })
    const refresh_token = first.json.refresh_token ?? ''
    expect((await token(standin.url, { grant_type: 'refresh_token', refresh_token })).status).toBe(503)
    const body = new URLSearchParams({ client_id: 'app', token: refresh_token }).toString()
    const known = await call(`${standin.url}/_sandbox/oauth/introspect`, { body, headers: { 'content-type': form } })
    expect(known.json).toMatchObject({ active: true })
  })
})

describe('a delivery', () => {
  it('to a receiver that switches protocols ends, and others are sent', async () => {
    await using server = await serve()
    const sockets = new Set<Socket>()
    const receiver = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const hook = `http://127.0.0.1:${port}/`
    await server.call('/notes', { body: { title: 'a', hook } })
    const deliveries = async () =>
      (await server.call(`${control}/deliveries`)).json as readonly {
        readonly attempts: readonly { readonly status: number | null }[]
      }[]
    await expect.poll(async () => (await deliveries())[0]?.attempts[0]?.status).toBe(101)
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => receiver.close(() => resolve()))
  })

  it('waits for no slow receivers of another sandbox', async () => {
    await using server = await serve()
    await using slow = await startReceiver()
    await using quick = await startReceiver()
    slow.isSilent = true
    await server.call('/_sandbox/sandboxes', { body: { id: 'slow' } })
    for (let count = 0; count < 100; count++)
      await server.call('/_sandbox/sandboxes/slow/webhooks', { body: { url: slow.url } })
    await server.call('/notes', { body: { title: 'a' }, headers: { 'sandbox-id': 'slow' } })
    await expect.poll(() => slow.received.length).toBeGreaterThanOrEqual(32)
    await server.call(`${control}/webhooks`, { body: { url: quick.url } })
    await server.call('/notes', { body: { title: 'b' } })
    await expect.poll(() => quick.received.length).toBe(1)
    // None of the others had ended then.
    const deliveries = await server.call('/_sandbox/sandboxes/slow/deliveries')
    const attempts = (deliveries.json as readonly { attempts: readonly unknown[] }[]).map((one) => one.attempts.length)
    expect(attempts.filter((count) => count > 0)).toEqual([])
  })

  it('that is awaited is not looked for again and again', async () => {
    await using server = await serve()
    const { outbox } = server.standin.defaultSandbox
    const looks = vi.spyOn(outbox, 'deliveries', 'get')
    const waiting = await server.call(`${control}/deliveries/await`, { body: { timeout: '500ms' } })
    expect(waiting.json).toMatchObject({ met: false })
    expect(looks.mock.calls.length).toBeLessThan(5)
  })

  it('of a record that is too long is tried for one of 100 receivers only', async () => {
    await using server = await serve()
    for (let port = 1; port <= 100; port++)
      await server.call(`${control}/webhooks`, { body: { url: `http://127.0.0.1:${port}/` } })
    const data = Array.from({ length: 150_000 }, (_, index) => index)
    const start = process.cpuUsage()
    expect((await server.call('/notes', { body: { title: 'a', data } })).status).toBe(201)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(2_000)
    const dropped = await server.call(`${control}/deliveries?state=dropped`)
    expect(dropped.json).toHaveLength(100)
  })
})

describe('a scenario', () => {
  const save = (steps: string) => ({ method: 'PUT', body: { source: `description: d\nsteps:\n${steps}` } })

  it('with 3,000 wrong steps is rejected at once, with some of its problems', async () => {
    await using server = await serve()
    const answer = await server.call('/_sandbox/scenarios/wrong', save('  - respond: { status: 555 }\n'.repeat(3_000)))
    expect(answer.status).toBe(400)
    const { violations } = answer.json as { violations: readonly unknown[] }
    expect(violations.length).toBeGreaterThanOrEqual(100)
    expect(violations.length).toBeLessThan(110)
  })

  it('has at most 5,000 steps', async () => {
    await using server = await serve()
    const answer = await server.call('/_sandbox/scenarios/long', save('  - delay: 1ms\n'.repeat(5_001)))
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain('scenario.steps must be an array of 1 to 5000 items, got an array of 5001')
  })

  it('of the control API has at most 16 MiB together with the others', async () => {
    await using server = await serve()
    const put = (name: string, size: number) => {
      const source = `description: d\nsteps:\n  - delay: 1ms\n#${'x'.repeat(size)}`
      return server.call(`/_sandbox/scenarios/${name}`, { method: 'PUT', body: { source } })
    }
    for (let count = 0; count < 16; count++) expect((await put(`big-${count}`, 1_000_000)).status).toBe(200)
    const answer = await put('another', 1_000_000)
    expect(answer.status).toBe(507)
    expect(answer.text).toContain('the scenarios of a server may have 16777216 bytes together; delete some')
    // One that is replaced counts once, and one that is deleted does not count.
    expect((await put('big-3', 1_000_000)).status).toBe(200)
    await server.call('/_sandbox/scenarios/big-4', { method: 'DELETE' })
    expect((await put('another', 1_000_000)).status).toBe(200)
  })

  it('of the control API is one of at most 1,000', async () => {
    await using server = await serve()
    const { count } = scenarioLimits
    scenarioLimits.count = 2
    try {
      const put = (name: string) => server.call(`/_sandbox/scenarios/${name}`, save('  - delay: 1ms\n'))
      expect((await put('one')).status).toBe(200)
      expect((await put('two')).status).toBe(200)
      expect((await put('two')).status).toBe(200)
      const answer = await put('three')
      expect(answer.status).toBe(507)
      expect(answer.text).toContain('a server may have 2 scenarios of its own; delete some')
    } finally {
      scenarioLimits.count = count
    }
  })

  it('the positions of 40,000 items of a file are found at once', () => {
    const locate = createLocator(`steps:\n${'  - a\n'.repeat(40_000)}`)
    const start = process.cpuUsage()
    for (let index = 0; index < 40_000; index++) expect(locate(`/steps/${index}`).line === index + 2).toBe(true)
    const { user, system } = process.cpuUsage(start)
    // Counting from the first item takes 26 s.
    expect((user + system) / 1_000).toBeLessThan(8_000)
  })
})

describe('a list', () => {
  it('that would be longer than a string may be is rejected', async () => {
    await using server = await serve()
    const title = 'x'.repeat(1_000_000)
    for (let count = 0; count < 68; count++) await server.call('/notes', { body: { title } })
    expect((await server.call('/notes')).status).toBe(413)
    expect((await server.call(`${control}/records/notes?limit=1000`)).status).toBe(413)
    expect((await server.call('/notes/1')).status).toBe(200)
  })
})

describe('a stream as a body of `fetch`', () => {
  it.each<[string, unknown]>([
    ['strings', 'x'.repeat(65_536)],
    ['objects', { byteLength: -1_000_000 }],
  ])('that goes on for ever, of %s, is rejected', async (_name, chunk) => {
    await using standin = await startStandin()
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox-key' }
    const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await standin.fetch('/v1/pets', init)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('body is a stream that must have bytes (Uint8Array)')
  })
})

it('a stream of pieces without bytes is rejected', async () => {
  await using standin = await startStandin({ maxBody: 10_000 })
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sandbox-key' }
  const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' }
  expect((await standin.fetch('/v1/pets', init)).status).toBe(413)
})

describe('a body', () => {
  it.each([
    ['1e999', '1e999'],
    ['-1e999', '-1e999'],
    ['a number of 400 digits', '9'.repeat(400)],
  ])('with %s is rejected, because it would be stored as null', async (_name, number) => {
    await using server = await serve()
    const answer = await server.call('/notes', {
      body: `{"title":"a","data":[${number}]}`,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('body has a number that is beyond the range of a double')
    expect((await server.call('/notes')).json).toEqual([])
  })

  it('of a form with 7,000 fields that are nested 60 deep does not write the rest of each name at each level', () => {
    const entries = Array.from({ length: 7_000 }, () => ({ path: Array.from({ length: 60 }, () => '[]'), text: '1' }))
    const write = vi.spyOn(JSON, 'stringify')
    buildValue(undefined, entries)
    const { length } = write.mock.calls
    write.mockRestore()
    expect(length).toBeLessThanOrEqual(7_000)
  })
})

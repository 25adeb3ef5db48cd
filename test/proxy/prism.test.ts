/**
 * What users of `prism proxy` rely on: statuses, what is reported, and that everything else passes. Where Standin differs, the
 * name of the test says how.
 */
import { describe, expect, it } from 'vitest'
import { openApi, swagger } from '../support/write-document.ts'
import { type Handler, json, type ProxySetup, startProxy } from './start-proxy.ts'

const get = (path: string, operation: object): object => swagger({ paths: { [path]: { get: operation } } })
const plain: Handler = (_, answer) => void answer.writeHead(201, { 'Content-Type': 'text/plain' }).end('made')
const show = { title: { type: 'string' }, description: { type: 'string' } }
const shown = get('/show', {
  produces: ['application/json'],
  responses: {
    200: { description: 'OK', schema: { type: 'object', required: ['title', 'description'], properties: show } },
  },
})
const start = (setup: ProxySetup) => startProxy(setup)

describe('without --errors', () => {
  it('a valid request passes', async () => {
    await using proxy = await start({
      document: get('/made', { produces: ['text/plain'], responses: { 201: { description: 'OK' } } }),
      handler: plain,
    })
    expect(await proxy.call('/made')).toMatchObject({ status: 201, text: 'made' })
  })

  it('an invalid request passes, and is reported', async () => {
    const parameters = [{ name: 'X-Company', in: 'header', required: true, type: 'string' }]
    await using proxy = await start({
      document: get('/made', { parameters, produces: ['text/plain'], responses: { 201: { description: 'OK' } } }),
      handler: plain,
    })
    const answer = await proxy.call('/made')
    expect([answer.status, answer.headers['sandbox-notice']]).toEqual([201, 'invalid-request;names="header.X-Company"'])
  })

  it('a body in bytes passes', async () => {
    await using proxy = await start({
      document: swagger({
        paths: {
          '/bytes': { post: { consumes: ['application/octet-stream'], responses: { 200: { description: 'OK' } } } },
        },
      }),
      handler: (_, answer) => void answer.end(),
    })
    const body = Buffer.from([0, 255, 1, 254])
    expect((await proxy.call('/bytes', { body, headers: { 'content-type': 'application/octet-stream' } })).status).toBe(
      200,
    )
    expect(proxy.service.received[0]?.body).toEqual(body)
  })

  it('a response that is a page passes', async () => {
    await using proxy = await start({
      document: get('/page', { produces: ['application/html'], responses: { 200: { description: 'OK' } } }),
      handler: (_, answer) => void answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Call me'),
    })
    expect(await proxy.call('/page')).toMatchObject({ status: 200, text: '<p>Call me' })
  })

  it('an invalid response passes unchanged, and a header says where it is invalid', async () => {
    await using proxy = await start({ document: shown, handler: (_, answer) => json(answer, 200, { title: 'Show' }) })
    const answer = await proxy.call('/show')
    expect(answer).toMatchObject({ status: 200, json: { title: 'Show' } })
    expect(answer.headers['sandbox-notice']).toBe('invalid-response;names="response.body.description"')
  })

  it('a long list of what is invalid is cut in the header, and complete in the journal', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `property-with-a-long-name-${index}`)
    const schema = { type: 'object', required: names }
    await using proxy = await start({
      document: get('/many', { produces: ['application/json'], responses: { 200: { description: 'OK', schema } } }),
      handler: (_, answer) => json(answer, 200, {}),
    })
    const notice = (await proxy.call('/many')).headers['sandbox-notice'] ?? ''
    expect(notice.length).toBeLessThan(1_100)
    expect(notice).toMatch(/;more=\d+$/)
    expect((await proxy.exchanges())[0]?.violations).toHaveLength(60)
  })

  it('a value outside of an enumeration is reported', async () => {
    const schema = { type: 'object', properties: { json: { type: 'string', enum: ['a'] } } }
    await using proxy = await start({
      document: openApi({
        paths: {
          '/post': { post: { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } } },
        },
      }),
      handler: (_, answer) => json(answer, 200, { json: 'b' }),
    })
    expect((await proxy.call('/post', { body: {} })).headers['sandbox-notice']).toBe(
      'invalid-response;names="response.body.json"',
    )
  })

  it('an unknown path passes', async () => {
    await using proxy = await start({ document: shown, handler: plain })
    expect((await proxy.call('/other')).status).toBe(201)
  })

  it('what the service has not implemented is answered by the sandbox', async () => {
    await using proxy = await start({
      document: get('/later', { produces: ['text/plain'], responses: { 201: { description: 'OK' } } }),
      handler: (_, answer) => void answer.writeHead(501).end(),
    })
    const answer = await proxy.call('/later')
    expect([answer.status, answer.headers['sandbox-notice']]).toEqual([201, 'mocked;names="501"'])
  })

  it('also with a fault of a scenario, which is not an error of Standin', async () => {
    await using proxy = await startProxy({
      document: get('/later', { responses: { 201: { description: 'OK' } } }),
      handler: (_, answer) => void answer.writeHead(501).end(),
    })
    const { standin, log } = proxy
    const headers = { 'sandbox-scenario': 'connection-reset' }
    await expect(fetch(`${standin.url}/later`, { headers })).rejects.toThrow('fetch failed')
    await expect(standin.fetch('/later', { headers })).rejects.toThrow('fetch failed')
    expect(log).toMatchObject([{ fault: 'reset' }, { fault: 'reset' }])
  })

  it('but a documented 501 passes', async () => {
    await using proxy = await start({
      document: get('/later', { responses: { 201: { description: 'OK' }, 501: { description: 'Later' } } }),
      handler: (_, answer) => void answer.writeHead(501).end(),
    })
    expect((await proxy.call('/later')).status).toBe(501)
  })

  it('GET with a body passes; Prism rejects it', async () => {
    await using proxy = await start({
      document: get('/none', { responses: { 204: { description: 'None' } } }),
      handler: (_, answer) => void answer.writeHead(204).end(),
    })
    expect((await proxy.call('/none', { method: 'GET', body: {}, headers: { 'content-length': '2' } })).status).toBe(
      204,
    )
    expect(proxy.service.received[0]?.body.toString()).toBe('{}')
  })

  it('a service that is away is 502; Prism responds with 500', async () => {
    await using proxy = await start({ document: shown, proxy: { upstream: ['http://127.0.0.1:1'] } })
    expect((await proxy.call('/show')).status).toBe(502)
  })
})

describe('with --errors', () => {
  const proxy = { errors: true }
  const text = { produces: ['text/plain'], responses: { 201: { description: 'OK' } } }

  it('an invalid request is 422, lists what is invalid, and does not reach the service', async () => {
    const parameters = [{ name: 'X-Company', in: 'header', required: true, type: 'string' }]
    await using strict = await start({ document: get('/made', { parameters, ...text }), handler: plain, proxy })
    const answer = await strict.call('/made')
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'invalid_request', detail: expect.stringContaining('header.X-Company is required') },
    })
    expect(strict.service.received).toEqual([])
  })

  it('a request without credentials is 401', async () => {
    const document = swagger({
      securityDefinitions: { key: { type: 'basic' } },
      paths: { '/made': { get: { security: [{ key: [] }], ...text } } },
    })
    await using strict = await start({ document, handler: plain, proxy })
    expect((await strict.call('/made')).status).toBe(401)
    expect((await strict.call('/made', { headers: { authorization: 'Basic YTpi' } })).status).toBe(201)
  })

  it('an unknown path is 404, an undocumented method 405', async () => {
    await using strict = await start({ document: shown, handler: plain, proxy })
    expect((await strict.call('/other')).status).toBe(404)
    expect((await strict.call('/show', { method: 'DELETE' })).status).toBe(405)
    expect(strict.service.received).toEqual([])
  })

  it('an invalid response is 500, and lists what is invalid', async () => {
    await using strict = await start({
      document: shown,
      handler: (_, answer) => json(answer, 200, { title: 7 }),
      proxy,
    })
    const answer = await strict.call('/show')
    expect(answer.status).toBe(500)
    expect(answer.text).toMatch(
      /response\.body\.title.*response\.body\.description|response\.body\.description.*response\.body\.title/,
    )
    expect((await strict.exchanges())[0]).toMatchObject({ code: 'response_invalid', violations: [{}, {}] })
  })

  it('an undocumented status is 500', async () => {
    await using strict = await start({
      document: shown,
      handler: (_, answer) => void answer.writeHead(503).end(),
      proxy,
    })
    expect((await strict.call('/show')).status).toBe(500)
  })

  it('a valid exchange passes, with a body of any size', async () => {
    const document = openApi({
      paths: {
        '/large': {
          post: {
            requestBody: { content: { 'application/json': {} } },
            responses: { 200: { description: 'OK', content: { 'application/json': {} } } },
          },
        },
      },
    })
    await using strict = await start({
      document,
      maxBody: 10_000,
      handler: (_, answer, body) => json(answer, 200, { size: body.length }),
      proxy,
    })
    const body = { text: 'a'.repeat(100_000) }
    expect(await strict.call('/large', { body })).toMatchObject({
      status: 200,
      json: { size: JSON.stringify(body).length },
    })
  })
})

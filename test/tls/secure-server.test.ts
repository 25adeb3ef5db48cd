/**
 * Line 7 of what must hold: HTTP/1.1 and HTTP/2 over TLS on one port, with the same responses as without TLS.
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:http2'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { callSecurely, connectHttp2, type Http2Client, startSecureStandin } from '../support/secure-standin.ts'

const run = promisify(execFile)
const key = { authorization: 'Bearer sandbox-key' }
const json = { ...key, 'content-type': 'application/json' }

describe('with TLS', () => {
  it("Node's https gets what it gets without TLS", async () => {
    await using plain = await createStandin({ port: 0 })
    await using secure = await startSecureStandin()
    expect(secure.standin.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    for (const path of ['/v1/pets', '/v1/pets/1', '/v1/pets/none', '/v1/nothing', '/v1/pets?limit=x']) {
      const expected = await fetch(plain.url + path, { headers: key })
      const { status, text } = await callSecurely(secure.standin.url + path, secure.authority, { headers: key })
      expect({ path, status, text }).toEqual({ path, status: expected.status, text: await expected.text() })
    }
  })

  it('HTTP/2 gets what HTTP/1.1 gets', async () => {
    await using secure = await startSecureStandin()
    using client = connectHttp2(secure.standin.url, secure.authority)
    for (const [method, path, body] of [
      ['GET', '/v1/pets'],
      ['HEAD', '/v1/pets'],
      ['OPTIONS', '/v1/pets'],
      ['POST', '/v1/pets', '{"name":"Rex","categoryId":1}'],
      ['POST', '/v1/pets', '{"name":'],
      ['POST', '/v1/pets', `{"name":"${'x'.repeat(200_000)}","categoryId":1}`],
      ['POST', '/v1/pets', 'x'.repeat(1_100_000)],
      ['DELETE', '/v1/pets'],
      ['GET', '/v1/%ff'],
    ] as const) {
      const call = { method, headers: json, ...(body === undefined ? {} : { body }) }
      const one = await callSecurely(secure.standin.url + path, secure.authority, call)
      await reset(client)
      const two = await client.call(path, call)
      await reset(client)
      const about = `${method} ${path} ${body?.length}`
      expect({ about, status: two.status, text: two.text }).toEqual({ about, status: one.status, text: one.text })
      for (const name of ['content-type', 'content-length', 'sandbox-trace', 'allow', 'vary'])
        expect([about, name, two.headers[name]]).toEqual([about, name, one.headers[name]])
      expect(Object.keys(two.headers)).not.toContain('connection')
    }
  })

  it('a header that is given twice arrives twice by HTTP/2', async () => {
    await using secure = await startSecureStandin()
    using client = connectHttp2(secure.standin.url, secure.authority)
    const { headers } = await client.call('/v1/pets/1', {
      headers: { ...key, 'sandbox-notice': 'x', origin: 'https://a.test' },
    })
    expect(headers['access-control-allow-origin']).toBe('https://a.test')
    expect(headers.link).toContain('successor-version')
  })

  it('curl connects by HTTP/2 and by HTTP/1.1 with the file that the banner names', async () => {
    await using secure = await startSecureStandin()
    const { tls, sample } = await secure.standin.describe()
    expect(sample).toContain(`--cacert ${tls?.authority}`)
    for (const [flag, version] of [
      ['--http2', '2'],
      ['--http1.1', '1.1'],
    ] as const) {
      const args = ['-sS', flag, '--cacert', String(tls?.authority), '-H', 'Authorization: Bearer sandbox-key']
      const url = `${secure.standin.url.replace('127.0.0.1', 'localhost')}/v1/pets/1`
      const { stdout } = await run('curl', [...args, '-w', ' %{http_version} %{http_code}', url])
      expect(stdout).toMatch(new RegExp(`"id":1.* ${version} 200$`))
    }
  })

  it('a request without TLS gets an explanation', async () => {
    await using secure = await startSecureStandin()
    const port = Number(new URL(secure.standin.url).port)
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connectPlain(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
      let received = ''
      socket.on('data', (chunk) => {
        received += String(chunk)
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(received))
    })
    expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*requires TLS/)
  })

  it('the control API, its events and its guards work by HTTP/2', async () => {
    await using secure = await startSecureStandin()
    const { origin } = new URL(secure.standin.url)
    using client = connectHttp2(origin, secure.authority)
    expect((await client.call('/_sandbox/health')).status).toBe(200)
    expect(JSON.parse((await client.call('/_sandbox/documents')).text)[0].url).toMatch(/^https:/)
    expect((await client.call('/_sandbox/sandboxes', { headers: { origin } })).status).toBe(200)
    expect((await client.call('/_sandbox/sandboxes', { headers: { origin: 'https://evil.test' } })).status).toBe(403)
    const foreign = await client.call('/_sandbox/sandboxes', { headers: { ':authority': 'evil.test' } })
    expect(foreign.status).toBe(403)
    const events = client.session.request({ ':path': '/_sandbox/events' })
    let received = ''
    events.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    await expect.poll(() => received).toContain('listening')
    await client.call('/v1/pets', { headers: key })
    await expect.poll(() => received).toContain('event: exchange')
    events.close()
  })

  it('an await of exchanges whose client has gone is cancelled', async () => {
    await using secure = await startSecureStandin()
    using client = connectHttp2(secure.standin.url, secure.authority)
    const waiting = client.session.request({
      ':method': 'POST',
      ':path': '/_sandbox/sandboxes/default/exchanges/await',
      'content-type': 'application/json',
    })
    waiting.on('error', () => {})
    waiting.end('{"operation":"listPets","count":9,"timeout":"10m"}')
    await expect.poll(() => secure.standin.defaultSandbox.waiters).toBe(1)
    waiting.close(constants.NGHTTP2_CANCEL)
    await expect.poll(() => secure.standin.defaultSandbox.waiters).toBe(0)
  })
})

const reset = ({ call }: Http2Client) => call('/_sandbox/sandboxes/default/reset', { method: 'POST' })

/** Stores a scenario for listPets. */
const putScenario = async ({ call }: Http2Client, name: string, step: string): Promise<void> => {
  const source = `description: Of a test.\nsteps:\n  - when: { operation: listPets }\n    ${step}\n`
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await call(`/_sandbox/scenarios/${name}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ source }),
  })
  expect({ status, text }).toEqual({ status: expect.toBeOneOf([200, 201]), text: expect.any(String) })
}

describe('the limits of HTTP/2', () => {
  const calls = [
    ['headers over --max-headers', { headers: { ...key, 'x-large': 'x'.repeat(20_000) } }, 431],
    ['another Host than :authority', { headers: { ...key, ':authority': 'localhost', host: 'other.test' } }, 400],
    ['an expectation', { headers: { ...key, expect: 'miracle' } }, 417],
  ] as const
  for (const [name, call, status] of calls)
    it(`${name}: ${status}`, async () => {
      await using secure = await startSecureStandin()
      using client = connectHttp2(secure.standin.url, secure.authority)
      const answer = await client.call('/v1/pets', call)
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.text)).toHaveProperty('message')
      expect((await client.call('/v1/pets', { headers: key })).status).toBe(200)
    })

  it('CONNECT: 405', async () => {
    await using secure = await startSecureStandin()
    using client = connectHttp2(secure.standin.url, secure.authority)
    const stream = client.session.request({ ':method': 'CONNECT', ':authority': 'example.com:443' })
    stream.on('error', () => {})
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])))
    expect(status).toBe(405)
  })

  it('a hundred requests at a time; more wait at the client, and all are answered', async () => {
    await using secure = await startSecureStandin()
    using client = connectHttp2(secure.standin.url, secure.authority)
    await client.call('/v1/pets', { headers: key })
    expect(client.session.remoteSettings.maxConcurrentStreams).toBe(100)
    const all = await Promise.all(Array.from({ length: 500 }, () => client.call('/v1/pets/1', { headers: key })))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('a body that does not arrive in time: 408', async () => {
    await using secure = await startSecureStandin({ requestTimeout: 1_000, headersTimeout: 1_000 })
    using client = connectHttp2(secure.standin.url, secure.authority)
    const stream = client.session.request({ ':method': 'POST', ':path': '/v1/pets', ...json })
    stream.on('error', () => {})
    stream.write('{"name":')
    const status = await new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])))
    // The document has 400 for what is wrong with a body.
    expect([400, 408]).toContain(status)
  })

  it('a connection without requests is closed', async () => {
    await using secure = await startSecureStandin({ idleTimeout: 1_000 })
    using client = connectHttp2(secure.standin.url, secure.authority)
    await new Promise((resolve) => client.session.on('close', resolve))
  })

  it('a client that does not read is disconnected', async () => {
    await using secure = await startSecureStandin({ sendTimeout: 1_000 })
    using client = connectHttp2(secure.standin.url, secure.authority)
    const stream = client.session.request({ ':path': '/_sandbox/openapi.json' })
    stream.on('error', () => {})
    // Nobody reads the stream: the window of the stream is full after 64 KB.
    stream.pause()
    await new Promise((resolve) => client.session.on('close', resolve))
  })

  it('a connection that sends nothing, not even TLS, is closed with the headers timeout', async () => {
    await using secure = await startSecureStandin({ headersTimeout: 1_000 })
    const socket = connectPlain(Number(new URL(secure.standin.url).port), '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.on('close', resolve))
  })
})

describe('faults by HTTP/2 break one stream', () => {
  for (const fault of ['reset', 'empty', 'garbage', 'truncate'] as const)
    it(fault, async () => {
      await using secure = await startSecureStandin()
      const { standin, authority } = secure
      using client = connectHttp2(standin.url, authority)
      await putScenario(client, 'broken', `fault: ${fault}`)
      const other = client.call('/v1/pets/1', { headers: key })
      const broken = client.call('/v1/pets', { headers: { ...key, 'sandbox-scenario': 'broken' } })
      if (fault === 'empty') expect((await broken).status).toBe(0)
      else await expect(broken).rejects.toThrow(/NGHTTP2|Stream closed/)
      expect((await other).status).toBe(200)
      expect((await client.call('/v1/pets', { headers: key })).status).toBe(200)
    })
})

describe('closing', () => {
  it('answers the requests in progress, and ends streams of events and handshakes', async () => {
    await using secure = await startSecureStandin()
    const { standin, authority } = secure
    using client = connectHttp2(standin.url, authority)
    const events = client.session.request({ ':path': '/_sandbox/events' })
    events.on('error', () => {})
    await new Promise((resolve) => events.on('response', resolve))
    await putScenario(client, 'late', 'delay: 300ms')
    const silent = connectPlain(Number(new URL(standin.url).port), '127.0.0.1')
    silent.on('error', () => {})
    const gone = new Promise((resolve) => silent.on('close', resolve))
    const idle = connectTls({ port: Number(new URL(standin.url).port), ca: authority, host: '127.0.0.1' })
    idle.on('error', () => {})
    await new Promise((resolve) => idle.on('secureConnect', resolve))
    const slow = client.call('/v1/pets', { headers: { ...key, 'sandbox-scenario': 'late' } })
    await client.call('/v1/pets', { headers: key })
    const [answer] = await Promise.all([slow, standin.close(), gone])
    expect(answer.status).toBe(200)
  })
})

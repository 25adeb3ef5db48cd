/**
 * Requests without a socket: fetch returns what a client with a socket receives.
 */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { startStandin } from '../support/start-standin.ts'

const key = { Authorization: 'Bearer sandbox-key' }
const json = { ...key, 'Content-Type': 'application/json' }
const rex = JSON.stringify({ name: 'Rex', categoryId: 1, status: 'sold' })

interface Row {
  readonly name: string
  readonly path: string
  readonly init?: RequestInit
}

const rows: readonly Row[] = [
  { name: 'a list', path: '/v1/pets?limit=3&status=sold', init: { headers: key } },
  { name: 'an item', path: '/v1/pets/7', init: { headers: key } },
  { name: 'no key', path: '/v1/pets' },
  { name: 'a create', path: '/v1/pets', init: { method: 'POST', headers: json, body: rex } },
  { name: 'an invalid create', path: '/v1/pets', init: { method: 'POST', headers: json, body: '{"categoryId":"x"}' } },
  { name: 'a body that is not JSON', path: '/v1/pets', init: { method: 'POST', headers: json, body: '{"name' } },
  { name: 'no body', path: '/v1/pets', init: { method: 'POST', headers: json } },
  { name: 'HEAD', path: '/v1/pets', init: { method: 'HEAD', headers: key } },
  { name: 'OPTIONS', path: '/v1/pets', init: { method: 'OPTIONS', headers: key } },
  {
    name: 'a preflight',
    path: '/v1/pets',
    init: { method: 'OPTIONS', headers: { Origin: 'http://a.test', 'Access-Control-Request-Method': 'POST' } },
  },
  { name: 'another origin', path: '/v1/pets?limit=1', init: { headers: { ...key, Origin: 'http://a.test' } } },
  { name: 'an unknown path', path: '/v1/petz', init: { headers: key } },
  { name: 'a wrong method', path: '/v1/pets', init: { method: 'DELETE', headers: key } },
  { name: 'a lower-case method', path: '/v1/pets/7', init: { method: 'patch', headers: key } },
  { name: 'an invalid escape', path: '/v1/pets/%ff', init: { headers: key } },
  { name: 'Accept', path: '/v1/pets', init: { headers: { ...key, Accept: 'text/plain' } } },
  { name: 'a scenario', path: '/v1/pets', init: { headers: { ...key, 'Sandbox-Scenario': 'server-error' } } },
  { name: 'Prefer', path: '/v1/pets', init: { headers: { ...key, Prefer: 'code=404' } } },
  { name: 'a message', path: '/messages', init: { method: 'POST', headers: json, body: '{"message":"Hi"}' } },
  {
    name: 'gzip',
    path: '/v1/pets',
    init: { method: 'POST', headers: { ...json, 'Content-Encoding': 'gzip' }, body: gzipSync(rex) },
  },
  {
    name: 'an unknown coding',
    path: '/v1/pets',
    init: { method: 'POST', headers: { ...json, 'Content-Encoding': 'zip' }, body: rex },
  },
  {
    name: 'a body that is too large',
    path: '/v1/pets',
    init: { method: 'POST', headers: json, body: JSON.stringify({ name: 'x'.repeat(1024 * 1024), categoryId: 1 }) },
  },
]

/** Headers that differ in every request, or belong to the connection. */
const passing = new Set(['date', 'sandbox-request-id', 'connection', 'keep-alive'])

const seen = async (response: Response) => ({
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers].filter(([name]) => !passing.has(name)),
  body: await response.text(),
})

describe('fetch without a socket returns what fetch with a socket returns', () => {
  for (const { name, path, init } of rows)
    it(name, async () => {
      const now = () => Date.parse('2026-06-01T12:00:00Z')
      await using far = await startStandin({ now })
      await using near = await createStandin({ now })
      const expected = await seen(await fetch(far.url + path, init))
      expect(await seen(await near.fetch(near.url + path, init))).toEqual(expected)
      expect(expected.status).toBeGreaterThan(199)
    })
})

describe('fetch', () => {
  it('opens no port, as its address shows', async () => {
    await using standin = await createStandin()
    expect(standin.url).toBe('http://standin.local')
    expect(standin.port).toBeUndefined()
  })

  it('serves any host, and accepts a Request, a URL or a string', async () => {
    await using standin = await createStandin()
    const url = 'https://api.example.com/v1/pets/7'
    for (const input of [url, new URL(url), new Request(url), '/v1/pets/7']) {
      const response = await standin.fetch(input, { headers: key })
      expect(await response.json()).toMatchObject({ id: 7 })
    }
    expect((await standin.fetch(url, { headers: key })).url).toBe(url)
  })

  it('decompresses deflate and br, up to the size limit', async () => {
    await using standin = await createStandin({ maxBody: 100 })
    const send = (coding: string, body: Uint8Array<ArrayBuffer>) =>
      standin.fetch('/v1/pets', { method: 'POST', headers: { ...json, 'Content-Encoding': coding }, body })
    expect((await send('deflate', new Uint8Array(deflateSync(rex)))).status).toBe(201)
    expect((await send('br', new Uint8Array(brotliCompressSync(rex)))).status).toBe(201)
    expect((await send('br', new Uint8Array(brotliCompressSync(' '.repeat(10_000))))).status).toBe(413)
  })

  it('observes the signal of a Request that has no other reference', async () => {
    await using standin = await createStandin({ scenario: ['hanging'], scenarios: 'test/testing/scenarios' })
    const controller = new AbortController()
    const failing = standin.fetch(new Request('http://a.test/v1/pets', { headers: key, signal: controller.signal }))
    setTimeout(() => controller.abort(), 30)
    await expect(failing).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('accepts a stream as body', async () => {
    await using standin = await createStandin()
    const body = new Blob([rex]).stream()
    const response = await standin.fetch('/v1/pets', { method: 'POST', headers: json, body, duplex: 'half' })
    expect(response.status).toBe(201)
  })

  it('does not reach the control API', async () => {
    await using standin = await createStandin()
    for (const path of ['/_sandbox', '/_sandbox/health', '/_sandbox?x=1']) {
      const response = await standin.fetch(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await response.json()).toMatchObject({ status: 404, detail: expect.stringContaining('standin.sandbox()') })
    }
  })

  it('is written to the log', async () => {
    const lines: string[] = []
    await using standin = await createStandin({
      log: ({ method, target, status }) => lines.push(`${method} ${target} ${status}`),
    })
    await standin.fetch('/v1/pets?limit=1', { headers: key })
    expect(lines).toEqual(['GET /v1/pets?limit=1 200'])
  })

  it('fails after the Standin is closed, also for pending requests', async () => {
    const standin = await createStandin({ scenario: ['hanging'], scenarios: 'test/testing/scenarios' })
    const waiting = standin.fetch('/v1/pets', { headers: key }).catch((reason: unknown) => reason)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await standin.close()
    expect(await waiting).toMatchObject({ message: 'fetch failed', cause: { code: 'UND_ERR_SOCKET' } })
    await expect(standin.fetch('/v1/pets')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  })
})

describe('a fault', () => {
  const faults = ['broken', 'silent', 'garbled'] as const
  for (const scenario of faults)
    it(`${scenario} fails as it does with a socket`, async () => {
      await using standin = await startStandin({ scenario: [scenario], scenarios: 'test/testing/scenarios' })
      const failure = (failing: Promise<Response>) => failing.catch((reason: unknown) => reason)
      const far = await failure(fetch(`${standin.url}/v1/pets`, { headers: key }))
      const near = await failure(standin.fetch('/v1/pets', { headers: key }))
      for (const error of [far, near]) expect(error).toBeInstanceOf(TypeError)
      expect(near).toMatchObject({ message: 'fetch failed', cause: { code: codeOf(far) } })
    })

  it('truncate returns the headers and half of the body', async () => {
    await using standin = await startStandin({ scenario: ['cut'], scenarios: 'test/testing/scenarios' })
    for (const send of [fetch, standin.fetch]) {
      const response = await send(`${standin.url}/v1/pets`, { headers: key })
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow('terminated')
    }
  })

  it('timeout lasts until the signal aborts it', async () => {
    await using standin = await createStandin({ scenario: ['hanging'], scenarios: 'test/testing/scenarios' })
    const failing = standin.fetch('/v1/pets', { headers: key, signal: AbortSignal.timeout(30) })
    await expect(failing).rejects.toMatchObject({ name: 'TimeoutError' })
    const aborted = standin.fetch('/v1/pets', { signal: AbortSignal.abort() })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  })
})

const codeOf = (error: unknown): unknown =>
  error instanceof TypeError && error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined

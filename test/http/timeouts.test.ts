/**
 * Fault 20: a request that takes too long gets a 408 soon after its limit.
 */
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { startStandin } from '../support/start-standin.ts'

const limits = { headersTimeout: 1_000, requestTimeout: 2_000, idleTimeout: 1_000 }

const rows: readonly {
  readonly name: string
  readonly bytes: string
  readonly limit: number
  readonly status: number[]
}[] = [
  { name: 'nothing', bytes: '', limit: limits.headersTimeout, status: [408] },
  {
    name: 'a part of its headers',
    bytes: 'GET /v1/pets HTTP/1.1\r\nHost:',
    limit: limits.headersTimeout,
    status: [408],
  },
  {
    name: 'a part of its body',
    bytes: requestText(
      'POST /v1/pets',
      ['Authorization: Bearer sandbox-key', 'Content-Type: application/json', 'Content-Length: 9'],
      '{',
    ),
    limit: limits.requestTimeout,
    status: [408],
  },
]

/** Nothing is read meanwhile, and then Node looks for late requests before it reads. */
const blockEventLoop = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

describe('a client that sends', () => {
  for (const { name, bytes, limit, status } of rows)
    it(`${name} is rejected at the limit`, async () => {
      await using standin = await startStandin(limits)
      const begin = performance.now()
      using client = await converse(standin.url)
      client.send(bytes)
      expect(statusesIn(await client.closed())).toEqual(status)
      const time = performance.now() - begin
      expect(time).toBeGreaterThan(limit - 100)
      // Node would look every 30 seconds.
      expect(time).toBeLessThan(limit + 15_000)
    })

  it('its request in time is not rejected because the server was busy', async () => {
    await using standin = await startStandin({ ...limits, headersTimeout: 500 })
    for (;;) {
      const begin = performance.now()
      using client = await converse(standin.url)
      // The server has accepted the connection when it answers a later one.
      expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
      // Otherwise the request may really be late.
      if (performance.now() - begin > 250) continue
      client.send(requestText('GET /_sandbox/health', ['Connection: close']))
      blockEventLoop(1_700)
      expect(statusesIn(await client.closed())).toEqual([200])
      break
    }
  })

  it('more headers than the limit gets the name of the option', async () => {
    await using standin = await startStandin({ maxHeaders: 1_000 })
    using client = await converse(standin.url)
    client.send(requestText('GET /v1/pets', [`X-Long: ${'x'.repeat(2_000)}`]))
    const received = await client.closed()
    expect(statusesIn(received)).toEqual([431])
    expect(received).toContain('--max-headers')
  })

  it('on more connections than the limit is not served, and others are', async () => {
    await using standin = await startStandin({ maxConnections: 1 })
    using first = await converse(standin.url)
    first.send(requestText('GET /_sandbox/health'))
    await first.until(/200 OK/)
    using second = await converse(standin.url)
    expect(await second.closed()).toBe('')
    first.send(requestText('GET /_sandbox/health'))
    expect(statusesIn(await first.until(/200 OK.*200 OK/s))).toEqual([200, 200])
  })
})

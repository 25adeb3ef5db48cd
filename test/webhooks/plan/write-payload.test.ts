/**
 * The bodies of webhooks: the record in its place, and the facts about the event around it, valid by the documented schema.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadService, type Service } from '../../../src/loading/service.ts'
import type { Json, JsonObject } from '../../../src/ports.ts'
import type { EventFacts } from '../../../src/webhooks/plan/envelope-values.ts'
import { writeHeaders } from '../../../src/webhooks/plan/write-headers.ts'
import { writePayload } from '../../../src/webhooks/plan/write-payload.ts'
import { projectFolder } from '../../support/run-command.ts'

const load = (document: string): Promise<Service> =>
  loadService([join(projectFolder, 'test/webhooks/documents', document)])

const factsOf = (service: Service, webhook: string, value: JsonObject): EventFacts => {
  const plan = service.webhooks.webhooks.find(({ name }) => name === webhook)
  return {
    name: webhook,
    event: plan?.on?.event,
    id: '00112233445566778899aabbccddeeff',
    at: Date.UTC(2030, 0, 2, 3, 4, 5),
    record: { id: String(value.id), value },
    resource: plan?.on?.resource,
    from: 'queued',
  }
}

const write = async (service: Service, webhook: string, value: JsonObject): Promise<Json> => {
  const message = service.webhooks.webhooks.find(({ name }) => name === webhook)
  if (!message) throw new TypeError(`no webhook ${webhook}`)
  const { compiler } = service.of(message.document)
  const payload = await writePayload({ message, compiler, facts: factsOf(service, webhook, value), seed: 1 })
  if (payload.kind === 'failed') throw new TypeError(payload.reason)
  return JSON.parse(payload.text)
}

describe('the body of a webhook', () => {
  it('has the record in its place, and the event, the id and the time around it', async () => {
    const service = await load('kennel.yaml')
    expect(await write(service, 'dogCreated', { id: 7, name: 'Rex', state: 'waiting' })).toEqual({
      event: 'dog.created',
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-/),
      occurredAt: '2030-01-02T03:04:05.000Z',
      data: { id: 7, name: 'Rex', state: 'waiting' },
    })
  })

  it('is the record where its schema is that of the record', async () => {
    const service = await load('kennel.yaml')
    expect(await write(service, 'dog.updated', { id: 7, name: 'Rex' })).toEqual({ id: 7, name: 'Rex' })
  })

  it('is the usual one of Standard Webhooks where the document describes none', async () => {
    const service = await load('kennel.yaml')
    expect(await write(service, 'dog-deleted', { id: 7, name: 'Rex' })).toEqual({
      type: 'dog-deleted',
      timestamp: '2030-01-02T03:04:05.000Z',
      data: { id: 7, name: 'Rex' },
    })
  })

  it('has the properties of the record where it has no record', async () => {
    const service = await load('kennel.yaml')
    expect(await write(service, 'message.status.updated', { id: 'm1', text: 'Hi', status: 'sent' })).toEqual({
      messageId: 'm1',
      status: 'sent',
      previousStatus: 'queued',
      timestamp: Date.UTC(2030, 0, 2, 3, 4, 5) / 1000,
    })
  })

  it('has a record in the form that the webhook shows, and generated objects around it', async () => {
    const service = await load('labels.yaml')
    const body = await write(service, 'label-created', { id: 3, name: 'bug', color: 'ff0000' })
    expect(body).toMatchObject({
      action: 'created',
      label: { id: 3, name: 'bug', color: 'ff0000', default: expect.any(Boolean) },
      repository: { id: expect.any(Number), full_name: expect.any(String) },
      sender: { login: expect.any(String) },
    })
  })

  it('keeps what an example says and the event does not', async () => {
    const service = await load('desk.yaml')
    expect(await write(service, 'TicketDeleted', { id: 'T-1', subject: 'Ink' })).toEqual({
      payload: {
        event_id: '00112233445566778899aabbccddeeff',
        event_type: 'desk.ticket.deleted',
        entity_id: 'T-1',
        entity_type: 'ticket',
        service_id: 'github',
        occurred_at: '2030-01-02T03:04:05.000Z',
      },
    })
  })

  it('has the record in a list where the document has one', async () => {
    const service = await load('desk.yaml')
    expect(await write(service, 'TicketStatusChanged', { id: 'T-1', subject: 'Ink', status: 'open' })).toEqual({
      ticket: [{ id: 'T-1', subject: 'Ink', status: 'open' }],
    })
  })
})

describe('the headers of a webhook', () => {
  const headers = async (document: string, webhook: string): Promise<Readonly<Record<string, string>>> => {
    const service = await load(document)
    const message = service.webhooks.webhooks.find(({ name }) => name === webhook)
    return message ? writeHeaders(message, factsOf(service, webhook, { id: 'T-1' })) : {}
  }

  it('name the event and the delivery, as the document documents them', async () => {
    expect(await headers('desk.yaml', 'TicketDeleted')).toEqual({
      'x-event-type': 'desk.ticket.deleted',
      'x-idempotency-key': '00112233-4455-4677-8899-aabbccddeeff',
    })
    expect(await headers('labels.yaml', 'label-created')).toEqual({
      'x-github-event': 'label',
      'x-github-delivery': '00112233445566778899aabbccddeeff',
    })
  })
})

/**
 * What scenarios make of deliveries: dropped, repeated, late, unsigned; and lifecycles that they hold.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStandin, LoadError, type Standin } from '../../../src/index.ts'
import { type Answer, type CallOptions, call } from '../../support/client.ts'
import { projectFolder } from '../../support/run-command.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.ts'
import { startReceiver, verify, type WebhookReceiver } from '../../support/webhook-receiver.ts'

const scenario = (deliver: string): string =>
  `description: A test.\nsteps:\n  - { when: { operation: createDog }, deliver: ${deliver} }\n`

const scenarios = {
  'scenarios/drop.yaml': scenario('drop'),
  'scenarios/twice.yaml': scenario('twice'),
  'scenarios/late.yaml': scenario('late 5m'),
  'scenarios/unsigned.yaml': scenario('unsigned'),
  'scenarios/held.yaml':
    'description: A test.\nsteps:\n  - { when: { operation: sendMessage }, hold: [messages.status] }\n',
}

let folder: TemporaryFolder
let standin: Standin
let receiver: WebhookReceiver

const control = (path: string, options?: CallOptions): Promise<Answer> =>
  call(`${standin.url}/_sandbox/sandboxes/default${path}`, options)

const create = (name: string, scenarioNames: string): Promise<Answer> =>
  call(`${standin.url}/dogs`, { body: { name }, headers: { 'sandbox-scenario': scenarioNames } })

const states = async (): Promise<readonly string[]> =>
  ((await control('/deliveries')).json as { state: string }[]).map(({ state }) => state)

beforeEach(async () => {
  folder = await createTemporaryFolder(scenarios)
  receiver = await startReceiver()
  standin = await createStandin({
    documents: [join(projectFolder, 'test/webhooks/documents/kennel.yaml')],
    folder: folder.path,
    scenarios: join(folder.path, 'scenarios'),
    anyKey: true,
    port: 0,
    webhooks: [receiver.url],
  })
  await control('/clock', { method: 'PUT', body: { now: '2030-01-01T00:00:00Z', frozen: true } })
  // The first test of a process loads everything.
})

afterEach(async () => {
  await standin.close()
  await receiver.leave()
  await folder.remove()
})

describe('a scenario', () => {
  it('drops deliveries, which can be sent later', async () => {
    await create('a', 'drop')
    const { json } = await control('/deliveries')
    expect(json).toMatchObject([{ state: 'dropped', reason: expect.stringContaining('drop/1'), attempts: [] }])
    const [{ id }] = json as [{ id: string }]
    await control(`/deliveries/${id}/redeliver`, { method: 'POST' })
    await expect.poll(states).toEqual(['delivered'])
    expect(receiver.received).toHaveLength(1)
    expect((await control('/deliveries')).json).toMatchObject([{ reason: null }])
  })

  it('sends deliveries twice, with one id', async () => {
    await create('a', 'twice')
    await expect.poll(states).toEqual(['delivered', 'delivered'])
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.ids).size).toBe(1)
    expect(receiver.received[0]?.text).toBe(receiver.received[1]?.text)
  })

  it("sends deliveries late, on the sandbox's clock", async () => {
    await create('a', 'late')
    await create('b', 'none')
    await expect.poll(states).toEqual(['waiting', 'delivered'])
    await control('/clock/advance', { body: { by: '4m' } })
    expect(receiver.received).toHaveLength(1)
    await control('/clock/advance', { body: { by: '1m' } })
    expect(receiver.received).toHaveLength(2)
  })

  it('sends deliveries without a signature', async () => {
    await create('a', 'unsigned')
    await create('b', 'none')
    await expect.poll(states).toEqual(['delivered', 'delivered'])
    const [unsigned, signed] = receiver.received
    expect(unsigned?.headers).toMatchObject({
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.any(String),
    })
    expect(unsigned?.headers).not.toHaveProperty('webhook-signature')
    const [{ secret }] = (await control('/webhooks')).json as [{ secret: string }]
    expect(() => signed && verify(signed, secret)).not.toThrow()
  })

  it('combines them', async () => {
    await create('a', 'twice, late, unsigned')
    expect(await states()).toEqual(['waiting', 'waiting'])
    await control('/clock/advance', { body: { by: '5m' } })
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature')
  })

  it('holds a lifecycle, whose moves are reported after the hold', async () => {
    await control('/scenario', { method: 'PUT', body: { scenario: 'held' } })
    await call(`${standin.url}/messages`, { body: { text: 'Hi' } })
    await control('/clock/advance', { body: { by: '1h' } })
    expect(receiver.received).toEqual([])
    expect((await control('/deliveries')).json).toMatchObject([
      { state: 'planned', dueAt: null },
      { state: 'planned', dueAt: null },
      { state: 'planned', dueAt: null },
    ])
    await control('/scenario', { method: 'PUT', body: { scenario: null } })
    await control('/clock/advance', { body: { by: '3s' } })
    expect(receiver.bodies).toEqual([expect.objectContaining({ status: 'sent', previousStatus: 'queued' })])
    await control('/clock/advance', { body: { by: '1h' } })
    expect(receiver.bodies).toEqual([
      expect.objectContaining({ status: 'sent' }),
      expect.objectContaining({ status: 'delivered' }),
      expect.objectContaining({ type: 'messageDelivered' }),
    ])
  })
})

describe('the start message', () => {
  /** A folder without files that are found. */
  const plain = join(projectFolder, 'test/webhooks/documents')

  it('names the receivers of --webhook and their secret', async () => {
    const [{ secret }] = (await control('/webhooks')).json as [{ secret: string }]
    const { notes } = await standin.describe()
    expect(notes).toContain(`webhooks are sent to ${receiver.url}, signed with ${secret}`)
  })

  it('reports that --webhook has no effect', async () => {
    await using server = await createStandin({ webhooks: [receiver.url], folder: plain })
    expect((await server.describe()).notes.join()).toContain('--webhook has no effect')
  })

  const wrong: readonly (readonly [string, object, string])[] = [
    ['another machine', { webhooks: ['http://10.0.0.1/'] }, '--webhook: 10.0.0.1 is not this machine'],
    ['a short secret', { webhookSecret: 'whsec_abc' }, '--webhook-secret must be whsec_ followed by'],
  ]
  for (const [name, options, message] of wrong)
    it(`is not reached with ${name}`, async () => {
      await expect(createStandin({ ...options, folder: plain })).rejects.toThrow(message)
    })
})

describe('a step with deliver is checked', () => {
  const load = async (document: string, deliver: string): Promise<unknown> => {
    await using files = await createTemporaryFolder({ 'scenarios/mine.yaml': scenario(deliver) })
    try {
      const server = await createStandin({ documents: [document], folder: files.path })
      await server.close()
      return undefined
    } catch (error) {
      return error instanceof LoadError ? error.findings : error
    }
  }
  const kennel = join(projectFolder, 'test/webhooks/documents/kennel.yaml')

  for (const deliver of ['drop', 'twice', 'unsigned', 'late 5m', 'late 1d'])
    it(`${deliver} is valid`, async () => expect(await load(kennel, deliver)).toBeUndefined())

  for (const deliver of ['never', 'late', 'late soon', '2'])
    it(`${deliver} is reported at its line`, async () =>
      expect(await load(kennel, deliver)).toEqual([
        expect.objectContaining({ code: 'scenario-structure', line: 3, file: expect.stringContaining('mine.yaml') }),
      ]))

  it('and is reported where nothing is sent', async () => {
    await using files = await createTemporaryFolder({
      'api.yaml':
        'openapi: 3.1.0\ninfo: { title: Dogs, version: 1.0.0 }\npaths: { /dogs: { post: { operationId: createDog, responses: { "201": { description: Created. } } } } }\n',
    })
    expect(await load(join(files.path, 'api.yaml'), 'drop')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('deliver has no effect'), line: 3 }),
    ])
  })
})

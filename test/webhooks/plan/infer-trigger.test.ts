/**
 * What webhooks wait for, by their names and bodies: three documents with each kind of name, and what x-standin-on sets.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LoadError } from '../../../src/errors.ts'
import { loadService } from '../../../src/loading/service.ts'
import { describeWebhooks } from '../../../src/webhooks/plan/describe-webhooks.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'
import { projectFolder } from '../../support/run-command.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'

const folder = join(projectFolder, 'test/webhooks/documents')

const explain = async (document: string): Promise<readonly string[]> => {
  const { webhooks } = await loadService([join(folder, document)])
  return describeWebhooks(webhooks).map(({ name, kind, resource, event, property, to, record, operation }) =>
    kind === 'callback'
      ? `${name}: after ${operation}`
      : [
          `${name}:`,
          resource ?? 'never',
          event,
          property,
          to,
          record === undefined ? undefined : `in ${record || 'body'}`,
        ]
          .filter((part) => part !== undefined)
          .join(' '),
  )
}

describe('the event of a webhook', () => {
  it('is in the name, in each spelling, or in x-standin-on', async () =>
    expect(await explain('kennel.yaml')).toEqual([
      'dogCreated: dogs created in data',
      'dog.updated: dogs changed in body',
      'dog-deleted: dogs deleted',
      'message.status.updated: messages moved status',
      'messageDelivered: messages moved status delivered',
      'walkies: dogs moved state walked',
      'rumour: never',
      'dogChecked: after createDog',
    ]))

  it('is found in x-webhooks with inline records', async () =>
    expect(await explain('labels.yaml')).toEqual([
      'label-created: labels created in label',
      'label-edited: labels changed in label',
      'label-deleted: labels deleted in label',
      'create: never',
    ]))

  it('is found where the body has only an id, and where it has a list', async () =>
    expect(await explain('desk.yaml')).toEqual([
      'TicketCreated: tickets created',
      'TicketUpdated: tickets changed',
      'TicketDeleted: tickets deleted',
      'TicketStatusChanged: tickets moved status in ticket',
      'delivery-receipt: after sendSms',
    ]))

  const wrong: readonly (readonly [string, string])[] = [
    ['{ resource: dog, event: moved }', 'x-standin-on: there is no resource "dog". Did you mean dogs?'],
    ['{ resource: dogs, event: walked }', 'event must be one of created, changed, deleted, moved, got "walked"'],
    ['{ resource: dogs, event: created, to: walked }', 'x-standin-on: to needs event: moved'],
    ['{ resource: dogs, even: moved }', 'x-standin-on has resource, event and to, not even'],
    ['dogs', 'x-standin-on must be an object with resource and event, got "dogs"'],
    ['{ resource: dogs, event: moved, to: wlaked }', 'to must be a status of dogs, got "wlaked". Did you mean walked?'],
    ['{ resource: dogs, event: moved, to: 3 }', 'to must be a status of dogs, got 3. Known: waiting, walked'],
    [
      '{ resource: dogs, event: moved, to: [walked] }',
      'to must be a status of dogs, got ["walked"]. Did you mean walked?',
    ],
    ['{ resource: dogs, event: created, to: 3 }', 'x-standin-on: to needs event: moved'],
  ]
  for (const [given, message] of wrong)
    it(`is reported at its line if x-standin-on is ${given}`, async () => {
      const text = await readFile(join(folder, 'kennel.yaml'), 'utf8')
      await using files = await createTemporaryFolder({
        'kennel.yaml': text.replace('{ resource: dogs, event: moved, to: walked }', given),
      })
      const error = await loadService([join(files.path, 'kennel.yaml')]).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(LoadError)
      const [finding] = error instanceof LoadError ? error.findings : []
      expect(finding?.message).toContain(message)
      expect(finding?.line).toBe(text.split('\n').findIndex((line) => line.startsWith('    x-standin-on')) + 1)
    })
})

/** A document with tasks, whose status has this schema. */
const tasks = (name: string, status: string, webhook: string): string => `
openapi: 3.1.0
info: { title: Tasks, version: 1.0.0 }
servers: [{ url: https://example.com/${name} }]
paths:
  /tasks:
    post:
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        '201': { description: The task., content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
  /tasks/{taskId}:
    parameters: [{ name: taskId, in: path, required: true, schema: { type: integer } }]
    get:
      responses:
        '200': { description: The task., content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }
webhooks:
  ${webhook}
components:
  schemas:
    Task: { type: object, required: [id], properties: { id: { type: integer }, status: ${status} } }
`

const post = "post: { responses: { '204': { description: Thanks. } } }"

const loadTasks = async (status: string, to: string): Promise<unknown> => {
  const webhook = `done: { x-standin-on: { resource: tasks, event: moved, to: ${to} }, ${post} }`
  await using files = await createTemporaryFolder({ 'tasks.yaml': tasks('tasks', status, webhook) })
  const { webhooks } = await loadService([join(files.path, 'tasks.yaml')])
  return webhooks.triggered.map(({ on }) => on?.to)
}

describe('the status that x-standin-on names', () => {
  it('may be a number', async () => {
    expect(await loadTasks('{ type: integer, enum: [1, 2, 3] }', '3')).toEqual([3])
    expect(await loadTasks('{ type: integer }', '3')).toEqual([3])
  })

  it('may be anything where the document does not say which there are', async () =>
    expect(await loadTasks('{ type: string }', 'done')).toEqual(['done']))

  it('may be one of the lifecycle', async () =>
    expect(
      await loadTasks('{ type: string, x-standin-lifecycle: { states: [open, done], after: 1s } }', 'done'),
    ).toEqual(['done']))

  it('has the type that the document gives it', async () => {
    await expect(loadTasks('{ type: string }', '3')).rejects.toThrow(
      'to must be a status, which is of type string, got 3',
    )
    await expect(loadTasks('{}', '[3]')).rejects.toThrow('to must be a status, which is of type string or number')
  })
})

describe('the resource that x-standin-on names', () => {
  it('is that of its own document where another one has a resource of that name, too', async () => {
    const webhook = `done: { x-standin-on: { resource: tasks, event: created }, ${post} }`
    await using files = await createTemporaryFolder({
      'one.yaml': tasks('one', '{ type: string }', webhook),
      'two.yaml': tasks('two', '{ type: string }', webhook),
    })
    const { webhooks } = await loadService([join(files.path, 'one.yaml'), join(files.path, 'two.yaml')])
    expect(webhooks.triggered.map(({ on }) => on?.resource.document.name)).toEqual(['one', 'two'])
  })
})

describe('a name of hundreds of words', () => {
  it('is read by its last ones, at once', async () => {
    const webhook = `${'many.'.repeat(700)}task.created: { ${post} }`
    await using files = await createTemporaryFolder({ 'tasks.yaml': tasks('tasks', '{ type: string }', webhook) })
    const { webhooks } = await loadService([join(files.path, 'tasks.yaml')])
    const taken = await cpuTimeOf(() => expect(webhooks.triggered.map(({ on }) => on?.event)).toEqual(['created']))
    expect(taken).toBeLessThan(500)
  })
})

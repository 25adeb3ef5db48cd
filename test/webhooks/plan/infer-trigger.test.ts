/**
 * What webhooks wait for, by their names and bodies: three documents with each kind of name, and what x-standin-on sets.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LoadError } from '../../../src/errors.ts'
import { loadService } from '../../../src/loading/service.ts'
import { describeWebhooks } from '../../../src/webhooks/plan/describe-webhooks.ts'
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

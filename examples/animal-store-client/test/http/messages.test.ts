/**
 * Messages are sent some time after they were accepted. The tests advance the sandbox's clock instead of waiting.
 */
import { expect } from 'vitest'
import { type Message, Messenger } from '../../src/messenger.ts'
import { test } from './sandbox.ts'

test('sends a message', async ({ sandbox }) => {
  const message = await new Messenger({ baseUrl: sandbox.url, key: sandbox.key }).send('Rex is sold')
  expect(message).toMatchObject({ message: 'Rex is sold', status: 'queued' })
  await sandbox.advanceClock('1m')
  const [sent] = await sandbox.listRecords<Message>('messages')
  expect(sent).toMatchObject({ id: message.id, status: 'delivered' })
})

test('sends a message that stays queued', async ({ sandbox }) => {
  await sandbox.setScenario('messages-left-queued')
  await new Messenger({ baseUrl: sandbox.url, key: sandbox.key }).send('Rex is sold')
  await sandbox.advanceClock('1d')
  const [waiting] = await sandbox.listRecords<Message>('messages')
  expect(waiting).toMatchObject({ status: 'queued' })
})

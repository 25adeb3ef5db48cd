/**
 * What nobody needs any more is released: earlier states that no exchange leads to, and everything of deleted sandboxes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, describe, expect, it } from 'vitest'
import { deleteKey, generateKey } from '../../src/control/actions/change-keys.ts'
import type { SandboxHandle } from '../../src/index.ts'
import { Journal, JournalBudget } from '../../src/journal/journal.ts'
import { History } from '../../src/sandboxes/history.ts'
import { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { createBareSandboxes } from '../support/bare-sandboxes.ts'
import { sampleExchange } from '../support/sample-exchange.ts'
import { type ServeOptions, serveFiles } from '../support/serve-files.ts'
import { measureUsedMemory } from '../support/used-memory.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'

const mebibyte = 1024 * 1024

const done = { post: { requestBody: requestBody({ type: 'object' }), responses: { 200: { description: 'Noted.' } } } }

const notes = openApi({
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: requestBody(ref('Note')),
        responses: { 201: response(ref('Note')) },
        callbacks: { done: { '{$request.body#/url}': done } },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      put: {
        operationId: 'replaceNote',
        requestBody: requestBody(ref('Note')),
        responses: { 200: response(ref('Note')) },
      },
    },
  },
  components: {
    schemas: {
      Note: {
        type: 'object',
        properties: { id: { type: 'integer' }, text: { type: 'string' }, url: { type: 'string' } },
      },
    },
  },
})

const serve = (options: ServeOptions) => serveFiles({ 'api.json': notes }, options)

/** With a note of 100,000 characters. */
const write = async (sandbox: Pick<SandboxHandle, 'fetch'>, method: 'POST' | 'PUT', given: object = {}) => {
  const answer = await sandbox.fetch(method === 'POST' ? '/notes' : '/notes/1', {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'x'.repeat(100_000), ...given }),
  })
  expect(answer.status).toBe(method === 'POST' ? 201 : 200)
}

describe('earlier states', () => {
  it('are known as long as an exchange leads to them', () => {
    const budget = new JournalBudget({ bytes: 64 * mebibyte, exchanges: 400 })
    const journal = new Journal(budget)
    const history = new History(journal)
    const change = (position: number): void => {
      history.add(position, { from: undefined, effects: [{ kind: 'remove', resource: 'notes', id: position }] })
      journal.record(sampleExchange({ positionBefore: position - 1, positionAfter: position }))
    }
    for (let position = 1; position <= 400; position++) change(position)
    const bytes = budget.bytes
    expect(history.countRecords(0, 400)).toBe(400)
    for (let position = 401; position <= 5_000; position++) change(position)
    expect(history.countRecords(4_600, 5_000)).toBe(400)
    expect(history.countRecords(4_598, 5_000)).toBeUndefined()
    expect(budget.bytes).toBeLessThan(bytes * 1.5)
  })

  it('take no more bytes than journals may', async () => {
    await using served = await serve({ rewind: true, journalSize: mebibyte })
    await write(served.standin, 'POST')
    const before = await measureUsedMemory()
    for (let index = 0; index < 60; index++) await write(served.standin, 'PUT', { text: `${index}`.padEnd(200_000) })
    expect((await measureUsedMemory()) - before).toBeLessThan(6 * mebibyte)
  })

  it('that tests have made without requests take no more, either', async () => {
    await using served = await serve({ rewind: true, journalSize: mebibyte })
    const put = (text: string) =>
      served.call('/_sandbox/sandboxes/default/records/notes/1', { method: 'PUT', body: { id: 1, text } })
    // The first one loads the control API.
    await put('first')
    const before = await measureUsedMemory()
    for (let index = 0; index < 40; index++) await put(`${index}`.padEnd(200_000))
    expect((await measureUsedMemory()) - before).toBeLessThan(6 * mebibyte)
  })

  it('of deleted sandboxes leave the room in journals to others', async () => {
    await using served = await serve({ rewind: true, journalSize: 2 * mebibyte })
    for (let round = 0; round < 12; round++) {
      const sandbox = await served.standin.sandbox()
      await write(sandbox, 'POST')
      await write(sandbox, 'PUT')
      expect(await sandbox.exchanges.list()).toHaveLength(2)
      await sandbox.delete()
    }
  })
})

describe('a deleted sandbox is released', () => {
  const rows: readonly (readonly [name: string, use: (sandbox: SandboxHandle) => Promise<void>])[] = [
    [
      'although a key of it was deleted',
      async ({ keys }) => {
        const { key } = await keys.generate()
        await keys.delete(key)
      },
    ],
    [
      'although a reset has removed a key of it',
      async (sandbox) => {
        await sandbox.keys.generate()
        await sandbox.reset()
      },
    ],
    [
      'although a delivery of it would be tried again',
      async (sandbox) => {
        await write(sandbox, 'POST', { url: 'http://127.0.0.1:9/' })
        await expect.poll(async () => (await sandbox.webhooks.deliveries())[0]?.state).toBe('waiting')
        // Its timer is set in the same turn.
        await sleep(20)
      },
    ],
  ]
  it.each(rows)('%s', async (_, use) => {
    await using served = await serve({})
    const round = async (): Promise<void> => {
      const sandbox = await served.standin.sandbox()
      await use(sandbox)
      await write(sandbox, 'POST', { text: 'x'.repeat(500_000) })
      await sandbox.delete()
    }
    await round()
    const before = await measureUsedMemory()
    for (let count = 0; count < 8; count++) await round()
    expect((await measureUsedMemory()) - before).toBeLessThan(2.5 * mebibyte)
  })

  it('and keys that one has deleted are forgotten, no others', async () => {
    const sandboxes = createBareSandboxes({})
    const sandbox = sandboxes.open('one')
    assert(sandbox instanceof Sandbox)
    const { key: kept } = generateKey(sandboxes, sandbox)
    const before = await measureUsedMemory()
    for (let count = 0; count < 20_000; count++) deleteKey(sandbox, generateKey(sandboxes, sandbox).key)
    expect((await measureUsedMemory()) - before).toBeLessThan(mebibyte)
    expect(sandboxes.ownerOf(kept)).toBe(sandbox)
  })
})

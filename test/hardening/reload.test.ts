/**
 * After a reload, nothing refers to the files as they were: neither what was recorded, nor sandboxes that nobody uses.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { serveFiles } from '../support/serve-files.ts'
import { collectGarbage } from '../support/used-memory.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
}

const documentOf = (title: string) =>
  openApi({
    info: { title, version: '1.0.0' },
    paths: {
      '/notes': {
        get: { operationId: 'listNotes', responses: { 200: response({ type: 'array', items: ref('Note') }) } },
        post: {
          operationId: 'addNote',
          requestBody: requestBody({ type: 'object', required: ['text'], properties: { text: { type: 'string' } } }),
          responses: { 201: response(ref('Note')), 400: response({ type: 'object' }) },
        },
      },
      '/notes/{id}': {
        get: {
          operationId: 'getNote',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: response(ref('Note')), 404: response({ type: 'object' }) },
        },
      },
      '/version': { get: { deprecated: true, responses: { 200: response({ type: 'object', example: { title } }) } } },
    },
    components: { schemas: { Note: note } },
  })

it.each([
  ['with fixtures', { 'fixtures/default/notes.json': [{ id: 1, text: 'first' }] }, {}],
  ['with generated records', {}, { generate: 3 }],
  ['with earlier states', {}, { generate: 3, rewind: true }],
])('--watch keeps no old setup, %s', async (_, fixtures, options) => {
  let reloaded = () => {}
  const findings: Finding[] = []
  await using server = await serveFiles(
    { 'api.json': documentOf('version 0'), ...fixtures },
    {
      watch: true,
      ...options,
      onReload: (found) => {
        findings.push(...found)
        reloaded()
      },
    },
  )
  const control = async (method: string, path: string, body: object = {}) => {
    const answer = await call(`${server.standin.url}/_sandbox/sandboxes${path}`, { method, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const use = async (sandbox: string) => {
    const headers = { 'Sandbox-Id': sandbox }
    await server.call('/notes', { body: { text: 'new' }, headers })
    await server.call('/notes', { body: { text: 1 }, headers })
    await server.call('/notes/1', { headers })
    await server.call('/version', { headers })
  }
  await use('default')
  await control('POST', '', { id: 'written' })
  await use('written')
  await control('POST', '/written/snapshots', { name: 'before' })
  await control('POST', '', { id: 'forked', from: 'written/before' })
  await use('forked')
  await control('POST', '/forked/reset')
  await control('POST', '', { id: 'unused' })
  await server.standin.defaultSandbox.commit()

  const setups = [new WeakRef(server.standin.defaultSandbox.setup)]
  for (const title of ['version 1', 'version 2']) {
    const isReloaded = new Promise<void>((resolve) => {
      reloaded = resolve
    })
    // Synchronously, because a reload of the same process must not find a file that is not written yet.
    writeFileSync(join(server.folder, 'api.json'), JSON.stringify(documentOf(title)))
    await isReloaded
    setups.push(new WeakRef(server.standin.defaultSandbox.setup))
  }
  expect(findings).toEqual([])
  const findKept = () => {
    collectGarbage()
    return setups.map((setup) => setup.deref() !== undefined)
  }
  // What was under way at the reload may refer to the old files for a moment.
  await expect.poll(findKept).toEqual([false, false, true])

  // What was recorded is still shown, and what was saved is still there.
  const exchanges = await call(`${server.standin.url}/_sandbox/sandboxes/written/exchanges`)
  expect(exchanges.json).toMatchObject([
    { operation: 'addNote', document: 'api' },
    { operation: 'addNote', violations: [{ at: 'body.text' }] },
    { operation: 'getNote' },
    { operation: 'GET /version', deprecated: true },
  ])
  await control('POST', '/written/snapshots/before/restore')
  const notes = await server.call('/notes', { headers: { 'Sandbox-Id': 'written' } })
  expect(notes.json).toContainEqual(expect.objectContaining({ text: 'new' }))
})

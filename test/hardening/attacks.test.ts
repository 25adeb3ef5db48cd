/**
 * Faults whose mend has tests of its own modules, once more as the attack that found them: through the public interface only, so
 * that these tests also run on the sources before the mend.
 */
import { expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const note = object({ id: integer, tags: { type: 'array', items: text } })
const steps = { type: 'array', items: object({ op: text, path: text, from: text }) }

const document = openApi({
  paths: {
    '/notes': {
      get: { responses: { 200: response({ type: 'array', items: note }) } },
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
        requestBody: requestBody(note),
        responses: { 201: response(note) },
      },
    },
    '/notes/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: response(note) } },
      patch: { requestBody: requestBody(steps, 'application/json-patch+json'), responses: { 200: response(note) } },
    },
  },
})

it('fault 3: a JSON Patch that copies an array into itself 32 times is rejected', async () => {
  await using api = await serveFiles({ 'api.json': document })
  await api.call('/notes', { body: { tags: ['a', 'b'] } })
  const answer = await api.call('/notes/1', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json-patch+json' },
    body: Array.from({ length: 32 }, () => ({ op: 'copy', from: '/tags', path: '/tags/-' })),
  })
  expect(answer.status, answer.text).toBe(413)
  expect((await api.call('/notes/1')).json).toEqual({ id: 1, tags: ['a', 'b'] })
})

it('fault 4: a catastrophic pattern in an overlay does not block the start', async () => {
  const described = { ...document, 'x-text': [`${'a'.repeat(60)}!`, 'aab'] }
  const target = "$['x-text'][?match(@, '(a+)+b')]"
  await using api = await serveFiles({
    'api.json': described,
    'api.overlay.json': {
      overlay: '1.0.0',
      info: { title: 'Patterns', version: '1.0.0' },
      actions: [{ target, remove: true }],
    },
  })
  expect((await api.call('/notes')).status).toBe(200)
})

it('fault 9: idempotency keys of 12 kB are evicted long before 1,000 of them are stored', async () => {
  await using api = await serveFiles({ 'api.json': document })
  const post = (key: number) =>
    api.call('/notes', { body: {}, headers: { 'idempotency-key': `${key}`.padEnd(12_000, 'k') } })
  const { json: first } = await post(0)
  expect((await post(0)).json).toEqual(first)
  for (let key = 1; key <= 250; key++) await post(key)
  expect((await post(0)).json).not.toEqual(first)
})

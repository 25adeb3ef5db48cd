/**
 * A change of a state sets the time that belongs to it, and the way back removes it.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, object, pathParameter, text } from '../../../support/gadget-schemas.ts'
import { serveFiles } from '../../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../../support/write-document.ts'

const time = { type: 'string', format: 'date-time' }
const chore = object({
  id: { ...text, readOnly: true },
  status: { type: 'string', enum: ['open', 'in_progress', 'done', 'cancelled'] },
  archived: { type: 'boolean' },
  completedAt: { ...time, readOnly: true },
  cancelled_at: { type: ['string', 'null'], format: 'date-time' },
  archivedAt: time,
})

const item = { parameters: [pathParameter('id', text)] }
const body = requestBody(chore)
const paths = {
  '/chores': {
    get: { responses: { 200: response(arrayOf(chore)) } },
    post: { requestBody: body, responses: { 201: response(chore) } },
  },
  '/chores/{id}': {
    ...item,
    get: { responses: { 200: response(chore) } },
    patch: { requestBody: body, responses: { 200: response(chore) } },
    put: { requestBody: body, responses: { 200: response(chore) } },
  },
}

const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)

const rows: readonly (readonly [name: string, method: string, sent: object, is: object])[] = [
  ['PATCH to a final state', 'PATCH', { status: 'done' }, { completedAt: aTime }],
  ['PUT of a final state', 'PUT', { status: 'done' }, { completedAt: aTime }],
  ['a flag', 'PATCH', { archived: true }, { archivedAt: aTime }],
  ['another state than that of the time', 'PATCH', { status: 'cancelled' }, { cancelled_at: aTime }],
  [
    'a time that is sent',
    'PATCH',
    { archived: true, archivedAt: '2020-01-01T00:00:00Z' },
    { archivedAt: '2020-01-01T00:00:00Z' },
  ],
]

describe('a time is set by', () => {
  for (const [name, method, sent, is] of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'chores.json': openApi({ paths }) })
      const { id } = (await served.call('/chores', { body: { status: 'open', archived: false } })).json as {
        id: string
      }
      const changed = await served.call(`/chores/${id}`, { method, body: sent })
      expect(changed.json).toMatchObject(is)
      expect(Object.keys(changed.json as object).filter((key) => /at$/i.test(key))).toEqual(
        expect.arrayContaining(Object.keys(is)),
      )
    })
})

it('a time is removed on the way back', async () => {
  await using served = await serveFiles({ 'chores.json': openApi({ paths }) })
  const { id } = (await served.call('/chores', { body: { status: 'open' } })).json as { id: string }
  const patch = (sent: object) => served.call(`/chores/${id}`, { method: 'PATCH', body: sent })
  expect((await patch({ status: 'done' })).json).toHaveProperty('completedAt')
  expect((await patch({ status: 'in_progress' })).json).not.toHaveProperty('completedAt')
  expect((await patch({ status: 'cancelled' })).json).toMatchObject({ cancelled_at: aTime })
  expect((await patch({ status: 'open' })).json).toMatchObject({ cancelled_at: null })
})

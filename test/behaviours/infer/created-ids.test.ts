/**
 * Ids that only the creation documents, and creations whose response shows no record.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { closed, openApi, requestBody, response } from '../../support/write-document.ts'

describe('if only the creation documents the id, a list shows it', () => {
  const note = object({ title: text })
  const describeNotes = (created: object, listed: object): object =>
    openApi({
      paths: {
        '/notes': {
          get: { responses: { 200: response(arrayOf(listed)) } },
          post: { requestBody: requestBody(note), responses: { 201: response(created) } },
        },
        '/notes/{id}': {
          parameters: [pathParameter('id', integer)],
          get: { responses: { 200: response(note) } },
        },
      },
    })
  const rows: readonly (readonly [name: string, created: object, listed: object, shown: object])[] = [
    ['under the same name', object({ id: integer }, ['id']), note, { id: 1, title: 'a' }],
    ['beside other properties', object({ id: integer, title: text }, ['id']), note, { id: 1, title: 'a' }],
    ['unless its schema is closed', object({ id: integer }, ['id']), closed({ title: text }), { title: 'a' }],
    [
      'also if the creation has it in an envelope',
      object({ data: object({ id: integer }) }),
      note,
      { id: 1, title: 'a' },
    ],
    ['unless the creation shows none', object({ title: text }), note, { title: 'a' }],
  ]
  for (const [name, created, listed, shown] of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'notes.json': describeNotes(created, listed) })
      expect((await served.call('/notes', { body: { title: 'a' } })).status).toBe(201)
      expect((await served.call('/notes')).json).toEqual([shown])
    })
})

describe('a creation that responds with plain text', () => {
  const key = object({ name: text, owner: text }, ['name'])
  const issued = { description: 'The key.', content: { 'text/plain': { schema: text } } }
  const describeKeys = (created: object, more: object = {}): object =>
    openApi({
      paths: {
        '/keys': { post: { requestBody: requestBody(object({ owner: text })), responses: { 201: created } }, ...more },
        '/keys/{name}': { parameters: [pathParameter('name', text)], get: { responses: { 200: response(key) } } },
      },
    })
  const located = { ...issued, headers: { Location: { schema: text } } }
  const rows: readonly (readonly [name: string, document: object, status: number])[] = [
    ['creates nothing that a client could find, so there is a record at each address', describeKeys(issued), 200],
    ['creates records if it shows their address', describeKeys(located), 404],
    [
      'creates records if they can be listed',
      describeKeys(issued, { get: { responses: { 200: response(arrayOf(key)) } } }),
      404,
    ],
    ['in JSON creates records', describeKeys(response(key)), 404],
  ]
  for (const [name, document, status] of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'keys.json': document })
      expect((await served.call('/keys/unknown')).status).toBe(status)
    })
})

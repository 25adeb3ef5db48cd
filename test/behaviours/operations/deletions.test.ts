/**
 * What a deletion responds with: the body that the document has for it, about the record that was deleted.
 */
import { describe, expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const buoy = object({ id: integer, name: text, colour: text }, ['id', 'name'])
const boolean = { type: 'boolean' }

interface Row {
  readonly name: string
  readonly responses: object
  readonly status?: number
  readonly shows: unknown
}

const rows: readonly Row[] = [
  { name: 'nothing', responses: { 204: { description: 'Deleted.' } }, status: 204, shows: undefined },
  { name: 'the record', responses: { 200: response(buoy) }, shows: { id: 1, name: 'North', colour: 'red' } },
  {
    name: 'the record in an envelope',
    responses: { 200: response(object({ data: buoy, success: boolean }, ['data', 'success'])) },
    shows: { data: { id: 1, name: 'North', colour: 'red' }, success: true },
  },
  {
    name: 'its id, and that it was deleted',
    responses: { 200: response(object({ id: integer, deleted: boolean }, ['id', 'deleted'])) },
    shows: { id: 1, deleted: true },
  },
  { name: 'its id alone', responses: { 200: response(integer) }, shows: 1 },
  {
    name: 'a valid string, if the id is none',
    responses: { 200: response({ type: 'string', format: 'uri' }) },
    shows: expect.stringMatching(/^https?:/),
  },
  {
    name: 'an empty object',
    responses: { 200: response(object({ data: { type: 'object' } }, ['data'])) },
    shows: { data: {} },
  },
  {
    name: 'a message',
    responses: { 200: response(object({ message: text, success: boolean }, ['message', 'success'])) },
    shows: { message: 'Deleted', success: true },
  },
  {
    name: 'the example',
    responses: { 200: response(object({ message: text }), { example: { message: 'The buoy is gone.' } }) },
    shows: { message: 'The buoy is gone.' },
  },
]

describe('a deletion responds with', () => {
  for (const { name, responses, status = 200, shows } of rows)
    it(name, async () => {
      const remove = { responses }
      const read = { responses: { 200: response(buoy) } }
      await using api = await serveFiles({
        'buoys.json': openApi({
          paths: {
            '/buoys': { post: { requestBody: requestBody(buoy), responses: { 201: response(buoy) } } },
            '/buoys/{id}': { parameters: [pathParameter('id')], get: read, delete: remove },
          },
        }),
      })
      await api.call('/buoys', { body: { id: 1, name: 'North', colour: 'red' } })
      const removed = await api.call('/buoys/1', { method: 'DELETE' })
      expect([removed.status, removed.json], removed.text).toEqual([status, shows])
      expect((await api.call('/buoys/1')).status).toBe(404)
    })
})

/**
 * Ids that clients send: each leads to a path at which the record is found.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, object, pathParameter, text } from '../../../support/gadget-schemas.ts'
import { serveFiles } from '../../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const describeTags = (id: object, parameter: object = pathParameter('id', id)) => ({
  'tags.json': openApi({
    paths: {
      '/tags': {
        get: { responses: { 200: response(arrayOf(ref('Tag'))) } },
        post: {
          requestBody: requestBody(ref('Tag')),
          responses: {
            201: response(ref('Tag')),
            400: response(object({ error: text })),
            409: response(object({ error: text })),
          },
        },
      },
      '/tags/{id}': {
        parameters: [parameter],
        get: { responses: { 200: response(ref('Tag')) } },
        put: {
          requestBody: requestBody(ref('Tag')),
          responses: { 200: response(ref('Tag')), 201: response(ref('Tag')) },
        },
        delete: { responses: { 204: { description: 'Done.' } } },
      },
    },
    components: { schemas: { Tag: object({ id, name: text }, ['id', 'name']) } },
  }),
})

describe('an id that a client sends', () => {
  for (const id of ['', '.', '..', 'x'.repeat(8_001), 'ü'.repeat(2_000)])
    it(`is rejected if no path can have it: ${id.slice(0, 9)}`, async () => {
      await using api = await serveFiles(describeTags(text))
      const answer = await api.call('/tags', { body: { id, name: 'x' } })
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_request')])
      expect((await api.call('/tags')).json).toEqual([])
    })

  it('is rejected if its path would be removed together with the style of the parameter', async () => {
    await using api = await serveFiles(describeTags(text, { ...pathParameter('id', text), style: 'label' }))
    expect((await api.call('/tags', { body: { id: '.', name: 'x' } })).status).toBe(400)
    expect((await api.call('/tags', { body: { id: '..', name: 'x' } })).status).toBe(201)
  })

  for (const id of ['a/b', '/', '...', '.a', '%2F', '?', '#', '\\', ' ', '\u0000', '\u{1f600}', 'x'.repeat(8_000)])
    it(`leads to its record: ${JSON.stringify(id.slice(0, 9))}`, async () => {
      await using api = await serveFiles(describeTags(text))
      const made = await api.call('/tags', { body: { id, name: 'x' } })
      expect([made.status, made.json]).toEqual([201, { id, name: 'x' }])
      expect((await api.call(`/tags/${encodeURIComponent(id)}`)).json).toEqual({ id, name: 'x' })
    })
})

describe('a UUID', () => {
  const lower = '3f0c9a52-7b1e-4d7a-9c1b-0a5e8f6d2b3c'
  const upper = lower.toUpperCase()
  const uuid = { type: 'string', format: 'uuid' }

  for (const [stored, asked] of [
    [lower, upper],
    [upper, lower],
  ] as const)
    it(`finds its record also in other letters: ${asked}`, async () => {
      await using api = await serveFiles(describeTags(uuid))
      expect((await api.call('/tags', { body: { id: stored, name: 'x' } })).status).toBe(201)
      expect((await api.call(`/tags/${asked}`)).json).toEqual({ id: stored, name: 'x' })
      expect((await api.call('/tags', { body: { id: asked, name: 'y' } })).status).toBe(409)
      const put = await api.call(`/tags/${asked}`, { method: 'PUT', body: { id: asked, name: 'z' } })
      expect([put.status, put.json]).toEqual([200, { id: stored, name: 'z' }])
      expect(put.headers).not.toHaveProperty('sandbox-notice')
      expect((await api.call(`/tags/${asked}`, { method: 'DELETE' })).status).toBe(204)
      expect((await api.call('/tags')).json).toEqual([])
    })

  it('in other letters is another id where ids are not UUIDs', async () => {
    await using api = await serveFiles(describeTags(text))
    expect((await api.call('/tags', { body: { id: lower, name: 'x' } })).status).toBe(201)
    expect((await api.call(`/tags/${upper}`)).status).toBe(404)
  })
})

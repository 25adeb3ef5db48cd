/**
 * Fault 15: text that no header, no URL and no clock can have.
 */
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { serveFiles } from '../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../support/write-document.ts'

const note = closed({ id: { type: 'string' }, text: { type: 'string' } }, ['text'])
const notes = openApi({
  components: {
    schemas: { Note: note },
    securitySchemes: { key: { type: 'http', scheme: '鍵' } },
  },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: response({ type: 'array', items: ref('Note') }) } },
      post: {
        operationId: 'createNote',
        requestBody: requestBody(ref('Note')),
        responses: { 201: response(ref('Note')), 400: { description: 'Bad.' } },
      },
    },
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: response(ref('Note')) } },
    },
    '/memo': {
      get: { responses: { 200: response({ type: 'object' }, { example: { a: 1 } }, 'application/vnd.メモ+json') } },
    },
    '/locked': { get: { security: [{ key: [] }], responses: { 204: { description: 'Open.' } } } },
  },
})

describe('half of a surrogate pair', () => {
  for (const [where, body] of [
    ['as the id of a record', '{"id":"\\ud800"}'],
    ['in a property', '{"id":"a","text":"\\udfff."}'],
    ['before another one', '{"id":"a","text":"\\ud83d\\ud83d\\udc08"}'],
  ])
    it(`${where} is rejected, and nothing is stored`, async () => {
      await using served = await serveFiles({ 'notes.json': notes })
      const answer = await served.call('/notes', { body: body ?? '' })
      expect(answer.status).toBe(400)
      expect((await served.call('/notes')).json).toEqual([])
    })

  it('that is complete, or escaped itself, is text', async () => {
    await using served = await serveFiles({ 'notes.json': notes })
    expect((await served.call('/notes', { body: '{"id":"\\ud83d\\udc08","text":"\\\\ud83d"}' })).status).toBe(201)
    expect((await served.call('/notes')).json).toEqual([{ id: '🐈', text: '\\ud83d' }])
  })

  it('as the id of a sandbox is rejected', async () => {
    await using served = await serveFiles({ 'notes.json': notes })
    expect((await served.call('/_sandbox/sandboxes', { body: '{"id":"\\ud800"}' })).status).toBe(400)
    await expect(served.standin.sandbox({ id: '\ud800' })).rejects.toThrow('id must have')
  })

  it('as the id of a record in code is rejected', async () => {
    await using served = await serveFiles({ 'notes.json': notes })
    const sandbox = await served.standin.sandbox()
    await expect(sandbox.records('notes').put([{ id: '\ud800' }])).rejects.toThrow('surrogate')
  })
})

describe('a clock', () => {
  it('just before the end of time is rejected, and all sandboxes are still listed', async () => {
    await using standin = await createStandin({ port: 0 })
    const sandbox = await standin.sandbox({ id: 'late' })
    const end = new Date(8.64e15)
    await expect(sandbox.clock.set(end)).rejects.toThrow('the years 0 to 9999')
    await sandbox.clock.set('9999-12-31T23:59:59Z')
    await expect(sandbox.clock.advance('1d')).rejects.toThrow('the years 0 to 9999')
    expect((await call(`${standin.url}/_sandbox/sandboxes`)).status).toBe(200)
  })

  it('is not set to 30 February', async () => {
    await using standin = await createStandin({ port: 0 })
    const clock = `${standin.url}/_sandbox/sandboxes/default/clock`
    for (const now of ['2030-02-30T00:00:00Z', '2030-02-29T00:00:00Z', '2030-04-31T00:00:00Z'])
      expect((await call(clock, { method: 'PUT', body: { now } })).status).toBe(400)
    expect((await call(clock, { method: 'PUT', body: { now: '2028-02-29T00:00:00Z' } })).status).toBe(200)
  })
})

describe('characters that no header has', () => {
  const rows = [
    { path: '/memo', status: 200, header: 'content-type', is: 'application/vnd.??+json' },
    { path: '/locked', status: 401, header: 'www-authenticate', is: expect.stringMatching(/^\? realm=/) },
  ]
  for (const { path, status, header, is } of rows)
    it(`of ${path} are replaced on a socket and without one`, async () => {
      await using served = await serveFiles({ 'notes.json': notes })
      const headers = { prefer: `code=${status}` }
      const answer = await served.call(path, { headers })
      expect(answer.status, answer.text).toBe(status)
      expect(answer.headers[header]).toEqual(is)
      const fetched = await served.standin.fetch(path, { headers })
      expect(fetched.status).toBe(status)
      expect(fetched.headers.get(header)).toEqual(is)
    })

  it('are findings at load', async () => {
    await using served = await serveFiles({ 'notes.json': notes })
    const { warnings } = await served.standin.describe()
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"application/vnd.メモ+json" is not a media type'),
        expect.stringContaining('"鍵" cannot be sent in a header'),
      ]),
    )
  })
})

describe('a body where no response has one', () => {
  const empty = openApi({
    paths: {
      '/memo': {
        get: {
          responses: {
            200: response({ type: 'string' }, { example: 'next' }),
            204: response({ type: 'string' }, { example: 'hidden' }),
            304: response({ type: 'string' }, { example: 'hidden' }),
          },
        },
      },
    },
  })

  it.each([204, 304])(
    'is not sent with %i: a client would take it for the response to its next request',
    async (status) => {
      await using served = await serveFiles({ 'memo.json': empty })
      using client = await converse(served.standin.url)
      client.send(
        requestText('GET /memo', [`Prefer: code=${status}`]) + requestText('GET /memo', ['Connection: close']),
      )
      const received = await client.closed()
      expect(statusesIn(received)).toEqual([status, 200])
      expect(received).not.toContain('hidden')
      const answer = await served.standin.fetch('/memo', { headers: { prefer: `code=${status}` } })
      expect([answer.status, answer.headers.get('content-length')]).toEqual([status, null])
    },
  )
})

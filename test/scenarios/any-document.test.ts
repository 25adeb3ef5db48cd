/**
 * Built-in scenarios on a document that knows nothing of them: 401 wherever a key is required, and a note about those that
 * are on without effect.
 */
import { describe, expect, it } from 'vitest'
import { type ServeOptions, serveFiles, useFiles } from '../support/serve-files.ts'
import { closed, openApi, response } from '../support/write-document.ts'

const tide = closed({ level: { type: 'number' } })
const problem = {
  description: 'No.',
  content: { 'application/json': { schema: closed({ reason: { type: 'string' } }) } },
}
const document = (responses: object): object =>
  openApi({
    paths: {
      '/tides': { get: { security: [{ token: [] }], responses: { 200: response(tide), ...responses } } },
      '/moon': { get: { responses: { 200: response(tide) } } },
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-token' } } },
  })

describe('without a documented 401', () => {
  const api = useFiles({ 'tides.json': document({ 404: problem }) })
  for (const scenario of ['unauthorized', 'expired-key']) {
    it(`${scenario} rejects what requires a key, in the document's error shape`, async () => {
      const headers = { 'x-token': 'any', 'sandbox-scenario': scenario }
      const answer = await api.call('/tides', { headers })
      expect([answer.status, answer.headers['sandbox-notice']], answer.text).toEqual([401, undefined])
      expect(answer.json).toEqual({ reason: expect.any(String) })
    })

    it(`${scenario} leaves what requires none as it is`, async () => {
      const answer = await api.call('/moon', { headers: { 'sandbox-scenario': scenario } })
      expect(answer.status).toBe(200)
      expect(answer.headers['sandbox-notice']).toContain('scenario-passed-over')
    })
  }
})

describe('scenarios without any operation', () => {
  const notesOf = async (options: ServeOptions): Promise<readonly string[]> => {
    await using api = await serveFiles({ 'tides.json': document({ 404: problem }) }, options)
    const { notes } = await api.standin.describe()
    return notes.filter((note) => note.includes('no effect'))
  }

  it('are not reported while they are off', async () => {
    expect(await notesOf({})).toEqual([])
  })

  it('are reported at the start if they are on', async () => {
    expect(await notesOf({ scenario: ['slow', 'invalid-request'] })).toEqual([
      'the scenario invalid-request (400) has no effect: no operation documents the status',
    ])
  })
})

/**
 * What the request log says of a request that failed: a stack trace only of a bug.
 */
import { describe, expect, it } from 'vitest'
import { failureForLog } from '../../src/handle/rejections.ts'
import { LogError } from '../../src/log/log.ts'
import type { LogEntry } from '../../src/ports.ts'
import { startStandin } from '../support/start-standin.ts'

const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } },
        responses: { 201: { description: 'Created' } },
      },
    },
  },
  components: { schemas: { Note: { type: 'object', properties: { code: { type: 'int' } } } } },
}

describe('of a failed request the log has', () => {
  it('the message of the storage', () =>
    expect(failureForLog(new LogError('full', 'no space is left'))).toBe('no space is left'))

  it('a bug as it is', () => {
    const bug = new TypeError('unexpected')
    expect(failureForLog(bug)).toBe(bug)
  })

  it('nothing more than the client where a schema cannot be compiled', async () => {
    const entries: LogEntry[] = []
    await using standin = await startStandin({ documents: [document], log: (entry) => entries.push(entry) })
    const response = await standin.fetch(`${standin.url}/notes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"code":1}',
    })
    expect(response.status).toBe(500)
    expect(entries).toMatchObject([{ status: 500, message: expect.stringContaining('cannot be compiled') }])
    expect(entries[0]).not.toHaveProperty('failure')
  })
})

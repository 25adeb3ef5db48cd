/**
 * Informational statuses that a document has: no client gets one as the response.
 */
import { expect, it } from 'vitest'
import { writeResult } from '../../src/mock/prism-reply.ts'

it.each([100, 101, 199])('%i is an invalid status: its client would wait for another response', (statusCode) => {
  const reply = writeResult({ kind: 'response', response: { statusCode }, violations: [] })
  expect(reply.status).toBe(500)
  expect(reply.body).toContain(`Invalid status code: ${statusCode}`)
})

/**
 * Fault 21: an answer does not grow with the number of mistakes in a request.
 */
import { expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'

it('60,000 bad records get a short answer', async () => {
  await using standin = await startStandin()
  const records = Array.from({ length: 60_000 }, () => ({ id: 'x' }))
  const path = `${standin.url}/_sandbox/sandboxes/default/records/pets`
  const answer = await call(path, { method: 'PUT', body: records })
  expect(answer.status).toBe(400)
  expect(answer.text.length).toBeLessThan(200_000)
  expect((await call(`${standin.url}/v1/pets`, { key: 'sandbox-key' })).status).toBe(200)
})

/**
 * A client of an API, tested with Vitest. With your own API: `standinTest({ documents: ['openapi.yaml'] })`.
 */
import { standinTest } from 'standin/vitest'
import { expect } from 'vitest'

const test = standinTest()

test('adds an animal', async ({ sandbox }) => {
  const response = await sandbox.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
  })
  expect(response.status).toBe(201)
  expect(await sandbox.records('pets').list()).toHaveLength(31)
})

test('is not affected by the other test', async ({ sandbox }) => {
  expect(await sandbox.records('pets').list()).toHaveLength(30)
})

test('gets an error', async ({ sandbox }) => {
  await sandbox.scenario('server-error')
  expect((await sandbox.fetch('/v1/pets')).status).toBe(500)
})

test('sends a request that the API does not have', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched') // without this line, the test fails
  expect((await sandbox.fetch('/v1/animals')).status).toBe(404)
})

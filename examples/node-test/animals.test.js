/**
 * A client of an API, tested with node:test. With your own API: `standinTest({ documents: ['openapi.yaml'] })`.
 */
import assert from 'node:assert/strict'
import { standinTest } from 'standin/node-test'

const test = standinTest()

test('adds an animal', async ({ sandbox }) => {
  const response = await sandbox.fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
  })
  assert.equal(response.status, 201)
  assert.equal((await sandbox.records('pets').list()).length, 31)
})

test('is not affected by the other test', async ({ sandbox }) => {
  assert.equal((await sandbox.records('pets').list()).length, 30)
})

test('gets an error', async ({ sandbox }) => {
  await sandbox.scenario('server-error')
  assert.equal((await sandbox.fetch('/v1/pets')).status, 500)
})

test('sends a request that the API does not have', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched') // without this line, the test fails
  assert.equal((await sandbox.fetch('/v1/animals')).status, 404)
})

/**
 * A client of an API, tested with Jest as it comes: CommonJS, no flags. With your own API:
 * `standinTest({ documents: ['openapi.yaml'] })`.
 */
const { standinTest } = require('standin/jest')

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

test.each([
  ['server-error', 500],
  ['unauthorized', 401],
])('gets the error of %s', async ({ sandbox }, scenario, status) => {
  await sandbox.scenario(scenario)
  expect((await sandbox.fetch('/v1/pets')).status).toBe(status)
})

test('sends a request that the API does not have', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched') // without this line, the test fails
  expect((await sandbox.fetch('/v1/animals')).status).toBe(404)
})

test('works with fake timers', async ({ sandbox }) => {
  jest.useFakeTimers()
  try {
    expect((await sandbox.fetch('/v1/pets')).status).toBe(200)
  } finally {
    jest.useRealTimers()
  }
})

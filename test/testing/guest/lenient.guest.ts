/**
 * Tests as a user writes them with `standin/vitest`, without options. test/testing/vitest.test.ts checks their results: those
 * whose names begin with "fails" must fail.
 */
import { describe, expect } from 'vitest'
import { standinTest } from '../../../src/testing/vitest.ts'

const test = standinTest()

describe('a suite', () => {
  test('has its own sandbox: 100 % / ü', async ({ sandbox, standin }) => {
    expect(sandbox.id).toBe('a suite > has its own sandbox: 100 % / ü')
    expect(standin.port).toBeUndefined()
    expect((await standin.fetch(`${sandbox.url}/v1/pets`, { headers: sandbox.headers })).status).toBe(200)
    await sandbox.records('pets').put([])
  })

  test('has records that no other test has changed', async ({ sandbox }) => {
    expect(await sandbox.records('pets').list()).toHaveLength(30)
  })
})

test.concurrent.for([1, 2])('same name', async (_, { sandbox }) => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sandbox.id).toMatch(/^same name( 2)?$/)
})

test(`has a name that is too long ${'ü'.repeat(200)}`, async ({ sandbox }) => {
  expect(Buffer.byteLength(sandbox.id)).toBeLessThanOrEqual(200)
  expect(sandbox.id).toMatch(/ü$/)
})

test('has a name with half\ud800 a pair\u0007', async ({ sandbox }) => {
  expect((await sandbox.fetch('/v1/pets')).status).toBe(200)
})

test('default', async ({ sandbox }) => {
  expect(sandbox.id).toBe('default 2')
})

test('deletes the sandboxes of earlier tests', async ({ standin }) => {
  await expect(
    standin.sandbox({ id: 'a suite > has the records that no other test has changed' }),
  ).resolves.toBeDefined()
})

test('fails: unmatched', async ({ sandbox }) => {
  await sandbox.fetch('/v1/petz')
  await sandbox.reset()
})

test('expects an unmatched request', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched')
  await sandbox.fetch('/v1/petz')
})

test('fails: expects an issue that does not occur', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched')
})

test('allows invalid and deprecated requests', async ({ sandbox }) => {
  expect((await sandbox.fetch('/v1/pets?limit=x')).status).toBe(400)
  expect((await sandbox.fetch('/v1/pets/1')).status).toBe(200)
})

test('fails: by itself', async ({ sandbox }) => {
  sandbox.expectIssue('unmatched')
  expect(sandbox.id).toBe('another')
})

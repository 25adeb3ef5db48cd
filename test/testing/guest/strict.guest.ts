/**
 * Like lenient.guest.ts, with a Standin that allows no issues and has a port.
 */
import { expect } from 'vitest'
import { standinTest } from '../../../src/testing/vitest.ts'

const test = standinTest({ port: 0, failOn: ['unmatched', 'invalid', 'deprecated'] })

test('passes', async ({ sandbox }) => {
  const response = await fetch(`${sandbox.url}/v1/pets`, { headers: { Authorization: `Bearer ${sandbox.key}` } })
  expect(response.status).toBe(200)
})

test('fails: invalid', async ({ sandbox }) => {
  await fetch(`${sandbox.url}/v1/pets?limit=x`, { headers: sandbox.headers })
})

test('fails: deprecated', async ({ sandbox }) => {
  await sandbox.fetch('/v1/pets/1')
})

test('fails: wrong method', async ({ sandbox }) => {
  await sandbox.fetch('/v1/pets', { method: 'DELETE' })
  await sandbox.fetch('/v1/pets/1')
})

test('expects two kinds', async ({ sandbox }) => {
  sandbox.expectIssue('invalid')
  sandbox.expectIssue('deprecated')
  await sandbox.fetch('/v1/pets?limit=x')
  await sandbox.fetch('/v1/pets/1')
})

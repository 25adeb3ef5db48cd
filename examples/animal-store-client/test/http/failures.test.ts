/**
 * What the client does when the store fails. Nothing is mocked: the failures are scenarios.
 */
import { expect } from 'vitest'
import { AnimalStore } from '../../src/animal-store.ts'
import { ServiceError } from '../../src/connection.ts'
import { type Sandbox, test } from './sandbox.ts'

const openStore = ({ url, key }: Sandbox, waits: number[] = []): AnimalStore =>
  new AnimalStore({ baseUrl: `${url}/v1`, key, wait: async (milliseconds) => void waits.push(milliseconds) })

test('retries after the time in Retry-After', async ({ sandbox }) => {
  await sandbox.setScenario('flaky')
  const waits: number[] = []
  const store = openStore(sandbox, waits)
  for (let call = 1; call <= 3; call++) await store.list()
  expect(waits).toEqual([1000])
  const statuses = (await sandbox.listExchanges('listPets')).map(({ response }) => response.status)
  expect(statuses).toEqual([200, 200, 503, 200])
})

test('gives up on a list after three tries', async ({ sandbox }) => {
  await sandbox.setScenario('connection-reset')
  await expect(openStore(sandbox).list()).rejects.toThrow(TypeError)
  expect(await sandbox.listExchanges('listPets')).toHaveLength(3)
})

test('sends a creation once, even if the connection breaks', async ({ sandbox }) => {
  await sandbox.setScenario('connection-reset')
  await expect(openStore(sandbox).add({ name: 'Rex', categoryId: 1 })).rejects.toThrow(TypeError)
  expect(await sandbox.listExchanges('createPet')).toHaveLength(1)
})

test('reports why the store rejected an animal', async ({ sandbox }) => {
  await sandbox.setScenario('invalid-request')
  const rejected = openStore(sandbox).add({ name: 'Rex', categoryId: 1 })
  await expect(rejected).rejects.toThrow(ServiceError)
  await expect(rejected).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
})

test('does not retry with an expired key', async ({ sandbox }) => {
  await sandbox.setScenario('expired-key')
  await expect(openStore(sandbox).list()).rejects.toMatchObject({ status: 401 })
  expect(await sandbox.listExchanges('listPets')).toHaveLength(1)
})

test('shows an empty store as an empty list', async ({ sandbox }) => {
  await sandbox.setScenario('empty-store')
  expect(await openStore(sandbox).list()).toEqual([])
})

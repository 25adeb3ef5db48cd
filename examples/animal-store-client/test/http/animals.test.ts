/**
 * What the client does when the store works normally.
 */
import { expect } from 'vitest'
import { AnimalStore } from '../../src/animal-store.ts'
import { type Sandbox, test } from './sandbox.ts'

const openStore = ({ url, key }: Sandbox): AnimalStore => new AnimalStore({ baseUrl: `${url}/v1`, key })

test('lists the first twenty animals', async ({ sandbox }) => {
  const animals = await openStore(sandbox).list()
  expect(animals).toHaveLength(20)
  expect(animals[0]).toEqual({ id: 1, name: 'Whiskers', categoryId: 1, status: 'available' })
})

test('lists as many animals as requested', async ({ sandbox }) => {
  expect(await openStore(sandbox).list({ limit: 3 })).toHaveLength(3)
})

test('lists the animals of one status', async ({ sandbox }) => {
  await sandbox.putRecords('pets', [
    { id: 1, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Waffles', categoryId: 1, status: 'available' },
  ])
  const animals = await openStore(sandbox).list({ status: 'sold' })
  expect(animals.map(({ name }) => name)).toEqual(['Rex'])
})

test('adds an animal, which is then in the list', async ({ sandbox }) => {
  await sandbox.putRecords('pets', [])
  const store = openStore(sandbox)
  const added = await store.add({ name: 'Rex', categoryId: 7, status: 'available' })
  expect(added).toEqual({ id: expect.any(Number), name: 'Rex', categoryId: 7, status: 'available' })
  expect(await store.list()).toEqual([added])
})

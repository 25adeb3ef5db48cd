/**
 * The list of animals, as a person meets it.
 */
import { expect } from 'vitest'
import { showAnimals } from '../../src/animal-list.ts'
import { alertOf, click, itemsOf, test } from './component-test.ts'

test('shows the animals that are for sale', async ({ page, store, sandbox }) => {
  await sandbox.records('pets').put([
    { id: 1, name: 'Rex', categoryId: 1, status: 'sold' },
    { id: 2, name: 'Waffles', categoryId: 1, status: 'available' },
  ])
  await showAnimals(page, store)
  expect(itemsOf(page)).toEqual(['Waffles'])
  expect(page.querySelector('[role=status]')?.textContent).toBe('')
})

test('says that there are none', async ({ page, store, sandbox }) => {
  await sandbox.scenario('empty-store')
  await showAnimals(page, store)
  expect(itemsOf(page)).toEqual([])
  expect(page.querySelector('[role=status]')?.textContent).toBe('No animals are for sale.')
})

test('says that the store cannot be reached, and shows the animals when it can', async ({ page, store, sandbox }) => {
  await sandbox.scenario('connection-reset')
  await showAnimals(page, store)
  expect(alertOf(page)).toBe('The store cannot be reached.')

  await sandbox.scenario(null)
  click(page, 'again')
  await expect.poll(() => itemsOf(page)).toContain('Whiskers')
  expect(alertOf(page)).toBeUndefined()
})

test('shows what the store says of a key that has expired', async ({ page, store, sandbox }) => {
  await sandbox.keys.change(sandbox.key, 'expired')
  await showAnimals(page, store)
  expect(alertOf(page)).toMatch(/key/i)
})

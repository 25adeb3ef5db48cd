/**
 * The list of animals, as a user sees it.
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

test('shows a message if there are no animals', async ({ page, store, sandbox }) => {
  await sandbox.scenario('empty-store')
  await showAnimals(page, store)
  expect(itemsOf(page)).toEqual([])
  expect(page.querySelector('[role=status]')?.textContent).toBe('No animals are for sale.')
})

test('shows an error if the store cannot be reached, and the animals after a retry', async ({
  page,
  store,
  sandbox,
}) => {
  await sandbox.scenario('connection-reset')
  await showAnimals(page, store)
  expect(alertOf(page)).toBe('The store cannot be reached.')

  await sandbox.scenario(null)
  click(page, 'again')
  await expect.poll(() => itemsOf(page)).toContain('Whiskers')
  expect(alertOf(page)).toBeUndefined()
})

test('shows the message of the store for an expired key', async ({ page, store, sandbox }) => {
  await sandbox.keys.change(sandbox.key, 'expired')
  await showAnimals(page, store)
  expect(alertOf(page)).toMatch(/key/i)
})

/**
 * The form that adds an animal.
 */
import { expect } from 'vitest'
import { showAnimals } from '../../src/animal-list.ts'
import { alertOf, click, itemsOf, test } from './component-test.ts'

const typeName = (page: HTMLElement, name: string): void => {
  const input = page.querySelector<HTMLInputElement>('[name=name]')
  if (input) input.value = name
}

test('adds an animal and shows it', async ({ page, store, sandbox }) => {
  await sandbox.records('pets').put([])
  await showAnimals(page, store)
  typeName(page, 'Rex')
  click(page, 'add')
  const [added] = await sandbox.exchanges.await({ operation: 'createPet', timeout: '2s' })
  expect(added?.request.body).toEqual({ name: 'Rex', categoryId: 1, status: 'available' })
  await expect.poll(() => itemsOf(page)).toEqual(['Rex'])
})

test('keeps the name in the form if the store rejects the animal', async ({ page, store, sandbox }) => {
  await showAnimals(page, store)
  await sandbox.scenario('invalid-request')
  typeName(page, 'Rex')
  click(page, 'add')
  await expect.poll(() => alertOf(page)).toBeDefined()
  expect(page.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Rex')
})

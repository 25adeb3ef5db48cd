/**
 * A page that calls the real address of its API. Each test has its own sandbox, and the page's requests go there. With your own
 * API: `standinTest({ documents: ['openapi.yaml'] })`.
 */
import { expect } from '@playwright/test'
import { standinTest } from 'standin/playwright'

const test = standinTest()

test.beforeEach(async ({ page }) => {
  // The application; in your project, the address of its server.
  await page.route('https://app.test/', (route) => route.fulfill({ path: 'index.html' }))
})

test('adds an animal', async ({ page, sandbox }) => {
  await sandbox.records('pets').put([{ id: 1, name: 'Rex', categoryId: 1 }])
  await page.goto('https://app.test/')
  await page.getByLabel('Name').fill('Bello')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['Rex', 'Bello'])
  expect(await sandbox.records('pets').list()).toHaveLength(2)
})

test('shows an error of the service', async ({ page, sandbox }) => {
  await sandbox.scenario('server-error')
  await page.goto('https://app.test/')
  await expect(page.getByRole('status')).toHaveText('Sorry: the service responded with 500')
})

test('shows that the connection is broken', async ({ page, sandbox }) => {
  await sandbox.scenario('connection-reset')
  await page.goto('https://app.test/')
  await expect(page.getByRole('status')).toHaveText('Sorry: Failed to fetch')
})

test('calls the API without a page', async ({ request, sandbox }) => {
  const response = await request.get(`${sandbox.url}/v1/pets`, { headers: { Authorization: `Bearer ${sandbox.key}` } })
  expect(response.status()).toBe(200)
})

/**
 * The API reference in Chromium: it shows what is served, sends to the chosen sandbox with its key, keeps to its origin and
 * its policy, and is usable by everybody.
 */
import type { Page } from 'playwright-core'
import { assert, expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { findBarriersInViews, openConsole } from './support/open-console.ts'

/** Opens an operation by the text of its summary, and sends its request. */
const tryOperation = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: 'Execute' }).first().click()
}

/** The status of the response that is shown. */
const shownStatus = async (page: Page): Promise<string> => {
  const status = page.locator('.live-responses-table tbody .response-col_status').first()
  await status.waitFor()
  return ((await status.textContent()) ?? '').trim()
}

const parcels = `openapi: 3.2.0
info: { title: Parcels, version: '1' }
servers: [{ url: 'https://parcels.example/v2' }]
security: [{ apiKey: [] }]
paths:
  /parcels:
    $ref: parcels.yaml
components:
  securitySchemes:
    apiKey: { type: apiKey, in: cookie, name: parcel_key }
`

const paths = `get:
  operationId: listParcels
  summary: List parcels
  responses: { '200': { description: The parcels., content: { application/json: { schema: { type: array, items: { $ref: '#/parcel' } } } } } }
query:
  operationId: findParcels
  summary: Find parcels
  responses: { '200': { description: The parcels. } }
parcel: { type: object, required: [id], properties: { id: { type: [integer, 'null'] }, kind: { const: parcel } } }
`

const boxes = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/boxes': {
      get: {
        summary: 'List boxes',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
        responses: { 200: { description: 'The boxes.' } },
      },
    },
  },
})

/** An operation for each kind of security scheme. */
const schemes = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: {} } } },
  openid: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example/.well-known/openid-configuration' },
}

const guarded = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Guarded', version: '1' },
  paths: Object.fromEntries(
    Object.keys(schemes).map((name) => [
      `/by-${name}`,
      { get: { summary: `By ${name}`, security: [{ [name]: [] }], responses: { 200: { description: 'OK' } } } },
    ]),
  ),
  components: { securitySchemes: schemes },
})

it('the page has the policy of the console, and may show pictures that an API responds with', async () => {
  await using standin = await startStandin()
  const policyOf = async (path: string): Promise<string> => {
    const { status, headers } = await fetch(standin.url + path, { headers: { 'Sec-Fetch-Site': 'same-origin' } })
    expect(status).toBe(200)
    return headers.get('Content-Security-Policy') ?? ''
  }
  const policy = await policyOf('/_sandbox/docs/animal-store')
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(policy.replace(' blob:', '')).toBe(await policyOf('/_sandbox/'))
})

describeInBrowser('the API reference', () => {
  it('shows the first document, and others by their address', async () => {
    await using opened = await openConsole()
    const first = await opened.open({ path: '/_sandbox/docs' })
    await first.page.getByRole('heading', { name: 'Animal Store' }).waitFor()
    await first.page.getByRole('button', { name: 'Add an animal' }).waitFor()
    const second = await opened.open({ path: '/_sandbox/docs/messages' })
    await second.page.getByRole('heading', { name: 'Messages' }).waitFor()
    expect([...first.problems, ...second.problems]).toEqual([])
  })

  it('sends to the chosen sandbox with its key, and the exchange is in its journal', async () => {
    await using opened = await openConsole()
    const ann = await opened.standin.sandbox({ id: 'ann' })
    const { key } = await ann.keys.generate()
    const { page, problems } = await opened.open({ path: '/_sandbox/docs/animal-store?sandbox=ann' })
    await page.getByLabel('Key').selectOption(key)
    await tryOperation(page, 'List animals')
    expect(await shownStatus(page)).toBe('200')
    const [exchange, ...others] = await ann.exchanges.list()
    assert(exchange)
    expect(others).toEqual([])
    expect(exchange).toMatchObject({ sandbox: 'ann', operation: 'listPets', response: { status: 200 } })
    expect(problems).toEqual([])
  })

  it('changes the sandbox, the key and the scenario of later requests', async () => {
    await using opened = await openConsole()
    const bob = await opened.standin.sandbox({ id: 'bob' })
    const { page } = await opened.open({ path: '/_sandbox/docs/animal-store' })
    await page.getByRole('button', { name: 'List animals' }).waitFor()
    await page.getByLabel('Sandbox').selectOption('bob')
    await page.waitForURL('**/docs/animal-store?sandbox=bob')
    await page.getByLabel('Key').selectOption({ label: 'none' })
    await tryOperation(page, 'List animals')
    expect(await shownStatus(page)).toBe('401')
    await page.getByLabel('Key').selectOption('sandbox-key')
    await page.getByLabel('Scenario').selectOption('server-error')
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.locator('.live-responses-table', { hasText: '500' }).waitFor()
    expect((await bob.exchanges.list()).map(({ response }) => response.status)).toEqual([401, 500])
  })

  it('shows a document of 3.2 in several files, and sends a key in a cookie', async () => {
    await using folder = await createTemporaryFolder({ 'ship.yaml': parcels, 'parcels.yaml': paths })
    await using opened = await openConsole({ documents: [`${folder.path}/ship.yaml`], folder: folder.path })
    const sandbox = await opened.standin.sandbox({ id: 'ann' })
    const { page, problems } = await opened.open({ path: '/_sandbox/docs?sandbox=ann' })
    await page.getByRole('button', { name: 'Find parcels' }).waitFor()
    await tryOperation(page, 'List parcels')
    expect(await shownStatus(page)).toBe('200')
    expect((await sandbox.exchanges.list()).map(({ operation }) => operation)).toEqual(['listParcels'])
    expect(problems).toEqual([])
  })

  it('offers no request before it has the keys', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/docs/animal-store' })
    let isViewed: boolean | undefined
    await page.route('**/sandboxes/default/keys', async (route) => {
      isViewed = await page.waitForRequest('**/assets/viewer-*', { timeout: 4_000 }).then(
        () => true,
        () => false,
      )
      await route.continue()
    })
    await page.reload()
    await expect.poll(() => isViewed).toBe(false)
    await tryOperation(page, 'List animals')
    expect(await shownStatus(page)).toBe('200')
  })

  it('has the scenario in a request that is sent in the same moment', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/docs/animal-store' })
    await page.getByRole('button', { name: 'List animals' }).first().click()
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    const scenario = page.getByLabel('Scenario')
    await scenario.locator('option', { hasText: 'server-error' }).waitFor({ state: 'attached' })
    await scenario.focus()
    await page.evaluate(`(async () => {
      const field = document.activeElement
      field.value = 'server-error'
      field.dispatchEvent(new Event('change', { bubbles: true }))
      for (let turn = 0; turn < 10; turn++) await undefined
      document.querySelector('.execute').click()
    })()`)
    expect(await shownStatus(page)).toContain('500')
  })

  it('sends a GET whose document describes a body without it', async () => {
    await using folder = await createTemporaryFolder({ 'boxes.json': boxes })
    await using opened = await openConsole({ documents: [`${folder.path}/boxes.json`], folder: folder.path })
    const { page, problems } = await opened.open({ path: '/_sandbox/docs' })
    await tryOperation(page, 'List boxes')
    expect(await shownStatus(page)).toBe('200')
    expect(problems).toEqual([])
  })

  it('sends the key where each security scheme wants it', async () => {
    await using folder = await createTemporaryFolder({ 'guarded.json': guarded })
    await using opened = await openConsole({
      documents: [`${folder.path}/guarded.json`],
      folder: folder.path,
      keys: ['secret'],
    })
    const { page, problems } = await opened.open({ path: '/_sandbox/docs' })
    await page.getByLabel('Key').selectOption('secret')
    for (const name of Object.keys(schemes)) {
      await page.getByRole('button', { name: `By ${name}` }).click()
      const operation = page.locator('.opblock.is-open', { hasText: `By ${name}` })
      await operation.getByRole('button', { name: 'Execute' }).click()
      const status = operation.locator('.live-responses-table tbody .response-col_status').first()
      await status.waitFor()
      expect(`${name}: ${(await status.textContent())?.trim()}`).toBe(`${name}: 200`)
    }
    expect(problems).toEqual([])
  })

  it('shows nothing without the admin token, and the document with it', async () => {
    await using opened = await openConsole({ adminToken: 'open-sesame' })
    const { page } = await opened.open({ path: '/_sandbox/docs/animal-store' })
    await page.getByRole('heading', { name: 'This server needs its admin token' }).waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/Animal Store|sandbox-key/)
    await page.getByLabel('Admin token').fill('open-sesame')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByRole('heading', { name: 'Animal Store' }).waitFor()
    const linked = await opened.open({ path: '/_sandbox/docs/animal-store#token=open-sesame' })
    await linked.page.getByRole('heading', { name: 'Animal Store' }).waitFor()
    expect(linked.page.url()).not.toContain('sesame')
    expect(linked.problems).toEqual([])
  })

  it('says which document or sandbox does not exist', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/docs/animal-store?sandbox=nobody' })
    await page.getByText('there is no sandbox "nobody"').waitFor()
  })

  it('is opened from the console for the sandbox that is shown there, and leads back', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'ann' })
    const { page, problems } = await opened.open({ path: '/_sandbox/~ann/overview' })
    await page.getByRole('link', { name: 'Reference' }).click()
    await page.waitForURL('**/_sandbox/docs?sandbox=ann')
    await page.getByRole('heading', { name: 'Animal Store' }).waitFor()
    await page.getByRole('link', { name: 'Console' }).click()
    await page.waitForURL('**/_sandbox/~ann/overview')
    expect(problems).toEqual([])
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/docs/animal-store' })
    await page.getByRole('button', { name: 'Add an animal' }).click()
    await tryOperation(page, 'List animals')
    await shownStatus(page)
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/**
 * The part Coverage as people use it: find a gap and close it, filter, follow a covered cell to its exchanges.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { arrayOf, text } from '../support/gadget-schemas.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'
import { findBarriers, findBarriersInViews, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

/** Its operation has no operationId, so it is named by its method and path. */
const parcels = openApi({
  paths: { '/parcels': { get: { responses: { 200: response(arrayOf(text)), 503: { description: 'Closed.' } } } } },
})

describeInBrowser('the part Coverage', () => {
  it('shows a gap with the request that covers it, and fills the cell when it is sent', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/coverage' })
    const gap = page.getByRole('link', { name: 'createPet 400: not covered' })
    await gap.click()
    await page.getByRole('region', { name: 'the request for curl' }).waitFor()
    await page.getByRole('button', { name: 'Send it to default' }).click()
    await page.getByText('createPet 400 is covered').waitFor()
    const covered = page.getByRole('link', { name: 'createPet 400: covered 1 time' })
    await covered.waitFor()
    await page.getByRole('link', { name: 'Show the exchanges' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~default/traffic')
    expect(new URL(page.url()).search).toBe('?operation=createPet&status=400')
    expect(problems).toEqual([])
  })

  it('leads from a gap that no request covers to a scenario that does', async () => {
    await using folder = await createTemporaryFolder({ 'parcels.json': JSON.stringify(parcels) })
    await using opened = await openConsole({ documents: [`${folder.path}/parcels.json`] })
    const { page, problems } = await opened.open()
    const gap = { operation: 'GET /parcels', document: 'parcels', status: '503', what: null, send: null, request: null }
    await page.route('**/coverage/gaps*', (route) => route.fulfill({ json: [gap] }))
    await page.goto(`${opened.standin.url}/_sandbox/~default/coverage/parcels/GET%20%2Fparcels/503`)
    await page.getByRole('link', { name: 'Write the scenario' }).click()
    await page.getByText('It agrees with the documents.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: 'GET-parcels-503', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Try it/ }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.scenarios-sent .status', { hasText: '503' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows that a request no longer covers a gap, when it is sent too late', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage/animal-store/createPet/400' })
    const send = page.getByRole('button', { name: 'Send it to default' })
    await send.waitFor()
    await page.route('**/coverage/gaps*', (route) =>
      route.fulfill({ json: [{ send: null, request: null, what: null }] }),
    )
    await send.click()
    await page.getByText('No request is known that gets this status.').waitFor()
  })

  it('fills cells while requests arrive, and filters', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage' })
    await page.getByRole('link', { name: 'listPets 200: not covered' }).waitFor()
    await sendSampleTraffic(opened.standin)
    await page.getByRole('link', { name: /^listPets 200: covered/ }).waitFor()
    await page.getByRole('button', { name: 'Gaps' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?show=gaps')
    await page.getByRole('link', { name: /^listPets 200: covered/ }).waitFor({ state: 'detached' })
    await page
      .getByRole('link', { name: /: not covered/ })
      .first()
      .waitFor()
    await page.getByLabel('Search operations').fill('nothing of this name')
    await page.getByText('No operation matches').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('names no request for a gap of all sandboxes, but leads to that of the selected one', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage/animal-store/getPet/404?of=all' })
    const link = page.getByRole('link', { name: 'Find it in default' })
    await link.waitFor()
    expect(await page.getByRole('button', { name: 'Send it to default' }).count()).toBe(0)
    await link.click()
    await page.getByRole('button', { name: 'Send it to default' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/coverage' })
    await page.getByRole('link', { name: /^listPets 200: covered/ }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    await page.goto(`${opened.standin.url}/_sandbox/~default/coverage/animal-store/getPet/404`)
    await page.getByRole('button', { name: 'Send it to default' }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

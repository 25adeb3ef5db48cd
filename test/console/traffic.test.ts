/**
 * The part Traffic, as its user walks through it: watch, filter, see why, send again corrected, compare.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriers, findBarriersInViews, openConsole, undo } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

const path = '/_sandbox/~default/traffic'

const rowsOf = (page: Page) => page.locator('.traffic-row')

describeInBrowser('the part Traffic', () => {
  it('waits with a request to copy, and shows what arrives, newest first', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path })
    await page.getByText('Waiting for the first request').waitFor()
    await page.getByLabel('the request', { exact: true }).getByText('curl').waitFor()
    await sendSampleTraffic(opened.standin)
    await rowsOf(page).nth(8).waitFor()
    await expect.poll(() => rowsOf(page).nth(3).textContent()).toContain('/v1/petz')
    expect(problems).toEqual([])
  })

  it('filters by status, operation and flags, keeps the filter in the address, and clears it', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.getByRole('button', { name: 'Violations 3' }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(3)
    await page.getByLabel('Filter by operation').selectOption('listPets')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(page.url()).toContain('violations=1')
    await page.reload()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.getByLabel('Filter by method').selectOption('POST')
    await page.getByText('No exchange matches the filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect.poll(() => rowsOf(page).count()).toBe(9)
  })

  it('searches bodies on the server, and tests what arrives meanwhile', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.getByLabel('Search paths, bodies, messages and ids').fill('"lost"')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await sendSampleTraffic(opened.standin)
    await expect.poll(() => rowsOf(page).count()).toBe(2)
  })

  it('marks violations at their places, and sends the request again, corrected', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page, problems } = await opened.open({ path })
    await page.locator('.traffic-row', { hasText: '3 violations' }).click()
    const wrong = page.locator('#traffic-request-body .code-line-bad')
    await expect.poll(() => wrong.count()).toBe(3)
    await expect.poll(() => wrong.last().textContent()).toContain(`"status": "lost"`)
    await page.getByRole('link', { name: 'Send again' }).click()
    await page.getByLabel('Body').fill('{"name": "Rex", "categoryId": 1, "status": "sold"}')
    await page.getByRole('button', { name: 'Send changed request' }).click()
    await page.getByRole('heading', { name: 'Different from before' }).waitFor()
    await page.getByText('request › body › name').waitFor()
    await page.locator('.traffic-detail-title', { hasText: '201' }).waitFor()
    expect(problems).toEqual([])
  })

  it('marks a violation in the query', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.locator('.traffic-row', { hasText: 'limit=many' }).click()
    const wrong = page.locator('#traffic-request-query .is-bad')
    await expect.poll(() => wrong.textContent()).toContain('must be an integer')
  })

  it('offers to send an operation without traffic, and its documentation', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/' })
    await page.locator('main h1').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('createPet')
    await page.getByRole('option', { name: /createPet/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('No exchange of createPet yet').waitFor()
    await page.getByRole('region', { name: 'the request' }).getByText('curl').waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    await page.getByRole('button', { name: 'Send it' }).press('Enter')
    await page.locator('.traffic-detail-title', { hasText: '201' }).waitFor()
    await page.goto(`${opened.standin.url}${path}?operation=listPets`)
    await page.getByRole('link', { name: 'Open in the reference' }).press('Enter')
    await page.locator('.opblock.is-open', { hasText: 'List animals' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/_sandbox/docs/animal-store')
    expect(problems).toEqual([])
  })

  it('offers no request for an operation that the documents do not have', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${path}?operation=noSuchOperation` })
    await page.getByText('The documents do not have this operation.').waitFor()
    expect(await page.getByRole('button', { name: 'Send it' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show all exchanges' }).click()
    await page.getByText('Waiting for the first request').waitFor()
  })

  it('compares two exchanges', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.locator('.traffic-row', { hasText: 'limit=many' }).click()
    await page.getByRole('region', { name: 'Exchange', exact: true }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Compare with…' }).click()
    await page.getByText('Choose the exchange to compare with.').waitFor()
    await page.locator('.traffic-row', { hasText: 'limit=2' }).click()
    await page.getByText('response › status', { exact: true }).waitFor()
  })

  it('compares two exchanges on a narrow screen, by keyboard alone', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page, problems } = await opened.open({ width: 390, theme: 'dark', path })
    await page.locator('.traffic-row', { hasText: 'limit=many' }).press('Enter')
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Compare with…' }).press('Enter')
    await page.getByText('Choose the exchange to compare with.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    await page.getByText('response › status', { exact: true }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.traffic-detail-title', { hasText: '400' }).waitFor()
    expect(problems).toEqual([])
  })

  it('leaves the choice of another exchange on a narrow screen', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ width: 390, path })
    await page.locator('.traffic-row', { hasText: 'limit=many' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Compare with…' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.traffic-detail-title', { hasText: '400' }).waitFor()
  })

  it('makes an exchange a scenario, and switches it on', async () => {
    await using opened = await openConsole()
    const request = {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
    }
    const target = `${opened.standin.url}/v1/pets`
    const recorded: unknown = await (await fetch(target, request)).json()
    const { page, problems } = await opened.open({ path })
    await rowsOf(page).first().click()
    await page.getByRole('region', { name: 'Exchange', exact: true }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Make this a scenario' }).click()
    await page.getByRole('heading', { name: 'New scenario' }).waitFor()
    await page.getByText('It agrees with the documents.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Switch on in “default”' }).click()
    await page.getByText('createPet-201 is on in “default”').waitFor()
    // Without the scenario, it would get the next id.
    expect(await (await fetch(target, request)).json()).toEqual(recorded)
    await undo(page, 'createPet-201 is on')
    await expect.poll(async () => (await fetch(target, request)).json()).not.toEqual(recorded)
    expect(problems).toEqual([])
  })

  it('copies a request that works', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.locator('.traffic-row', { hasText: '3 violations' }).click()
    await page.getByRole('button', { name: 'Copy as' }).click()
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
    await page.getByText('Copied the request for curl').waitFor()
    const text = await page.evaluate('navigator.clipboard.readText()')
    expect(text).toContain(`-H 'authorization: Bearer sandbox-key'`)
    expect(text).toContain(`--data-raw '{"name":7,"status":"lost"}'`)
  })

  it('is usable by keyboard alone', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await rowsOf(page).first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('petz')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('No document describes GET /v1/petz').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('document.activeElement.dataset.exchange')).toMatch(/^req-/)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  it('takes its keys as soon as it is shown', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open()
    await page.locator('.exchange-row').first().waitFor()
    const isSearching = await page.evaluate(`new Promise((resolve) => {
      const press = () => {
        if (!document.querySelector('.traffic-search')) return
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
        observer.disconnect()
        resolve(document.activeElement.closest('.traffic-search') !== null)
      }
      const observer = new MutationObserver(press)
      observer.observe(document.body, { childList: true, subtree: true })
      history.pushState(null, '', '${path}')
      dispatchEvent(new PopStateEvent('popstate'))
    })`)
    expect(isSearching).toBe(true)
  })

  it('clears the journal after a question', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Clear all exchanges…' }).click()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('Waiting for the first request').waitFor()
  })

  it('holds still while the reader has scrolled', async () => {
    await using opened = await openConsole()
    for (let round = 0; round < 6; round++) await sendSampleTraffic(opened.standin)
    const { page } = await opened.open({ path })
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(10)
    await page.locator('.traffic-rows .virtual-list').evaluate((list) => list.scrollTo({ top: 500 }))
    // The list renders other rows after the event.
    await page.locator('.virtual-row[data-index="0"]').waitFor({ state: 'detached' })
    await page.locator('.virtual-row[data-index="20"]').waitFor()
    const before = await rowsOf(page).allTextContents()
    await sendSampleTraffic(opened.standin)
    await page.getByRole('button', { name: '9 new' }).waitFor()
    expect(await rowsOf(page).allTextContents()).toEqual(before)
    await page.getByRole('button', { name: '9 new' }).click()
    await expect.poll(() => page.getByRole('button', { name: /new$/ }).count()).toBe(0)
  })

  it('shows markup of a body as it is', async () => {
    await using opened = await openConsole()
    const markup = '<img src=x onerror="document.title = 1">'
    await fetch(`${opened.standin.url}/v1/pets`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: markup, categoryId: 1 }),
    })
    const { page, problems } = await opened.open({ path })
    await rowsOf(page).first().click()
    await page.locator('#traffic-request-body', { hasText: '<img src=x' }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page, problems } = await opened.open({ path })
    await rowsOf(page).first().waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    await page.locator('.traffic-row', { hasText: '3 violations' }).click()
    await page.getByRole('heading', { name: 'Why this response' }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    await page.getByRole('link', { name: 'Send again' }).click()
    await page.getByLabel('Body').waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

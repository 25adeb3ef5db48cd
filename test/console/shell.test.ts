/**
 * The console as people open it, in Chromium: it loads, keeps to its origin and its policy, and is usable by everybody.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/client.ts'
import { findBarriers, findBarriersInViews, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

describeInBrowser('the console', () => {
  it('shows a request as soon as it was answered', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await sendSampleTraffic(opened.standin)
    await page.locator('.exchange-row', { hasText: '/v1/petz' }).waitFor()
    expect(problems).toEqual([])
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await sendSampleTraffic(opened.standin)
    const { page, problems } = await opened.open()
    await page.locator('.exchange-row').first().waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('removes the token from the address, also if it is wrong', async () => {
    await using opened = await openConsole({ adminToken: 'secret' })
    const { page, problems } = await opened.open({ path: '/_sandbox/#token=wrong' })
    await page.getByRole('heading', { name: 'This server needs its admin token' }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await page.getByText('Animal Store').count()).toBe(0)
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  })

  it('shows nothing but a form until the token is right', async () => {
    await using opened = await openConsole({ adminToken: 'secret' })
    const { page } = await opened.open()
    await page.getByLabel('Admin token').fill('wrong')
    await page.getByRole('button', { name: 'Open the console' }).click()
    await page.getByText('The server does not accept this token.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Admin token').fill('secret')
    await page.keyboard.press('Enter')
    await page.getByText('Animal Store').first().waitFor()
    await page.reload()
    await page.getByText('Animal Store').first().waitFor()
    const other = await opened.open({ path: '/_sandbox/#token=secret' })
    await other.page.getByText('Animal Store').first().waitFor()
    expect(other.page.url()).not.toContain('secret')
    expect(other.problems).toEqual([])
  })

  it('has the sandbox in its address, and marks what is not normal in it', async () => {
    await using opened = await openConsole()
    const sandbox = await opened.standin.sandbox({ id: 'shop/1', scenario: 'slow', clock: '2030-12-06T00:00:00Z' })
    const { page } = await opened.open({ path: '/_sandbox/~shop%2F1/overview' })
    await page.getByRole('heading', { name: 'shop/1' }).waitFor()
    await page.locator('.chip-taped', { hasText: 'slow' }).waitFor()
    await page.locator('.chip-taped', { hasText: '6 Dec 2030' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'shop/1' }).click()
    await page.getByRole('menuitemradio', { name: 'default' }).click()
    await page.getByRole('heading', { name: 'default', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/_sandbox/~default/overview')
    await page.goBack()
    await page.getByRole('heading', { name: 'shop/1' }).waitFor()
    await sandbox.delete()
  })

  it('finds by keyboard, and shows the keys', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'checkout' })
    const { page } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('checkout')
    await page.getByRole('option', { name: 'checkout' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'checkout' }).waitFor()
  })

  it('finds each of many sandboxes, and lists those that were used last', async () => {
    await using opened = await openConsole()
    for (let index = 0; index < 70; index++) await opened.standin.sandbox({ id: `run-${100 + index}` })
    const { page, problems } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await page.getByRole('button', { name: 'default', exact: true }).click()
    await expect
      .poll(() => page.getByRole('menuitemradio').allTextContents())
      .toEqual(['default', ...Array.from({ length: 11 }, () => expect.stringMatching(/^run-1\d\d$/))])
    await page.getByRole('menuitem', { name: 'Search in all 71…' }).click()
    await page.getByRole('combobox').waitFor()
    // The first one was used first, so the console has not loaded it.
    await page.keyboard.type('run-100 sandbox')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'run-100' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('run-999')
    await page.getByText('Nothing matches “run-999”.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto(`${opened.standin.url}/_sandbox/docs`)
    await page.getByRole('button', { name: 'List animals' }).waitFor()
    expect(problems).toEqual([])
  })

  it('loses no key that is typed right after the palette is opened', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('checkout')
    await expect.poll(() => page.locator('.palette-input').inputValue()).toBe('checkout')
  })

  it('shows at once what someone else changes', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/records/pets' })
    await page.locator('.connection-open').waitFor()
    const root = `${opened.standin.url}/_sandbox/sandboxes/default`
    await call(`${root}/scenario`, { method: 'PUT', body: { scenario: 'slow' } })
    await page.locator('.top-bar', { hasText: 'slow' }).waitFor()
    await call(`${root}/records/pets/1`, { method: 'PATCH', body: { name: 'Someone else' } })
    await page.getByText('Someone else').first().waitFor()
    expect(problems).toEqual([])
  })

  it('reports that the server is gone', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await opened.standin.close()
    await page.getByText('The connection to the server is lost.').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })
})

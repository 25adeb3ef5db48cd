/**
 * The console's part Time in Chromium: the clock, what it changes next, and records that a scenario holds.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/client.ts'
import { findBarriers, findBarriersInViews, openConsole, undo } from './support/open-console.ts'

const control = async (url: string, path: string, method = 'GET', body?: object) =>
  (await call(`${url}/_sandbox/sandboxes/default${path}`, { method, ...(body === undefined ? {} : { body }) })).json

const statusOf = async (url: string): Promise<unknown> => {
  const records = await control(url, '/records/messages')
  return Array.isArray(records) ? records.map((record: { readonly status: string }) => record.status) : records
}

const openPart = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

describeInBrowser('the part Time', () => {
  it('shows that a scenario holds a message, and that it is delivered when the scenario is off', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    await control(url, '/clock', 'PUT', { now: '2027-01-01T00:00:00Z', frozen: true })
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/scenarios' })
    await page.getByRole('switch', { name: 'messages-left-queued' }).click()
    await page.getByRole('heading', { name: 'Active in “default”' }).waitFor()
    await page.getByRole('link', { name: 'messages-left-queued' }).first().click()
    await page.getByRole('button', { name: 'Try it sendMessage' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.scenarios-sent .status', { hasText: '200' }).waitFor()

    await page.getByRole('link', { name: 'See the held records and advance the clock' }).click()
    await page.getByRole('heading', { name: 'Held' }).waitFor()
    await page.getByText('until you switch it off').waitFor()
    await page.getByRole('button', { name: 'Advance by 1 day' }).click()
    await page.getByText('Sat, 2 Jan 2027').first().waitFor()
    await page.getByRole('heading', { name: 'Held' }).waitFor()
    expect(await statusOf(url)).toEqual(['queued'])
    expect(await findBarriers(page)).toEqual([])

    await openPart(page, 'Scenarios')
    await page.getByRole('switch', { name: 'messages-left-queued' }).click()
    await page.getByText('No scenario is active in “default”').waitFor()
    await openPart(page, 'Time')
    for (const state of ['sent', 'delivered']) {
      await page.getByRole('button', { name: 'Just after this status of messages' }).first().click()
      await page.getByRole('link', { name: `to ${state}.` }).waitFor({ state: 'detached' })
      expect(await statusOf(url)).toEqual([state])
    }
    expect(problems).toEqual([])
  })

  it('freezes, sets, advances, and takes each of them back', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/time' })
    const clock = page.getByRole('region', { name: 'The clock' })
    await clock.getByText('real time', { exact: true }).waitFor()
    await page.getByLabel('Date and time').fill('2030-12-06T00:00:00')
    await page.getByRole('button', { name: 'Set the clock' }).click()
    await clock.getByText('Fri, 6 Dec 2030').first().waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await clock.getByText('frozen').first().waitFor()
    expect(await control(url, '/clock')).toMatchObject({ frozen: true, set: true })
    await page.getByLabel('Another duration').fill('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Write a duration such as 2h').waitFor()
    await page.getByLabel('Another duration').fill('1 day 2h')
    await page.keyboard.press('Enter')
    await clock.getByText('Sat, 7 Dec 2030').first().waitFor()
    await undo(page, /^The clock advanced by/)
    await clock.getByText('Fri, 6 Dec 2030').first().waitFor()
    expect(await control(url, '/clock')).toMatchObject({ frozen: true })
    await page.getByRole('button', { name: 'Let it run' }).click()
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await clock.getByText('real time', { exact: true }).waitFor()
    expect(await control(url, '/clock')).toMatchObject({ frozen: false, set: false })
    expect(problems).toEqual([])
  })

  it('takes back one of two quick advances', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    await control(url, '/clock', 'PUT', { now: '2030-12-06T00:00:00Z', frozen: true })
    const { page } = await opened.open({ path: '/_sandbox/~default/time' })
    const clock = page.getByRole('region', { name: 'The clock' })
    await clock.getByText('Fri, 6 Dec 2030').waitFor()
    await page.getByRole('button', { name: 'Advance by 1 day' }).focus()
    await page.evaluate('document.activeElement.click(); document.activeElement.click()')
    await clock.getByText('Sun, 8 Dec 2030').waitFor()
    const messages = page.getByLabel('Messages').getByText('The clock advanced by 1 d')
    await messages.nth(1).waitFor()
    await page.getByRole('button', { name: 'Undo' }).nth(1).click()
    await clock.getByText('Sat, 7 Dec 2030').waitFor()
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await control(opened.standin.url, '/clock', 'PUT', { now: '2027-01-01T00:00:00Z', frozen: true })
    await control(opened.standin.url, '/keys', 'POST', { expires: '2027-01-02T00:00:00Z' })
    await control(opened.standin.url, '/requests', 'POST', {
      path: '/messages',
      body: { to: '+15550100', text: 'Hello', channel: 'sms' },
    })
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/time' })
    await page.getByText('expires.').first().waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

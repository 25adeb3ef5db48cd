/**
 * The part Webhooks as people use it: add a receiver, see what was delivered and what was not, deliver again, delete the
 * receiver.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/client.ts'
import { projectFolder } from '../support/run-command.ts'
import { startReceiver, verify } from '../support/webhook-receiver.ts'
import { findBarriersInViews, type OpenedConsole, openConsole } from './support/open-console.ts'

const path = '/_sandbox/~default/webhooks'

const openKennel = (webhooks: readonly string[] = []): Promise<OpenedConsole> =>
  openConsole({ documents: [join(projectFolder, 'test/webhooks/documents/kennel.yaml')], anyKey: true, webhooks })

describeInBrowser('the part Webhooks', () => {
  it('adds a receiver, with a secret that verifies what it gets, and deletes it', async () => {
    await using receiver = await startReceiver()
    await using opened = await openKennel()
    const { page, problems } = await opened.open({ path })
    await page.getByText('Nothing has been sent').waitFor()
    await page.getByRole('button', { name: 'Add receiver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a receiver' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Enter the URL of the receiver').waitFor()
    await dialog.getByLabel('URL').fill(receiver.url)
    await dialog.getByLabel('Webhooks').fill('dogCreated')
    await page.keyboard.press('Enter')
    const added = page.getByRole('dialog', { name: 'The receiver is added' })
    const secret = String(await added.locator('.copy-line code').textContent())
    await added.getByRole('button', { name: 'Done' }).click()

    await call(`${opened.standin.url}/dogs`, { body: { name: 'Rex' } })
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'dogCreated' }) })
    await card.getByText('delivered', { exact: true }).waitFor()
    const [received] = receiver.received
    expect(received && verify(received, secret)).toMatchObject({ data: { name: 'Rex' } })
    await card.getByText('Request', { exact: true }).click()
    await card.getByText('"Rex"').waitFor()
    await card.getByRole('link', { name: 'the request that caused it' }).click()
    await page.getByRole('heading', { name: 'Response 201' }).waitFor()
    await page.goBack()

    await page.getByRole('button', { name: `Delete the receiver ${receiver.url}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('No receiver yet').waitFor()
    await call(`${opened.standin.url}/dogs`, { body: { name: 'Max' } })
    expect(receiver.received).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it('says which webhook does not exist, and which host is not allowed', async () => {
    await using opened = await openKennel()
    const { page } = await opened.open({ path: `${path}?new=yes` })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/The documents describe .*dogCreated/).waitFor()
    await dialog.getByLabel('URL').fill('http://127.0.0.1:9/hooks')
    await dialog.getByLabel('Webhooks').fill('dogCreate')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').filter({ hasText: 'dogCreated' }).waitFor()
    await dialog.getByLabel('Webhooks').fill('')
    await dialog.getByLabel('URL').fill('http://169.254.169.254/')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').filter({ hasText: '169.254.169.254' }).waitFor()
  })

  it('shows each attempt and when the next one is due, follows the clock, and delivers again', async () => {
    await using receiver = await startReceiver()
    receiver.respond = () => ({ status: receiver.received.length < 2 ? 500 : 204 })
    await using opened = await openKennel([receiver.url])
    const control = `${opened.standin.url}/_sandbox/sandboxes/default`
    await call(`${control}/clock`, { method: 'PUT', body: { now: '2030-01-01T00:00:00Z', frozen: true } })
    const { page, problems } = await opened.open({ path })
    await page.getByText('--webhook', { exact: true }).waitFor()
    await call(`${opened.standin.url}/dogs`, { body: { name: 'Rex' } })
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'dogCreated' }) })
    await card.getByText('waiting', { exact: true }).waitFor()
    await card.getByText('due 2030-01-01 00:00:05 UTC').waitFor()
    await call(`${control}/clock/advance`, { body: { by: '1h' } })
    await card.getByText('delivered', { exact: true }).waitFor()
    const attempts = card.getByRole('list', { name: 'Attempts to deliver dogCreated' }).getByRole('listitem')
    expect(await attempts.allTextContents()).toEqual([expect.stringMatching(/500$/), expect.stringMatching(/204$/)])
    await card.getByRole('button', { name: 'Deliver again: dogCreated' }).click()
    await expect.poll(() => attempts.count()).toBe(3)
    expect(new Set(receiver.ids).size).toBe(1)
    await page.getByRole('button', { name: 'failed 0' }).click()
    await page.getByText('No delivery is failed').waitFor()
    expect(problems).toEqual([])
  })

  it('shows the latest deliveries first, and more on request', async () => {
    await using receiver = await startReceiver()
    await using opened = await openKennel([receiver.url])
    for (let index = 1; index <= 27; index++)
      await call(`${opened.standin.url}/dogs`, { body: { name: `Dog ${index}` } })
    await expect.poll(() => receiver.received.length).toBe(27)
    const { page } = await opened.open({ path })
    const cards = page.locator('.webhooks-card')
    await page.getByRole('button', { name: 'Show 2 more of 2' }).waitFor()
    expect(await cards.count()).toBe(25)
    await cards.first().getByText('Request', { exact: true }).click()
    await cards.first().getByText('"Dog 27"').waitFor()
    await page.getByRole('button', { name: 'Show 2 more of 2' }).click()
    await expect.poll(() => cards.count()).toBe(27)
  })

  it('says that a document describes nothing to send', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path })
    await page.getByText('The documents describe no webhooks and no callbacks.').waitFor()
  })

  it('has no barriers', async () => {
    await using receiver = await startReceiver()
    receiver.respond = () => ({ status: 500 })
    await using opened = await openKennel([receiver.url, 'http://127.0.0.1:9/a-receiver-that-is-away'])
    const { page, problems } = await opened.open({ path })
    await call(`${opened.standin.url}/dogs`, { body: { name: 'Rex', callbackUrl: receiver.url } })
    await expect.poll(() => page.getByText('waiting', { exact: true }).count()).toBe(3)
    await page.getByText('Request', { exact: true }).first().click()
    await page.getByText('"Rex"').waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

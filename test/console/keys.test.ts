/**
 * The part Keys as people use it: generate, revoke, delete and take it back.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { expectCopied, findBarriersInViews, openConsole } from './support/open-console.ts'

describeInBrowser('the part Keys', () => {
  it('generates a key, revokes it, deletes it, and takes the deletion back', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/keys?new=yes' })
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    const ready = page.getByRole('dialog', { name: 'The key is ready' })
    const key = String(await ready.locator('code').textContent())
    await ready.getByRole('button', { name: 'Copy the key' }).click()
    await expectCopied(page, key)
    const statusWith = async (): Promise<number> =>
      (await fetch(`${standin.url}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })).status
    expect(await statusWith()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByText(key, { exact: true }) })
    const more = page.getByRole('button', { name: `More for the key ${key}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByText(`${key} is revoked`).waitFor()
    expect(await statusWith()).toBe(401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(statusWith).toBe(200)
    // Undo puts back what the page has shown last.
    await card.getByText('active', { exact: true }).waitFor()
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText(`Deleted ${key}`).waitFor()
    expect(await statusWith()).toBe(401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(statusWith).toBe(200)
    expect(problems).toEqual([])
  })

  it('copies a key as header and as curl, and filters by state', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/keys' })
    const card = page.getByRole('listitem').filter({ has: page.getByText('sandbox-key', { exact: true }) })
    await card.getByRole('button', { name: 'Copy as header' }).click()
    await expectCopied(page, 'Authorization: Bearer sandbox-key')
    await card.getByRole('button', { name: 'Copy as curl' }).click()
    await expectCopied(page, `curl -H 'Authorization: Bearer sandbox-key' ${opened.standin.url}/v1/pets`)
    await page.getByRole('button', { name: 'revoked 1' }).click()
    await page.getByText('sandbox-key-expired', { exact: true }).waitFor({ state: 'detached' })
    await page.getByText('sandbox-key-revoked', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?state=revoked')
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/keys' })
    await page.getByText('sandbox-key-expired', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Animal Store' }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/**
 * The part Keys as people use it: generate, revoke, delete and take it back.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriersInViews, openConsole } from './support/open-console.ts'

describeInBrowser('the part Keys', () => {
  it('generates a key, revokes it, deletes it, and takes the deletion back', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/keys?new=yes' })
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await page.getByRole('dialog', { name: 'The key is ready' }).getByRole('button', { name: 'Copy the key' }).click()
    const key = String(await page.evaluate('navigator.clipboard.readText()'))
    const statusWith = async (): Promise<number> =>
      (await fetch(`${standin.url}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })).status
    expect(await statusWith()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    const more = page.getByRole('button', { name: `More for the key ${key}` })
    await more.click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByText(`${key} is revoked`).waitFor()
    expect(await statusWith()).toBe(401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(statusWith).toBe(200)
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
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Authorization: Bearer sandbox-key')
    await card.getByRole('button', { name: 'Copy as curl' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -H 'Authorization: Bearer sandbox-key' ${opened.standin.url}/v1/pets`,
    )
    await page.getByRole('button', { name: 'revoked 1' }).click()
    await page.getByText('sandbox-key-revoked', { exact: true }).waitFor()
    expect(await page.getByText('sandbox-key-expired', { exact: true }).count()).toBe(0)
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

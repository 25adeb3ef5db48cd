/**
 * The part Sandboxes as people use it: create, fork, break, reset, undo, snapshots, delete.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser } from '../support/browser.ts'
import { expectCopied, findBarriers, findBarriersInViews, openConsole } from './support/open-console.ts'

const authorization = { Authorization: 'Bearer sandbox-key' }

/** The names of the pets of a sandbox. */
const petsOf = async (standin: Standin, id: string): Promise<number> => {
  const response = await fetch(`${standin.url}/_sandbox/sandboxes/${encodeURIComponent(id)}/records/pets?limit=1`)
  return Number(response.headers.get('X-Total-Count'))
}

const deletePet = async (standin: Standin, id: string, pet: number): Promise<void> => {
  const path = `/_sandbox/sandboxes/${encodeURIComponent(id)}/records/pets/${pet}`
  const response = await fetch(standin.url + path, { method: 'DELETE' })
  expect(response.status).toBe(204)
}

const detail = (page: Page, id: string) => page.getByRole('region', { name: `The sandbox ${id}` })

describeInBrowser('the part Sandboxes', () => {
  it('forks, breaks and resets a sandbox, and takes the reset back', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/sandboxes' })
    await page.getByRole('button', { name: 'Fork' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fork default' })
    await dialog.getByLabel('Name').fill('broken')
    await page.keyboard.press('Enter')
    const ready = page.getByRole('dialog', { name: 'broken is ready' })
    const key = String(await ready.locator('.copy-line code').first().textContent())
    await ready.getByRole('button', { name: 'Copy the key' }).click()
    await expectCopied(page, key)
    const listed = await fetch(`${standin.url}/v1/pets`, { headers: { Authorization: `Bearer ${key}` } })
    expect(listed.status).toBe(200)
    await ready.getByRole('button', { name: 'Switch to it' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~broken/sandboxes/broken')

    const before = await petsOf(standin, 'broken')
    await deletePet(standin, 'broken', 1)
    await fetch(`${standin.url}/~broken/v1/pets`, { headers: authorization })
    await detail(page, 'broken').getByRole('button', { name: 'Reset' }).click()
    await page.getByText('Reset broken to its initial state').waitFor()
    expect(await petsOf(standin, 'broken')).toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => petsOf(standin, 'broken')).toBe(before - 1)
    expect(await petsOf(standin, 'default')).toBe(before)
    expect(problems).toEqual([])
  })

  it('takes, restores and deletes snapshots', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    await standin.sandbox({ id: 'checkout' })
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })
    await page.getByLabel('Name of the snapshot').fill('before')
    await page.keyboard.press('Enter')
    await page.getByText('Took the snapshot before').waitFor()
    await page.getByLabel('Name of the snapshot').fill('before')
    await page.keyboard.press('Enter')
    await page.getByText('There is a snapshot before already. Choose another name.').waitFor()
    const before = await petsOf(standin, 'checkout')
    await deletePet(standin, 'checkout', 1)
    await page.getByRole('button', { name: 'Restore before', exact: true }).click()
    await page.getByText('Restored before', { exact: true }).waitFor()
    expect(await petsOf(standin, 'checkout')).toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => petsOf(standin, 'checkout')).toBe(before - 1)
    await page.getByRole('button', { name: 'More for the snapshot before', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the snapshot?' })
    await dialog.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete before' }).click()
    await page.getByText('Deleted the snapshot before').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Restore before', exact: true }).count()).toBe(0)
  })

  it('replaces no snapshot, also one that the page does not show yet', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'checkout' })
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })
    const field = page.getByLabel('Name of the snapshot')
    await field.waitFor()
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/_sandbox/sandboxes/checkout', async (route) => {
      await released
      await route.continue()
    })
    for (const message of ['Took the snapshot before', 'There is a snapshot before already.']) {
      await field.fill('before')
      await page.keyboard.press('Enter')
      await page.getByText(message).waitFor()
    }
    release()
  })

  it('deletes a sandbox, names what is lost, and takes it back', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    await standin.sandbox({ id: 'checkout', scenario: 'flaky' })
    await deletePet(standin, 'checkout', 1)
    const before = await petsOf(standin, 'checkout')
    const { page } = await opened.open({ path: '/_sandbox/~checkout/sandboxes' })
    await page.getByRole('button', { name: 'More for checkout', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete checkout?' })
    await dialog.getByText(/0 exchanges and the generated keys/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Delete checkout' }).click()
    await page.getByText('Deleted checkout', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/_sandbox/~default/sandboxes')
    expect((await fetch(`${standin.url}/_sandbox/sandboxes/checkout`)).status).toBe(404)
    await page.getByRole('button', { name: 'Undo' }).click()
    await detail(page, 'checkout').getByText('flaky').waitFor()
    expect(await petsOf(standin, 'checkout')).toBe(before)
    expect((await fetch(`${standin.url}/_sandbox/sandboxes/checkout-deleted`)).status).toBe(404)
  })

  it('says at the field what the server rejects', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes?new=yes' })
    await page.getByLabel('Name', { exact: true }).fill('default')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/sandbox "default" already exists/).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('other')
    await page.getByLabel('Clock').fill('tomorrow')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText(/body.clock .*"tomorrow"/).waitFor()
    expect(await page.getByLabel('Clock').getAttribute('aria-invalid')).toBe('true')
    expect(await findBarriers(page)).toEqual([])
  })

  it('finds one of 10,000 sandboxes, with few rows in the page and few sandboxes in each response', async () => {
    await using opened = await openConsole({ maxSandboxes: 20_000 })
    const { standin } = opened
    for (let start = 0; start < 10_000; start += 250)
      await Promise.all(
        Array.from({ length: 250 }, (_, index) =>
          standin.sandbox({ id: `run-${String(start + index).padStart(5, '0')}` }),
        ),
      )
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/sandboxes?sort=id' })
    const list = page.getByRole('region', { name: 'List of sandboxes' })
    await list.getByRole('link', { name: /run-00000/ }).waitFor()
    expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await list.getByRole('link', { name: /run-09999/ }).waitFor()
    expect(await list.getByRole('listitem').count()).toBeLessThan(60)
    expect(await list.getByRole('listitem').last().getAttribute('aria-setsize')).toBe('10001')
    await page.getByLabel('Search sandboxes').fill('run-0777')
    await page.getByText('10 sandboxes found').waitFor()
    await list.getByRole('link', { name: /run-07775/ }).click()
    await expect.poll(() => new URL(page.url()).href).toMatch(/sandboxes\/run-07775\?q=run-0777&sort=id$/)
    expect(problems).toEqual([])
  })

  it('shows what another sandbox has added, changed and deleted', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    await standin.sandbox({ id: 'checkout' })
    const pets = `${standin.url}/_sandbox/sandboxes/checkout/records/pets`
    const send = async (method: string, url: string, body: object): Promise<void> => {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
      expect(response.ok).toBe(true)
    }
    const name = '<img src=x onerror=alert(1)>'
    await send('POST', pets, { name, categoryId: 1 })
    await send('PATCH', `${pets}/2`, { name: 'Changed' })
    await deletePet(standin, 'checkout', 1)
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/sandboxes' })
    await page.getByRole('button', { name: 'More for default', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Compare with another…' }).click()
    await page.getByLabel('Compare default with').fill('checkout')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => new URL(page.url()).pathname)
      .toBe('/_sandbox/~default/sandboxes/default/differences/checkout')
    const section = page.getByRole('region', { name: /^pets/ })
    await section.getByText('1 added').waitFor()
    await section.getByText('1 deleted').waitFor()
    const changed = section.getByRole('listitem').filter({ hasText: 'changed: ' })
    expect(await changed.textContent()).toMatch(/name\s*before:\s*"Bramble"\s*→\s*after:\s*"Changed"/)
    await section.locator('summary').filter({ hasText: 'onerror' }).click()
    expect(await section.locator('img').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByText('From checkout to default').waitFor()
    expect(problems).toEqual([])
  })

  it('imports an exported fixture set, and takes it back', async () => {
    await using opened = await openConsole()
    const { standin } = opened
    const exported = await (await fetch(`${standin.url}/_sandbox/sandboxes/default/export`)).text()
    await standin.sandbox({ id: 'checkout' })
    await deletePet(standin, 'checkout', 1)
    const before = await petsOf(standin, 'checkout')
    const { page } = await opened.open({ path: '/_sandbox/~default/sandboxes/checkout' })
    await page.getByRole('button', { name: 'More for checkout', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import a fixture set…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into checkout' })
    const file = dialog.getByLabel('File')
    await file.setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('[1]') })
    await dialog.getByText('bad.json is not a fixture set').waitFor()
    await file.setInputFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(exported) })
    await dialog.getByText(/^Replaces \d+ resources/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByText('Imported all.json into checkout').waitFor()
    expect(await petsOf(standin, 'checkout')).toBe(before + 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => petsOf(standin, 'checkout')).toBe(before)
  })

  it('creates one with the same dialog from the command palette', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/time' })
    await page.getByRole('heading', { name: 'Time', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new sandbox')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New sandbox' }).getByLabel('Name').fill('from-palette')
    await page.keyboard.press('Enter')
    const ready = page.getByRole('dialog', { name: 'from-palette is ready' })
    await ready.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await ready.getByRole('button', { name: 'Switch to it' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~from-palette/time')
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'shop/1', scenario: 'slow', clock: '2030-12-06T00:00:00Z' })
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/sandboxes' })
    await page.getByRole('link', { name: /shop\/1/ }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    await page.getByRole('link', { name: /shop\/1/ }).click()
    await page.getByRole('heading', { name: 'shop/1' }).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/**
 * Walks through the whole console, each as one kind of user would, by what is written on the page. The other walks are in the
 * tests of the parts: messages-left-queued (time), fork, break and reset (sandboxes), a gap in coverage (coverage), a wrong
 * status at its field (records).
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { arrayOf, integer, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'
import { openConsole } from './support/open-console.ts'
import { readParts, visitPart } from './support/visit-parts.ts'

const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

const cells = openApi({
  components: { schemas: { Cell: object({ row: integer, col: integer, value: text }, ['row', 'col']) } },
  paths: {
    '/cells': {
      get: { responses: { 200: response(arrayOf(ref('Cell'))) } },
      post: { requestBody: requestBody(ref('Cell')), responses: { 201: response(ref('Cell')) } },
    },
    '/cells/{row}/{col}': {
      parameters: [pathParameter('row', integer), pathParameter('col', integer)],
      get: { responses: { 200: response(ref('Cell')) } },
    },
  },
})

describeInBrowser('a walk', () => {
  it('of a client developer: the bad request arrives, shows why, and is sent again corrected', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open()
    await visitPart(page, 'Traffic')
    await page.getByText('Waiting for the first request').waitFor()
    const body = JSON.stringify({ name: 'Rex', categoryId: 1, status: 'lost' })
    await fetch(`${opened.standin.url}/v1/pets`, { method: 'POST', headers, body })
    await page.getByRole('link', { name: /\/v1\/pets/ }).click()
    const exchange = page.getByRole('region', { name: 'Exchange', exact: true })
    await exchange
      .getByText(/must be one of available, pending, sold/)
      .first()
      .waitFor()
    // At its place: the line of the body.
    expect(await page.locator('#traffic-request-body .code-line-bad').textContent()).toContain('"status": "lost"')
    await exchange.getByRole('link', { name: 'Send again' }).click()
    await page.getByLabel('Body').fill(body.replace('lost', 'sold'))
    await page.getByRole('button', { name: 'Send changed request' }).click()
    await page.getByRole('heading', { name: 'Different from before' }).waitFor()
    await visitPart(page, 'Records')
    await page.getByRole('row', { name: /Rex/ }).getByText('sold').waitFor()
    await visitPart(page, 'Coverage')
    await page.getByRole('link', { name: 'createPet 400: covered 1 time' }).waitFor()
    await page.getByRole('link', { name: 'createPet 201: covered 1 time' }).waitFor()
    expect(problems).toEqual([])
  })

  it('of somebody with a link to a protected server: all with the token, nothing without', async () => {
    await using opened = await openConsole({ adminToken: 'secret' })
    await fetch(`${opened.standin.url}/v1/pets/1`, { headers })
    const { page, problems } = await opened.open({ path: '/_sandbox/#token=secret' })
    await page.getByText('Animal Store').first().waitFor()
    const addresses: string[] = []
    for (const part of (await readParts(page)).filter((name) => name !== 'Reference')) {
      await visitPart(page, part)
      addresses.push(new URL(page.url()).pathname)
    }
    expect(problems).toEqual([])
    expect(await page.evaluate('location.href + JSON.stringify(localStorage) + document.cookie')).not.toContain(
      'secret',
    )
    const stranger = await opened.open()
    const received: string[] = []
    stranger.page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (response.ok() && /^\/_sandbox\/[a-z]/.test(pathname)) received.push(pathname)
    })
    for (const address of addresses) {
      await stranger.page.goto(opened.standin.url + address)
      await stranger.page.getByRole('heading', { name: 'This server needs its admin token' }).waitFor()
      expect(await stranger.page.locator('nav, table, [role=navigation]').count(), address).toBe(0)
      expect(await stranger.page.locator('body').textContent(), address).not.toMatch(/Animal Store|Bramble|\/v1\/pets/)
    }
    expect(received.filter((path) => !path.startsWith('/_sandbox/assets/'))).toEqual([])
  })

  it('of a demo: fork, break by hand, reset, and the original is as it was', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open()
    await visitPart(page, 'Sandboxes')
    await page.getByRole('button', { name: 'Fork', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('broken')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Switch to it' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~broken/sandboxes/broken')
    await visitPart(page, 'Records')
    await page
      .getByRole('row', { name: /Bramble/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('region', { name: 'Pets 2' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted pets 2').waitFor()
    await page.getByText('29 records').waitFor()
    await visitPart(page, 'Sandboxes')
    await page.getByRole('link', { name: /^broken/ }).click()
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('Reset broken to its initial state').waitFor()
    await visitPart(page, 'Records')
    await page.getByText('30 records').waitFor()
    await page.getByRole('row', { name: /Bramble/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('of a tester: a record whose id has two parts is added, opened, and taken back', async () => {
    await using folder = await createTemporaryFolder({ 'cells.json': JSON.stringify(cells) })
    await using opened = await openConsole({ documents: [`${folder.path}/cells.json`] })
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/records/cells?new=1' })
    await page.getByLabel(/^row/).fill('3')
    await page.getByLabel(/^col/).fill('4')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^Added cells/).waitFor()
    // The message comes first.
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/records\/cells\/[^/]+$/)
    await page
      .getByRole('region', { name: /^Cells / })
      .getByRole('textbox')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(async () => (await fetch(`${opened.standin.url}/_sandbox/sandboxes/default/records/cells`)).text())
      .toBe('[]')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~default/records/cells')
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  })
})

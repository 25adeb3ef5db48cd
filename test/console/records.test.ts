/**
 * The part Records as its users walk through it: see, search, change, add, delete and restore records.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser } from '../support/browser.ts'
import { arrayOf, object, pathParameter, text } from '../support/gadget-schemas.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, ref, requestBody, response } from '../support/write-document.ts'
import { findBarriers, findBarriersInViews, openConsole } from './support/open-console.ts'

const address = '/_sandbox/~default/records'

const readRecord = async ({ url }: Standin, id: string): Promise<unknown> =>
  (await fetch(`${url}/_sandbox/sandboxes/default/records/${id}`)).json()

const patchRecord = async ({ url }: Standin, id: string, patch: object): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify(patch)
  const response = await fetch(`${url}/_sandbox/sandboxes/default/records/${id}`, { method: 'PATCH', headers, body })
  expect(response.status).toBe(200)
}

const row = (page: Page, text: string) => page.locator('.records-row', { hasText: text })

describeInBrowser('the part Records', () => {
  it('reports a wrong status at its field, and stores a right one', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: address })
    await row(page, 'Bramble').getByRole('link').click()
    const status = page.locator('[data-pointer="/status"]')
    await status.getByRole('combobox').selectOption('Another value…')
    await status.getByRole('textbox').fill('lost')
    await status.getByText('Must be one of available, pending, sold, got "lost"').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('[data-pointer="/status"] .input:focus').waitFor()
    expect(await readRecord(opened.standin, 'pets/2')).toMatchObject({ status: 'pending' })
    await status.getByRole('textbox').fill('sold')
    await status.locator('.record-problem').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved pets 2').waitFor()
    expect(await readRecord(opened.standin, 'pets/2')).toMatchObject({ name: 'Bramble', status: 'sold' })
    await row(page, 'Bramble').getByText('sold').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Bramble').getByText('pending').waitFor()
    expect(problems).toEqual([])
  })

  it('keeps what is typed while the record is being saved', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets/2` })
    const name = page.locator('[data-pointer="/name"] input')
    await page.route('**/records/pets/2', async (route) => {
      if (route.request().method() === 'PUT') await name.fill('Later')
      await route.continue()
    })
    await name.fill('First')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved pets 2').waitFor()
    expect(await readRecord(opened.standin, 'pets/2')).toMatchObject({ name: 'First' })
    expect(await name.inputValue()).toBe('Later')
    // The pointer is where it was: the message does not cover the button.
    await page.getByRole('button', { name: 'Save', exact: true }).click({ timeout: 20_000 })
    await expect.poll(() => readRecord(opened.standin, 'pets/2')).toMatchObject({ name: 'Later' })
  })

  it('adds a record, and tells what is missing when it is saved', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${address}/pets` })
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    expect(await page.locator('.record-problem').count()).toBe(0)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('[data-pointer="/categoryId"]').getByText('Is required').waitFor()
    await page.locator('[data-pointer="/name"] input').fill('<img src=x onerror=alert(1)>')
    await page.locator('[data-pointer="/categoryId"] input').fill('9007199254740993')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added pets 31').waitFor()
    await expect.poll(() => page.url()).toContain('/records/pets/31')
    expect(await page.locator('[data-pointer="/categoryId"] input').inputValue()).toBe('9007199254740993')
    const stored = await fetch(`${opened.standin.url}/_sandbox/sandboxes/default/records/pets/31`)
    expect(await stored.text()).toContain('"categoryId":9007199254740993')
    expect(problems).toEqual([])
  })

  it('keeps the order of what is typed quickly into the JSON', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets/2` })
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByRole('textbox', { name: 'Pets 2 as JSON' }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    const text = '"nickname": 12345,'.repeat(3)
    await page.keyboard.type(text)
    await expect.poll(() => page.locator('.cm-line').first().textContent()).toBe(`{${text}`)
  })

  it('keeps the focus and the cursor when the editor replaces the plain field', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets/2` })
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/editor-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('tab', { name: 'JSON' }).click()
    const plain = page.locator('textarea')
    await plain.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('"a": 1,')
    release()
    await page.locator('.cm-line').first().waitFor()
    await page.keyboard.type('"b": 2,')
    await expect.poll(() => page.locator('.cm-line').first().textContent()).toBe('{"a": 1,"b": 2,')
  })

  it('edits a record as JSON: marks what is wrong, keeps every key, and saves', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${address}/pets/2` })
    await page.getByRole('tab', { name: 'JSON' }).click()
    const editor = page.getByRole('textbox', { name: 'Pets 2 as JSON' })
    await editor.click()
    await page.keyboard.press('Control+Home')
    // Keys that mean something elsewhere in the console.
    await page.keyboard.type('gb?/')
    await page.getByText('This is not a JSON object yet').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(`${address}/pets/2`)
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    const text = JSON.stringify({ id: 2, name: 'Bramble', categoryId: 1, status: 'lost' }, null, 2)
    await editor.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
    await page.getByText('Must be one of available, pending, sold, got "lost"').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'line 5' }).press('Enter')
    await page.locator('.cm-activeLine', { hasText: 'lost' }).waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text.replace('lost', 'sold'))
    await page.locator('.record-problem').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    await page.getByText('Saved pets 2').waitFor()
    expect(await readRecord(opened.standin, 'pets/2')).toEqual({
      id: 2,
      name: 'Bramble',
      categoryId: 1,
      status: 'sold',
    })
    // Escape lets the keyboard out of the editor, and outside it closes the record.
    await editor.press('Escape')
    await page.keyboard.press('Shift+Tab')
    expect(new URL(page.url()).pathname).toBe(`${address}/pets/2`)
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${address}/pets`)
    expect(problems).toEqual([])
  })

  it('gives a new record an id where the ids are strings', async () => {
    const thing = object({ id: { type: 'string', format: 'uuid' }, name: text }, ['name'])
    const things = openApi({
      components: { schemas: { Thing: thing } },
      paths: {
        '/things': {
          get: { responses: { 200: response(arrayOf(ref('Thing'))) } },
          post: { requestBody: requestBody(ref('Thing')), responses: { 201: response(ref('Thing')) } },
        },
        '/things/{id}': {
          parameters: [pathParameter('id', { type: 'string', format: 'uuid' })],
          get: { responses: { 200: response(ref('Thing')) } },
        },
      },
    })
    await using folder = await createTemporaryFolder({ 'things.json': JSON.stringify(things) })
    await using opened = await openConsole({ documents: [`${folder.path}/things.json`] })
    const { page, problems } = await opened.open({ path: `${address}/things?new=1` })
    const id = page.locator('[data-pointer="/id"] input')
    const given = await id.inputValue()
    expect(given).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/)
    await page.getByRole('button', { name: 'Remove id' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('[data-pointer="/id"]').getByText('Is required').waitFor()
    expect(await page.locator('[data-pointer="/id"] .record-problem').count()).toBe(1)
    await id.fill(given)
    await page.locator('[data-pointer="/name"] input').fill('Lamp')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(`Added things ${given}`).waitFor()
    expect(await readRecord(opened.standin, `things/${given}`)).toEqual({ id: given, name: 'Lamp' })
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await expect.poll(() => id.inputValue()).not.toBe(given)
    expect(problems).toEqual([])
  })

  it('keeps what is not saved while other records are opened, and moves the focus into a record and back', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${address}/pets` })
    await page.locator('.records-open').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('2')
    const name = page.locator('[data-pointer="/name"] input')
    await name.fill('Changed')
    await row(page, 'Clover').getByRole('link', { name: '4' }).click()
    await expect.poll(() => name.inputValue()).toBe('Clover')
    await row(page, 'Bramble').getByText('not saved').waitFor()
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await expect.poll(() => name.inputValue()).toBe('')
    await name.fill('Begun')
    await row(page, 'Bramble').getByRole('link').first().click()
    await expect.poll(() => name.inputValue()).toBe('Changed')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect.poll(() => name.inputValue()).toBe('Bramble')
    await row(page, 'Bramble').getByText('not saved').waitFor({ state: 'detached' })
    await name.press('Escape')
    await page.locator('[data-record="2"] .records-open:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe(`${address}/pets`)
    await page.getByRole('link', { name: 'Add', exact: true }).click()
    await expect.poll(() => name.inputValue()).toBe('Begun')
    expect(problems).toEqual([])
  })

  it('shows a change by somebody else before a draft replaces it', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets/2` })
    const name = page.locator('[data-pointer="/name"] input')
    await name.fill('Mine')
    await page.getByRole('link', { name: 'Close' }).click()
    await patchRecord(opened.standin, 'pets/2', { name: 'Theirs' })
    await page.locator('[data-record="2"] .records-open').click()
    await page.getByText('This record has been changed meanwhile.').waitFor()
    expect(await name.inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => name.inputValue()).toBe('Theirs')
  })

  it('deletes several records, and Undo restores them', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${address}/pets` })
    await page.getByLabel('Select 3', { exact: true }).click()
    await page.getByLabel('Select 5', { exact: true }).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.locator('.records-selection').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('27 records').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('30 records').waitFor()
    expect(await readRecord(opened.standin, 'pets/4')).toMatchObject({ id: 4, name: 'Clover' })
    expect(problems).toEqual([])
  })

  it('searches, filters and sorts by the address', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${address}/pets` })
    await page.getByRole('button', { name: 'name', exact: true }).click()
    await expect.poll(() => page.url()).toContain('sort=')
    await expect.poll(() => page.locator('.records-row').first().textContent()).toContain('Barnaby')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Property').selectOption('status')
    await page.locator('.records-add-filter').getByLabel('is', { exact: true }).selectOption('sold')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByText(/of 30$/).waitFor()
    await page.reload()
    await page.getByText('status is sold').waitFor()
    await page.getByLabel('Search Pets').fill('no such animal')
    await page.getByText('No record matches').waitFor()
    await page.getByRole('link', { name: 'Show all records' }).click()
    await page.getByText('30 records').waitFor()
    expect(problems).toEqual([])
  })

  it('marks what a client changes', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets` })
    await page.getByText('30 records').waitFor()
    await fetch(`${opened.standin.url}/v1/pets`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Rex', categoryId: 1 }),
    })
    await page.getByText('31 records').waitFor()
    await page.locator('.records-resource', { hasText: '31' }).waitFor()
  })

  it('imports a file after it has shown what would change, rejects it as a whole, and undoes it', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${address}/pets` })
    await page.getByText('30 records').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Import pets…' }).click()
    const choose = (records: unknown) =>
      page.getByLabel('JSON file').setInputFiles({
        name: 'pets.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(records)),
      })
    const whiskers = { id: 1, name: 'Whiskers', categoryId: 1, status: 'available' }
    await choose([whiskers, { id: 99, name: 'Rex', categoryId: 1, status: 'lost' }])
    const fact = (name: string) => page.locator('.dialog .key-value-row', { hasText: name }).locator('dd')
    await expect.poll(() => fact('Removed').textContent()).toBe('29')
    expect(await fact('New').textContent()).toBe('1')
    expect(await fact('Unchanged').textContent()).toBe('1')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Nothing was changed').waitFor()
    await choose([whiskers, { id: 99, name: 'Rex', categoryId: 1 }])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('2 records').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('30 records').waitFor()
  })

  it('keeps the page and the requests small with many records', async () => {
    await using opened = await openConsole({ maxBody: 16_000_000 })
    const records = Array.from({ length: 20_000 }, (_, index) => ({
      id: index + 1,
      name: `Pet ${index}`,
      categoryId: 1,
    }))
    await fetch(`${opened.standin.url}/_sandbox/sandboxes/default/records/pets`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(records),
    })
    const { page } = await opened.open({ path: '/_sandbox/' })
    const requested: string[] = []
    page.on('request', (request) => {
      if (/records\/pets\?/.test(request.url())) requested.push(request.url())
    })
    await page.goto(`${opened.standin.url}${address}/pets`)
    await page.getByText('20,000 records').waitFor()
    await page.locator('.records-open').first().focus()
    await page.keyboard.press('End')
    await page.locator('.records-open:focus', { hasText: '20000' }).waitFor()
    expect(await page.locator('.records-table tr').count()).toBeLessThan(80)
    await page.keyboard.press('Home')
    await page.locator('.records-open:focus', { hasText: /^1$/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('[data-pointer="/name"] input').waitFor()
    await expect.poll(() => page.url()).toContain('/records/pets/2')
    // The first and the last pages, of a hundred records each.
    expect(requested.every((url) => Number(new URL(url).searchParams.get('limit')) <= 100)).toBe(true)
    expect(requested.length).toBeLessThanOrEqual(6)
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    for (const path of ['pets', 'pets/2', 'pets?new=1', 'messages']) {
      const { page, problems } = await opened.open({ path: `${address}/${path}` })
      await page.locator('.record-form, .records-scroll, .empty-state').locator('visible=true').first().waitFor()
      expect(await findBarriersInViews(page), path).toEqual([])
      expect(problems).toEqual([])
      await page.close()
    }
  })
})

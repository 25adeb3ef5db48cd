/**
 * The console's part Scenarios in Chromium: switches, what each does, the editor.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { findBarriers, findBarriersInViews, openConsole, undo } from './support/open-console.ts'

const path = '/_sandbox/~default/scenarios'

const activeOf = async (url: string): Promise<unknown> => {
  const { json } = await call(`${url}/_sandbox/sandboxes/default`, {})
  return typeof json === 'object' && json !== null && 'scenario' in json ? json.scenario : json
}

/** Replaces the whole text, as somebody at the keyboard would. */
const write = async (page: Page, text: string): Promise<void> => {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

const source = (status: number): string =>
  `description: Mine.\nsteps:\n  - when: { operation: listPets }\n    respond: { status: ${status} }\n    contract: ignore\n`

describeInBrowser('the part Scenarios', () => {
  it('switches scenarios on and off by keyboard, in an order', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    const { page, problems } = await opened.open({ path })
    for (const name of ['slow', 'flaky']) {
      await page.getByRole('switch', { name }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('switch', { name, checked: true }).waitFor()
    }
    expect(await activeOf(url)).toBe('slow, flaky')
    await page.getByRole('button', { name: 'Try flaky before slow' }).press('Enter')
    await page.getByRole('button', { name: 'Try slow before flaky' }).waitFor()
    expect(await activeOf(url)).toBe('flaky, slow')
    await page.getByRole('button', { name: 'Switch slow off' }).press('Enter')
    await page.getByRole('switch', { name: 'slow', checked: false }).waitFor()
    await undo(page, 'slow is off')
    await page.getByRole('switch', { name: 'slow', checked: true }).waitFor()
    expect(await activeOf(url)).toBe('flaky, slow')
    expect(problems).toEqual([])
  })

  it('keeps both of two scenarios that are switched on in quick succession', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path })
    await page.getByRole('switch', { name: 'flaky' }).waitFor()
    await page.evaluate(
      `for (const name of ['slow', 'flaky']) document.querySelector('[role=switch][aria-label=' + name + ']').click()`,
    )
    await page.getByRole('switch', { name: 'flaky', checked: true }).waitFor()
    expect(await activeOf(opened.standin.url)).toBe('slow, flaky')
    await page.getByRole('switch', { name: 'slow', checked: true }).waitFor()
  })

  it('keeps a request that is written while another scenario is defined', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: `${path}/unauthorized` })
    await page.getByRole('button', { name: 'Try it listPets' }).click()
    const field = page.locator('.scenarios-try').getByRole('textbox')
    await field.fill('/v1/pets?limit=1')
    const loadedAgain = page.waitForResponse((response) => response.url().endsWith('/scenarios/unauthorized'))
    await call(`${opened.standin.url}/_sandbox/scenarios/other`, { method: 'PUT', body: { source: source(502) } })
    await loadedAgain
    await page.getByRole('switch', { name: 'other' }).waitFor()
    // What has been received is shown in the next frames.
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 100))')
    expect(await field.inputValue()).toBe('/v1/pets?limit=1')
  })

  it('switches a scenario on and off on a narrow screen, in dark', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    const { page, problems } = await opened.open({ width: 390, theme: 'dark', path })
    await page.getByRole('switch', { name: 'server-error' }).click()
    await page.getByRole('switch', { name: 'server-error', checked: true }).waitFor()
    expect(await activeOf(url)).toBe('server-error')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'server-error' }).first().click()
    await page.getByRole('heading', { name: 'server-error' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Switch off in “default”' }).click()
    await expect.poll(() => activeOf(url)).toBe(null)
    await undo(page, 'server-error is off')
    await expect.poll(() => activeOf(url)).toBe('server-error')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    expect(problems).toEqual([])
  })

  it('shows what a scenario does, and sends a request under it', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${path}/unauthorized` })
    await page.getByText('Sandbox-Scenario: unauthorized').first().waitFor()
    await page.getByRole('button', { name: 'Try it listPets' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.locator('.scenarios-sent .status', { hasText: '401' }).waitFor()
    await page.locator('.scenarios-traffic .status', { hasText: '401' }).waitFor()
    expect(await activeOf(opened.standin.url)).toBe(null)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'expired-key' }).first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${path}/expired-key`)
    expect(problems).toEqual([])
  })

  it('defines a scenario while the server runs, saves it, and deletes it with undo', async () => {
    const folder = await createTemporaryFolder({ 'scenarios/kept.yaml': source(502) })
    const scenarios = join(folder.path, 'scenarios')
    await using opened = await openConsole({ scenarios })
    const { url } = opened.standin
    const { page, problems } = await opened.open({ path })
    await page.getByRole('link', { name: 'New scenario' }).click()
    await page.getByLabel('Name', { exact: true }).fill('mine')
    await write(page, source(503).replace('listPets', 'listPet'))
    await page.getByText('Did you mean listPets').first().waitFor()
    await page.getByRole('button', { name: /^Go to 3:/ }).click()
    await page.locator('.cm-activeLine', { hasText: 'listPet' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await write(page, source(503))
    await page.getByText('It agrees with the documents.').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This version exists only in the running server.').waitFor()
    const answer = await call(`${url}/v1/pets`, { key: 'sandbox-key', headers: { 'sandbox-scenario': 'mine' } })
    expect(answer.status).toBe(503)
    expect(await readdir(scenarios)).toEqual(['kept.yaml'])

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByText(join(scenarios, 'mine.yaml')).waitFor()
    await page.getByRole('button', { name: 'Save to a file' }).click()
    await page.getByText('not saved').waitFor({ state: 'detached' })
    expect(await readFile(join(scenarios, 'mine.yaml'), 'utf8')).toBe(source(503))

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the file' }).click()
    await page.getByText('There is no scenario “mine”').waitFor()
    expect(await readdir(scenarios)).toEqual(['kept.yaml'])
    await undo(page, /^Deleted .*mine\.yaml/)
    await page.getByRole('heading', { name: 'mine', exact: true }).waitFor()
    expect(await readFile(join(scenarios, 'mine.yaml'), 'utf8')).toBe(source(503))
    expect(problems).toEqual([])
    await folder.remove()
  })

  it('reports a file that was changed elsewhere, and keeps an unfinished edit', async () => {
    const folder = await createTemporaryFolder({ 'scenarios/kept.yaml': source(502) })
    const file = join(folder.path, 'scenarios/kept.yaml')
    await using opened = await openConsole({ scenarios: join(folder.path, 'scenarios') })
    const { page } = await opened.open({ path: `${path}/kept?edit=true` })
    await write(page, source(503))
    await page.getByText('It agrees with the documents.').waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.goBack()
    await page.getByText('These are your unfinished changes from before.').waitFor()
    await writeFile(file, source(504))
    await page.getByRole('button', { name: 'Save to a file' }).click()
    await page.getByRole('heading', { name: 'It was changed elsewhere' }).waitFor()
    expect(await readFile(file, 'utf8')).toBe(source(504))
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    await page.getByText(`Saved ${file}`).waitFor()
    expect(await readFile(file, 'utf8')).toBe(source(503))
    await folder.remove()
  })

  it('gives a template a name that is free, and does not replace another scenario', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    await call(`${url}/_sandbox/scenarios/my-scenario`, { method: 'PUT', body: { source: source(502) } })
    const { page, problems } = await opened.open({ path: `${path}?new=blank` })
    const name = page.getByLabel('Name', { exact: true })
    await expect.poll(() => name.inputValue()).toBe('my-scenario-2')
    await name.fill('my-scenario')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('There is already a scenario “my-scenario”.').waitFor()
    expect(problems).toEqual([])
  })

  it('completes names of the documents, and lets the keyboard out of the editor', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: `${path}?new=blank` })
    await write(page, 'description: Mine.\nsteps:\n  - when: { operation: listP')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: 'listPets' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.locator('.cm-content', { hasText: 'operation: listPets' }).waitFor()
    // At the end of the completed name. The finding of the text before it is replaced, with the focus that it has.
    await page.getByRole('button', { name: /^Go to 3:32/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    // The finding is the next thing to reach.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch(/^Go to \d+:\d+$/)
    expect(problems).toEqual([])
  })

  it('makes a scenario of an exchange', async () => {
    await using opened = await openConsole()
    const { url } = opened.standin
    const response = await fetch(`${url}/v1/pets/9999999`, { headers: { Authorization: 'Bearer sandbox-key' } })
    const id = response.headers.get('sandbox-request-id') ?? ''
    const { page, problems } = await opened.open({ path: `${path}?from=${id}` })
    await page.getByText('It repeats the response of').waitFor()
    await page.locator('.cm-content', { hasText: 'status: 404' }).waitFor()
    await page.getByText('It agrees with the documents.').waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This version exists only in the running server.').waitFor()
    expect(problems).toEqual([])
  })

  it('has no barriers', async () => {
    await using opened = await openConsole()
    await opened.standin.sandbox({ id: 'shop', scenario: 'slow, flaky' })
    const at = '/_sandbox/~shop/scenarios'
    for (const address of [at, `${at}/messages-left-queued`, `${at}/flaky?edit=true`]) {
      const { page, problems } = await opened.open({ path: address })
      await page
        .locator(address === at ? '.scenarios-list' : '.scenarios-steps, .cm-content')
        .first()
        .waitFor()
      expect(await findBarriersInViews(page)).toEqual([])
      expect(problems).toEqual([])
    }
  })
})

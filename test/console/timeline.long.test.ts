/**
 * The timeline: the records as they were at each exchange, forks, and trying again.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriers, findBarriersInViews, openConsole } from './support/open-console.ts'

const path = '/_sandbox/~default/traffic/timeline'

const createPets = async ({ url }: Standin, names: readonly string[]): Promise<void> => {
  for (const name of names)
    await fetch(`${url}/v1/pets`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 1 }),
    })
}

const countSandboxes = async ({ url }: Standin): Promise<number> => {
  const sandboxes: unknown = await (await fetch(`${url}/_sandbox/sandboxes`)).json()
  return Array.isArray(sandboxes) ? sandboxes.length : 0
}

const addedOn = (page: Page) => page.locator('tr.timeline-added')

describeInBrowser('the timeline', () => {
  it('shows the records as they were at each exchange', async () => {
    await using opened = await openConsole({ rewind: true })
    await createPets(opened.standin, ['Waffles', 'Momo'])
    const { page, problems } = await opened.open({ path })
    await expect.poll(() => addedOn(page).textContent()).toContain('Momo')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => addedOn(page).textContent()).toContain('Waffles')
    // What was changed and the records are loaded by themselves.
    await expect.poll(() => page.locator('.timeline-table').textContent()).not.toContain('Momo')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => addedOn(page).textContent()).toContain('Momo')
    expect(problems).toEqual([])
  })

  it('forks just before an exchange', async () => {
    await using opened = await openConsole({ rewind: true })
    await createPets(opened.standin, ['Waffles'])
    const { page } = await opened.open({ path })
    await addedOn(page).waitFor()
    await page.getByRole('button', { name: 'Fork just before' }).click()
    await page.getByText(/^Created the sandbox/).waitFor()
    expect(await countSandboxes(opened.standin)).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => countSandboxes(opened.standin)).toBe(1)
  })

  it('tries a request again from the state just before it, and shows both results', async () => {
    await using opened = await openConsole({ rewind: true })
    await createPets(opened.standin, ['Waffles'])
    const { page, problems } = await opened.open({ path })
    await addedOn(page).waitFor()
    await page.getByRole('button', { name: 'Try again from here' }).click()
    await page.getByRole('heading', { name: 'Tried again 201' }).waitFor()
    await page.getByRole('heading', { name: 'Recorded 201' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('describes what to do where earlier states are not kept', async () => {
    await using opened = await openConsole()
    await createPets(opened.standin, ['Waffles'])
    const { page } = await opened.open({ path })
    await page.getByText('This server does not keep earlier states').waitFor()
    await page.getByText('1 of 1').waitFor()
    expect(await page.getByRole('button', { name: 'Fork just before' }).count()).toBe(0)
  })

  it('has no barriers', async () => {
    await using opened = await openConsole({ rewind: true })
    await createPets(opened.standin, ['Waffles', 'Momo'])
    const { page, problems } = await opened.open({ path })
    await addedOn(page).waitFor()
    expect(await findBarriersInViews(page)).toEqual([])
    expect(problems).toEqual([])
  })
})

/**
 * The part Coverage as people use it: find a gap and close it, filter, follow a covered cell to its exchanges.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriers, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

describeInBrowser('the part Coverage', () => {
  it('shows a gap with the request that covers it, and fills the cell when it is sent', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open({ path: '/_sandbox/~default/coverage' })
    const gap = page.getByRole('link', { name: 'createPet 400: not covered' })
    await gap.click()
    await page.getByRole('region', { name: 'the request for curl' }).waitFor()
    await page.getByRole('button', { name: 'Send it to default' }).click()
    await page.getByText('createPet 400 is covered').waitFor()
    const covered = page.getByRole('link', { name: 'createPet 400: covered 1 time' })
    await covered.waitFor()
    await page.getByRole('link', { name: 'Show the exchanges' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/_sandbox/~default/traffic')
    expect(new URL(page.url()).search).toBe('?operation=createPet&status=400')
    expect(problems).toEqual([])
  })

  it('fills cells while requests arrive, and filters', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage' })
    await page.getByRole('link', { name: 'listPets 200: not covered' }).waitFor()
    await sendSampleTraffic(opened.standin)
    await page.getByRole('link', { name: /^listPets 200: covered/ }).waitFor()
    await page.getByRole('button', { name: 'Gaps' }).click()
    expect(new URL(page.url()).search).toBe('?show=gaps')
    await page
      .getByRole('link', { name: /^sendMessage|^createMessage|: not covered/ })
      .first()
      .waitFor()
    await page.getByLabel('Search operations').fill('nothing of this name')
    await page.getByText('No operation matches').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('names no request for a gap of all sandboxes, but leads to that of the selected one', async () => {
    await using opened = await openConsole()
    const { page } = await opened.open({ path: '/_sandbox/~default/coverage/animal-store/getPet/404?of=all' })
    const link = page.getByRole('link', { name: 'Find it in default' })
    await link.waitFor()
    expect(await page.getByRole('button', { name: 'Send it to default' }).count()).toBe(0)
    await link.click()
    await page.getByRole('button', { name: 'Send it to default' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  for (const width of [1280, 390] as const)
    for (const theme of ['light', 'dark'] as const)
      it(`has no barriers at ${width}, ${theme}`, async () => {
        await using opened = await openConsole()
        await sendSampleTraffic(opened.standin)
        const { page, problems } = await opened.open({ width, theme, path: '/_sandbox/~default/coverage' })
        await page.getByRole('link', { name: /^listPets 200: covered/ }).waitFor()
        expect(await findBarriers(page)).toEqual([])
        await page.goto(`${opened.standin.url}/_sandbox/~default/coverage/animal-store/getPet/404`)
        await page.getByRole('button', { name: 'Send it to default' }).waitFor()
        expect(await findBarriers(page)).toEqual([])
        expect(problems).toEqual([])
      })
})

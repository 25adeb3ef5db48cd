/**
 * The console as people open it, in Chromium: it loads, keeps to its origin and its policy, and is usable by everybody.
 */
import { expect, it } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { findBarriers, openConsole } from './support/open-console.ts'
import { sendSampleTraffic } from './support/sample-traffic.ts'

describeInBrowser('the console', () => {
  it('shows a request as soon as it was answered', async () => {
    await using opened = await openConsole()
    const { page, problems } = await opened.open()
    await page.getByText('No requests yet').waitFor()
    await sendSampleTraffic(opened.standin)
    await page.locator('.exchange-row', { hasText: '/v1/petz' }).waitFor()
    expect(problems).toEqual([])
  })

  for (const width of [1280, 390] as const)
    for (const theme of ['light', 'dark'] as const)
      it(`has no barriers at ${width}, ${theme}`, async () => {
        await using opened = await openConsole()
        await sendSampleTraffic(opened.standin)
        const { page, problems } = await opened.open({ width, theme })
        await page.locator('.exchange-row').first().waitFor()
        expect(await findBarriers(page)).toEqual([])
        expect(problems).toEqual([])
      })
})

import { mkdir } from 'node:fs/promises'
import { openConsole, findBarriers } from '../test/console/support/open-console.ts'
import { sendSampleTraffic } from '../test/console/support/sample-traffic.ts'
const out = '/tmp/csp'
await mkdir(out, { recursive: true })
await using opened = await openConsole()
const { standin } = opened
await sendSampleTraffic(standin)
const a = await standin.sandbox({ id: 'checkout', scenario: 'flaky' })
await standin.sandbox({ id: 'shop/1', clock: '2030-12-06T00:00:00Z' })
for (const id of ['ann', 'ci-17', 'nightly']) await standin.sandbox({ id })
const json = { 'Content-Type': 'application/json' }
const post = (p: string, body: unknown, method = 'POST') => fetch(standin.url + '/_sandbox' + p, { method, headers: json, body: JSON.stringify(body) })
for (const name of ['before checkout', 'paid']) await post('/sandboxes/checkout/snapshots', { name })
await post('/sandboxes/checkout/keys', { scopes: ['read'], expires: '2026-11-22T14:00:00Z' })
await sendSampleTraffic({ url: standin.url + '/~checkout' })
const addresses = process.argv.slice(2)
for (const address of addresses)
  for (const width of [1280, 390] as const)
    for (const theme of ['light', 'dark'] as const) {
      const { page, problems } = await opened.open({ width, theme, path: `/_sandbox/${address}` })
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(900)
      const file = `${out}/${address.replace(/[^\w.-]+/g, '-')}-${width}-${theme}.png`
      await page.screenshot({ path: file })
      const barriers = width === 1280 && theme === 'light' || width === 390 && theme === 'dark' ? await findBarriers(page) : []
      console.log(file, ...problems, ...barriers)
      await page.context().close()
    }

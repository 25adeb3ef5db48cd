/**
 * `npm run look -- [address…]`: starts a server with some traffic, opens the built console in Chromium, and writes pictures of
 * the given addresses (`~default/traffic`; default: the overview) in light and dark, 1280 and 390 wide, to console/pictures.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openConsole } from '../test/console/support/open-console.ts'
import { sendSampleTraffic } from '../test/console/support/sample-traffic.ts'

const folder = join(import.meta.dirname, 'pictures')
const addresses = process.argv.length > 2 ? process.argv.slice(2) : ['~default/overview']

await mkdir(folder, { recursive: true })
await using opened = await openConsole()
await sendSampleTraffic(opened.standin)
for (const address of addresses)
  for (const width of [1280, 390] as const)
    for (const theme of ['light', 'dark'] as const) {
      const { page, problems } = await opened.open({ width, theme, path: `/_sandbox/${address}` })
      await page.locator('main h1').waitFor()
      // The first data has arrived, but not the stream, which never ends.
      await page.waitForTimeout(500)
      const file = join(folder, `${address.replace(/[^\w.-]+/g, '-')}-${width}-${theme}.png`)
      await page.screenshot({ path: file })
      console.log(file, ...problems)
      await page.context().close()
    }

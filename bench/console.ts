/**
 * `npm run console-speed`: measures the console in Chromium: how long the first view takes with 10,000 exchanges and with
 * 100,000 records, how long frames take while one scrolls, and what an open console costs the server per request.
 * `-- --only server` measures only the last, `--part coverage` with another part than Traffic, `--rounds 10` more often.
 * docs/performance.md has results. Needs Chromium on the PATH.
 */
import { cpus, loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { readArguments } from '../scripts/read-arguments.ts'
import { fullBrowserProgram, openBrowser } from '../test/support/browser.ts'
import { BenchError, type ServerProcess } from './server-process.ts'
import { createPets, startStandin } from './standin-server.ts'
import { type Load, startLoad } from './start-load.ts'
import { formatSpread, median } from './statistics.ts'

const exchanges = 10_000
const records = 100_000
const { values } = readArguments(import.meta.filename, {
  options: {
    only: { type: 'string' },
    part: { type: 'string', default: 'traffic' },
    rounds: { type: 'string', default: '5' },
  },
})
const rounds = Number(values.rounds)
const frames = 240

/** A page of a profile of its own, so that nothing is cached. */
const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  return context.newPage()
}

/** Milliseconds from the navigation until what the part shows is there. */
const measureFirstView = async (browser: Browser, address: string, shown: string): Promise<number> => {
  const page = await openPage(browser)
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(shown).first().waitFor()
  const took = performance.now() - started
  await page.context().close()
  return took
}

/** The time between frames in milliseconds, longest first, while an element is scrolled by `step` pixels a frame. */
const measureFrames = async (page: Page, scrolled: string, step: number): Promise<readonly number[]> => {
  const gaps: unknown = await page.evaluate(`new Promise((resolve) => {
    const element = document.querySelector('${scrolled}')
    const gaps = []
    let last
    const next = (now) => {
      if (last !== undefined) gaps.push(now - last)
      last = now
      element.scrollTop += ${step}
      if (gaps.length < ${frames}) requestAnimationFrame(next)
      else resolve(gaps)
    }
    requestAnimationFrame(next)
  })`)
  return Array.isArray(gaps) ? gaps.map(Number).sort((a, b) => b - a) : []
}

const describeFrames = (gaps: readonly number[]): string =>
  `${gaps.filter((gap) => gap > 50).length} of ${gaps.length} frames over 50 ms, longest ${Math.round(gaps[0] ?? 0)} ms`

const send = async (url: string, method: string, body: object): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new BenchError(`${method} ${url} is ${answer.status}: ${await answer.text()}`)
}

const fill = async (url: string, load: Load): Promise<void> => {
  await send(`${url}/_sandbox/sandboxes`, 'POST', { id: 'large' })
  await send(`${url}/_sandbox/sandboxes/large/records/pets`, 'PUT', createPets(records))
  const count = async (): Promise<number> => {
    const answer = await fetch(`${url}/_sandbox/sandboxes/default`)
    const { exchanges: found }: { readonly exchanges: number } = JSON.parse(await answer.text())
    return found
  }
  const command = { urls: [url], kind: 'mix', sandboxes: ['default'], isSticky: true, clients: 20 } as const
  for (let run = 0; run < 60 && (await count()) < exchanges; run++) await load.run({ ...command, milliseconds: 500 })
  console.log(`${await count()} exchanges, ${records} records`)
}

const measureScrolling = async (browser: Browser, address: string, scrolled: string): Promise<void> => {
  const page = await openPage(browser)
  await page.goto(address)
  await page.locator(scrolled).first().waitFor()
  await page.waitForTimeout(1_000)
  for (const step of [60, 4_000])
    console.log(`  ${step} pixels a frame: ${describeFrames(await measureFrames(page, scrolled, step))}`)
  await page.context().close()
}

/** Microseconds of the server's CPU time per request, with and without an open console, in turn. */
const measureServer = async (browser: Browser, server: ServerProcess, load: Load): Promise<void> => {
  const command = { urls: [server.url], kind: 'mix', sandboxes: ['default'], isSticky: true, clients: 20 } as const
  const measure = async (): Promise<number> => {
    await load.run({ ...command, milliseconds: 500 })
    const before = server.cpu()
    const { count } = await load.run({ ...command, milliseconds: 3_000 })
    return ((server.cpu() - before) * 1000) / count
  }
  const without: number[] = []
  const withConsole: number[] = []
  for (let round = 0; round < rounds; round++) {
    without.push(await measure())
    const page = await openPage(browser)
    await page.goto(`${server.url}/_sandbox/~default/${values.part}`)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(2_000)
    withConsole.push(await measure())
    await page.context().close()
  }
  const ratio = median(withConsole.map((value, index) => value / (without[index] ?? value)))
  console.log(
    `CPU of the server, µs a request: ${formatSpread(without, 1)} without the console, ${formatSpread(withConsole, 1)} with it: ${ratio.toFixed(2)}`,
  )
}

const measurePages = async (browser: Browser, url: string): Promise<void> => {
  const traffic = `${url}/_sandbox/~default/traffic`
  const animals = `${url}/_sandbox/~large/records/pets`
  const views = [
    ['Overview', `${url}/_sandbox/`, 'main h1'],
    [`Traffic with ${exchanges} exchanges`, traffic, '.traffic-row'],
    [`Records with ${records} records`, animals, '.records-open'],
  ] as const
  for (const [name, address, shown] of views) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await measureFirstView(browser, address, shown))
    console.log(`${name}: first view after ${formatSpread(times)} ms`)
  }
  console.log(`Scrolling ${exchanges} exchanges`)
  await measureScrolling(browser, traffic, '.virtual-list')
  console.log(`Scrolling ${records} records`)
  await measureScrolling(browser, animals, '.records-scroll')
}

const load = startLoad()
const browser = await openBrowser(fullBrowserProgram())
const server = await startStandin(['--journal', String(exchanges), '--max-body', '64mb'], { isPinned: false })
try {
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}; median (lowest–highest)`,
  )
  await fill(server.url, load)
  if (values.only !== 'server') await measurePages(browser, server.url)
  await measureServer(browser, server, load)
} finally {
  load.stop()
  await browser.close()
  await server.stop()
}

/**
 * The HTML report in a real browser: what it shows, that it sends no requests and logs no errors, and that it fits wide and
 * narrow windows in light and dark mode.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoverageReport } from '../../src/control/actions/report-coverage.ts'
import { formatHtml } from '../../src/report/format-html.ts'
import type { Gate } from '../../src/report/gate.ts'
import { describeInBrowser, openBrowser } from '../support/browser.ts'
import { createReport, createReportNamed, hostileNames, sampleReport } from '../support/coverage-reports.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const hostileReport = createReport(hostileNames.flatMap((name) => createReportNamed(name).operations))

interface Look {
  readonly rows: readonly (readonly string[])[]
  readonly background: string
  /** By how many pixels the page is wider than the window. */
  readonly overflow: number
  /** Elements that are partly outside the window. */
  readonly outside: number
  /** Requests of the page for other resources, and errors that it logged. */
  readonly noise: readonly string[]
}

const script = `(() => {
  for (const details of document.querySelectorAll('details')) details.open = true
  const parts = [...document.querySelectorAll('li, th, td, dt, code, h2')]
  return {
    rows: [...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].slice(0, 3).map((cell) => cell.innerText)),
    background: getComputedStyle(document.body).backgroundColor,
    overflow: document.documentElement.scrollWidth - innerWidth,
    outside: parts.filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length,
  }
})()`

describeInBrowser('the page of a report', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const gates: readonly Gate[] = [
    { name: '--fail-on invalid', result: 'failed', message: '1 invalid request', details: ['GET /pets → 400: no'] },
    { name: '--min-coverage 10', result: 'passed', message: 'coverage is 60 %', details: [] },
  ]

  const look = async (report: CoverageReport, width: number, colorScheme: 'light' | 'dark'): Promise<Look> => {
    await using folder = await createTemporaryFolder({ 'report.html': formatHtml(report, gates) })
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
    const file = pathToFileURL(join(folder.path, 'report.html')).href
    const noise: string[] = []
    page.on('request', (request) => request.url() === file || noise.push(request.url()))
    page.on('console', (message) => noise.push(message.text()))
    page.on('pageerror', (error) => noise.push(error.message))
    await page.goto(file)
    const seen = await page.evaluate<Omit<Look, 'noise'>>(script)
    await page.close()
    return { ...seen, noise }
  }

  it('has the tables of gates and operations', async () => {
    const { rows } = await look(sampleReport, 1200, 'light')
    expect(rows.slice(0, gates.length).map(([name, result]) => [name, result])).toEqual([
      ['--fail-on invalid', 'failed'],
      ['--min-coverage 10', 'passed'],
    ])
    expect(rows.slice(gates.length)).toEqual([
      ['GET /pets listPets', '6', '2 of 3'],
      ['POST /v1/messages deprecated', '2', '1 of 2'],
    ])
  })

  const backgrounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(13, 17, 23)' }
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1200, 700, 360])
      for (const [name, report] of Object.entries({ sample: sampleReport, hostile: hostileReport }))
        it(`fits ${width} pixels, ${colorScheme}, and sends no requests: ${name}`, async () => {
          const { background, overflow, outside, noise } = await look(report, width, colorScheme)
          expect({ background, overflow, outside, noise }).toEqual({
            background: backgrounds[colorScheme],
            overflow: 0,
            outside: 0,
            noise: [],
          })
        })
})

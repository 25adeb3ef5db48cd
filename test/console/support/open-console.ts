/**
 * The built console in Chromium: a server on a free port, a browser, pages that record what must not happen (requests to
 * elsewhere, violations of the Content-Security-Policy, errors), and axe.
 */
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { Standin, StandinOptions } from '../../../src/index.ts'
import { openBrowser } from '../../support/browser.ts'
import { startStandin } from '../../support/start-standin.ts'

export interface PageOptions {
  readonly width?: 1280 | 390
  readonly theme?: 'light' | 'dark'
  /** The address below the origin. Default: /_sandbox/. */
  readonly path?: string
}

export interface OpenedPage {
  readonly page: Page
  /** What must not happen; empty in a test that passes. */
  readonly problems: readonly string[]
}

export interface OpenedConsole extends AsyncDisposable {
  readonly standin: Standin
  readonly browser: Browser
  /** A page of its own, without what another one has stored. */
  readonly open: (options?: PageOptions) => Promise<OpenedPage>
}

/** `await using` closes the browser and the server. */
export const openConsole = async (options: StandinOptions = {}): Promise<OpenedConsole> => {
  const standin = await startStandin(options)
  const browser = await openBrowser()
  return {
    standin,
    browser,
    open: (pageOptions = {}) => openPage(browser, standin.url, pageOptions),
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await standin.close()
    },
  }
}

const heights = { 1280: 800, 390: 844 }

const openPage = async (
  browser: Browser,
  origin: string,
  { width = 1280, theme = 'light', path = '/_sandbox/' }: PageOptions,
): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    colorScheme: theme,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      problems.push(`request to ${request.url()}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  // The console logs nothing itself: this is what the browser complains about, such as violations of the policy.
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      problems.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  await page.goto(origin + path)
  return { page, problems }
}

/** Presses Undo in the message with this text, once it is there: the last message may still be that of the step before. */
export const undo = async (page: Page, text: string | RegExp): Promise<void> => {
  const message = page.getByLabel('Messages').locator('.toast', { hasText: text })
  await message.getByRole('button', { name: 'Undo' }).click()
}

/** What axe finds in the page as it is, one line for each finding. */
export const findBarriers = async (page: Page): Promise<readonly string[]> => {
  // The policy of the page forbids a script element, but not what the browser is made to evaluate.
  await page.evaluate(axe.source)
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`,
  )
  return Array.isArray(found) ? found.map(String) : [String(found)]
}

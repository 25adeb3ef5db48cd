/**
 * The built console in Chromium: a server on a free port, a browser, pages that record what must not happen (requests to
 * elsewhere, violations of the Content-Security-Policy, errors), and axe.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ListenError, type Standin, type StandinOptions } from '../../../src/index.ts'
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
  /** A page of its own, without what another one has stored. */
  readonly open: (options?: PageOptions) => Promise<OpenedPage>
}

const views = [
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const

/** One for each worker, because starting it takes longer than most tests. It ends with the process of the worker. */
let browser: Promise<Browser> | undefined

const findBrowser = async (): Promise<Browser> => {
  const found = await browser
  if (found?.isConnected()) return found
  browser = openBrowser()
  return browser
}

/**
 * The servers of a worker have one address after each other, and their pages one context, so that the browser keeps the files
 * of the console and need not compile them for each test.
 */
let sharedPort = 0
let sharedContext: BrowserContext | undefined

const startConsole = async (options: StandinOptions): Promise<Standin> => {
  const standin = await startStandin({ port: sharedPort, ...options }).catch((error: unknown) => {
    // Another server of the test listens there, or another process.
    if (error instanceof ListenError) return startStandin(options)
    throw error
  })
  if (sharedPort === 0) sharedPort = Number(new URL(standin.url).port)
  return standin
}

const newContext = async (): Promise<BrowserContext> => {
  const found = await findBrowser()
  return found.newContext({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
}

/** One without a page. */
const findContext = async (): Promise<BrowserContext> => {
  if (sharedContext?.browser()?.isConnected() !== true) sharedContext = await newContext()
  return sharedContext.pages().length === 0 ? sharedContext : newContext()
}

/** Removes what pages have stored, but not the files that the browser keeps. */
const forgetStorage = async (page: Page, origin: string): Promise<void> => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' })
  await devTools.detach()
}

/** `await using` closes the pages and the server. */
export const openConsole = async (options: StandinOptions = {}): Promise<OpenedConsole> => {
  const standin = await startConsole(options)
  const pages: Page[] = []
  return {
    standin,
    open: async ({ width = 1280, theme = 'light', path = '/_sandbox/' } = {}) => {
      const page = await (await findContext()).newPage()
      pages.push(page)
      await forgetStorage(page, standin.url)
      await page.setViewportSize({ width, height: heights[width] })
      await page.emulateMedia({ colorScheme: theme })
      return openPage(page, standin.url, path)
    },
    [Symbol.asyncDispose]: async () => {
      for (const page of pages) {
        const context = page.context()
        await page.close()
        if (context !== sharedContext) await context.close()
      }
      await standin.close()
    },
  }
}

const heights = { 1280: 800, 390: 844 }

const openPage = async (page: Page, origin: string, path: string): Promise<OpenedPage> => {
  // Only a page that hangs takes that long, also on a busy machine.
  page.setDefaultTimeout(120_000)
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

/** Goes to an address of the console as the browser's buttons do, which takes much less time than loading the page again. */
export const goTo = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)

/** Presses Undo in the message with this text, once it is there: the last message may still be that of the step before. */
export const undo = async (page: Page, text: string | RegExp): Promise<void> => {
  const message = page.getByLabel('Messages').locator('.toast', { hasText: text })
  await message.getByRole('button', { name: 'Undo' }).click()
}

/** What was copied. A click on a button that copies ends before the browser has written it. */
export const expectCopied = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(text)

const require = createRequire(import.meta.url)

/** The smaller form of axe: each page parses it again. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds in the page as it is, or in one element of it: one line for each finding. A theme changes colours only, so in the
 * other one it looks at them.
 */
export const findBarriers = async (page: Page, within = 'html'): Promise<readonly string[]> => {
  // A document keeps it until another one is loaded. The policy of the page forbids a script element, but not what the
  // browser is made to evaluate.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${axeSource}; undefined`)
  const found = await runAxe(page, within, {})
  const isDark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const [theme, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  await page.evaluate(endTransitions)
  const colors = await runAxe(page, within, { runOnly: ['color-contrast', 'link-in-text-block'] })
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(endTransitions)
  return [...found.map((line) => `${theme}: ${line}`), ...colors.map((line) => `${other}: ${line}`)]
}

/**
 * What axe finds in the page as it is, or in one element of it, on a wide and on a narrow screen, in both themes, and whether
 * anything is wider than the screen. The page is wide and light afterwards.
 */
export const findBarriersInViews = async (page: Page, within = 'html'): Promise<readonly string[]> => {
  const found: string[] = []
  for (const view of views) {
    await show(page, view)
    found.push(...(await findBarriers(page, within)).map((line) => `${view.width}, ${line}`))
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (width > view.width) found.push(`the page is ${width} wide on a screen of ${view.width}`)
  }
  await show(page, views[0])
  return found
}

const show = async (page: Page, { width, theme }: (typeof views)[number]): Promise<void> => {
  await page.setViewportSize({ width, height: heights[width] })
  await page.emulateMedia({ colorScheme: theme })
  await page.evaluate(endTransitions)
}

/** Colours change in transitions, and what inherits a colour begins its own when the outer one ends. */
const endTransitions = `(async () => {
  for (let frame = 0, still = 0; frame < 200 && still < 3; frame++) {
    await new Promise(requestAnimationFrame)
    const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
    for (const transition of transitions) transition.finish()
    still = transitions.length > 0 ? 0 : still + 1
  }
})()`

const runAxe = async (page: Page, within: string, options: object): Promise<readonly string[]> => {
  // Only violations are read, so the rest need not be described. The console has no frames, and no rule reads style sheets.
  const settings = { resultTypes: ['violations'], iframes: false, preload: false, ...options }
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(settings)}).then(({ violations }) => violations.flatMap(
      ({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' at ' + target.join(' ') + ': ' + failureSummary)))`,
  )
  return Array.isArray(found) ? found.map(String) : [String(found)]
}

/**
 * Walks through the console in Chromium step by step: each step has a name, a limit of time, and what went wrong in it. A step
 * that fails does not end the walk.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

export interface WalkOptions {
  /** The server's address. */
  readonly url: string
  readonly width: number
  readonly theme: 'light' | 'dark'
  /** A folder for a picture of each step. */
  readonly pictures: string | undefined
}

class WalkError extends Error {
  override readonly name = 'WalkError'
}

/** Milliseconds that one action may take, and how long something may be loading after a step. */
const limits = { action: 10_000, loading: 10_000, settled: 250 }

/** The width from which lists are beside their details. */
const wideFrom = 960

export interface Walker extends WalkOptions {
  readonly page: Page
  readonly isWide: boolean
  /** The names of the steps, and of those that failed. */
  readonly steps: readonly string[]
  readonly failed: readonly string[]
  /** What `run` returns is printed. */
  readonly step: (name: string, run: () => Promise<unknown>) => Promise<void>
  readonly close: () => Promise<void>
}

export const createWalker = async (browser: Browser, options: WalkOptions): Promise<Walker> => {
  const isWide = options.width >= wideFrom
  const settings: BrowserContextOptions = {
    viewport: { width: options.width, height: isWide ? 800 : 844 },
    colorScheme: options.theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  }
  const context = await browser.newContext(settings)
  const page = await context.newPage()
  page.setDefaultTimeout(limits.action)
  const steps: string[] = []
  const failed: string[] = []
  let problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(`error: ${message}`))
  const step = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    steps.push(name)
    problems = []
    const began = performance.now()
    let note = ''
    try {
      note = String((await run()) ?? '')
      problems.push(...(await inspect(page)))
    } catch (error) {
      problems.push(`${String(error).split('\n').slice(0, 4).join(' | ')} at ${page.url()}`)
    }
    const took = Math.round(performance.now() - began)
    console.log(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name}, ${took} ms${note === '' ? '' : `: ${note}`}`)
    for (const problem of problems) console.log(`         ${problem}`)
    if (problems.length > 0) failed.push(name)
    await takePicture(page, options, `${String(steps.length).padStart(2, '0')}-${name.replaceAll(/\W+/g, '-')}`)
  }
  return { ...options, page, isWide, steps, failed, step, close: () => context.close() }
}

/** What no view may have: nothing to see, something that never ends loading, a page that is wider than the screen. */
const inspect = async (page: Page): Promise<readonly string[]> => {
  await page.waitForTimeout(limits.settled)
  const loading = page.locator('.skeleton:visible, [aria-busy=true]:visible, .loading-container:visible')
  const isLoaded = await until(async () => (await loading.count()) === 0, limits.loading)
  const text = await textOf(page.locator('main').first(), 200)
  const wider = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  return [
    ...(isLoaded ? [] : ['something is still loading']),
    ...(text.length < 20 ? [`the page shows only “${text}”`] : []),
    ...(wider > 0 ? [`the page is ${wider} pixels wider than the screen`] : []),
  ]
}

const takePicture = async (page: Page, { pictures }: WalkOptions, name: string): Promise<void> => {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), timeout: 60_000 })
}

const until = async (test: () => Promise<boolean>, milliseconds: number): Promise<boolean> => {
  const end = performance.now() + milliseconds
  for (;;) {
    if (await test()) return true
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Throws WalkError if the test does not succeed. */
export const expectSoon = async (what: string, test: () => Promise<boolean>): Promise<void> => {
  if (!(await until(test, limits.action))) throw new WalkError(`it never happened: ${what}`)
}

// biome-ignore lint/performance/useDomNodeTextContent: hidden text is not what a person sees
export const readText = (locator: Locator): Promise<string> => locator.innerText()

/** The beginning of what is shown, in one line. */
export const textOf = async (locator: Locator, length = 100): Promise<string> =>
  (await readText(locator)).replaceAll(/\s+/g, ' ').trim().slice(0, length)

export const openPart = ({ page }: Walker, name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Parts of the console' })
    .getByRole('link', { name, exact: true })
    .first()
    .click()

export const openPath = async ({ page, url }: Walker, path: string): Promise<void> => {
  await page.goto(`${url}/_sandbox/${path}`)
}

export const press = ({ page }: Walker, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Chooses a command of a menu. */
export const choose = async (walker: Walker, menu: Locator, command: string): Promise<void> => {
  await menu.click()
  await walker.page.getByRole('menuitem', { name: command }).click()
}

const messagesOf = ({ page }: Walker): Locator => page.getByRole('region', { name: 'Messages' })

/** Waits for a message, and returns its text. */
export const readMessage = async (walker: Walker, text: RegExp): Promise<string> => {
  const message = messagesOf(walker).getByText(text)
  await message.first().waitFor()
  return textOf(message.last())
}

export const undo = (walker: Walker): Promise<void> =>
  messagesOf(walker).getByRole('button', { name: 'Undo' }).last().click()

export const dismissMessages = async (walker: Walker): Promise<void> => {
  const buttons = messagesOf(walker).getByRole('button', { name: 'Dismiss' })
  for (let left = await buttons.count(); left > 0; left--)
    // A message also disappears without a click.
    await buttons
      .first()
      .click({ timeout: 1_000 })
      .catch(() => {})
}

/** What the control API returns. */
export const readControl = async ({ url }: Walker, path: string): Promise<unknown> =>
  (await fetch(`${url}/_sandbox${path}`)).json()

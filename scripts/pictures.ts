/**
 * `npm run pictures -- [name…]`: plays the story of the demo, opens the built console in Chromium, and writes the pictures of the
 * documentation to docs/pictures, light and dark. The time is fixed. A part that the console does not have is skipped.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Browser } from 'playwright-core'
import { createStandin } from '../src/index.ts'
import { openBrowser } from '../test/support/browser.ts'
import { playStory } from './demo/client.ts'
import { type DemoTraffic, type Picture, pictures } from './pictures/pictures.ts'
import { openSteadyPage, type SteadyOptions } from './pictures/steady-page.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/pictures')

/** A picture in the README must load fast. */
const maxBytes = 150_000

/** The morning of an adoption day. It advances with the client's pauses only. */
const clock = { now: Date.parse('2026-01-17T09:00:00Z') }

interface Shown {
  readonly id: string
  readonly operation?: string
  readonly response: { readonly status: number }
}

const findTraffic = async (url: string): Promise<DemoTraffic> => {
  const response = await fetch(`${url}/_sandbox/sandboxes/default/exchanges`)
  const exchanges = (await response.json()) as readonly Shown[]
  const find = (status: number): string => {
    const found = exchanges.find(({ operation, response }) => operation === 'createPet' && response.status === status)
    if (found === undefined) throw new TypeError(`the demo has no createPet with status ${status}`)
    return found.id
  }
  return { invalid: find(400), created: find(201) }
}

const take = async (
  browser: Browser,
  { name, address, prepare, ...shape }: Picture,
  traffic: DemoTraffic,
  options: SteadyOptions,
): Promise<void> => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await openSteadyPage(browser, theme, { ...shape, address: address(traffic) }, options)
    await prepare(page)
    // Fonts and the last responses.
    await page.waitForTimeout(700)
    const file = join(folder, `${name}-${theme}.png`)
    await page.screenshot({ path: file })
    await page.context().close()
    const { size } = await stat(file)
    console.log(`${relative(root, file)}  ${Math.ceil(size / 1_000)} KB`)
    if (size > maxBytes) throw new TypeError(`${file} has more than ${maxBytes / 1_000} KB: make it smaller`)
  }
}

/** The ids of the parts that the console's navigation has. */
const listParts = async (browser: Browser, origin: string): Promise<ReadonlySet<string>> => {
  const page = await browser.newPage()
  await page.goto(`${origin}/_sandbox/~default/overview`)
  await page.locator('main h1').waitFor()
  const links = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  await page.close()
  return new Set(links.flatMap((href) => /\/([\w-]+)$/.exec(href)?.[1] ?? []))
}

const takeAll = async (names: readonly string[]): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const standin = await createStandin({ port: 0, fixtures: 'demo', rewind: true, now: () => clock.now })
  const browser = await openBrowser()
  try {
    const { url } = standin
    const wait = async (milliseconds: number) => {
      clock.now += milliseconds
    }
    const client = { url, pause: 400, routinePause: 5_000, routineLength: 0, narrate: () => {}, wait }
    await playStory(client)
    const traffic = await findTraffic(url)
    const options = { origin: url, prefix: traffic.created.replace(/[^-]*$/, ''), now: clock.now }
    const parts = await listParts(browser, url)
    for (const picture of pictures)
      if (names.length > 0 && !names.includes(picture.name)) continue
      else if (parts.has(picture.part)) await take(browser, picture, traffic, options)
      else console.log(`${picture.name} is left out: the console has no part ${picture.part}`)
  } finally {
    await browser.close()
    await standin.close()
  }
}

await takeAll(process.argv.slice(2))

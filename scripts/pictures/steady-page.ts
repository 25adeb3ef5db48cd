/**
 * Opens pages of a running console in which everything that differs from run to run has a fixed value: the time, the port, the ids
 * of requests, durations and generated keys. So a picture only changes when the console does.
 */
import type { Browser, Page, Route } from 'playwright-core'

export interface SteadyOptions {
  /** The origin of the server, with its real port. */
  readonly origin: string
  /** What its request ids begin with: `req-5a1c09de-`. */
  readonly prefix: string
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface SteadyAddress {
  /** Below /_sandbox/. */
  readonly address: string
  /** Default: 1200 pixels. */
  readonly width?: number
  /** Default: 720 pixels. */
  readonly height?: number
  /** Whether time passes on the page. */
  readonly ticks?: boolean
}

const shownHost = '127.0.0.1:4010'
const shownPrefix = 'req-5a1c09de42b7-'
const shownKey = 'sk_demo_4f7a2c9e'

/** Milliseconds, one of which is shown for each request. */
const durations = [0.9, 1.4, 0.7, 2.1, 1.1]

/** The page of a context of its own, without anything that an earlier one stored. */
export const openSteadyPage = async (
  browser: Browser,
  theme: 'light' | 'dark',
  { address, width = 1200, height = 720, ticks = false }: SteadyAddress,
  options: SteadyOptions,
): Promise<Page> => {
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-GB' })
  const page = await context.newPage()
  if (ticks) await page.clock.install({ time: options.now })
  else await page.clock.setFixedTime(options.now)
  await page.route(isControlCall, (route) => steady(route, options))
  await page.goto(`${options.origin}/_sandbox/${address.replace(options.prefix, shownPrefix)}`)
  return page
}

/** Not the pages and files of the console, and not the stream, which never ends. */
const isControlCall = ({ pathname }: URL): boolean =>
  /^\/_sandbox\/(sandboxes|scenarios|documents|coverage|exchanges)/.test(pathname)

const steady = async (route: Route, { origin, prefix }: SteadyOptions): Promise<void> => {
  const request = route.request()
  const response = await route.fetch({ url: request.url().replaceAll(shownPrefix, prefix) })
  const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers()
  const body = (await response.text())
    .replaceAll(new URL(origin).host, shownHost)
    .replace(/\bsk_\w+/g, shownKey)
    .replace(/("id":"req-\w+-(\w+)"[^{}]*?"duration":)[\d.]+/g, showDuration)
    .replaceAll(prefix, shownPrefix)
  await route.fulfill({ status: response.status(), headers, body })
}

const showDuration = (_: string, before: string, counter: string): string =>
  `${before}${durations[Number.parseInt(counter, 36) % durations.length]}`

/**
 * `standin/playwright`: a test function that gives each test its own sandbox over HTTP. What the pages of a test request of the
 * real service goes to that sandbox. A test fails if its client sent a request with an issue.
 */
import {
  type BrowserContext,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type Route,
  type TestInfo,
  type TestType,
  test,
} from '@playwright/test'
import { createStandin, type Standin } from '../standin.ts'
import { type AddressOptions, findServiceAddresses, type ServiceAddress } from './service-addresses.ts'
import { type OpenTestSandbox, openTestSandbox, type StandinTestOptions, type TestSandbox } from './test-sandbox.ts'

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'
export { IssueError } from './issue-collector.ts'
export type { AddressOptions } from './service-addresses.ts'
export type { StandinTestOptions, TestSandbox } from './test-sandbox.ts'

export interface StandinPlaywrightOptions extends StandinTestOptions, AddressOptions {
  /** Port of the server; with several workers, keep the default of 0, any free port. */
  readonly port?: number
  /** Add the sandbox's key to requests without Authorization. Default: false; such requests get 401, as from the service. */
  readonly addKey?: boolean
}

export interface StandinWorkerFixtures {
  /** One server for each worker, shared by its tests. */
  readonly standin: Standin
}

export interface StandinTestFixtures {
  /** A sandbox for each test, named after the test and deleted when it ends. */
  readonly sandbox: TestSandbox
}

/** A test function of Playwright with the fixtures `sandbox` and `standin`. */
export type StandinPlaywrightTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & StandinTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & StandinWorkerFixtures
>

/**
 * `const test = standinTest({ addresses: ['https://api.example.com/v1'] })`; its tests take `({ page, sandbox })`. Throws
 * UsageError in a test whose page would be routed for an address that is not an http or https URL.
 */
export const standinTest = ({
  failOn,
  addresses,
  servers,
  addKey = false,
  ...options
}: StandinPlaywrightOptions = {}): StandinPlaywrightTest => {
  const addressOptions = { ...(addresses ? { addresses } : {}), ...(servers === undefined ? {} : { servers }) }
  return test.extend<StandinTestFixtures, StandinWorkerFixtures>({
    standin: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern
      async ({}, use) => {
        await using standin = await createStandin({ port: 0, ...options })
        await use(standin)
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ standin }, use, info) => {
      await using opened = await openTestSandbox(standin, nameOf(info), failOn)
      await use(opened.sandbox)
      checkIssues(opened, info)
    },
    context: async ({ context, sandbox, standin }, use) => {
      // Requests of an application whose base address is the server's own.
      const others = [{ from: standin.url, to: '' }]
      const found = findServiceAddresses(sandbox, addressOptions, others, 'standinTest')
      await routePages(context, sandbox, { addresses: found, addKey })
      await use(context)
    },
  })
}

/** The titles of the test and its suites, without the project and the file. */
const nameOf = ({ titlePath }: TestInfo): string => titlePath.slice(1).join(' > ')

const checkIssues = ({ check }: OpenTestSandbox, { errors }: TestInfo): void => check(errors.length > 0)

interface Routing {
  readonly addresses: readonly ServiceAddress[]
  readonly addKey: boolean
}

/** Only requests to the addresses are intercepted. */
const routePages = async (
  context: BrowserContext,
  sandbox: TestSandbox,
  { addresses, addKey }: Routing,
): Promise<void> => {
  const find = (url: string): string | undefined => {
    const found = addresses.find(({ from }) => url.startsWith(from) && /^(?:[/?#]|$)/.test(url.slice(from.length)))
    if (!found) return undefined
    const rest = url.slice(found.from.length)
    // The server's own paths: the control API, and sandboxes by their address.
    return /^\/(?:_sandbox(?:[/?#]|$)|~)/.test(found.to + rest) ? undefined : sandbox.url + found.to + rest
  }
  await context.route(
    ({ href }) => find(href) !== undefined,
    (route) => forward(route, find(route.request().url()) ?? sandbox.url, addKey ? sandbox.key : undefined),
  )
}

/** A broken connection must be a network error of the page. */
const forward = async (route: Route, url: string, key: string | undefined): Promise<void> => {
  const headers = await route.request().allHeaders()
  if (key !== undefined && headers.authorization === undefined) headers.authorization = `Bearer ${key}`
  try {
    const response = await route.fetch({ url, headers, maxRedirects: 0, timeout: 0 })
    await route.fulfill({ response })
  } catch {
    // The page may be closed by now.
    await route.abort('connectionreset').catch(() => {})
  }
}

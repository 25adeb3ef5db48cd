/**
 * `standin/vitest`: a test function that gives each test its own sandbox. A test fails if its client sent a request with an
 * issue, even if the client ignored the error response.
 */
import { createRequire } from 'node:module'
import { type TestAPI, type TestContext, test } from 'vitest'
import { getString } from '../contract/values/json-object.ts'
import { UsageError } from '../errors.ts'
import { createStandin } from '../standin.ts'
import { openTestSandbox, type StandinFixtures, type StandinTestOptions } from './test-sandbox.ts'

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'
export { IssueError } from './issue-collector.ts'
export type { StandinFixtures, StandinTestOptions, TestSandbox } from './test-sandbox.ts'

/** The first version of vitest whose test.extend has fixtures for each worker. */
const minVersion = { major: 3, minor: 2 }

/** Throws UsageError if the installed vitest is too old. */
export const checkVitestVersion = (version: string): void => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const { major: minMajor, minor: minMinor } = minVersion
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  throw new UsageError(
    `standin/vitest needs vitest ${minMajor}.${minMinor} or later, but vitest ${version} is installed. Update it (npm install --save-dev vitest@latest), or use createStandin from "standin" in your own fixtures`,
  )
}

checkVitestVersion(getString(createRequire(import.meta.url)('vitest/package.json'), 'version') ?? '0.0')

/** `const test = standinTest({ failOn: ['unmatched', 'invalid'] })`; its tests take `({ sandbox })`. One server for each worker. */
export const standinTest = ({ failOn, ...options }: StandinTestOptions = {}): TestAPI<StandinFixtures> =>
  test.extend<StandinFixtures>({
    standin: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the dependencies of a fixture from this pattern
      async ({}, use) => {
        await using standin = await createStandin(options)
        await use(standin)
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ standin, task, onTestFinished }, use) => {
      await using opened = await openTestSandbox(standin, nameOf(task), failOn)
      // Checked here, because vitest reports an error thrown by the fixture itself twice.
      onTestFinished(() => opened.check(task.result?.state === 'fail'))
      await use(opened.sandbox)
    },
  })

/** The test's name with those of its suites. */
const nameOf = ({ fullTestName, name }: TestContext['task']): string => fullTestName ?? name

/**
 * `standin/vitest`: a test function that gives each test its own sandbox. A test fails if its client sent a request with an
 * issue, even if the client ignored the error response.
 */
import { createRequire } from 'node:module'
import { type TestAPI, type TestContext, test } from 'vitest'
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { getString } from '../contract/values/json-object.ts'
import { ControlError } from '../control/actions/control-error.ts'
import type { Issue } from '../control/actions/watch-issues.ts'
import { type IssueKind, UsageError } from '../errors.ts'
import { createStandin, type Standin } from '../standin.ts'
import type { StandinOptions } from '../standin-options.ts'

export interface StandinTestOptions extends StandinOptions {
  /** Kinds of issue that fail a test. Default: `['unmatched']`. */
  readonly failOn?: readonly IssueKind[]
}

/** The sandbox of one test. */
export type TestSandbox = SandboxHandle & {
  /** Allows issues of this kind in this test, and fails the test if no such issue occurs. */
  readonly expectIssue: (kind: IssueKind) => void
}

export interface StandinFixtures {
  /** One server for each worker, shared by its tests. */
  readonly standin: Standin
  /** A sandbox for each test, named after the test and deleted when it ends. */
  readonly sandbox: TestSandbox
}

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'

/** A request had an issue that the test does not allow, or an expected issue did not occur. */
export class IssueError extends Error {
  override readonly name = 'IssueError'
}

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

/** `const test = standinTest({ failOn: ['unmatched', 'invalid'] })`; its tests take `({ sandbox })`. */
export const standinTest = ({
  failOn = ['unmatched'],
  ...options
}: StandinTestOptions = {}): TestAPI<StandinFixtures> =>
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
      await using sandbox = await createNamed(standin, nameOf(task))
      const collector = new IssueCollector(failOn)
      // Checked here, because vitest reports an error thrown by the fixture itself twice.
      onTestFinished(() => collector.check(task.result?.state === 'fail'))
      const stop = sandbox.watchIssues(collector.add)
      try {
        await use(Object.assign(sandbox, { expectIssue: collector.expect }))
      } finally {
        stop()
      }
    },
  })

/** Collects the issues of a test and compares them with the expected ones. */
class IssueCollector {
  readonly #failOn: readonly IssueKind[]
  readonly #issues: Issue[] = []
  readonly #expected = new Set<IssueKind>()

  constructor(failOn: readonly IssueKind[]) {
    this.#failOn = failOn
  }

  readonly add = (issue: Issue): void => {
    this.#issues.push(issue)
  }

  readonly expect = (kind: IssueKind): void => {
    this.#expected.add(kind)
  }

  /** Throws IssueError. If the test has already failed, a missing issue is not reported. */
  check(hasFailed: boolean): void {
    const missing = hasFailed
      ? []
      : [...this.#expected].filter((kind) => !this.#issues.some((issue) => issue.kind === kind))
    const unexpected = this.#issues.filter(({ kind }) => this.#failOn.includes(kind) && !this.#expected.has(kind))
    const lines = [
      ...missing.map((kind) => `expected ${describeKind(kind)}, but there was none`),
      ...(unexpected.length === 0
        ? []
        : [describeCount(unexpected.length), ...unexpected.map(({ message }) => `  ${message}`)]),
    ]
    if (lines.length > 0) throw new IssueError(lines.join('\n'))
  }
}

const describeKind = (kind: IssueKind): string =>
  ({
    unmatched: 'an unmatched request (no document describes its path and method)',
    invalid: 'an invalid request',
    deprecated: 'a request to a deprecated operation',
    'invalid-response': 'an invalid response of the real service',
  })[kind]

const describeCount = (count: number): string =>
  `the client sent ${count === 1 ? 'a request with an issue' : `${count} requests with issues`} (sandbox.expectIssue(kind) allows one kind):`

/** Appends a number if the name is in use by another running test. */
const createNamed = async (standin: Standin, name: string): Promise<SandboxHandle> => {
  for (let number = 1; ; number++) {
    try {
      return await standin.sandbox({ id: number === 1 ? name : truncate(name, ` ${number}`) })
    } catch (error) {
      if (!(error instanceof ControlError) || error.status !== 409) throw error
    }
  }
}

/** The test's name with those of its suites, without the control characters that a sandbox name cannot have. */
const nameOf = ({ fullTestName, name }: TestContext['task']): string =>
  truncate((fullTestName ?? name).replace(/\p{Cc}/gu, ' '), '') || 'test'

const maxBytes = 200

/** Truncates the text, between characters, so that text and suffix have at most 200 bytes of UTF-8. */
const truncate = (text: string, suffix: string): string => {
  const room = maxBytes - Buffer.byteLength(suffix)
  // Converting to bytes replaces a lone surrogate, which cannot be percent-encoded, by U+FFFD.
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return bytes.toString() + suffix
  return new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) + suffix
}

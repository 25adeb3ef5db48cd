/**
 * `standin/vitest`: a test function whose tests have a sandbox each, and fail where their client met what it should not
 * have met, even where it swallowed the answer.
 */
import { type TestAPI, type TestContext, test } from 'vitest'
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { ControlError } from '../control/actions/control-error.ts'
import type { Issue } from '../control/actions/watch-issues.ts'
import type { IssueKind } from '../errors.ts'
import { createStandin, type Standin, type StandinOptions } from '../standin.ts'

export interface StandinTestOptions extends StandinOptions {
  /** What fails a test whose sandbox met it. Default: `unmatched` only. */
  readonly failOn?: readonly IssueKind[]
}

/** The sandbox of one test. */
export type TestSandbox = SandboxHandle & {
  /** Lets issues of a kind pass in this test; it fails where none comes. */
  readonly expectIssue: (kind: IssueKind) => void
}

export interface StandinFixtures {
  /** One for each worker, shared by its tests. */
  readonly standin: Standin
  /** One for each test, named after it, deleted when it ends. */
  readonly sandbox: TestSandbox
}

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'

/** What the client did that the test does not let pass, or did not do that it expects. */
export class IssueError extends Error {
  override readonly name = 'IssueError'
}

/** `const test = standinTest({ failOn: ['unmatched', 'invalid'] })`; its tests take `({ sandbox })`. */
export const standinTest = ({
  failOn = ['unmatched'],
  ...options
}: StandinTestOptions = {}): TestAPI<StandinFixtures> =>
  test.extend<StandinFixtures>({
    standin: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern that it needs no other fixture
      async ({}, use) => {
        await using standin = await createStandin(options)
        await use(standin)
      },
      { scope: 'worker' },
    ],
    sandbox: async ({ standin, task, onTestFinished }, use) => {
      await using sandbox = await makeNamed(standin, nameOf(task))
      const watch = new IssueWatch(failOn)
      // What is thrown by a fixture itself is reported twice.
      onTestFinished(() => watch.judge(task.result?.state === 'fail'))
      const stop = sandbox.watchIssues(watch.note)
      try {
        await use(Object.assign(sandbox, { expectIssue: watch.expect }))
      } finally {
        stop()
      }
    },
  })

/** What came, and what was expected to. */
class IssueWatch {
  readonly #failOn: readonly IssueKind[]
  readonly #came: Issue[] = []
  readonly #expected = new Set<IssueKind>()

  constructor(failOn: readonly IssueKind[]) {
    this.#failOn = failOn
  }

  readonly note = (issue: Issue): void => {
    this.#came.push(issue)
  }

  readonly expect = (kind: IssueKind): void => {
    this.#expected.add(kind)
  }

  /** Throws IssueError. Of a test that has failed already, what did not come says nothing. */
  judge(hasFailed: boolean): void {
    const missing = hasFailed
      ? []
      : [...this.#expected].filter((kind) => !this.#came.some((issue) => issue.kind === kind))
    const wrong = this.#came.filter(({ kind }) => this.#failOn.includes(kind) && !this.#expected.has(kind))
    const lines = [
      ...missing.map((kind) => `expected ${describeKind(kind)}, none came`),
      ...(wrong.length === 0 ? [] : [describeCount(wrong.length), ...wrong.map(({ message }) => `  ${message}`)]),
    ]
    if (lines.length > 0) throw new IssueError(lines.join('\n'))
  }
}

const describeKind = (kind: IssueKind): string =>
  ({
    unmatched: 'a request that no document has',
    invalid: 'a request that breaks the contract',
    deprecated: 'a call of a deprecated operation',
  })[kind]

const describeCount = (count: number): string =>
  `the client sent ${count === 1 ? 'a request' : `${count} requests`} that this test does not let pass (sandbox.expectIssue(kind) does):`

/** A name that is taken, by a test of the same name that runs beside it, gets a number. */
const makeNamed = async (standin: Standin, name: string): Promise<SandboxHandle> => {
  for (let number = 1; ; number++) {
    try {
      return await standin.sandbox({ id: number === 1 ? name : cut(name, ` ${number}`) })
    } catch (error) {
      if (!(error instanceof ControlError) || error.status !== 409) throw error
    }
  }
}

/** With the names of the suites around it; without what no name of a sandbox may hold. */
const nameOf = ({ fullTestName, name }: TestContext['task']): string =>
  cut((fullTestName ?? name).replace(/\p{Cc}/gu, ' '), '') || 'test'

const longest = 200

/** At most 200 bytes of UTF-8 with what is added, cut between characters. */
const cut = (text: string, added: string): string => {
  const room = longest - Buffer.byteLength(added)
  // Half a surrogate pair, which no percent-encoding can hold, becomes U+FFFD on the way through bytes.
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return bytes.toString() + added
  return new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) + added
}

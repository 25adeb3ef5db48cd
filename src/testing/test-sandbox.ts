/**
 * The sandbox of one test, named after the test, with the issues of its requests. Every test framework uses it.
 */
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { ControlError } from '../control/actions/control-error.ts'
import type { IssueKind } from '../errors.ts'
import type { Standin } from '../standin.ts'
import type { StandinOptions } from '../standin-options.ts'
import { IssueCollector } from './issue-collector.ts'

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
  /** The server that the tests of one file, or of one worker, share. */
  readonly standin: Standin
  /** A sandbox for each test, named after the test and deleted when it ends. */
  readonly sandbox: TestSandbox
}

/** `await using` deletes the sandbox. */
export interface OpenTestSandbox extends AsyncDisposable {
  readonly sandbox: TestSandbox
  /** Throws IssueError. If the test has already failed, a missing issue is not reported. */
  readonly check: (hasFailed: boolean) => void
}

/** Kinds of issue that fail a test by default. */
const defaultFailOn: readonly IssueKind[] = ['unmatched']

/** The name is that of the test with its suites. */
export const openTestSandbox = async (
  standin: Standin,
  name: string,
  failOn: readonly IssueKind[] = defaultFailOn,
): Promise<OpenTestSandbox> => {
  const issues = new IssueCollector(failOn)
  const sandbox = await createNamed(standin, toSandboxName(name))
  const stop = sandbox.watchIssues(issues.add)
  return {
    sandbox: Object.assign(sandbox, { expectIssue: issues.expect }),
    check: (hasFailed) => issues.check(hasFailed),
    [Symbol.asyncDispose]: async () => {
      stop()
      await sandbox[Symbol.asyncDispose]()
    },
  }
}

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

/** Without the control characters that a sandbox name cannot have. */
const toSandboxName = (name: string): string => truncate(name.replace(/\p{Cc}/gu, ' '), '') || 'test'

const maxBytes = 200

/** Truncates the text, between characters, so that text and suffix have at most 200 bytes of UTF-8. */
const truncate = (text: string, suffix: string): string => {
  const room = maxBytes - Buffer.byteLength(suffix)
  // Converting to bytes replaces a lone surrogate, which cannot be percent-encoded, by U+FFFD.
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return bytes.toString() + suffix
  return new TextDecoder().decode(bytes.subarray(0, room), { stream: true }) + suffix
}

/**
 * The issues of one test: which occurred, which the test expects, and the error that fails the test. Every test framework
 * uses it.
 */
import { suggestNearest } from '../contract/values/nearest.ts'
import type { Issue } from '../control/actions/watch-issues.ts'
import { type IssueKind, issueKinds, UsageError } from '../errors.ts'

/** A request had an issue that the test does not allow, or an expected issue did not occur. */
export class IssueError extends Error {
  override readonly name = 'IssueError'
}

/** Collects the issues of a test and compares them with the expected ones. */
export class IssueCollector {
  readonly #failOn: readonly IssueKind[]
  readonly #issues: Issue[] = []
  readonly #expected = new Set<IssueKind>()

  /** Throws UsageError for a kind that does not exist: it would never fail a test. */
  constructor(failOn: readonly IssueKind[]) {
    if (!Array.isArray(failOn))
      throw new UsageError(`failOn must be a list of ${listed}, got ${JSON.stringify(failOn)}`)
    for (const kind of failOn) checkKind(kind, 'failOn')
    this.#failOn = failOn
  }

  readonly add = (issue: Issue): void => {
    this.#issues.push(issue)
  }

  /** Throws UsageError for a kind that does not exist. */
  readonly expect = (kind: IssueKind): void => {
    checkKind(kind, 'expectIssue')
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

const listed = issueKinds.join(', ')

const checkKind = (kind: unknown, place: string): void => {
  if (issueKinds.some((known) => known === kind)) return
  const meant = typeof kind === 'string' ? suggestNearest(kind, issueKinds) : ''
  throw new UsageError(`${place}: an issue must be one of ${listed}, got ${JSON.stringify(kind)}${meant}`)
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

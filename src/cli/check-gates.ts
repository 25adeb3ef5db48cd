/**
 * The gates of `standin exec`: --fail-on and --min-coverage.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import type { IssueKind } from '../errors.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import type { Gate } from '../report/gate.ts'
import { checkCoverage } from './coverage-gate.ts'
import type { IssueTally } from './issue-tally.ts'

/** The number of requests of a run. */
export const countRequests = (report: CoverageReport, tally: IssueTally): number =>
  report.operations.reduce((sum, { count }) => sum + count, tally.countOf('unmatched'))

/** One for each kind of --fail-on, and one for --min-coverage. */
export const checkGates = (
  { failOn, minCoverage }: Pick<ServeOptions, 'failOn' | 'minCoverage'>,
  tally: IssueTally,
  report: CoverageReport,
): readonly Gate[] => {
  const hasRequests = countRequests(report, tally) > 0
  const coverage = checkCoverage(report, minCoverage)
  return [...failOn.map((kind) => checkKind(kind, tally, hasRequests)), ...(coverage ? [coverage] : [])]
}

const checkKind = (kind: IssueKind, tally: IssueTally, hasRequests: boolean): Gate => {
  const name = `--fail-on ${kind}`
  if (!hasRequests)
    return { name, result: 'skipped', message: `no requests received, so ${name} has checked nothing`, details: [] }
  const count = tally.countOf(kind)
  return {
    name,
    result: count > 0 ? 'failed' : 'passed',
    message: `${count} ${kind} ${count === 1 ? 'request' : 'requests'} (${name})`,
    details: tally
      .listOf(kind)
      .map(({ issue, count: times }) => `${issue.request}${times > 1 ? ` ×${times}` : ''}: ${issue.reason}`),
  }
}

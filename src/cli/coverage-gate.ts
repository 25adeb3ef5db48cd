/**
 * The gate of --min-coverage: whether enough of the contract was exercised, and what was not.
 */
import type { CoverageReport } from '../admin/coverage-report.ts'
import { listMissing, nameOperation } from '../report/covered-pairs.ts'

/**
 * What to say where the report falls short of so many per cent of its documented pairs; undefined where it does not. A
 * report without any pair falls short of all but 0: a gate that measured nothing was set up wrong.
 */
export const findShortfall = (report: CoverageReport, least: number | undefined): string | undefined => {
  if (least === undefined || isReached(report, least)) return undefined
  if (report.summary.pairs === 0)
    return `there are no documented pairs of operation and status, so --min-coverage ${least} has nothing to measure; look at which documents were served`
  const missing = listMissing(report.operations).map(({ operation, statuses }) =>
    `  ${nameOperation(operation)}: ${statuses.join(', ')}`.replace(/\p{Cc}/gu, '�'),
  )
  const { percent } = report.summary
  return [`coverage is ${percent} per cent, --min-coverage asks for ${least}; missing are`, ...missing].join('\n')
}

/** By the counts: the summary's per cent are rounded, and two thirds reach 66.66. */
const isReached = ({ summary: { pairs, covered } }: CoverageReport, least: number): boolean =>
  pairs === 0 ? least === 0 : covered * 100 >= least * pairs - 1e-9 * pairs

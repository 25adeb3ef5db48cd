/**
 * The gate of --min-coverage: whether enough of the contract was exercised, and what was not.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { listMissing, nameOperation } from '../report/covered-pairs.ts'
import { cleanText } from '../report/format-terminal.ts'

/**
 * What to say where the report falls short of so many per cent of its documented pairs; undefined where it does not. A
 * report without any pair falls short of all but 0: a gate that measured nothing was set up wrong.
 */
export const findShortfall = (report: CoverageReport, least: number | undefined): string | undefined => {
  if (least === undefined || isReached(report, least)) return undefined
  const { pairs, percent } = report.summary
  return pairs === 0
    ? `there are no documented pairs of operation and status, so --min-coverage ${least} has nothing to measure; look at which documents were served`
    : `coverage is ${percent} per cent, --min-coverage asks for ${least}`
}

/** A line for each operation with statuses that never came. */
export const formatMissing = ({ operations }: CoverageReport): readonly string[] =>
  listMissing(operations).map(({ operation, statuses }) =>
    cleanText(`  ${nameOperation(operation)}: ${statuses.join(', ')}`),
  )

/** By the counts: the summary's per cent are rounded, and two thirds reach 66.66. */
const isReached = ({ summary: { pairs, covered } }: CoverageReport, least: number): boolean =>
  pairs === 0 ? least === 0 : covered * 100 >= least * pairs - 1e-9 * pairs

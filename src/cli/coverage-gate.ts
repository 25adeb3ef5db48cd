/**
 * Checks --min-coverage: whether enough of the documents was covered, and what was not.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { listMissing, nameOperation } from '../report/covered-pairs.ts'
import { cleanText } from '../report/format-terminal.ts'
import type { Gate } from '../report/gate.ts'

/**
 * Undefined without a minimum. A report without any documented pair fails every minimum above 0, because a run that measured
 * nothing was set up wrong.
 */
export const checkCoverage = (report: CoverageReport, min: number | undefined): Gate | undefined => {
  if (min === undefined) return undefined
  const { pairs, percent } = report.summary
  const isMet = isReached(report, min)
  const message =
    isMet || pairs > 0
      ? `coverage is ${percent} %, --min-coverage requires ${min} %`
      : `there are no documented operation/status pairs, so --min-coverage ${min} cannot be met; check which documents were served`
  return {
    name: `--min-coverage ${min}`,
    result: isMet ? 'passed' : 'failed',
    message,
    details: isMet ? [] : formatMissing(report),
  }
}

/** A line for each operation with the documented statuses that never occurred. */
const formatMissing = ({ operations }: CoverageReport): readonly string[] =>
  listMissing(operations).map(({ operation, statuses }) =>
    cleanText(`${nameOperation(operation)}: ${statuses.join(', ')}`),
  )

/** Compares counts, because the percentage of the summary is rounded: two thirds must reach 66.66. */
const isReached = ({ summary: { pairs, covered } }: CoverageReport, min: number): boolean =>
  pairs === 0 ? min === 0 : covered * 100 >= min * pairs - 1e-9 * pairs

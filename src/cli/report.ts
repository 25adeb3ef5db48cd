/**
 * `standin report`: reports of several runs merged, shown, written as files, and held against a least per cent.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { LoadError, UsageError } from '../errors.ts'
import { reportKindOf } from '../report/format-report.ts'
import { formatTerminal } from '../report/format-terminal.ts'
import { mergeReports } from '../report/merge-reports.ts'
import { readReports } from '../report/read-report.ts'
import { writeReport } from '../report/write-report.ts'
import { createColors } from './colors.ts'
import { findShortfall, formatMissing } from './coverage-gate.ts'
import { exitCodes } from './exit-codes.ts'
import type { Process } from './process.ts'
import { sayFindings } from './say-findings.ts'

export interface ReportOptions {
  /** Reports as JSON, which are read before anything is written. */
  readonly files: readonly string[]
  /** Files to write; the ending says the kind. */
  readonly report: readonly string[]
  /** Per cent of the documented pairs of operation and status; undefined: none is asked for. */
  readonly minCoverage: number | undefined
}

/** Resolves with 0, with 1 where the per cent is missed, with 3 where a file does not load. Rejects with UsageError. */
export const report = async (
  { files, report: targets, minCoverage }: ReportOptions,
  { stdout, stderr, color }: Process,
): Promise<number> => {
  if (files.length === 0) throw new UsageError('standin report needs the reports: standin report coverage.json')
  // A wrong ending is told before work is done.
  for (const target of targets) reportKindOf(target)
  const merged = await loadMerged(files)
  if (merged instanceof LoadError) {
    sayFindings(merged.findings, 'nothing is reported until the files load', stderr)
    return exitCodes.load
  }
  stdout.write(`${formatTerminal(merged, createColors(color)).join('\n')}\n`)
  for (const target of targets) await writeReport(target, merged)
  const shortfall = findShortfall(merged, minCoverage)
  if (shortfall === undefined) return exitCodes.well
  const missing = formatMissing(merged)
  stderr.write(`${[`standin: ${shortfall}${missing.length === 0 ? '' : '; missing are'}`, ...missing].join('\n')}\n`)
  return exitCodes.failed
}

const loadMerged = async (files: readonly string[]): Promise<CoverageReport | LoadError> => {
  try {
    return mergeReports(await readReports(files))
  } catch (error) {
    if (error instanceof LoadError) return error
    throw error
  }
}

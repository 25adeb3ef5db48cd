/**
 * `standin report`: merges the coverage reports of several runs, prints the result, writes it to files and checks
 * --min-coverage.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { LoadError, UsageError } from '../errors.ts'
import { formatTerminal } from '../report/format-terminal.ts'
import { mergeReports } from '../report/merge-reports.ts'
import { readReports } from '../report/read-report.ts'
import { reportFormatOf, writeReport } from '../report/write-report.ts'
import { createColors } from './colors.ts'
import { checkCoverage } from './coverage-gate.ts'
import { formatLoadFailure } from './format-findings.ts'
import { exitCodes, type Process, tableWidth } from './process.ts'

export interface ReportOptions {
  /** JSON reports to merge; all are read before anything is written. */
  readonly files: readonly string[]
  /** Files to write; the extension selects the format. */
  readonly report: readonly string[]
  /** Minimum percentage of covered operation/status pairs; undefined: no check. */
  readonly minCoverage: number | undefined
}

/** Resolves with 0, with 1 if coverage is too low, with 3 if a report cannot be loaded. Rejects with UsageError. */
export const report = async (
  { files, report: targets, minCoverage }: ReportOptions,
  { stdout, stderr, color, columns }: Process,
): Promise<number> => {
  if (files.length === 0)
    throw new UsageError('standin report needs at least one report, for example: standin report coverage.json')
  // An unknown file extension is reported before any work is done.
  for (const target of targets) reportFormatOf(target)
  const merged = await loadMerged(files)
  if (merged instanceof LoadError) {
    stderr.write(formatLoadFailure(merged.findings, 'nothing was reported'))
    return exitCodes.load
  }
  stdout.write(`${formatTerminal(merged, createColors(color), tableWidth(columns)).join('\n')}\n`)
  const gate = checkCoverage(merged, minCoverage)
  for (const target of targets) await writeReport(target, merged, gate ? [gate] : [])
  if (gate?.result !== 'failed') return exitCodes.success
  // What is missing is listed on stdout.
  stderr.write(`standin: ${gate.message}\n`)
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

/**
 * A report into a file. The user named the file for this, so what it held before goes.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { UsageError } from '../errors.ts'
import { formatReport, reportKindOf } from './format-report.ts'

/**
 * Writes the report as the kind that the file's name ends in; folders that are not there are made. Throws UsageError for
 * another ending, and where the file cannot be written.
 */
export const writeReport = async (file: string, report: CoverageReport): Promise<void> => {
  const text = formatReport(report, reportKindOf(file))
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--report ${file} cannot be written: ${reason}`, { cause: error })
  }
}

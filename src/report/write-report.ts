/**
 * Writes a coverage report to a file, in the format of the file's extension. The user named the file for this, so an
 * existing file is replaced.
 */
import { writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { UsageError } from '../errors.ts'
import { makeFolder } from '../make-folder.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'
import type { Gate } from './gate.ts'

const formats = {
  json: (report, gates) => `${JSON.stringify(gates.length === 0 ? report : { ...report, gates }, undefined, 2)}\n`,
  xml: formatJunit,
  md: formatMarkdown,
  html: formatHtml,
} as const satisfies Readonly<Record<string, (report: CoverageReport, gates: readonly Gate[]) => string>>

/** A file extension without the dot; xml is JUnit. */
export type ReportFormat = keyof typeof formats

/** By the file extension, case-insensitive. Throws UsageError for any other extension. */
export const reportFormatOf = (file: string): ReportFormat => {
  const extension = extname(file).slice(1).toLowerCase()
  const format = (['json', 'xml', 'md', 'html'] as const).find((name) => name === extension)
  if (format === undefined)
    throw new UsageError(
      `--report must have the file extension .json, .xml (JUnit), .md or .html, got ${JSON.stringify(file)}`,
    )
  return format
}

/** The content of the file, ending with a line break. */
export const formatReport = (report: CoverageReport, format: ReportFormat, gates: readonly Gate[] = []): string =>
  formats[format](report, gates)

/** Creates missing folders. Throws UsageError for an unknown extension, or if the file cannot be written. */
export const writeReport = async (file: string, report: CoverageReport, gates: readonly Gate[] = []): Promise<void> => {
  const text = formatReport(report, reportFormatOf(file), gates)
  try {
    await makeFolder(dirname(file))
    await writeFile(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`--report ${file} cannot be written: ${reason}`, { cause: error })
  }
}

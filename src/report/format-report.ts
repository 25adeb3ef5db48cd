/**
 * The kinds of file that a report can be written as, told by the ending of the file's name.
 */
import { extname } from 'node:path'
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { UsageError } from '../errors.ts'
import { formatHtml } from './format-html.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'

const formats = {
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  xml: formatJunit,
  md: formatMarkdown,
  html: formatHtml,
} as const satisfies Readonly<Record<string, (report: CoverageReport) => string>>

/** The ending of a file's name, without the dot; xml is JUnit. */
export type ReportKind = keyof typeof formats

/** Throws UsageError where the ending is none of the four. Capitals do not matter. */
export const reportKindOf = (file: string): ReportKind => {
  const ending = extname(file).slice(1).toLowerCase()
  const kind = (['json', 'xml', 'md', 'html'] as const).find((name) => name === ending)
  if (kind === undefined)
    throw new UsageError(
      `--report must name a file that ends in .json, .xml (JUnit), .md or .html, got ${JSON.stringify(file)}`,
    )
  return kind
}

/** The whole text of the file, ending in a line break. */
export const formatReport = (report: CoverageReport, kind: ReportKind): string => formats[kind](report)

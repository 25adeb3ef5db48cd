/**
 * Formats a report for a terminal: a table for each document, the missing statuses, and the percentage. The text is complete
 * without colours.
 */
import { padText, textWidth } from '../contract/values/text-width.ts'
import { wrapText, wrapWords } from '../contract/values/wrap-text.ts'
import type {
  CoverageReport,
  CoverageSummary,
  CoveredStatus,
  OperationCoverage,
} from '../control/actions/report-coverage.ts'
import {
  type DocumentCoverage,
  documentedStatuses,
  groupByDocument,
  isUndocumented,
  listMissing,
  nameOperation,
} from './covered-pairs.ts'

type Paint = (text: string) => string

/** Functions that colour a text; without colours each returns the text unchanged. */
export interface ReportColors {
  readonly bold: Paint
  readonly dim: Paint
  readonly green: Paint
  readonly red: Paint
}

/**
 * Lines of at most `width` columns, unless a path is wider. Control characters are replaced by �, so that none reaches the
 * terminal.
 */
export const formatTerminal = (
  report: CoverageReport,
  colors: ReportColors,
  width = Number.POSITIVE_INFINITY,
): readonly string[] => {
  if (report.operations.length === 0) return ['no operations, nothing to cover']
  return [
    ...formatTables(report.operations, colors, width),
    ...formatMissing(report.operations, colors, width),
    ...formatSummary(report.summary, colors, width),
  ]
}

/** A table for each document, each followed by an empty line. */
export const formatTables = (
  operations: readonly OperationCoverage[],
  colors: ReportColors,
  width: number,
): readonly string[] => groupByDocument(operations).flatMap((group) => formatDocument(group, colors, width))

interface Row {
  readonly operation: string
  readonly calls: string
  readonly covered: string
  readonly statuses: readonly string[]
}

const titles: Row = { operation: 'Operation', calls: 'Calls', covered: 'Covered', statuses: ['Statuses'] }

/** The column of the statuses is at least this wide; where there is no room for it, operations have their own lines. */
const minStatuses = 24

const formatDocument = (
  { document, operations, summary }: DocumentCoverage,
  colors: ReportColors,
  width: number,
): readonly string[] => {
  const rows = operations.map((operation) => formatOperation(operation, colors))
  const heading = `${colors.bold(cleanText(document))}  ${colors.dim(`${summary.percent} %`)}`
  return [heading, '', ...formatRows(rows, colors, width), '']
}

const formatRows = (rows: readonly Row[], colors: ReportColors, width: number): readonly string[] => {
  const all = [titles, ...rows]
  const widest = (column: 'operation' | 'calls' | 'covered') => Math.max(...all.map((row) => textWidth(row[column])))
  const [operation, calls, covered] = [widest('operation'), widest('calls'), widest('covered')]
  const counts = (row: Row): string => `${row.calls.padStart(calls)}  ${row.covered.padStart(covered)}`
  const beside = operation + calls + covered + 8
  if (beside + minStatuses > width) {
    const format = (row: Row) => [`  ${row.operation}`, ...formatColumns(`    ${counts(row)}  `, row.statuses, width)]
    return [...format(titles).map(colors.dim), ...rows.flatMap(format)]
  }
  const format = (row: Row) =>
    formatColumns(`  ${padText(row.operation, operation)}  ${counts(row)}  `, row.statuses, width)
  return [...format(titles).map(colors.dim), ...rows.flatMap(format)]
}

/** The statuses beside a text, on several lines if there are many. */
const formatColumns = (start: string, statuses: readonly string[], width: number): readonly string[] =>
  wrapWords(statuses, width - textWidth(start), '  ').map(
    (line, index) => (index === 0 ? start : ' '.repeat(textWidth(start))) + line,
  )

const formatOperation = (operation: OperationCoverage, colors: ReportColors): Row => {
  const documented = documentedStatuses(operation)
  const covered = documented.filter(({ count }) => count > 0).length
  return {
    operation: cleanText(`${nameOperation(operation)}${operation.deprecated ? ' (deprecated)' : ''}`),
    calls: String(operation.count),
    covered: `${covered}/${documented.length}`,
    statuses: operation.statuses.map((status) => formatStatus(status, colors)),
  }
}

const formatStatus = (status: CoveredStatus, colors: ReportColors): string => {
  const { name, count, documented } = status
  if (!documented) return colors.dim(`${cleanText(name)} ×${count}${isUndocumented(status) ? ' undocumented' : ''}`)
  return count > 0 ? colors.green(`✓ ${cleanText(name)} ×${count}`) : colors.red(`✗ ${cleanText(name)}`)
}

const formatMissing = (
  operations: readonly OperationCoverage[],
  { bold, red }: ReportColors,
  width: number,
): readonly string[] => {
  const missing = listMissing(operations)
  if (missing.length === 0) return []
  return [
    bold('Missing'),
    '',
    ...missing.flatMap(({ operation, statuses }) => {
      const name = `${cleanText(nameOperation(operation))}:`
      const words = statuses.map((status, index) => cleanText(status) + (index < statuses.length - 1 ? ',' : ''))
      const [first = '', ...rest] = wrapWords([name, ...words], width - 4)
      return [`  ${name}${red(first.slice(name.length))}`, ...rest.map((line) => `    ${red(line)}`)]
    }),
    '',
  ]
}

export const formatSummary = (
  { pairs, covered, percent }: CoverageSummary,
  { green, red }: ReportColors,
  width: number,
): readonly string[] => {
  const paint = covered === pairs ? green : red
  const text = `${paint(`${percent} %`)}: ${covered} of ${pairs} documented operation/status pairs covered`
  return wrapText(text, width)
}

/** Replaces control characters by �. */
export const cleanText = (text: string): string => text.replace(/\p{Cc}/gu, '�')

/**
 * Formats a report for a terminal: a table for each document, the missing statuses, and the percentage. The text is complete
 * without colours.
 */
import type { CoverageReport, CoverageSummary, OperationCoverage } from '../control/actions/report-coverage.ts'
import {
  type DocumentCoverage,
  documentedStatuses,
  groupByDocument,
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

/** Lines without line breaks. Control characters are replaced by �, so that none reaches the terminal. */
export const formatTerminal = (report: CoverageReport, colors: ReportColors): readonly string[] => {
  if (report.operations.length === 0) return ['no operations, nothing to cover']
  return [
    ...formatTables(report.operations, colors),
    ...formatMissing(report.operations, colors),
    formatSummary(report.summary, colors),
  ]
}

/** A table for each document, each followed by an empty line. */
export const formatTables = (operations: readonly OperationCoverage[], colors: ReportColors): readonly string[] =>
  groupByDocument(operations).flatMap((group) => formatDocument(group, colors))

interface Row {
  readonly operation: string
  readonly calls: string
  readonly covered: string
  readonly statuses: string
}

const titles: Row = { operation: 'Operation', calls: 'Calls', covered: 'Covered', statuses: 'Statuses' }

const formatDocument = (
  { document, operations, summary }: DocumentCoverage,
  colors: ReportColors,
): readonly string[] => {
  const rows = operations.map((operation) => formatOperation(operation, colors))
  const all = [titles, ...rows]
  const widths = {
    operation: Math.max(...all.map(({ operation }) => operation.length)),
    calls: Math.max(...all.map(({ calls }) => calls.length)),
    covered: Math.max(...all.map(({ covered }) => covered.length)),
  }
  const line = ({ operation, calls, covered, statuses }: Row): string =>
    `  ${operation.padEnd(widths.operation)}  ${calls.padStart(widths.calls)}  ${covered.padStart(widths.covered)}  ${statuses}`
  const heading = `${colors.bold(cleanText(document))}  ${colors.dim(`${summary.percent} %`)}`
  return [heading, '', colors.dim(line(titles)), ...rows.map(line), '']
}

const formatOperation = (operation: OperationCoverage, colors: ReportColors): Row => {
  const documented = documentedStatuses(operation)
  const covered = documented.filter(({ count }) => count > 0).length
  return {
    operation: cleanText(`${nameOperation(operation)}${operation.deprecated ? ' (deprecated)' : ''}`),
    calls: String(operation.count),
    covered: `${covered}/${documented.length}`,
    statuses: operation.statuses.map((status) => formatStatus(status, colors)).join('  '),
  }
}

const formatStatus = (
  { name, count, documented }: OperationCoverage['statuses'][number],
  colors: ReportColors,
): string => {
  if (!documented) return colors.dim(`${cleanText(name)} ×${count} undocumented`)
  return count > 0 ? colors.green(`✓ ${cleanText(name)} ×${count}`) : colors.red(`✗ ${cleanText(name)}`)
}

const formatMissing = (operations: readonly OperationCoverage[], { bold, red }: ReportColors): readonly string[] => {
  const missing = listMissing(operations)
  if (missing.length === 0) return []
  return [
    bold('Missing'),
    '',
    ...missing.map(
      ({ operation, statuses }) => `  ${cleanText(nameOperation(operation))}: ${red(cleanText(statuses.join(', ')))}`,
    ),
    '',
  ]
}

export const formatSummary = ({ pairs, covered, percent }: CoverageSummary, { green, red }: ReportColors): string => {
  const paint = covered === pairs ? green : red
  return `${paint(`${percent} %`)}: ${covered} of ${pairs} documented operation/status pairs covered`
}

/** Replaces control characters by �. */
export const cleanText = (text: string): string => text.replace(/\p{Cc}/gu, '�')

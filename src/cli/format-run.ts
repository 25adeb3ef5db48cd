/**
 * What `standin exec` says at its end: what was and what was not exercised, and each request that offends.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { type IssueKind, issueKinds } from '../errors.ts'
import { nameOperation } from '../report/covered-pairs.ts'
import { cleanText, formatSummary, formatTables } from '../report/format-terminal.ts'
import type { Colors } from './colors.ts'
import type { IssueTally, Tallied } from './issue-tally.ts'

export interface Run {
  readonly tally: IssueTally
  readonly report: CoverageReport
  /** Kinds that fail the run. */
  readonly failOn: readonly IssueKind[]
}

/** Of larger documents only what was called is shown. */
const largestTable = 30

/** How many different issues of a kind are shown that fails nothing. */
const mostHarmless = 10

/** Lines without their line breaks. Control characters come as �, so that none reaches the terminal. */
export const formatRun = (run: Run, colors: Colors): readonly string[] => [
  '',
  `${colors.bold('Standin')}  ${colors.dim('what the command did with the interface')}`,
  '',
  ...formatCoverage(run.report, colors),
  '',
  ...issueKinds.flatMap((kind) => formatIssues(kind, run, colors)),
  formatCount(run, colors),
]

const formatCoverage = (report: CoverageReport, colors: Colors): readonly string[] => {
  const { operations, summary } = report
  if (operations.length === 0) return ['no operations: there is nothing to cover']
  if (operations.length <= largestTable) return [...formatTables(operations, colors), formatSummary(summary, colors)]
  const called = operations.filter(({ count }) => count > 0)
  const rest = called.length - largestTable
  return [
    ...called.slice(0, largestTable).map((operation) => cleanText(`  ${nameOperation(operation)} ×${operation.count}`)),
    ...(rest > 0 ? [colors.dim(`  and ${rest} more`)] : []),
    `  ${called.length} of ${operations.length} operations called`,
    '',
    formatSummary(summary, colors),
    colors.dim('--report FILE has what is missing'),
  ]
}

const meanings = {
  unmatched: 'no operation of a document takes the request',
  invalid: 'the request breaks the contract',
  deprecated: 'the operation is deprecated',
} as const satisfies Record<IssueKind, string>

const formatIssues = (kind: IssueKind, { tally, failOn }: Run, colors: Colors): readonly string[] => {
  const count = tally.countOf(kind)
  if (count === 0) return []
  const isGate = failOn.includes(kind)
  const all = tally.listOf(kind)
  const shown = isGate ? all : all.slice(0, mostHarmless)
  const left = count - shown.reduce((sum, tallied) => sum + tallied.count, 0)
  const paint = isGate ? colors.red : colors.yellow
  return [
    `${colors.bold(paint(kind))} ×${count}  ${colors.dim(meanings[kind])}`,
    '',
    ...shown.flatMap((tallied) => formatIssue(tallied, paint, colors)),
    ...(left > 0 ? [colors.dim(`  and ${left} more of them`)] : []),
    '',
  ]
}

const formatIssue = (
  { issue: { request, reason, sandbox, requestId }, count }: Tallied,
  paint: Colors['red'],
  { dim }: Colors,
): readonly string[] => {
  const name = sandbox === 'default' ? '' : `Sandbox-Id: ${cleanText(sandbox)}  `
  const id = `Sandbox-Request-Id: ${requestId}${count > 1 ? ' (the first)' : ''}`
  return [
    `  ${paint(cleanText(request))}${count > 1 ? `  ×${count}` : ''}`,
    `    ${cleanText(reason)}`,
    dim(`    ${name}${id}`),
  ]
}

const formatCount = ({ tally, report }: Run, { yellow }: Colors): string => {
  const requests = report.operations.reduce((sum, { count }) => sum + count, tally.countOf('unmatched'))
  if (requests === 0) return yellow('no request came: does the command call the address in STANDIN_URL?')
  const offending = issueKinds.filter((kind) => tally.countOf(kind) > 0).map((kind) => `${tally.countOf(kind)} ${kind}`)
  return `${plural(requests, 'request')}: ${offending.length === 0 ? 'none unmatched, invalid or deprecated' : offending.join(', ')}`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

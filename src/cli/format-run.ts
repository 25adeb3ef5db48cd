/**
 * The summary that `standin exec` prints at its end: coverage, and the requests with issues.
 */
import { wrapText, wrapWords } from '../contract/values/wrap-text.ts'
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { type IssueKind, issueKinds } from '../errors.ts'
import { nameOperation } from '../report/covered-pairs.ts'
import { cleanText, formatSummary, formatTables } from '../report/format-terminal.ts'
import { countRequests } from './check-gates.ts'
import type { Colors } from './colors.ts'
import { nameVariable } from './command-environment.ts'
import type { IssueTally, Tallied } from './issue-tally.ts'

export interface Run {
  readonly tally: IssueTally
  readonly report: CoverageReport
  /** Kinds of --fail-on. */
  readonly failOn: readonly IssueKind[]
}

/** With more operations than this, only those that were called are listed. */
const maxOperations = 30

/** Number of different issues listed for a kind that is not in --fail-on. */
const maxIssues = 10

/**
 * Lines of at most `width` columns, unless a path is wider. Control characters are replaced by �, so that none reaches the
 * terminal.
 */
export const formatRun = (run: Run, colors: Colors, width = Number.POSITIVE_INFINITY): readonly string[] => [
  '',
  `${colors.bold('Standin')}  ${colors.dim('coverage and issues of this run')}`,
  '',
  ...formatCoverage(run.report, colors, width),
  '',
  ...issueKinds.flatMap((kind) => formatIssues(kind, run, colors, width)),
  ...wrapText(formatCount(run, colors), width),
]

const formatCoverage = (report: CoverageReport, colors: Colors, width: number): readonly string[] => {
  const { operations, summary } = report
  if (operations.length === 0) return ['no operations, nothing to cover']
  if (operations.length <= maxOperations)
    return [...formatTables(operations, colors, width), ...formatSummary(summary, colors, width)]
  const called = operations.filter(({ count }) => count > 0)
  const rest = called.length - maxOperations
  return [
    ...called
      .slice(0, maxOperations)
      .map((operation) => cleanText(`  ${nameOperation(operation)} ×${operation.count}`)),
    ...(rest > 0 ? [colors.dim(`  and ${rest} more`)] : []),
    `  ${called.length} of ${operations.length} operations called`,
    '',
    ...formatSummary(summary, colors, width),
    colors.dim('--report FILE writes what is missing'),
  ]
}

const meanings = {
  unmatched: 'no document describes the path and method',
  invalid: 'the request does not match the document',
  deprecated: 'the operation is deprecated',
  'invalid-response': 'the response of the real service does not match the document',
} as const satisfies Record<IssueKind, string>

const formatIssues = (kind: IssueKind, { tally, failOn }: Run, colors: Colors, width: number): readonly string[] => {
  const count = tally.countOf(kind)
  if (count === 0) return []
  const isFatal = failOn.includes(kind)
  const all = tally.listOf(kind)
  const shown = isFatal ? all : all.slice(0, maxIssues)
  const hidden = count - shown.reduce((sum, tallied) => sum + tallied.count, 0)
  const paint = isFatal ? colors.red : colors.yellow
  return [
    `${colors.bold(paint(kind))} ×${count}  ${colors.dim(meanings[kind])}`,
    '',
    ...shown.flatMap((tallied) => formatIssue(tallied, paint, colors, width)),
    ...(hidden > 0 ? [colors.dim(`  and ${hidden} more`)] : []),
    '',
  ]
}

const formatIssue = (
  { issue: { request, reason, sandbox, requestId }, count }: Tallied,
  paint: Colors['red'],
  { dim }: Colors,
  width: number,
): readonly string[] => {
  const name = sandbox === 'default' ? [] : [`Sandbox-Id: ${cleanText(sandbox)}`]
  const id = `Sandbox-Request-Id: ${requestId}${count > 1 ? ' (the first)' : ''}`
  return [
    `  ${paint(cleanText(request))}${count > 1 ? `  ×${count}` : ''}`,
    ...wrapText(cleanText(reason), width - 4).map((line) => `    ${line}`),
    ...wrapWords([...name, id], width - 4, '  ').map((line) => dim(`    ${line}`)),
  ]
}

/** Number of documents whose variables are named. */
const maxVariables = 3

const describeNothing = ({ operations }: CoverageReport): string => {
  const documents = [...new Set(operations.map(({ document }) => document))].slice(0, maxVariables)
  const variables = [...documents.map(nameVariable), 'STANDIN_URL']
  return [
    `no requests received: does the command use the address in ${variables.join(' or ')}?`,
    'Requests to a Standin inside the command (createStandin, standin/vitest, standin/msw) are not counted.',
  ].join(' ')
}

const formatCount = ({ tally, report }: Run, { yellow }: Colors): string => {
  const requests = countRequests(report, tally)
  if (requests === 0) return yellow(describeNothing(report))
  const counts = issueKinds.filter((kind) => tally.countOf(kind) > 0).map((kind) => `${tally.countOf(kind)} ${kind}`)
  return `${plural(requests, 'request')}${counts.length === 0 ? ', no issues' : `: ${counts.join(', ')}`}`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

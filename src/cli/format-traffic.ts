/**
 * What `standin exec` says at its end: what was called, what was not, and each request that offends.
 */
import type { CoverageReport } from '../admin/coverage-report.ts'
import { offenceKinds } from '../errors.ts'
import { nameOperation } from '../report/covered-pairs.ts'
import { formatTerminal } from '../report/format-terminal.ts'
import type { Colors } from './colors.ts'
import type { SeenOffence, Traffic } from './traffic.ts'

/** Of larger documents only what was called is shown, and how much was not. */
const largestTable = 30

export const formatTraffic = (traffic: Traffic, report: CoverageReport, colors: Colors): readonly string[] => [
  '',
  ...formatCoverage(report, colors),
  '',
  ...offenceKinds.flatMap((kind) => formatOffences(kind, traffic, colors)),
  `${plural(traffic.requests, 'request')}${describeOffences(traffic)}`,
]

const formatCoverage = (report: CoverageReport, colors: Colors): readonly string[] => {
  if (report.operations.length <= largestTable) return formatTerminal(report, colors)
  const called = report.operations.filter(({ count }) => count > 0)
  const { pairs, covered, percent } = report.summary
  return [
    ...called.slice(0, largestTable).map((operation) => clean(`  ${nameOperation(operation)} ×${operation.count}`)),
    ...(called.length > largestTable
      ? [`  and ${called.length - largestTable} more; --report FILE has all of them`]
      : []),
    `${called.length} of ${plural(report.operations.length, 'operation')} called; ${percent} %: ${covered} of ${pairs} documented pairs of operation and status exercised`,
  ]
}

const formatOffences = (kind: SeenOffence['kind'], { offences }: Traffic, colors: Colors): readonly string[] => {
  const own = offences.filter((offence) => offence.kind === kind)
  if (own.length === 0) return []
  const heading = `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  return [colors.bold(heading), '', ...own.flatMap((offence) => formatOffence(offence, colors)), '']
}

const formatOffence = (
  { message, sandbox, requestId, count }: SeenOffence,
  { red, dim }: Colors,
): readonly string[] => [
  `  ${red(clean(message))}${count > 1 ? ` ×${count}` : ''}`,
  dim(`    ${sandbox === 'default' ? '' : `in the sandbox ${clean(JSON.stringify(sandbox))}, `}request ${requestId}`),
]

const describeOffences = ({ counts, offences }: Traffic): string => {
  const parts = offenceKinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`)
  if (parts.length === 0) return ', none unmatched, invalid or deprecated'
  const listed = offences.reduce((sum, { count }) => sum + count, 0)
  const all = offenceKinds.reduce((sum, kind) => sum + counts[kind], 0)
  return `, ${parts.join(', ')}${listed < all ? ` (the first ${listed} are listed)` : ''}`
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const clean = (text: string): string => text.replace(/\p{Cc}/gu, '�')

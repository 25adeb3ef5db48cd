/**
 * `standin exec -- command`: a sandbox for as long as a command runs, its addresses and key in the command's
 * environment, and at the end what the command did with the interface.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { type Finding, type IssueKind, UsageError } from '../errors.ts'
import type { ServeOptions } from '../options.ts'
import type { Output, RequestLog } from '../ports.ts'
import { reportKindOf } from '../report/format-report.ts'
import { writeReport } from '../report/write-report.ts'
import { createStandin } from '../standin.ts'
import { createColors } from './colors.ts'
import { createCommandEnvironment } from './command-environment.ts'
import { findShortfall } from './coverage-gate.ts'
import { exitCodes } from './exit-codes.ts'
import { formatRun } from './format-run.ts'
import { IssueTally } from './issue-tally.ts'
import { createLineWriter } from './line-writer.ts'
import type { Process } from './process.ts'
import { createJsonLog, createPrettyLog } from './request-log.ts'
import { type ChildEnd, codeOfSignal, runChild } from './run-child.ts'
import { sayFindings } from './say-findings.ts'
import { toStandinOptions } from './standin-options.ts'

/** What `standin exec` has otherwise than `standin serve`. */
export const execDefaults = { port: 0, log: 'silent' } as const

/** What became of the command, and what it did. */
interface Ran {
  readonly end: ChildEnd
  readonly tally: IssueTally
  readonly report: CoverageReport
}

/**
 * Resolves with the command's own exit code where that is not 0, else with 1 where a gate failed, else with 0. Everything
 * that it says goes to stderr: stdout is the command's. Rejects with LoadError, UsageError or ListenError.
 */
export const exec = async (options: ServeOptions, command: readonly string[], outside: Process): Promise<number> => {
  if (command.length === 0)
    throw new UsageError('standin exec needs a command behind its two dashes: standin exec -- npm test')
  // A wrong ending is told before work is done.
  for (const target of options.report) reportKindOf(target)
  const writer = createLineWriter(outside.stderr)
  const { end, tally, report } = await runServed(options, command, outside, writer.write)
  writer.flush()
  if (end.kind === 'not-started') {
    writer.write(`standin: ${end.reason}`)
    writer.flush()
    return end.code
  }
  const colors = createColors(outside.errorColor)
  for (const line of formatRun({ tally, report, failOn: options.failOn }, colors)) writer.write(line)
  const unwritten = await writeReports(options.report, report, writer.write)
  const failures = failGates(options, tally, report)
  for (const failure of [...unwritten, ...failures]) writer.write(`${colors.red('standin:')} ${failure}`)
  writer.flush()
  if (end.code !== 0) return end.code
  if (failures.length > 0) return exitCodes.failed
  return unwritten.length > 0 ? exitCodes.usage : exitCodes.well
}

/** The command, and the sandbox as long as it runs. */
const runServed = async (
  options: ServeOptions,
  command: readonly string[],
  { stderr, onSignal, errorColor, environment, exit, ...outside }: Process,
  say: Output,
): Promise<Ran> => {
  let isRunning = false
  // Asked for before anything is loaded: as process 1 of a container, a signal without a handler is lost.
  onSignal(['SIGINT', 'SIGTERM'], (signal) => {
    if (!isRunning) exit(codeOfSignal(signal))
  })
  const log = await createLog(options.log, say, errorColor)
  await using standin = await createStandin(
    toStandinOptions(options, log, (findings) => {
      if (findings.length > 0) sayFindings(findings, 'what was served before is served on', stderr)
    }),
  )
  const tally = new IssueTally()
  standin.watchIssues(tally.note)
  const description = await standin.describe()
  const { variables, remarks } = createCommandEnvironment(description, standin.url, environment)
  for (const remark of [...description.notes, ...tellWarnings(description.warnings), ...remarks])
    say(`standin: ${remark}`)
  isRunning = true
  const end = await runChild({ command, environment: variables, signaller: { onSignal, ...outside }, say })
  return { end, tally, report: standin.coverage() }
}

/** Their number: what they say stands between a person and the command's own words. */
const tellWarnings = ({ length }: readonly Finding[]): readonly string[] =>
  length === 0 ? [] : [`${length} ${length === 1 ? 'warning' : 'warnings'} about the files; standin check shows them`]

const createLog = async (kind: ServeOptions['log'], write: Output, color: boolean): Promise<RequestLog | undefined> => {
  if (kind === 'silent') return undefined
  return kind === 'json'
    ? (await createJsonLog(write)).request
    : createPrettyLog(write, createColors(color), () => new Date())
}

/** What could not be written. The command's end is told all the same. */
const writeReports = async (
  targets: readonly string[],
  report: CoverageReport,
  say: Output,
): Promise<readonly string[]> => {
  const failures: string[] = []
  for (const target of targets)
    try {
      await writeReport(target, report)
      say(`coverage is written to ${target}`)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      failures.push(error.message)
    }
  return failures
}

const failGates = (
  { failOn, minCoverage }: ServeOptions,
  tally: IssueTally,
  report: CoverageReport,
): readonly string[] => {
  const failed = failOn.filter((kind) => tally.countOf(kind) > 0)
  const shortfall = findShortfall(report, minCoverage)
  return [
    ...failed.map((kind) => describeFailure(kind, tally.countOf(kind))),
    ...(shortfall === undefined ? [] : [shortfall]),
  ]
}

const describeFailure = (kind: IssueKind, count: number): string =>
  `${count} ${kind} ${count === 1 ? 'request' : 'requests'}, and --fail-on ${kind} lets none pass`

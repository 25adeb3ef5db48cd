/**
 * `standin exec -- command`: serves the documents while a command runs, passes it their addresses and a key in environment
 * variables, and at the end reports coverage and issues.
 */
import type { CoverageReport } from '../control/actions/report-coverage.ts'
import { type Finding, UsageError } from '../errors.ts'
import type { Description } from '../loading/describe.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import type { Output } from '../ports.ts'
import type { Gate } from '../report/gate.ts'
import { reportFormatOf, writeReport } from '../report/write-report.ts'
import { createStandin } from '../standin.ts'
import { insecureWarning } from './banner.ts'
import { checkGates } from './check-gates.ts'
import { createColors } from './colors.ts'
import { createCommandEnvironment } from './command-environment.ts'
import { formatLoadFailure } from './format-findings.ts'
import { formatRun } from './format-run.ts'
import { IssueTally } from './issue-tally.ts'
import { createLineWriter } from './line-writer.ts'
import { codeOfSignal, exitCodes, type Process, tableWidth } from './process.ts'
import { createRequestLog } from './request-log.ts'
import { type ChildEnd, runChild } from './run-child.ts'
import { toStandinOptions } from './standin-options.ts'

/** How the command ended, and what it requested. */
interface CommandResult {
  readonly end: ChildEnd
  readonly tally: IssueTally
  readonly report: CoverageReport
}

/**
 * Resolves with the command's exit code if that is not 0, otherwise with 1 if --fail-on or --min-coverage failed, otherwise
 * with 0. All output goes to stderr; stdout belongs to the command. Rejects with LoadError, UsageError or ListenError.
 */
export const exec = async (
  options: ServeOptions,
  command: readonly string[],
  standinProcess: Process,
): Promise<number> => {
  if (command.length === 0)
    throw new UsageError('standin exec needs a command after --, for example: standin exec -- npm test')
  if (options.failOn.includes('invalid-response') && options.upstream.length === 0)
    throw new UsageError(
      '--fail-on invalid-response does nothing without --upstream, because only responses of a real service are validated; add --upstream URL, or remove the kind',
    )
  // An unknown file extension is reported before the command runs.
  for (const target of options.report) reportFormatOf(target)
  const writer = createLineWriter(standinProcess.stderr)
  const { end, tally, report } = await runServed(options, command, standinProcess, writer.write)
  writer.flush()
  if (end.kind === 'not-started') {
    writer.write(`standin: ${end.reason}`)
    writer.flush()
    return end.code
  }
  const colors = createColors(standinProcess.errorColor)
  for (const line of formatRun(
    { tally, report, failOn: options.failOn },
    colors,
    tableWidth(standinProcess.errorColumns),
  ))
    writer.write(line)
  const gates = checkGates(options, tally, report)
  const writeErrors = await writeReports(options.report, { report, gates }, writer.write)
  for (const gate of gates.filter(({ result }) => result === 'skipped'))
    writer.write(`${colors.yellow('standin:')} ${gate.message}`)
  const failures = gates.filter(({ result }) => result === 'failed').map(({ message }) => message)
  for (const failure of [...writeErrors, ...failures]) writer.write(`${colors.red('standin:')} ${failure}`)
  writer.flush()
  if (end.code !== 0) return end.code
  if (failures.length > 0) return exitCodes.failed
  return writeErrors.length > 0 ? exitCodes.usage : exitCodes.success
}

/** Runs the command with a server that is closed when the command ends. */
const runServed = async (
  options: ServeOptions,
  command: readonly string[],
  { stderr, onSignal, errorColor, environment, exit, ...rest }: Process,
  write: Output,
): Promise<CommandResult> => {
  let isRunning = false
  // Registered before anything is loaded: as process 1 of a container, a signal without a handler is ignored.
  onSignal(['SIGINT', 'SIGTERM'], (signal) => {
    if (!isRunning) exit(codeOfSignal(signal))
  })
  const log = await createRequestLog(options.log, write, createColors(errorColor))
  await using standin = await createStandin(
    toStandinOptions(
      options,
      log,
      (findings) => {
        if (findings.length > 0)
          stderr.write(formatLoadFailure(findings, 'reload failed; still serving the previous version'))
      },
      { environment, write },
    ),
  )
  const tally = new IssueTally()
  standin.watchIssues(tally.add)
  const description = await standin.describe()
  const { variables, remarks } = createCommandEnvironment(description, standin.url, environment)
  for (const remark of [
    ...describeForwarding(description),
    ...description.notes,
    ...countWarnings(description.warnings),
    ...remarks,
  ])
    write(`standin: ${remark}`)
  isRunning = true
  const end = await runChild({ command, environment: variables, signaller: { onSignal, ...rest }, write })
  return { end, tally, report: standin.coverage() }
}

/** The real service that requests are forwarded to. */
const describeForwarding = ({ forwarding }: Description): readonly string[] =>
  forwarding === undefined
    ? []
    : [
        `requests are forwarded to ${[...new Set(forwarding.upstreams.map(({ url }) => url))].join(', ')}`,
        ...(forwarding.insecure ? [insecureWarning] : []),
      ]

/** Only the number of warnings, so that they do not hide the command's own output. */
const countWarnings = ({ length }: readonly Finding[]): readonly string[] =>
  length === 0 ? [] : [`${length} ${length === 1 ? 'warning' : 'warnings'} in the files; standin check lists them`]

/** Returns an error message for each report that cannot be written. */
const writeReports = async (
  targets: readonly string[],
  { report, gates }: { readonly report: CoverageReport; readonly gates: readonly Gate[] },
  write: Output,
): Promise<readonly string[]> => {
  const failures: string[] = []
  for (const target of targets)
    try {
      await writeReport(target, report, gates)
      write(`coverage written to ${target}`)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      failures.push(error.message)
    }
  return failures
}

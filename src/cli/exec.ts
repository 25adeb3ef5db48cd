/**
 * `standin exec -- command`: a sandbox for as long as a command runs, its addresses and key in the command's
 * environment, and at the end what the command did with the interface.
 */
import type { CoverageReport } from '../admin/coverage-report.ts'
import type { Description } from '../describe.ts'
import { type OffenceKind, UsageError } from '../errors.ts'
import { type Environment, optionEntries, type ServeOptions, variableOf } from '../options.ts'
import type { RequestLog } from '../ports.ts'
import { reportKindOf } from '../report/format-report.ts'
import { writeReport } from '../report/write-report.ts'
import { createStandin } from '../standin.ts'
import { createColors } from './colors.ts'
import { findShortfall } from './coverage-gate.ts'
import { exitCodes } from './exit-codes.ts'
import { formatTraffic } from './format-traffic.ts'
import { createLineWriter } from './line-writer.ts'
import type { Process } from './process.ts'
import { createJsonLog, createPrettyLog } from './request-log.ts'
import { runChild } from './run-child.ts'
import { toStandinOptions } from './standin-options.ts'
import { Traffic } from './traffic.ts'

/** What `standin exec` has otherwise than `standin serve`. */
export const execDefaults = { port: 0, log: 'silent' } as const

/**
 * Resolves with the command's own exit code where that is not 0, else with 1 where a gate failed, else with 0. Everything
 * that it says goes to stderr: stdout is the command's. Rejects with LoadError, UsageError or ListenError.
 */
export const exec = async (
  options: ServeOptions,
  command: readonly string[],
  { stderr, onSignal, color, environment, exit, platform, kill }: Process,
): Promise<number> => {
  if (command.length === 0)
    throw new UsageError('standin exec needs a command behind two dashes: standin exec -- npm test')
  // A wrong ending is told before work is done.
  for (const target of options.report) reportKindOf(target)
  const say = (line: string) => stderr.write(`${line}\n`)
  let isRunning = false
  onSignal(() => {
    if (!isRunning) exit(exitCodes.interrupted)
  })
  const log = await createLog(options.log, createLineWriter(stderr).write, color)
  await using standin = await createStandin(toStandinOptions(options, log, () => {}))
  const traffic = new Traffic()
  standin.listen(traffic.see)
  const own = describeEnvironment(await standin.describe(), standin.url)
  for (const name of own.lost) say(`standin: ${name} is the address of another document; rename the file to have both`)
  isRunning = true
  const childEnvironment = { ...clearOptions(environment), ...own.variables }
  const end = await runChild({ command, environment: childEnvironment, onSignal, platform, kill })
  if (end.kind === 'not-started') {
    say(`standin: ${end.reason}`)
    return end.code
  }
  const report = standin.coverage()
  for (const line of formatTraffic(traffic, report, createColors(color))) say(line)
  for (const target of options.report) await writeReport(target, report)
  const failures = failGates(options, traffic, report)
  for (const failure of failures) say(`standin: ${failure}`)
  return end.code === 0 && failures.length > 0 ? exitCodes.failed : end.code
}

const createLog = async (
  kind: ServeOptions['log'],
  write: (line: string) => void,
  color: boolean,
): Promise<RequestLog | undefined> => {
  if (kind === 'silent') return undefined
  return kind === 'json'
    ? (await createJsonLog(write)).request
    : createPrettyLog(write, createColors(color), () => new Date())
}

/** Without the variables of our own options: a standin that the command starts itself is not to take these over. */
const clearOptions = (environment: Environment): Environment => {
  const own = new Set(optionEntries.map(([name]) => variableOf(name)))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.has(name)))
}

interface OwnEnvironment {
  readonly variables: Readonly<Record<string, string>>
  /** Variables that two documents would have, or that mean something else. */
  readonly lost: readonly string[]
}

/** STANDIN_URL, STANDIN_KEY where a key is good, and an address for each document: animal-store.yaml has ANIMAL_STORE_URL. */
const describeEnvironment = ({ documents, keys }: Description, url: string): OwnEnvironment => {
  const key = keys === undefined ? 'any-key' : keys[0]
  const variables = new Map([['STANDIN_URL', url], ...(key === undefined ? [] : [['STANDIN_KEY', key] as const])])
  const lost: string[] = []
  for (const document of documents) {
    const name = `${document.name.replace(/[^a-z\d]+/gi, '_').toUpperCase()}_URL`.replace(/^(?=\d)/, '_')
    if (variables.has(name)) lost.push(name)
    else variables.set(name, document.url)
  }
  return { variables: Object.fromEntries(variables), lost }
}

const failGates = (
  { failOn, minCoverage }: ServeOptions,
  { counts }: Traffic,
  report: CoverageReport,
): readonly string[] => {
  const failed = failOn.filter((kind) => counts[kind] > 0)
  const shortfall = findShortfall(report, minCoverage)
  return [...failed.map((kind) => describeFailure(kind, counts[kind])), ...(shortfall === undefined ? [] : [shortfall])]
}

const describeFailure = (kind: OffenceKind, count: number): string =>
  `${count} ${kind} ${count === 1 ? 'request' : 'requests'}, and --fail-on ${kind} lets none pass`

/**
 * `standin serve`: starts the server, prints the banner, logs requests, and stops on a signal.
 */

import { type Finding, formatFinding } from '../errors.ts'
import type { Description } from '../loading/describe.ts'
import { openSpans } from '../opentelemetry/open-spans.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import type { Output, RequestLog } from '../ports.ts'
import { createStandin, type Standin } from '../standin.ts'
import { readVersion } from '../version.ts'
import { type BannerStyle, formatBanner } from './banner.ts'
import { createColors } from './colors.ts'
import { createLineWriter } from './line-writer.ts'
import { codeOfSignal, exitCodes, type Process, tableWidth } from './process.ts'
import { createJsonLog, createPrettyLog } from './request-log.ts'
import { toStandinOptions } from './standin-options.ts'

/**
 * Milliseconds for which a server with other servers beside it serves requests after SIGTERM. A balancer that looks once a
 * second needs two.
 */
const balancerNotice = 3_000

/** Number of records of each resource where nobody has written any, so that the first list shows some. */
export const defaultRecords = 3

/** Resolves with the exit code when a signal has stopped the server. Rejects with LoadError, UsageError or ListenError. */
export const serve = async (
  options: ServeOptions,
  { stdout, onSignal, color, columns, exit, environment }: Process,
): Promise<number> => {
  const writer = createLineWriter(stdout)
  // Registered before anything is loaded: as process 1 of a container, a signal without a handler is ignored.
  let signals = 0
  let isListening = false
  const stop = new Promise<string>((resolve) =>
    onSignal(['SIGINT', 'SIGTERM'], (signal) => {
      // There are no requests yet, and what is loaded may never end: a pipe that nobody writes to.
      if (!isListening) exit(codeOfSignal(signal))
      // A second signal does not wait for requests in progress.
      else if (++signals > 1) exit(exitCodes.interrupted)
      else resolve(signal)
    }),
  )
  const reporter = await createReporter(options, writer.write, {
    colors: createColors(color),
    width: tableWidth(columns),
  })
  const spans = await openSpans({ environment, version: readVersion(), now: Date.now, report: reporter.problem })
  const log = combineLogs(reporter.request, spans.record)
  const standin = await createStandin({
    ...toStandinOptions(options, log, reporter.reloaded, { environment, write: writer.write }),
    // Prism has its own validators.
    warmUp: !options.stateless,
    generateWithoutFixtures: options.generate ?? defaultRecords,
  })
  isListening = true
  await reporter.listening(standin, spans.notes)
  writer.flush()
  const signal = await stop
  reporter.stopping(signal, standin.hasUnsavedChanges())
  await standin.close({ notice: signal === 'SIGTERM' && options.store !== undefined ? balancerNotice : 0 })
  const isOver = await spans.close()
  writer.flush()
  // A connection to a collector that does not respond stays open.
  if (!isOver) exit(exitCodes.success)
  return exitCodes.success
}

const combineLogs = (first: RequestLog | undefined, second: RequestLog | undefined): RequestLog | undefined => {
  if (!first || !second) return first ?? second
  return (entry, request) => {
    first(entry, request)
    second(entry, request)
  }
}

/** Prints what happens, in the format of --log. */
interface Reporter {
  readonly request: RequestLog | undefined
  /** `notes`: in addition to those of the server. */
  readonly listening: (standin: Standin, notes: readonly string[]) => Promise<void>
  readonly reloaded: (findings: readonly Finding[]) => void
  /** `isLost`: whether changes were made that end with this process. */
  readonly stopping: (signal: string, isLost: boolean) => void
  /** Something that concerns no request went wrong. */
  readonly problem: Output
}

const createReporter = async (
  { log, stateless, upstream }: Pick<ServeOptions, 'log' | 'stateless' | 'upstream'>,
  write: Output,
  style: BannerStyle,
): Promise<Reporter> => {
  switch (log) {
    case 'json':
      return createJsonReporter(write)
    case 'silent':
      return {
        request: undefined,
        listening: async (standin, notes) => {
          for (const note of notes) write(`standin: ${note}`)
          write(describeAddress(standin))
        },
        reloaded: () => {},
        stopping: () => {},
        problem: (message) => write(`standin: ${message}`),
      }
    case 'pretty':
      return createPrettyReporter(write, style, !stateless && upstream.length === 0)
  }
}

const describeAddress = ({ url }: Standin): string => `Standin is listening on ${url}`

const describeWith = async (standin: Standin, notes: readonly string[]): Promise<Description> => {
  const description = await standin.describe()
  return { ...description, notes: [...description.notes, ...notes] }
}

const createJsonReporter = async (write: Output): Promise<Reporter> => {
  const log = await createJsonLog(write)
  return {
    request: log.request,
    listening: async (standin, notes) =>
      log.event('listening', { url: standin.url, ...(await describeWith(standin, notes)) }),
    reloaded: (findings) => log.event(findings.length === 0 ? 'reloaded' : 'reload-failed', { findings }),
    stopping: (signal) => log.event('stopping', { signal }),
    problem: (message) => log.event('problem', { message }),
  }
}

/** `canStore`: whether the command has --data. */
const createPrettyReporter = (write: Output, style: BannerStyle, canStore: boolean): Reporter => {
  const { colors } = style
  const remedy = canStore ? '; --data DIR stores them' : ''
  return {
    request: createPrettyLog(write, colors, () => new Date()),
    listening: async (standin, notes) => {
      for (const text of formatBanner(await describeWith(standin, notes), readVersion(), style)) write(text)
      write(describeAddress(standin))
    },
    reloaded: (findings) => {
      if (findings.length === 0) write(colors.green('files changed: reloaded'))
      for (const finding of findings) write(colors.red(formatFinding(finding)))
      if (findings.length > 0) write(colors.yellow('files changed: reload failed; still serving the previous version'))
    },
    stopping: (signal, isLost) => {
      write(colors.dim(`${signal}: stopping when the requests in progress have finished`))
      if (isLost) write(colors.dim(`Records in memory are lost${remedy}.`))
    },
    problem: (message) => write(colors.yellow(`standin: ${message}`)),
  }
}

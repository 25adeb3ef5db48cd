/**
 * `standin serve`: starts, shows the banner, logs, and stops when told to.
 */

import { type Finding, formatFinding } from '../errors.ts'
import type { ServeOptions } from '../options.ts'
import type { Output, RequestLog } from '../ports.ts'
import { createStandin, type Standin } from '../standin.ts'
import { readVersion } from '../version.ts'
import { formatBanner } from './banner.ts'
import { createColors } from './colors.ts'
import { exitCodes } from './exit-codes.ts'
import { createLineWriter } from './line-writer.ts'
import type { Process } from './process.ts'
import { createJsonLog, createPrettyLog } from './request-log.ts'
import { toStandinOptions } from './standin-options.ts'

/** Resolves with the exit code when a signal has stopped the server. Rejects with LoadError, UsageError or ListenError. */
export const serve = async (options: ServeOptions, { stdout, onSignal, color, exit }: Process): Promise<number> => {
  const writer = createLineWriter(stdout)
  // Asked for before anything is loaded: as process 1 of a container, a signal without a handler is lost.
  let signals = 0
  const stop = new Promise<string>((resolve) =>
    onSignal(['SIGINT', 'SIGTERM'], (signal) => {
      // A second signal does not wait.
      if (++signals > 1) exit(exitCodes.interrupted)
      else resolve(signal)
    }),
  )
  const announcer = await createAnnouncer(options.log, writer.write, color)
  const standin = await createStandin({
    ...toStandinOptions(options, announcer.request, announcer.reloaded),
    warmUp: true,
  })
  await announcer.listening(standin)
  writer.flush()
  const signal = await stop
  announcer.stopping(signal)
  await standin.close()
  writer.flush()
  return exitCodes.well
}

interface Announcer {
  readonly request: RequestLog | undefined
  readonly listening: (standin: Standin) => Promise<void>
  readonly reloaded: (findings: readonly Finding[]) => void
  readonly stopping: (signal: string) => void
}

const createAnnouncer = async (kind: ServeOptions['log'], write: Output, color: boolean): Promise<Announcer> => {
  if (kind === 'json') {
    const log = await createJsonLog(write)
    return {
      request: log.request,
      listening: async ({ url, describe }) => log.event('listening', { url, ...(await describe()) }),
      reloaded: (findings) => log.event(findings.length === 0 ? 'reloaded' : 'reload-failed', { findings }),
      stopping: (signal) => log.event('stopping', { signal }),
    }
  }
  const line = ({ url }: Standin) => `Standin is listening on ${url}`
  if (kind === 'silent')
    return {
      request: undefined,
      listening: async (standin) => write(line(standin)),
      reloaded: () => {},
      stopping: () => {},
    }
  const colors = createColors(color)
  return {
    request: createPrettyLog(write, colors, () => new Date()),
    listening: async (standin) => {
      for (const text of formatBanner(await standin.describe(), readVersion(), colors)) write(text)
      write(line(standin))
    },
    reloaded: (findings) => {
      if (findings.length === 0) write(colors.green('files changed: taken up'))
      for (const finding of findings) write(colors.red(formatFinding(finding)))
      if (findings.length > 0) write(colors.yellow('files changed: not taken up; what was served before is served on'))
    },
    stopping: (signal) => write(colors.dim(`${signal}: stopping once the requests being served have ended`)),
  }
}

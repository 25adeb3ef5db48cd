/**
 * Runs a command of Standin in this process.
 */
import { PassThrough, Readable } from 'node:stream'
import type { Process, TextOutput } from '../../src/cli/process.ts'
import { run } from '../../src/cli/run.ts'

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs it without environment variables. */
export const runStandin = (...args: readonly string[]): Promise<Outcome> => runStandinIn({}, ...args)

export const runStandinIn = async (
  environment: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Outcome> => {
  const stdout = collect()
  const stderr = collect()
  const code = await run({ ...outside, args, environment, stdout, stderr })
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

export interface ServingCommand {
  readonly url: string
  /** As SIGTERM does. */
  readonly stop: () => Promise<Outcome>
}

/** Runs a command that serves, until it listens. */
export const serveStandin = async (...args: readonly string[]): Promise<ServingCommand> => {
  const stdout = collect()
  const stderr = collect()
  let terminate = (_: NodeJS.Signals): void => {}
  const onSignal: Process['onSignal'] = (_, callback) => {
    terminate = callback
  }
  const listening = stdout.until(/listening on (http:\S+)/)
  const ended = run({ ...outside, args, environment: {}, stdout, stderr, onSignal })
  const outcome = async (): Promise<Outcome> => ({ code: await ended, stdout: stdout.text(), stderr: stderr.text() })
  const early = outcome().then((result) => {
    throw new TypeError(`it ended: ${JSON.stringify(result)}`)
  })
  const [, url = ''] = await Promise.race([listening, early])
  // From here on it ends when it is stopped.
  early.catch(() => {})
  return {
    url,
    stop: () => {
      terminate('SIGTERM')
      return outcome()
    },
  }
}

const outside = {
  openStreams: () => ({ input: Readable.from([]), output: new PassThrough() }),
  color: false,
  errorColor: false,
  columns: undefined,
  errorColumns: undefined,
  pid: process.pid,
  onSignal: () => {},
  exit: () => {},
  platform: process.platform,
  kill: process.kill,
}

interface Collected extends TextOutput {
  readonly text: () => string
  /** Resolves with the first match. */
  readonly until: (pattern: RegExp) => Promise<RegExpExecArray>
}

const collect = (): Collected => {
  let text = ''
  let onWrite = (): void => {}
  return {
    write: (part) => {
      text += part
      onWrite()
    },
    text: () => text,
    until: (pattern) =>
      new Promise((resolve) => {
        onWrite = () => {
          const found = pattern.exec(text)
          if (found) resolve(found)
        }
      }),
  }
}

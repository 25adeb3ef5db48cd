/**
 * Runs a command of Standin in this process.
 */
import { PassThrough, Readable } from 'node:stream'
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
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const outside = {
    environment,
    openStreams: () => ({ input: Readable.from([]), output: stdout }),
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
  const code = await run({ args, stdout, stderr, ...outside })
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

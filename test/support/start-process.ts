/**
 * Starts a process that keeps running, waits for its output, and stops it with a signal.
 */
import { spawn } from 'node:child_process'
import type { CommandOptions, CommandResult } from './run-command.ts'

export interface RunningProcess extends AsyncDisposable {
  /** Resolves with the first match in stdout, past output included. Rejects when the process ends without a match. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>
  /** The same for stderr. */
  readonly warned: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Writes to stdin, which stays open only with `hasInput`. */
  readonly type: (text: string) => boolean
  /** Resolves when the process has ended. */
  readonly ended: Promise<CommandResult>
  /** Sends a signal, if the process still runs, and resolves when it has ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<CommandResult>
}

export interface ProcessOptions extends CommandOptions {
  readonly hasInput?: boolean
  /** Id of the user and group to run as. Default: those of this process. */
  readonly user?: number | undefined
}

export const startProcess = (
  command: string,
  args: readonly string[],
  { folder, environment = {}, hasInput = false, user }: ProcessOptions = {},
): RunningProcess => {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  // Writing to a process that has ended is not an error.
  child.stdin.on('error', () => {})
  if (!hasInput) child.stdin.end()
  let stdout = ''
  let stderr = ''
  let onOutput = (): void => undefined
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    onOutput()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
    onOutput()
  })
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  const waitFor = (pattern: RegExp, output: () => string): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      onOutput = () => {
        const found = pattern.exec(output())
        if (found) resolve(found)
      }
      onOutput()
      const fail = (reason: unknown) => reject(new TypeError(`ended without printing ${pattern}: ${reason}`))
      ended.then((result) => fail(JSON.stringify(result)), fail)
    })
  return {
    said: (pattern) => waitFor(pattern, () => stdout),
    warned: (pattern) => waitFor(pattern, () => stderr),
    type: (text) => child.stdin.write(text),
    ended,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

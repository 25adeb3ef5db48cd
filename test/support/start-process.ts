/**
 * A child process that keeps running: what it says can be waited for, and it can be told to stop.
 */
import { spawn } from 'node:child_process'
import type { CommandOptions, CommandResult } from './run-command.ts'

export interface RunningProcess extends AsyncDisposable {
  /** Resolves with the first match in stdout, which may have come already. Rejects where the process ends without one. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Writes to its stdin, which stays open where `hasInput` asks for it. */
  readonly type: (text: string) => boolean
  /** Sends a signal, where the process still runs, and resolves when it has ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<CommandResult>
}

export const startProcess = (
  command: string,
  args: readonly string[],
  { folder, environment = {}, hasInput = false }: CommandOptions & { readonly hasInput?: boolean } = {},
): RunningProcess => {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  })
  // What is written to a process that has ended is nobody's.
  child.stdin.on('error', () => {})
  if (!hasInput) child.stdin.end()
  let stdout = ''
  let stderr = ''
  let onSaid = (): void => undefined
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    onSaid()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    said: (pattern) =>
      new Promise((resolve, reject) => {
        onSaid = () => {
          const found = pattern.exec(stdout)
          if (found) resolve(found)
        }
        onSaid()
        const give = (reason: unknown) => reject(new TypeError(`it ended without ${pattern}: ${reason}`))
        ended.then((result) => give(JSON.stringify(result)), give)
      }),
    type: (text) => child.stdin.write(text),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

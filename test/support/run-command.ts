/**
 * Runs a command to its end and keeps what it said. Nothing is thrown for an exit code: that is the test's to judge.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

export interface CommandOptions {
  /** Default: the folder of the project. */
  readonly folder?: string
  /** Added to this process's own environment; undefined takes a variable away. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export interface CommandResult {
  /** Null where a signal ended it. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Resolves when the command has ended and its output is read. Rejects where it cannot be started. */
export const runCommand = (
  command: string,
  args: readonly string[],
  { folder = projectFolder, environment = {} }: CommandOptions = {},
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        said[name] += chunk
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...said }))
  })

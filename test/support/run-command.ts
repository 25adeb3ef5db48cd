/**
 * Runs a command to its end and collects its output.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))

/** A stack trace, or an uncaught error as Node prints it. */
export const stackTrace = /^\s+at |node:internal|Error:/m

export interface CommandOptions {
  /** Default: the folder of the project. */
  readonly folder?: string
  /** Added to this process's own environment; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export interface CommandResult {
  /** Null when a signal ended the command. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Resolves when the command has ended, whatever its exit code. Rejects when it cannot be started. */
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
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        output[name] += chunk
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...output }))
  })

/** Resolves with stdout. Rejects, with all output, unless the exit code is 0. */
export const expectSuccess = async (
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> => {
  const { code, stdout, stderr } = await runCommand(command, args, options)
  if (code !== 0) throw new TypeError(`${command} ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

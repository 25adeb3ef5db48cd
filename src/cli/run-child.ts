/**
 * Runs another command as a shell does, with its own streams and exit code, and waits for its end.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import spawn from 'cross-spawn'
import type { Environment } from '../options/resolve-options.ts'
import type { Output } from '../ports.ts'
import { codeOfSignal } from './process.ts'
import { relaySignals, type Signaller } from './relay-signals.ts'

export interface ChildCommand {
  /** The command and its arguments. */
  readonly command: readonly string[]
  readonly environment: Environment
  readonly signaller: Signaller
  /** For messages about signals. */
  readonly write: Output
}

export type ChildEnd =
  /** The exit code, or 128 plus the number of the signal that ended the command. */
  | { readonly kind: 'ended'; readonly code: number }
  /** 127 if the command was not found, 126 if it cannot be run. */
  | { readonly kind: 'not-started'; readonly code: number; readonly reason: string }

export const runChild = async ({ command, environment, signaller, write }: ChildCommand): Promise<ChildEnd> => {
  const [name = '', ...args] = command
  let child: ChildProcess
  try {
    // Its own session makes it the leader of a process group, which signals can be sent to.
    const detached = signaller.platform !== 'win32'
    child = spawn(name, args, { stdio: 'inherit', env: { ...environment }, detached })
  } catch (error) {
    // Some errors are emitted as an event, others are thrown.
    return describeFailure(name, error)
  }
  const relay = child.pid === undefined ? undefined : relaySignals(child.pid, signaller, write)
  const end = await waitForEnd(child, name)
  await relay?.finish()
  return end
}

const waitForEnd = (child: ChildProcess, name: string): Promise<ChildEnd> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(describeFailure(name, error)))
    child.once('exit', (code, signal) =>
      resolve({ kind: 'ended', code: code ?? (signal === null ? 1 : codeOfSignal(signal)) }),
    )
  })

const describeFailure = (name: string, error: unknown): ChildEnd => {
  const quoted = JSON.stringify(name)
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (isMissing && !(/[/\\]/.test(name) && existsSync(name)))
    return {
      kind: 'not-started',
      code: 127,
      reason: `command ${quoted} not found; check the spelling, and that it is installed`,
    }
  const cause = isMissing
    ? 'the interpreter in its first line (#!) was not found'
    : error instanceof Error
      ? error.message
      : String(error)
  return { kind: 'not-started', code: 126, reason: `${quoted} cannot be run: ${cause}` }
}

/**
 * Runs another command to its end, as a shell would: its own streams, its own exit code.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import spawn from 'cross-spawn'
import type { Environment } from '../options.ts'
import type { Output } from '../ports.ts'
import { relaySignals, type Signaller } from './relay-signals.ts'

export interface ChildCommand {
  /** The command and its arguments. */
  readonly command: readonly string[]
  readonly environment: Environment
  readonly signaller: Signaller
  /** For words about signals. */
  readonly say: Output
}

export type ChildEnd =
  /** 128 and the number of the signal where one ended it. */
  | { readonly kind: 'ended'; readonly code: number }
  /** 127 where there is no such command, 126 where it cannot be run. */
  | { readonly kind: 'not-started'; readonly code: number; readonly reason: string }

/** As shells tell that a signal ended a command. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

export const runChild = async ({ command, environment, signaller, say }: ChildCommand): Promise<ChildEnd> => {
  const [name = '', ...args] = command
  let child: ChildProcess
  try {
    // A session of its own makes it the leader of a group, which signals can be sent to.
    const detached = signaller.platform !== 'win32'
    child = spawn(name, args, { stdio: 'inherit', env: { ...environment }, detached })
  } catch (error) {
    // Some reasons come as an event, some are thrown.
    return describeFailure(name, error)
  }
  const relay = child.pid === undefined ? undefined : relaySignals(child.pid, signaller, say)
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
    return { kind: 'not-started', code: 127, reason: `there is no command ${quoted}; is it installed, and spelled so?` }
  const why = isMissing
    ? 'the program that its first line names is not there'
    : error instanceof Error
      ? error.message
      : String(error)
  return { kind: 'not-started', code: 126, reason: `${quoted} cannot be run: ${why}` }
}

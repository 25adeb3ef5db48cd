/**
 * Runs another command to its end, as a shell would: its own streams, its own exit code, signals passed on to all that
 * it has started.
 */
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import spawn from 'cross-spawn'
import type { Process } from './process.ts'

export interface ChildCommand extends Pick<Process, 'environment' | 'onSignal' | 'platform' | 'kill'> {
  /** The command and its arguments. */
  readonly command: readonly string[]
}

export type ChildEnd =
  /** 128 and the number of the signal where one ended it. */
  | { readonly kind: 'ended'; readonly code: number }
  /** 127 where there is no such command, 126 where it cannot be run. */
  | { readonly kind: 'not-started'; readonly code: number; readonly reason: string }

/** How long what was started may take to end after its command did, once a signal has asked for it. */
const grace = 2_000

export const runChild = async ({
  command: [name = '', ...args],
  environment,
  onSignal,
  platform,
  kill,
}: ChildCommand): Promise<ChildEnd> => {
  // A group of its own lets a signal reach grandchildren too; Windows has no such groups.
  const hasGroups = platform !== 'win32'
  const child = spawn(name, args, { stdio: 'inherit', env: { ...environment }, detached: hasGroups })
  /** To the command and all that it has started. False where nothing of it is left. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    if (child.pid === undefined) return false
    try {
      kill(hasGroups ? -child.pid : child.pid, signal)
      return true
    } catch {
      return false
    }
  }
  let signals = 0
  onSignal((signal) => {
    signals++
    // The first is passed on as it came; who sends a second does not want to wait.
    send(signals === 1 ? signal : 'SIGKILL')
  })
  const end = await waitForEnd(child, name)
  if (signals > 0 && hasGroups) await endAll(send)
  return end
}

const waitForEnd = (child: ChildProcess, name: string): Promise<ChildEnd> =>
  new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({
        kind: 'not-started',
        code: error.code === 'ENOENT' ? 127 : 126,
        reason:
          error.code === 'ENOENT'
            ? `there is no command ${JSON.stringify(name)}; is it installed, and spelled so?`
            : `${JSON.stringify(name)} cannot be run: ${error.message}`,
      }),
    )
    child.once('exit', (code, signal) =>
      resolve({ kind: 'ended', code: code ?? 128 + (signal ? constants.signals[signal] : 0) }),
    )
  })

/** Sees to it that nothing which the command has started outlives it. */
const endAll = async (send: (signal: NodeJS.Signals | 0) => boolean): Promise<void> => {
  const until = performance.now() + grace
  while (send(0)) {
    if (performance.now() > until) {
      send('SIGKILL')
      return
    }
    await sleep(20)
  }
}

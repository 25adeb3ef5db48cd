/**
 * Forwards signals from Standin to the command that it runs and to all processes that the command has started. The command
 * has its own session, so Ctrl-C in the terminal reaches only Standin, and the command receives it once.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../ports.ts'
import type { Process } from './process.ts'

export type Signaller = Pick<Process, 'onSignal' | 'kill' | 'pid' | 'platform'>

export interface Relay {
  /** Call it when the command has ended. After a signal, it resolves when no process that the command started is left. */
  readonly finish: () => Promise<void>
}

/** Signals that ask a command to end. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * In milliseconds. `repeat`: npm forwards a signal that the terminal has already sent to Standin, so a second signal within
 * this time counts as the same one. `reminder`: time until Standin prints that the command is still running. `grace`: time
 * that the command's remaining processes have to end after it. `death`: time to wait for those that were killed, which can be
 * endless: a zombie whose parent does not read its exit code is never gone.
 */
const times = { repeat: 500, reminder: 2_000, grace: 5_000, death: 1_000 } as const

/** From now on forwards signals to the process and all processes that it has started. */
export const relaySignals = (child: number, { onSignal, kill, pid, platform }: Signaller, write: Output): Relay => {
  const group = platform === 'win32' ? createTree(child) : createGroup(child, kill)
  let first: number | undefined
  let reminder: NodeJS.Timeout | undefined
  onSignal(endSignals, (signal) => {
    if (first !== undefined && performance.now() - first < times.repeat) return
    clearTimeout(reminder)
    if (first !== undefined) return group.kill()
    first = performance.now()
    group.send(signal)
    const message = `standin: ${signal} was sent to the command, which is still running; send it again to kill the command`
    reminder = setTimeout(() => write(message), times.reminder)
  })
  onSignal(['SIGCONT', 'SIGWINCH'], (signal) => group.send(signal))
  // SIGTSTP has no effect in a session without a terminal, so SIGSTOP is sent instead.
  onSignal(['SIGTSTP'], () => {
    group.send('SIGSTOP')
    kill(pid, 'SIGSTOP')
  })
  return {
    finish: async () => {
      if (first !== undefined) await waitForRest(group)
      clearTimeout(reminder)
    },
  }
}

/** A command and all processes that it has started. */
interface Group {
  readonly send: (signal: NodeJS.Signals) => void
  /** Kills them. */
  readonly kill: () => void
  readonly isAlive: () => boolean
}

const createGroup = (leader: number, kill: Process['kill']): Group => {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      kill(-leader, signal)
      return true
    } catch {
      // No process is left.
      return false
    }
  }
  return { send, kill: () => send('SIGKILL'), isAlive: () => send(0) }
}

/** Windows has no signals to forward; Ctrl-C reaches all processes of a console by itself. */
const createTree = (root: number): Group => ({
  send: () => {},
  kill: () => {
    spawn('taskkill', ['/pid', String(root), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {})
  },
  isAlive: () => false,
})

const waitForRest = async (group: Group): Promise<void> => {
  if (await hasEnded(group, times.grace)) return
  group.kill()
  await hasEnded(group, times.death)
}

/** Whether no process is left, at the latest after these milliseconds. */
const hasEnded = async (group: Group, limit: number): Promise<boolean> => {
  const deadline = performance.now() + limit
  while (group.isAlive() && performance.now() < deadline) await sleep(20)
  return !group.isAlive()
}

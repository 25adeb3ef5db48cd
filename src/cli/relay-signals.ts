/**
 * Signals to Standin that are meant for the command that it runs: passed on to the command and to all that it has
 * started. The command has a session of its own, so a key pressed in the terminal comes to Standin alone, and reaches
 * the command once.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../ports.ts'
import type { Process } from './process.ts'

export type Signaller = Pick<Process, 'onSignal' | 'kill' | 'pid' | 'platform'>

export interface Relay {
  /** To be called once the command has ended: after a signal, resolves when nothing that it has started is left. */
  readonly finish: () => Promise<void>
}

/** What asks a command to end. */
const ending = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * In milliseconds. `again`: npm passes on the signal that the terminal has given to both, so what comes sooner is the
 * same key. `patience`: how long a command may take before a word about it. `grace`: how long what it has started may
 * take after it.
 */
const times = { again: 500, patience: 2_000, grace: 5_000 } as const

/** From now on signals go to the process and all that it has started. */
export const relaySignals = (child: number, { onSignal, kill, pid, platform }: Signaller, say: Output): Relay => {
  const group = platform === 'win32' ? createTree(child) : createGroup(child, kill)
  let first: number | undefined
  let reminder: NodeJS.Timeout | undefined
  onSignal(ending, (signal) => {
    if (first !== undefined && performance.now() - first < times.again) return
    clearTimeout(reminder)
    if (first !== undefined) return group.end()
    first = performance.now()
    group.send(signal)
    const word = `standin: ${signal} was passed on, and the command still runs; a second one ends it`
    reminder = setTimeout(() => say(word), times.patience)
  })
  onSignal(['SIGCONT', 'SIGWINCH'], (signal) => group.send(signal))
  // In a session without a terminal SIGTSTP does nothing, so it is the stop that cannot be declined.
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

/** A command with all that it has started. */
interface Group {
  readonly send: (signal: NodeJS.Signals) => void
  /** At once, without asking. */
  readonly end: () => void
  readonly isAlive: () => boolean
}

const createGroup = (leader: number, kill: Process['kill']): Group => {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      kill(-leader, signal)
      return true
    } catch {
      // Nothing of it is left.
      return false
    }
  }
  return { send, end: () => send('SIGKILL'), isAlive: () => send(0) }
}

/** Windows has no signals to send; the keys of a console reach all that run in it without us. */
const createTree = (root: number): Group => ({
  send: () => {},
  end: () => {
    spawn('taskkill', ['/pid', String(root), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {})
  },
  isAlive: () => false,
})

const waitForRest = async (group: Group): Promise<void> => {
  const until = performance.now() + times.grace
  while (group.isAlive() && performance.now() < until) await sleep(20)
  if (group.isAlive()) group.end()
}

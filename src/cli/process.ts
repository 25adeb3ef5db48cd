/**
 * The process as the commands see it: what enters at the edge and is passed in.
 */
import type { Writable } from 'node:stream'
import type { Environment } from '../options.ts'

export interface Process {
  /** Arguments without the program's own name. */
  readonly args: readonly string[]
  readonly environment: Environment
  readonly stdout: Writable
  readonly stderr: Writable
  /** Whether stdout may be coloured. */
  readonly color: boolean
  /** Whether stderr may be coloured. */
  readonly errorColor: boolean
  /** Calls back each time that one of the signals comes, which then does nothing else. */
  readonly onSignal: (signals: readonly NodeJS.Signals[], callback: (signal: NodeJS.Signals) => void) => void
  readonly exit: (code: number) => void
  readonly pid: number
  /** As Node's process.platform. */
  readonly platform: NodeJS.Platform
  /** As Node's process.kill: signal 0 only asks whether there is such a process; a negative number is a group. */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void
}

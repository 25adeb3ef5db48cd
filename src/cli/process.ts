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
  /** Whether output may be coloured. */
  readonly color: boolean
  /** Calls back at each SIGINT, SIGTERM and SIGHUP, with its name. */
  readonly onSignal: (callback: (signal: NodeJS.Signals) => void) => void
  readonly exit: (code: number) => void
  /** As Node's process.platform. */
  readonly platform: NodeJS.Platform
  /** As Node's process.kill: signal 0 only asks whether there is such a process; a negative number is a group. */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void
}

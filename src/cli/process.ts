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
  /** Calls back once, at the next SIGINT or SIGTERM, with its name. */
  readonly onSignal: (callback: (signal: string) => void) => void
  readonly exit: (code: number) => void
}

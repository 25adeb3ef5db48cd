/**
 * The process as the commands see it. Everything of it is passed in, so that a test can run a command in process.
 */
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../options/resolve-options.ts'

/** A stream, as far as text is written to it. */
export interface TextOutput {
  readonly write: (text: string) => unknown
}

export interface Process {
  /** Arguments without the program's own name. */
  readonly args: readonly string[]
  readonly environment: Environment
  readonly stdout: TextOutput
  readonly stderr: TextOutput
  /** Standard input and output as streams, for a command that speaks a protocol over them. */
  readonly openStreams: () => { readonly input: Readable; readonly output: Writable }
  /** Whether stdout may be coloured. */
  readonly color: boolean
  /** Whether stderr may be coloured. */
  readonly errorColor: boolean
  /** Width of the terminal; undefined if stdout is not a terminal. */
  readonly columns: number | undefined
  /** Width of the terminal; undefined if stderr is not a terminal. */
  readonly errorColumns: number | undefined
  /** Registers a handler for signals; it replaces their default action. */
  readonly onSignal: (signals: readonly NodeJS.Signals[], callback: (signal: NodeJS.Signals) => void) => void
  readonly exit: (code: number) => void
  readonly pid: number
  /** As Node's process.platform. */
  readonly platform: NodeJS.Platform
  /** As Node's process.kill: signal 0 only tests whether the process exists; a negative number is a process group. */
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => void
}

/** Exit codes of all commands; docs/errors.md explains them. */
export const exitCodes = { success: 0, failed: 1, usage: 2, load: 3, interrupted: 130 } as const

/** The exit code that shells use for a command ended by a signal. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

const maxWidth = 100

/** Narrower terminals get lines of this width. */
const minWidth = 40

/** The width of prose: that of the terminal, at most 100. */
export const lineWidth = ({ columns }: Pick<Process, 'columns'>): number => Math.min(tableWidth(columns), maxWidth)

/** The width of tables: that of the terminal; unbounded without a terminal. */
export const tableWidth = (columns: number | undefined): number =>
  columns === undefined || columns === 0 ? Number.POSITIVE_INFINITY : Math.max(columns, minWidth)

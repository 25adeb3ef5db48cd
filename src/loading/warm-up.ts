/**
 * Compiles operations while nothing else is to do, so that fewer first requests wait for it. One slice at a time, and none
 * while the process is busy; it keeps no process alive. For a server that somebody started: a test suite would pay for
 * operations that it never calls.
 */
import { performance } from 'node:perf_hooks'
import type { Operation } from '../contract/operation/operation.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'

/** Milliseconds: before the first slice, of a slice (at least one operation), between two, and after a look that found the process busy. */
const times = { start: 300, slice: 4, pause: 20, busy: 200 } as const

/** Share of the time since the last look above which the process has something better to do. */
const busyShare = 0.2

/** Returns what stops it. */
export const warmUp = (operations: Iterable<Operation>): (() => void) => {
  const pending = operations[Symbol.iterator]()
  let seen = performance.eventLoopUtilization()
  let timer: NodeJS.Timeout | undefined

  const runIn = (delay: number): void => {
    timer = setTimeout(step, delay)
    timer.unref()
  }

  const step = (): void => {
    const isBusy = performance.eventLoopUtilization(seen).utilization > busyShare
    const isDone = !isBusy && compileSlice(pending)
    seen = performance.eventLoopUtilization()
    if (!isDone) runIn(isBusy ? times.busy : times.pause)
  }

  runIn(times.start)
  return () => clearTimeout(timer)
}

/** True where none is left. */
const compileSlice = (pending: Iterator<Operation>): boolean => {
  const end = performance.now() + times.slice
  do {
    const next = pending.next()
    if (next.done) return true
    tryCompile(next.value)
  } while (performance.now() < end)
  return false
}

/** What cannot be compiled says so to whoever calls it. */
const tryCompile = (operation: Operation): void => {
  try {
    operation.compile()
  } catch (error) {
    if (!(error instanceof SchemaCompileError)) throw error
  }
}

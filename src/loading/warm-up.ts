/**
 * Does what the first requests would wait for: generates some records before the server listens, and compiles operations while it
 * is idle, in short slices. It pauses while the process is busy, and does not keep the process alive. Only `standin serve` uses it: a
 * test suite would pay for operations that it never calls.
 */
import { performance } from 'node:perf_hooks'
import type { Resource } from '../behaviours/records/resource.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import { itemsNode, type PropertyView, viewObject } from '../contract/schema/schema-view.ts'
import type { EmbeddedStore } from '../store/embedded-store.ts'

/** With more properties, a record takes too long, and leads through little code that the others do not. */
const heaviest = 150

/**
 * Generates a record of the first resource, and one of that with the most properties: it takes longest, and leads through most of the
 * code. Then neither the first request nor those for other resources wait as long.
 */
export const generateAhead = (store: EmbeddedStore, resources: readonly Resource[]): void => {
  const [first, ...others] = resources.filter(({ key }) => store.isPending(key))
  if (!first) return
  store.generateOne(first.key)
  let largest: { readonly key: string; readonly weight: number } | undefined
  for (const resource of others) {
    const weight = weightOf(resource)
    if (weight <= heaviest && weight > (largest?.weight ?? 0)) largest = { key: resource.key, weight }
  }
  if (largest) store.generateOne(largest.key)
}

/** The number of its properties, and of those of the objects in them. */
const weightOf = ({ document: { files }, schema }: Resource): number => {
  const { properties } = viewObject(files, schema)
  const inner = ({ node }: PropertyView): number => viewObject(files, itemsNode(files, node) ?? node).properties.size
  return [...properties.values()].reduce((sum, property) => sum + 1 + inner(property), 0)
}

/** In milliseconds: `start` before the first slice, `slice` the length of one, `pause` between two, `busy` if the process is busy. */
const times = { start: 300, slice: 4, pause: 20, busy: 200 } as const

/** The event loop utilization above which the process counts as busy. */
const busyUtilization = 0.2

/** Returns a function that stops it. */
export const warmUp = (operations: Iterable<Operation>): (() => void) => {
  const pending = operations[Symbol.iterator]()
  let lastCheck = performance.eventLoopUtilization()
  let timer: NodeJS.Timeout | undefined

  const runIn = (delay: number): void => {
    timer = setTimeout(step, delay)
    timer.unref()
  }

  const step = (): void => {
    const isBusy = performance.eventLoopUtilization(lastCheck).utilization > busyUtilization
    const isDone = !isBusy && compileSlice(pending)
    lastCheck = performance.eventLoopUtilization()
    if (!isDone) runIn(isBusy ? times.busy : times.pause)
  }

  runIn(times.start)
  return () => clearTimeout(timer)
}

/** Returns true if no operation is left. */
const compileSlice = (pending: Iterator<Operation>): boolean => {
  const end = performance.now() + times.slice
  do {
    const next = pending.next()
    if (next.done) return true
    tryCompile(next.value)
  } while (performance.now() < end)
  return false
}

/** An operation that cannot be compiled reports it when it is called. */
const tryCompile = (operation: Operation): void => {
  try {
    operation.compile()
  } catch (error) {
    if (!(error instanceof SchemaCompileError)) throw error
  }
}

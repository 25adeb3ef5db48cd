/**
 * The memory that is in use once garbage has been collected. Importing this file makes Node expose the collector.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the garbage collector. The global object does not get one. */
const exposeCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') throw new Error('this Node has no garbage collector to call')
  return () => void collect()
}

export const collectGarbage = exposeCollector()

/** Bytes of the heap and of buffers, after three turns of the event loop: weak references are strong for one. */
export const measureUsedMemory = async (): Promise<number> => {
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn()
    collectGarbage()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/**
 * How long the processor has worked on the first thread of a process: what something takes where nothing else runs.
 */
import { readFileSync } from 'node:fs'

/** Milliseconds; 0 where the system does not report it. */
export const busyTime = (pid: number | undefined): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/**
 * The test's side of watched-files.js: says which folder to watch, when its changes fail, and reads the trace.
 */
import { readFileSync } from 'node:fs'
import { setEnvironmentData } from 'node:worker_threads'

/** A change of a file, in the order in which they were made. */
export type FileChange = { readonly path: string; readonly number: number } & (
  | { readonly kind: 'create' | 'sync' | 'unlink' | 'folder' }
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }
  | { readonly kind: 'rename'; readonly to: string }
)

export interface Failures {
  /** The number of the first change that fails, counted from the beginning of the watch. */
  readonly from: number
  /** How many changes fail in a row. */
  readonly count: number
  readonly error: 'EIO' | 'ENOSPC'
}

export interface WatchedFolder {
  /** Changes so far. */
  readonly changes: () => number
  /** Changes that failed. */
  readonly failed: () => number
  /** From now on changes succeed. */
  readonly heal: () => void
  readonly stop: () => void
}

/** Watches a folder, from the next worker on. `trace` is a file that all changes are written to. */
export const watchFolder = (folder: string, failures?: Failures, trace?: string): WatchedFolder => {
  const state = new Int32Array(new SharedArrayBuffer(5 * Int32Array.BYTES_PER_ELEMENT))
  if (failures) {
    const { from, count, error } = failures
    state.set([0, from, Math.min(from + count, 2 ** 31 - 1), error === 'ENOSPC' ? 1 : 0])
  }
  setEnvironmentData('watched-files', { folder, state, trace })
  return {
    changes: () => Atomics.load(state, 0),
    failed: () => Atomics.load(state, 4),
    heal: () => Atomics.store(state, 1, 0),
    stop: () => setEnvironmentData('watched-files', undefined),
  }
}

/** The changes in a trace. */
export const readTrace = (file: string): readonly FileChange[] => {
  const bytes = readFileSync(file)
  const changes: FileChange[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at + 4
    const end = start + bytes.readUInt32LE(at)
    const { length, ...head }: FileChange & { readonly length: number } = JSON.parse(bytes.toString('utf8', start, end))
    changes.push({ ...head, bytes: bytes.subarray(end, end + length) } as FileChange)
    at = end + length
  }
  return changes
}

/**
 * Opens the place where sandboxes are stored: a folder, or a store that several processes share.
 */
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { packageFolder } from '../package-folder.ts'
import type { DurabilityParts } from './durability.ts'

/** The worker as it is built: Node 20 does not run TypeScript in a worker. */
const workerFile = join(packageFolder, 'dist', 'log', 'file', 'worker.js')

export interface StoragePlace {
  /** A folder. */
  readonly data?: string | undefined
  /** The address of a store. */
  readonly store?: string | undefined
}

/**
 * Undefined: sandboxes are in memory only. `report` is called with failures that affect no request. Rejects with LogError,
 * UsageError.
 */
export const openStorage = async (
  { data, store }: StoragePlace,
  report: (error: unknown) => void,
): Promise<DurabilityParts | undefined> => {
  if (data !== undefined && store !== undefined)
    throw new UsageError('only one of --data and --store can be given: sandboxes are stored in one place')
  // SQLite and the client of the store are loaded only where something is stored.
  if (data !== undefined) {
    const { openFileLog } = await import('../log/file/file-log.ts')
    return { log: await openFileLog({ folder: data, workerFile }), place: data, report }
  }
  if (store === undefined) return undefined
  const { openRedisLog, labelOf } = await import('../log/redis/redis-log.ts')
  return { log: await openRedisLog({ url: store, report }), place: labelOf(store), report }
}

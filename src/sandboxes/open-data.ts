/**
 * Opens a folder in which sandboxes are stored.
 */
import { join } from 'node:path'
import { packageFolder } from '../package-folder.ts'
import type { DurabilityParts } from './durability.ts'

/** The worker as it is built: Node 20 does not run TypeScript in a worker. */
const workerFile = join(packageFolder, 'dist', 'log', 'file', 'worker.js')

/** `report` is called with failures that affect no request. Rejects with LogError. */
export const openData = async (folder: string, report: (error: unknown) => void): Promise<DurabilityParts> => {
  // SQLite is loaded only where something is stored.
  const { openFileLog } = await import('../log/file/file-log.ts')
  return { log: await openFileLog({ folder, workerFile }), place: folder, report }
}

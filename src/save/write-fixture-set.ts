/**
 * Writes a sandbox as a fixture set: a folder with a JSON file for each resource that has records, next-ids.json and
 * keys.json. It deletes nothing, and overwrites only what it has written itself: next-ids.json shows that.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../errors.ts'
import { writeFixtureFile } from '../loading/fixture-file.ts'
import { keysName, nextIdsName } from '../loading/fixture-names.ts'
import { makeFolder } from '../make-folder.ts'
import type { Json } from '../ports.ts'
import type { ExportedSet } from './exported-set.ts'

export interface WrittenSet {
  /** Number of records. */
  readonly records: number
  /** Number of resources that have records. */
  readonly resources: number
}

const marker = `${nextIdsName}.json`

/** Throws UsageError if the folder has other files, or if a file cannot be written. */
export const writeFixtureSet = async (folder: string, exported: ExportedSet): Promise<WrittenSet> => {
  const existing = await listFiles(folder)
  rejectForeign(folder, existing, exported)
  for (const [name, data] of planFiles(exported, new Set(existing))) await write(folder, name, data)
  const counts = [...exported.records.values()].map((items) => items.length)
  return {
    records: counts.reduce((sum, count) => sum + count, 0),
    resources: counts.filter((count) => count > 0).length,
  }
}

/** The content of each file. The marker is first: if writing is interrupted, the folder can be written again. */
const planFiles = (
  { records, nextIds, keys }: ExportedSet,
  existing: ReadonlySet<string>,
): ReadonlyMap<string, Json> => {
  const files = new Map<string, Json>()
  const isUsed = (name: string): boolean => (records.get(name) ?? []).length > 0
  // Most documents have many resources without records. They get no file and no line.
  files.set(marker, Object.fromEntries([...nextIds].filter(([name, next]) => isUsed(name) || Number(next) !== 1)))
  for (const [name, items] of records)
    if (isUsed(name) || existing.has(`${name}.json`)) files.set(`${name}.json`, items)
  if (keys !== undefined) files.set(`${keysName}.json`, keys)
  return files
}

const write = async (folder: string, name: string, data: Json): Promise<void> => {
  const file = join(folder, name)
  try {
    await makeFolder(dirname(file))
    await writeFixtureFile(file, data)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const advice = `${folder} is incomplete: save again when the cause is removed`
    throw new UsageError(`${file} cannot be written: ${reason}. ${advice}`, { cause: error })
  }
}

/** Files of the folder and of its subfolders, without hidden ones; none if there is no folder. */
const listFiles = async (folder: string): Promise<readonly string[]> => {
  const files: string[] = []
  for (const entry of await readFolder(folder)) {
    if (!entry.isDirectory()) files.push(entry.name)
    else for (const inner of await readFolder(join(folder, entry.name))) files.push(`${entry.name}/${inner.name}`)
  }
  return files
}

const readFolder = async (folder: string) => {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter(({ name }) => !name.startsWith('.'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const reason = code === 'ENOTDIR' ? 'it is a file; the fixture set needs a folder' : message
    throw new UsageError(`${folder} cannot be used: ${reason}`, { cause: error })
  }
}

/** Throws UsageError if the folder has files that are not from an earlier save of the same resources. */
const rejectForeign = (folder: string, existing: readonly string[], { records, keys }: ExportedSet): void => {
  if (existing.length === 0) return
  const own = new Set([marker, ...[...records.keys()].map((name) => `${name}.json`)])
  if (keys !== undefined) own.add(`${keysName}.json`)
  const foreign = existing.includes(marker) ? existing.filter((file) => !own.has(file)) : existing
  if (foreign.length === 0) return
  const shown = foreign.slice(0, 5).join(', ') + (foreign.length > 5 ? ` and ${foreign.length - 5} more` : '')
  throw new UsageError(
    existing.includes(marker)
      ? `${folder} has files that would not belong to the saved set: ${shown}; delete them, or choose another folder. Nothing was written`
      : `${folder} has files that standin save did not write: ${shown}; choose a new folder. Nothing was written`,
  )
}

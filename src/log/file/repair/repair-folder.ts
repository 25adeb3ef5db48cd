/**
 * Writes what can be read of a damaged folder into a new one. The damaged folder is not changed.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../../../errors.ts'
import { makeFolder } from '../../../make-folder.ts'
import { LogError } from '../../log.ts'
import { openDatabase } from '../database.ts'
import { databaseName, readMarker, syncFolder } from '../folder.ts'
import { findOwner, inUse } from '../folder-lock.ts'
import { LogDatabase } from '../log-database.ts'
import { DatabasePages } from './database-pages.ts'
import { planRepair, type RepairPlan } from './plan-repair.ts'
import { Salvage } from './salvage.ts'
import { writeRepair } from './write-repair.ts'

export interface Repair {
  /** The damaged folder. */
  readonly from: string
  /** The new folder: it must not exist, or be empty. */
  readonly to: string
}

/** Resolves with what became of each log. Rejects with UsageError, and LogError: in-use, damaged, unavailable. */
export const repairFolder = async ({ from, to }: Repair): Promise<Pick<RepairPlan, 'outcomes' | 'unnamed'>> => {
  checkFolders(from, to)
  await checkOwner(from)
  const target = resolve(to)
  try {
    await makeFolder(dirname(target))
    // Complete or not there at all: written under another name first.
    const folder = mkdtempSync(`${target}-`)
    try {
      const plan = repairInto(folder, from)
      await checkOwner(from)
      if (existsSync(target)) rmdirSync(target)
      renameSync(folder, target)
      syncFolder(dirname(target))
      return plan
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  } catch (error) {
    if (error instanceof LogError) throw error
    const problem = error instanceof Error ? error.message : String(error)
    throw new LogError('unavailable', `${from} cannot be repaired: ${problem}`, { cause: error })
  }
}

/** Throws UsageError, LogError. */
const checkFolders = (from: string, to: string): void => {
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${from} is not a folder`)
  const marker = readMarker(from)
  if (marker.kind === 'other-format') throw new LogError('damaged', marker.message)
  if (!existsSync(join(from, databaseName))) {
    if (marker.kind === 'missing') throw new UsageError(`${from} has no ${databaseName}: no sandboxes are stored in it`)
    throw new LogError('damaged', `${join(from, databaseName)} is missing: nothing can be repaired`)
  }
  const target = statSync(to, { throwIfNoEntry: false })
  if (target && !(target.isDirectory() && readdirSync(to).length === 0))
    throw new UsageError(`${to} already exists; move it, or name another new folder with --to`)
}

const checkOwner = async (folder: string): Promise<void> => {
  const owner = await findOwner(folder)
  if (owner !== undefined) throw inUse(folder, owner)
}

const repairInto = (folder: string, from: string): RepairPlan => {
  const pages = new DatabasePages(copyInterrupted(from, join(folder, 'source')) ?? join(from, databaseName))
  try {
    const salvage = new Salvage(pages)
    const plan = planRepair(salvage)
    if (plan.outcomes.length + plan.unnamed === 0)
      throw new LogError('damaged', `${join(from, databaseName)}: no sandbox can be read; nothing was written`)
    writeRepair(folder, salvage, plan)
    // Opens it as a server would, which also writes the marker.
    const database = new LogDatabase(folder)
    database.list()
    database.close()
    return plan
  } finally {
    pages.close()
    rmSync(join(folder, 'source'), { recursive: true, force: true })
  }
}

/** After a kill in the middle of a transaction, a copy in which SQLite undoes it; undefined if there was none. */
const copyInterrupted = (from: string, to: string): string | undefined => {
  const journal = `${databaseName}-journal`
  if ((statSync(join(from, journal), { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  mkdirSync(to)
  for (const file of [databaseName, journal]) copyFileSync(join(from, file), join(to, file))
  const database = openDatabase(join(to, databaseName))
  try {
    database.all('select name from sqlite_master', [])
  } catch {
    // The file is damaged as well.
  } finally {
    database.close()
  }
  return join(to, databaseName)
}

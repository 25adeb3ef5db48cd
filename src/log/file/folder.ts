/**
 * The files in a folder of logs, and the marker, which is written when the folder is first used: without it, a lost
 * database would look like a new folder.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { LogError } from '../log.ts'

export const databaseName = 'standin.db'

const markerName = 'standin.json'

/** The format of the database. */
const format = 2

export type Marker =
  | { readonly kind: 'missing' }
  | { readonly kind: 'current' }
  | { readonly kind: 'other-format'; readonly message: string }
  | { readonly kind: 'damaged'; readonly problem: string }

/** Opening a pipe would wait for whoever writes to it. Throws LogError for what is not a file. */
export const checkFiles = (folder: string): void => {
  for (const name of [databaseName, `${databaseName}-journal`, markerName, `${markerName}.new`]) {
    const file = join(folder, name)
    const status = statSync(file, { throwIfNoEntry: false })
    if (status && !status.isFile())
      throw new LogError('unavailable', `${file} is not a file; delete it, or choose another folder with --data`)
  }
}

/** Throws the errors of the file system, except where there is no marker. */
export const readMarker = (folder: string): Marker => {
  const text = readText(join(folder, markerName))
  if (text === undefined) return { kind: 'missing' }
  const found = /^\{"format":(\d{1,6})\}\n$/.exec(text)?.[1]
  if (found === undefined) return { kind: 'damaged', problem: `${markerName} does not contain the format` }
  if (Number(found) === format) return { kind: 'current' }
  return { kind: 'other-format', message: describeOther(folder, Number(found)) }
}

const describeOther = (folder: string, found: number): string =>
  `${folder} has format ${found}, and this version of Standin reads format ${format}; ${
    found > format ? 'update Standin' : 'use the version that wrote it'
  }, or choose another folder with --data`

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Complete or not there at all, whenever the power is cut. */
export const writeMarker = (folder: string): void => {
  const file = join(folder, markerName)
  const handle = openSync(`${file}.new`, 'w')
  try {
    writeSync(handle, `{"format":${format}}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.new`, file)
  syncFolder(folder)
}

/** SQLite syncs its files, but not the folder that names them. On Windows a folder cannot be synced. */
export const syncFolder = (folder: string): void => {
  if (platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

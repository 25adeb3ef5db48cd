/**
 * One file of a fixture set, as lowdb's file adapter reads and writes it. A file is replaced at once, by renaming a complete
 * one, so that nobody reads a part of it.
 */
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Low } from 'lowdb'
import { DataFile, TextFile } from 'lowdb/node'
import { checkFile, readText, unreadable } from '../contract/document/read-file.ts'
import { parseSource, type Source } from '../contract/document/source.ts'
import { formatJson, parseJsonText } from '../contract/values/json-text.ts'
import { LoadError } from '../errors.ts'
import type { Json } from '../ports.ts'

/** Reads and parses a file. Throws LoadError if it cannot be read, or is neither YAML nor JSON. */
export const readFixtureFile = async (file: string): Promise<Source> => parseSource(file, await readFixtureText(file))

const readFixtureText = async (file: string): Promise<string> => {
  await checkFile(file, { found: dirname(file) })
  try {
    const text = await new TextFile(file).read()
    // It replaces what is not UTF-8.
    if (text?.includes('\uFFFD')) return await readText(file, { found: dirname(file) })
    if (text !== null) return text
  } catch (error) {
    throw error instanceof LoadError ? error : unreadable(file, error)
  }
  // lowdb returns null for a file that does not exist: it was deleted after the folder was listed.
  throw unreadable(file, { code: 'ENOENT' })
}

/** Writes an array or object as JSON that people can edit; integers keep all digits. Rejects with the error of the system. */
export const writeFixtureFile = async (file: string, data: Json): Promise<void> => {
  const adapter = new DataFile<Json>(file, { parse: (text) => parseJsonText(text).exact, stringify: formatJson })
  const database = new Low<Json>(adapter, data)
  try {
    await database.write()
  } catch (error) {
    // The incomplete file that lowdb's writer leaves.
    await rm(join(dirname(file), `.${basename(file)}.tmp`), { force: true }).catch(() => {})
    throw error
  }
}

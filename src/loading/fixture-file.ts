/**
 * One file of a fixture set, as lowdb's file adapter reads it.
 */
import { TextFile } from 'lowdb/node'
import { parseSource, type Source, unreadable } from '../contract/document/source.ts'

/** Reads and parses a file. Throws LoadError if it cannot be read, or is neither YAML nor JSON. */
export const readFixtureFile = async (file: string): Promise<Source> => parseSource(file, await readText(file))

const readText = async (file: string): Promise<string> => {
  try {
    const text = await new TextFile(file).read()
    if (text !== null) return text
  } catch (error) {
    throw unreadable(file, error)
  }
  // lowdb returns null for a file that does not exist: it was deleted after the folder was listed.
  throw unreadable(file, { code: 'ENOENT' })
}

/**
 * Creates a folder, and those that it is in. Node's own recursive mkdir tries for ever where a file system reports that the
 * folder above is missing although it is there, as /proc does; the process then cannot be stopped. At the root of src, because
 * most parts that write files need it.
 */
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** `mode`: of the folders that are created. Rejects with an error of the file system. */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  const missing: string[] = []
  for (let path = resolve(folder); !(await isFolder(path)); path = dirname(path)) {
    missing.unshift(path)
    if (dirname(path) === path) break
  }
  for (const path of missing) await makeOne(path, mode)
}

const makeOne = async (path: string, mode: number | undefined): Promise<void> => {
  try {
    await mkdir(path, mode)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST' || !(await isFolder(path))) throw error
  }
}

/** False if there is nothing. A file is something: mkdir reports it. */
const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

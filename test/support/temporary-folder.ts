/**
 * A real folder for one test, deleted afterwards.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TemporaryFolder extends AsyncDisposable {
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Deletes the folder with its content. */
  readonly remove: () => Promise<void>
}

/** Creates a folder and writes the files, which are named relative to it. */
export const createTemporaryFolder = async (files: Readonly<Record<string, string>> = {}): Promise<TemporaryFolder> => {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'standin-')))
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const remove = () => rm(path, { recursive: true, force: true })
  return { path, remove, [Symbol.asyncDispose]: remove }
}

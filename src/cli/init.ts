/**
 * `standin init document`: creates fixtures, scenarios and an overlay for a document, so that `standin` without arguments
 * serves the folder. If one of the files already exists, nothing is written.
 */
import { constants, copyFile, stat, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { UsageError } from '../errors.ts'
import { createAddressReader } from '../http-client/read-address.ts'
import { type PlannedFile, planFiles } from '../init/plan-files.ts'
import { locateDocuments } from '../loading/locate-files.ts'
import { loadService } from '../loading/service.ts'
import { makeFolder } from '../make-folder.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import { createColors } from './colors.ts'
import { exitCodes, type Process } from './process.ts'

/** Number of records for each resource without --generate. */
const defaultCount = 10

/** Resolves with 0. Rejects with LoadError, and with UsageError if no document is given or a file already exists. */
export const init = async (
  { documents, generate, seed }: Pick<ServeOptions, 'documents' | 'generate' | 'seed'>,
  { stdout, color, environment }: Pick<Process, 'stdout' | 'color' | 'environment'>,
): Promise<number> => {
  const located = await locateDocuments(documents, '.')
  if (located.shipped) throw new UsageError('standin init needs a document, for example: standin init openapi.yaml')
  const service = await loadService(located.files, { readAddress: createAddressReader({ environment }) })
  const planned = await planFiles({ service, folder: '.', count: generate ?? defaultCount, seed })
  await rejectExisting(planned)
  const { green, bold } = createColors(color)
  const print = (line: string) => stdout.write(`${line}\n`)
  for (const file of planned) {
    await writeNew(file)
    print(`${green('created')}  ${file.path}`)
  }
  print('')
  for (const line of describeCopies(planned)) print(line)
  print(`Run ${bold('standin')} in this folder to serve it, and ${bold('standin check')} after you change a file.`)
  const count = service.warnings.length
  if (count > 0) print(`The documents have ${count} ${count === 1 ? 'warning' : 'warnings'}; standin check lists them.`)
  return exitCodes.success
}

/** The original stays where it is, and a change of it has no effect: `standin` serves ./spec. */
const describeCopies = (planned: readonly PlannedFile[]): readonly string[] => {
  const copies = planned.flatMap(({ path, content }) =>
    content.kind === 'copy' ? [{ path, from: relative('.', content.from) }] : [],
  )
  const [first] = copies
  if (first === undefined) return []
  if (copies.length > 1) return [`The ${copies.length} files in spec are copies. Edit these: they are served.`]
  return [`${first.path} is a copy of ${first.from}. Edit the copy: it is served.`]
}

/** Throws UsageError if a file already exists; called before any file is written. */
const rejectExisting = async (planned: readonly PlannedFile[]): Promise<void> => {
  const existing: string[] = []
  const seen = new Set<string>()
  for (const { path } of planned) {
    if (seen.has(path))
      throw new UsageError(`two documents would both write ${path}; rename one of them. Nothing was written`)
    seen.add(path)
    if (await exists(path)) existing.push(path)
  }
  if (existing.length === 0) return
  const shown = existing.slice(0, 5).join(', ') + (existing.length > 5 ? ` and ${existing.length - 5} more` : '')
  throw new UsageError(
    `standin init does not overwrite files, and already found ${shown}; move them, or run it in another folder. Nothing was written`,
  )
}

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

const writeNew = async ({ path, content }: PlannedFile): Promise<void> => {
  try {
    await makeFolder(dirname(path))
    if (content.kind === 'copy') await copyFile(content.from, path, constants.COPYFILE_EXCL)
    else await writeFile(path, content.text, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

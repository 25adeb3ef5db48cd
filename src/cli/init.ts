/**
 * `standin init document`: fixtures, scenarios and an overlay for a document, so that `standin` alone runs in the folder.
 * Files are written where there are none, or nothing is written at all.
 */
import { constants, copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from '../errors.ts'
import { type PlannedFile, planFiles } from '../init/plan-files.ts'
import { locateDocuments } from '../loading/locate-files.ts'
import { loadService } from '../loading/service.ts'
import type { ServeOptions } from '../options.ts'
import { createColors } from './colors.ts'
import { exitCodes } from './exit-codes.ts'
import type { Process } from './process.ts'

/** Records for each resource, unless --generate says otherwise. */
const usualCount = 10

/** Resolves with 0. Rejects with LoadError, and with UsageError where no document is named or a file is there already. */
export const init = async (
  { documents, generate, seed }: Pick<ServeOptions, 'documents' | 'generate' | 'seed'>,
  { stdout, color }: Pick<Process, 'stdout' | 'color'>,
): Promise<number> => {
  if (documents.length === 0) throw new UsageError('standin init needs a document: standin init openapi.yaml')
  const service = await loadService((await locateDocuments(documents, '.')).files)
  const planned = await planFiles({ service, folder: '.', count: generate || usualCount, seed })
  await rejectTaken(planned)
  const { green, bold } = createColors(color)
  const say = (line: string) => stdout.write(`${line}\n`)
  for (const file of planned) {
    await writeNew(file)
    say(`${green('made')}  ${file.path}`)
  }
  say('')
  say(`${bold('standin')} serves it now, from this folder; ${bold('standin check')} checks what you change.`)
  const found = service.warnings.length
  if (found > 0) say(`Of the documents' own mistakes ${found} were found; standin check shows them.`)
  return exitCodes.well
}

/** Throws UsageError where a file is there already, before any is written. */
const rejectTaken = async (planned: readonly PlannedFile[]): Promise<void> => {
  const taken: string[] = []
  const seen = new Set<string>()
  for (const { path } of planned) {
    if (seen.has(path))
      throw new UsageError(`two of the documents come to one file, ${path}; rename one of them. Nothing was written`)
    seen.add(path)
    if (await isThere(path)) taken.push(path)
  }
  if (taken.length === 0) return
  const shown = taken.slice(0, 5).join(', ') + (taken.length > 5 ? ` and ${taken.length - 5} more` : '')
  throw new UsageError(
    `standin init overwrites no file, and there is already ${shown}; move what is there away, or run it in another folder. Nothing was written`,
  )
}

const isThere = async (path: string): Promise<boolean> => {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

const writeNew = async ({ path, content }: PlannedFile): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true })
    if (content.kind === 'copy') await copyFile(content.from, path, constants.COPYFILE_EXCL)
    else await writeFile(path, content.text, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * `standin init document`: fixtures, scenarios and an overlay for a document, so that `standin` alone runs in the folder.
 * A file that is there already is left as it is.
 */
import { constants, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from '../errors.ts'
import { type PlannedFile, planFiles } from '../init/plan-files.ts'
import type { ServeOptions } from '../options.ts'
import { loadService } from '../service.ts'
import { createColors } from './colors.ts'
import { exitCodes } from './exit-codes.ts'
import type { Process } from './process.ts'

/** Records for each resource, unless --generate says otherwise. */
const usualCount = 10

/** Resolves with 0. Rejects with LoadError, and with UsageError where no document is named or a file cannot be written. */
export const init = async (
  { documents, generate, seed }: Pick<ServeOptions, 'documents' | 'generate' | 'seed'>,
  { stdout, color }: Pick<Process, 'stdout' | 'color'>,
): Promise<number> => {
  if (documents.length === 0) throw new UsageError('standin init needs a document: standin init openapi.yaml')
  const service = await loadService(documents)
  const planned = await planFiles({ service, folder: '.', count: generate || usualCount, seed })
  const { green, dim, bold } = createColors(color)
  const say = (line: string) => stdout.write(`${line}\n`)
  for (const file of planned) {
    const isNew = await writeNew(file)
    say(isNew ? `${green('made')}  ${file.path}` : dim(`kept  ${file.path}, which was there`))
  }
  say('')
  say(`${bold('standin')} serves it now, from this folder; ${bold('standin check')} checks what you change.`)
  return exitCodes.well
}

/** False where there is such a file already. */
const writeNew = async ({ path, content }: PlannedFile): Promise<boolean> => {
  try {
    await mkdir(dirname(path), { recursive: true })
    if (content.kind === 'copy') await copyFile(content.from, path, constants.COPYFILE_EXCL)
    else await writeFile(path, content.text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new UsageError(`${join('.', path)} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

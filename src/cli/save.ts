/**
 * `standin save folder`: writes a sandbox of a running server to a folder, as a fixture set to start from.
 */
import { UsageError } from '../errors.ts'
import { defaultUrl, type ServeOptions } from '../options/resolve-options.ts'
import { fetchExport } from '../save/fetch-export.ts'
import { writeFixtureSet } from '../save/write-fixture-set.ts'
import { createColors } from './colors.ts'
import { exitCodes, type Process } from './process.ts'
import { quotePath } from './quote-path.ts'

/** Resolves with 0. Rejects with RemoteError if the server does not respond, with UsageError for everything else. */
export const save = async (
  {
    documents: folders,
    url = defaultUrl,
    ...request
  }: Pick<ServeOptions, 'documents' | 'url' | 'sandbox' | 'adminToken'>,
  { stdout, color }: Pick<Process, 'stdout' | 'color'>,
): Promise<number> => {
  const [folder, ...others] = folders
  if (folder === undefined)
    throw new UsageError('standin save needs a folder, for example: standin save fixtures/checkout')
  if (others.length > 0) throw new UsageError(`standin save needs one folder, got ${folders.join(', ')}`)
  const { records, resources } = await writeFixtureSet(folder, await fetchExport({ ...request, url }))
  const { green, bold } = createColors(color)
  stdout.write(
    [
      `${green('saved')}  ${plural(records, 'record')} of ${plural(resources, 'resource')} to ${folder}`,
      `Start from it with ${bold(`standin --fixtures ${asPath(folder)}`)}`,
      '',
    ].join('\n'),
  )
  return exitCodes.success
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A name without a slash would be the name of a set in ./fixtures. */
const asPath = (folder: string): string => quotePath(/[\\/]/.test(folder) ? folder : `./${folder}`)

/**
 * `standin types`: writes TypeScript types for tests, or checks that a file of them is up to date. A file that Standin has not
 * written is never overwritten.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LoadError, UsageError } from '../errors.ts'
import { createAddressReader } from '../http-client/read-address.ts'
import { locateDocuments, locateScenarios } from '../loading/locate-files.ts'
import { loadService, type Service } from '../loading/service.ts'
import { targetsOf } from '../loading/setup.ts'
import { makeFolder } from '../make-folder.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import { loadScenarios } from '../scenarios/load-scenarios.ts'
import { isWritten, writeTypes } from '../types/write-types.ts'
import { createColors } from './colors.ts'
import { exitCodes, type Process } from './process.ts'

export type TypesOptions = Pick<ServeOptions, 'documents' | 'scenarios' | 'out' | 'check'>

/** Resolves with 0, or with 1 if the file is out of date. Rejects with LoadError or UsageError. */
export const types = async (
  options: TypesOptions,
  { stdout, stderr, color, environment }: Pick<Process, 'stdout' | 'stderr' | 'color' | 'environment'>,
): Promise<number> => {
  const { documents, out, check } = options
  if (check && out === undefined)
    throw new UsageError(
      '--check needs --out with the file to check, for example: standin types --out standin.d.ts --check',
    )
  const { files } = await locateDocuments(documents, '.')
  const service = await loadService(files, { readAddress: createAddressReader({ environment }) })
  const text = writeTypes(service, await listScenarios(service, options))
  if (out === undefined) {
    stdout.write(text)
    return exitCodes.success
  }
  const before = await readWritten(out)
  const isSame = before?.replaceAll('\r\n', '\n') === text
  const { green } = createColors(color)
  if (check && !isSame) {
    const problem = before === undefined ? 'does not exist' : 'is out of date'
    stderr.write(`standin: ${out} ${problem}; run the command without --check to write it\n`)
    return exitCodes.failed
  }
  if (!isSame) await write(out, text)
  const done = isSame ? 'unchanged' : before === undefined ? 'created' : 'updated'
  stdout.write(`${green(done)}  ${out}\n`)
  return exitCodes.success
}

/** A scenario that does not match the documents has a name nevertheless; `standin check` reports it. */
const listScenarios = async (
  service: Service,
  { documents, scenarios }: Pick<TypesOptions, 'documents' | 'scenarios'>,
): Promise<readonly string[]> => {
  const folders = await locateScenarios(scenarios, '.', documents.length > 0)
  const loaded = await loadScenarios(folders, targetsOf(service, []))
  const broken = loaded.findings.filter(({ code }) => code !== 'scenario-mismatch')
  if (broken.length > 0) throw new LoadError(broken)
  return [...loaded.scenarios.keys()]
}

/** Undefined if there is no such file. Throws UsageError for a file of somebody else. */
const readWritten = async (file: string): Promise<string | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new UsageError(`--out ${file} cannot be read: ${error.message}`, { cause: error })
  })
  if (text !== undefined && !isWritten(text))
    throw new UsageError(
      `--out ${file}: the file exists, and was not written by standin types, so it is not overwritten; choose another name`,
    )
  return text
}

const write = async (file: string, text: string): Promise<void> => {
  try {
    await makeFolder(dirname(file))
    await writeFile(file, text)
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

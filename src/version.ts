/**
 * The version of this package, from package.json.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getString } from './contract/values/json-object.ts'
import { packageFolder } from './package-folder.ts'

export const readVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  return getString(manifest, 'version') ?? ''
}

/**
 * The folder of this package, where built-in files are found.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Both src, which has this file, and dist, which has the build, are one level below it. Jest has no import.meta.dirname. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/**
 * The file with the description of the control API. A build has its data as JSON beside the code, because YAML takes a hundred
 * times as long to read, and the first request to the control API waits for it.
 */
export const findControlDescription = (): string => {
  const built = fileURLToPath(new URL('control.json', import.meta.url))
  return existsSync(built) ? built : join(packageFolder, 'src/control/openapi.yaml')
}

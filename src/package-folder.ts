/**
 * The folder of this package, where built-in files are found.
 */
import { join } from 'node:path'

/** Both src, which has this file, and dist, which has the build, are one level below it. */
export const packageFolder = join(import.meta.dirname, '..')

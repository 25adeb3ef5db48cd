/**
 * The folder of this package, where built-in files are found.
 */
import { fileURLToPath } from 'node:url'

/** Both src, which has this file, and dist, which has the build, are one level below it. Jest has no import.meta.dirname. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url))

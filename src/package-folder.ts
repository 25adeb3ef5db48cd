/**
 * Where this package is: what ships with it is found from here.
 */
import { join } from 'node:path'

/** src, with this file, and dist, with what it is built into, are both one level below it. */
export const packageFolder = join(import.meta.dirname, '..')

/**
 * Makes V8 compile a pattern once. By default it compiles each twice: for its interpreter when it is first used, to machine code when it
 * is used again. The first responses of a document use about a thousand patterns a few times each, and this was a fifth of their
 * time (docs/decisions/039).
 */
import { setFlagsFromString } from 'node:v8'

/**
 * What core.cjs begins with, and what a server loads when it listens. Node comes with compiled code of its own modules, which V8 takes
 * only as long as its options are those that Node was built with, so that they are loaded before.
 */
export const nodeModules = [
  'async_hooks',
  'crypto',
  'fs',
  'path',
  'url',
  'fs/promises',
  'assert',
  'util',
  'module',
  'buffer',
  'net',
  'timers/promises',
  'http',
  'os',
  'process',
  'v8',
  'perf_hooks',
  'zlib',
  'dns/promises',
  'child_process',
  'cluster',
  'dns',
]

/** For all patterns that are created after it, in the whole process: only for a process of our own. */
export const compilePatternsOnce = (load: NodeJS.Require): void => {
  for (const name of nodeModules) load(`node:${name}`)
  // Not --no-regexp-tier-up, which ends the process when a pattern is used that was used once before.
  setFlagsFromString('--regexp-tier-up-ticks=0')
}

/**
 * Builds dist when the package is installed from its sources (npm runs it as `prepare`). An install without development
 * dependencies has no compiler and needs none where dist is there: then this does nothing.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const findCompiler = () => {
  try {
    return join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  } catch {
    return undefined
  }
}

const compiler = findCompiler()
if (compiler === undefined) console.log('standin: no compiler is installed, dist is left as it is')
else
  process.exitCode =
    spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' }).status ?? 1

/**
 * Builds dist: each entry with the modules that only it needs, what they share in chunks, and the types beside them.
 * npm runs it as `prepare` too, when the package is installed from its sources. An install without development
 * dependencies has no compiler and needs none where dist is there: then this does nothing.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '..')

const findTools = async () => {
  try {
    return {
      compiler: join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc'),
      bundler: await import('esbuild'),
    }
  } catch {
    return undefined
  }
}

const build = async ({ compiler, bundler }) => {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const types = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (types.status !== 0) return 1
  const { errors } = await bundler.build({
    absWorkingDir: root,
    entryPoints: ['bin', 'index', 'testing/vitest', 'testing/msw'].map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: 'dist',
    // Chunks find the package's folder one level above them, as files of src do.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  })
  return errors.length > 0 ? 1 : 0
}

const tools = await findTools()
if (tools === undefined) console.log('standin: no compiler is installed, dist is left as it is')
else process.exitCode = await build(tools)

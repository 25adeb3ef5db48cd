/**
 * Builds dist: each entry with the modules that only it needs, what they share in chunks, and the types beside them.
 * Development dependencies that src imports are built in; dependencies are left where npm installs them.
 *
 * npm runs it as `prepare` too, when the package is installed from its sources. An install without development
 * dependencies has no compiler and needs none where dist is there: then this does nothing.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '..')
const readManifest = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

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
  const { dependencies, peerDependencies } = readManifest('.')
  const { metafile } = await bundler.build({
    absWorkingDir: root,
    entryPoints: ['bin', 'index', 'testing/vitest', 'testing/msw'].map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: 'dist',
    // Chunks find the package's folder one level above them, as files of src do.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    external: [dependencies, peerDependencies].flatMap(Object.keys),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // CommonJS packages that are built in ask for modules of Node by it.
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  })
  writeFileSync(join(root, 'dist', 'licences.txt'), describeLicences(Object.keys(metafile.inputs)))
  return 0
}

/** What is built in comes with its licence. */
const describeLicences = (inputs) => {
  const folders = inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = readManifest(folder)
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim()
    return `${name} ${version}\n\n${text}\n`
  })
  return `Packages that are built into these files, each with its licence.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

const tools = await findTools()
if (tools === undefined) console.log('standin: no compiler is installed, dist is left as it is')
else process.exitCode = await build(tools)

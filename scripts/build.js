/**
 * Builds dist: each entry with the modules that only it needs, what they share in chunks, and the types beside them.
 * Development dependencies that src imports are built in; dependencies are left where npm installs them.
 *
 * npm runs it as `prepare` too, when the package is installed from its sources. An install without development
 * dependencies has no compiler and needs none where dist is there: then this does nothing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** What was built before stays until all of it is built anew. */
const build = async (tools) => {
  const folder = mkdtempSync(join(root, '.dist-'))
  try {
    if (!(await buildInto(folder, tools))) return 1
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    renameSync(folder, join(root, 'dist'))
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const buildInto = async (folder, { compiler, bundler }) => {
  const compile = [compiler, '-p', 'tsconfig.build.json', '--outDir', folder]
  const types = spawnSync(process.execPath, compile, { cwd: root, stdio: 'inherit' })
  if (types.status !== 0) return false
  const { dependencies, peerDependencies } = readManifest('.')
  const { metafile } = await bundler.build({
    absWorkingDir: root,
    entryPoints: ['bin', 'index', 'testing/vitest', 'testing/msw'].map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: folder,
    // Chunks find the package's folder one level above them, as files of src do.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    external: [dependencies, peerDependencies].flatMap(Object.keys),
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // CommonJS packages that are built in ask for modules of Node by it. What a browser loads as well has to load without.
    banner: {
      js: "const require = globalThis.process?.getBuiltinModule?.('node:module').createRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  })
  writeFileSync(join(folder, 'licences.txt'), describeLicences(Object.keys(metafile.inputs)))
  return true
}

/** What is built in comes with its licence. */
const describeLicences = (inputs) => {
  const folders = inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  const texts = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license, author, homepage } = readManifest(folder)
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text =
      file === undefined
        ? describeLicence({ license, author, homepage })
        : readFileSync(join(root, folder, file), 'utf8').trim()
    return `${name} ${version}\n\n${text}\n`
  })
  return `Packages that are built into these files, each with its licence.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

/** Of a package without the text. */
const describeLicence = ({ license, author, homepage }) => {
  const holder = typeof author === 'object' ? author.name : (author ?? homepage)
  return [`Licence: ${license}`, ...(holder === undefined ? [] : [`By: ${holder}`])].join('\n')
}

const tools = await findTools()
if (tools === undefined) console.log('standin: no compiler is installed, dist is left as it is')
else process.exitCode = await build(tools)

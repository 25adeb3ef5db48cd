/**
 * Writes the files of the Docker image into a folder, after the build: `node scripts/image.js FOLDER`.
 *
 * FOLDER/packages is one layer: of node_modules, only what the server can load. FOLDER/standin is the other one: the build
 * without type declarations, the files that are served, and an empty /data that any user may write to.
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** What the server reads of the project in addition to dist. */
const own = ['package.json', 'LICENSE', 'spec', 'fixtures', 'scenarios', 'src/control/openapi.yaml']

/** The main module of a package. Not by require.resolve, which leaves the project if node_modules is a link. */
const mainOf = (name) => {
  const folder = join('node_modules', name)
  return join(folder, JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).main)
}

/** The entry points of the command: the thread of --data is started by its file name, and requires a package by its name. */
const entries = ['dist/bin.js', 'dist/log/file/worker.js', mainOf('node-sqlite3-wasm')]

/** Files that packages read by their names: data, WebAssembly and licences. */
const isData = (name) => /\.(?:json|wasm)$|^(?:licen[cs]e|copying|notice)/i.test(name)

const isTest = (path) => /(?:^|\/)(?:tests?|__tests__|fixtures|examples?|benchmarks?|docs|node_modules)\//.test(path)

/** The modules below node_modules that the entry points can load, relative to the project. */
const traceModules = async (entryPoints) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'unused',
    write: false,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    // The conditions of Node, without "module", which esbuild adds by default.
    conditions: [],
    preserveSymlinks: true,
    loader: { '.node': 'file', '.wasm': 'file' },
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'))
}

/** Whether a module passes `require` on, as UMD does: what it loads then cannot be read from its text. */
const isOpaque = (path) => /\(\s*require\s*[,)]/.test(readFileSync(join(root, path), 'utf8')) && !/\.json$/.test(path)

const codeOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((path) => /\.[cm]?js$/.test(path) && !isTest(path))
    .map((path) => join(folder, path))

/** Of packages with opaque modules, all code, and what that can load. */
const traceAll = async () => {
  const modules = await traceModules(entries)
  const opaque = [...new Set(modules.filter(isOpaque).map(packageOf))]
  return [...new Set([...modules, ...opaque.flatMap(codeOf)])]
}

/** The folder of the package that a file belongs to. */
const packageOf = (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)[0]

/** A package.json below the package's own says how the files beside it are loaded. */
const manifestsOf = (path) => {
  const found = []
  for (let folder = dirname(path); folder.startsWith(packageOf(path)); folder = dirname(folder))
    if (existsSync(join(root, folder, 'package.json'))) found.push(join(folder, 'package.json'))
  return found
}

const dataOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((path) => isData(basename(path)) && !isTest(path))
    .map((path) => join(folder, path))

const copyPackages = async (target) => {
  const modules = await traceAll()
  const folders = [...new Set(modules.map(packageOf))]
  const files = new Set([...modules, ...modules.flatMap(manifestsOf), ...folders.flatMap(dataOf)])
  for (const file of files) copy(join(root, file), join(target, file))
}

const copy = (from, to) => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !path.endsWith('.d.ts') })
}

/** Any user may read all of it, whatever the umask. */
const makeReadable = (folder) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

const sizeOf = (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return `${files.length} files, ${(bytes / 1_000_000).toFixed(1)} MB`
}

const run = async ([folder]) => {
  if (folder === undefined) {
    console.error('usage: node scripts/image.js FOLDER')
    return 2
  }
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [packages, standin] = [join(resolve(folder), 'packages'), join(resolve(folder), name)]
  rmSync(packages, { recursive: true, force: true })
  rmSync(standin, { recursive: true, force: true })
  await copyPackages(join(packages, 'app'))
  for (const file of ['dist', ...own]) copy(join(root, file), join(standin, 'app', file))
  mkdirSync(join(standin, 'data'))
  for (const layer of [packages, standin]) makeReadable(layer)
  chmodSync(join(standin, 'data'), 0o1777)
  for (const layer of [packages, standin]) console.log(`${relative(resolve(folder), layer)}: ${sizeOf(layer)}`)
  return 0
}

process.exitCode = await run(process.argv.slice(2))

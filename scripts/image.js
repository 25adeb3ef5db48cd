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

/** What the server reads in addition to its code, and what describes it. */
const own = [
  'dist/console',
  'dist/control.json',
  'dist/licences.txt',
  'dist/sbom.cdx.json',
  'package.json',
  'LICENSE',
  'spec',
  'fixtures',
  'scenarios',
]

/** The files that the command starts with; each names the next one in a way that a bundler does not see. */
const entries = ['bin.js', 'start.cjs', 'main.cjs', 'core.cjs', 'import.cjs', 'log/file/worker.js'].map(
  (name) => `./dist/${name}`,
)

/** Packages that are loaded by a name in a string: that of Node without SQLite, and those that core.cjs imports elsewhere. */
const findNamedPackages = () => {
  const core = readFileSync(join(root, 'dist/core.cjs'), 'utf8')
  return ['node-sqlite3-wasm', ...[...core.matchAll(/importPackage\("([^"]+)"\)/g)].map(([, name]) => name)]
}

/** Files that packages read by their names: data, WebAssembly and licences. */
const isData = (name) => /\.(?:json|wasm)$|^(?:licen[cs]e|copying|notice)/i.test(name)

const isTest = (path) => /(?:^|\/)(?:tests?|__tests__|fixtures|examples?|benchmarks?|docs|node_modules)\//.test(path)

/** All files that the command can load, relative to the project. */
const traceFiles = async () => {
  const names = [...entries, ...findNamedPackages()]
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: names.map((name) => `import(${JSON.stringify(name)})`).join('\n'), resolveDir: root },
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
  return Object.keys(metafile.inputs)
}

/** Whether a module passes `require` on, as UMD does: what it loads then cannot be read from its text. */
const isOpaque = (path) => /\(\s*require\s*[,)]/.test(readFileSync(join(root, path), 'utf8')) && !/\.json$/.test(path)

const codeOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((path) => /\.[cm]?js$/.test(path) && !isTest(path))
    .map((path) => join(folder, path))

/** Of packages with opaque modules, all code, and what that can load. */
const addOpaque = (files) => {
  const modules = files.filter((path) => path.startsWith('node_modules/'))
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

const copyPackages = (files, target) => {
  const modules = addOpaque(files)
  const folders = [...new Set(modules.map(packageOf))]
  const all = new Set([...modules, ...modules.flatMap(manifestsOf), ...folders.flatMap(dataOf)])
  for (const file of all) copy(join(root, file), join(target, file))
}

const copy = (from, to) => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, dereference: true })
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
  const files = await traceFiles()
  copyPackages(files, join(packages, 'app'))
  const built = files.filter((path) => path.startsWith('dist/'))
  for (const file of [...built, ...own]) copy(join(root, file), join(standin, 'app', file))
  mkdirSync(join(standin, 'data'))
  for (const layer of [packages, standin]) makeReadable(layer)
  chmodSync(join(standin, 'data'), 0o1777)
  for (const layer of [packages, standin]) console.log(`${relative(resolve(folder), layer)}: ${sizeOf(layer)}`)
  return 0
}

process.exitCode = await run(process.argv.slice(2))

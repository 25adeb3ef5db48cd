/**
 * Builds dist: one file per entry point, shared code in chunks, type declarations beside them, the command (build-program.js),
 * what `require` loads (commonjs.js), the console, the description of the control API as JSON (control.json), and the two files
 * that describe the bundled packages: licences.txt and sbom.cdx.json. Development dependencies that src or console import are
 * bundled; dependencies stay where npm installs them.
 *
 * `--if-needed` does nothing when dist is newer than everything it is built from. `npm start` and `npm test` use it.
 * `--without-types` writes no type declarations, which take half of the time: the image of the Dockerfile has none.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { buildConsole } from './build-console.js'
import { buildProgram } from './build-program.js'
import { describeLicences, describeSbom, findBundledPackages } from './bundled-packages.js'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')

/** A change to any of these makes dist out of date. */
const sources = [
  'src',
  'console',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** The latest modification below a path. Folders count too, so that a deleted file is noticed. */
const lastModified = (path) => {
  const inside = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path, { recursive: true }) : []
  return Math.max(modifiedAt(path), ...inside.map((name) => modifiedAt(join(path, name))))
}

const isUpToDate = () => {
  const builtAt = modifiedAt(join(target, 'bin.js'))
  return builtAt > 0 && sources.every((name) => lastModified(join(root, name)) <= builtAt)
}

/** Without development dependencies there is neither a compiler nor a bundler. */
const findTools = async () => {
  try {
    require.resolve('typescript/package.json')
    return { bundler: await import('esbuild') }
  } catch {
    return undefined
  }
}

/** The previous build stays in place until the new one is complete. */
const build = async (tools, hasTypes) => {
  const folder = mkdtempSync(join(root, '.dist-'))
  try {
    const [files, areDeclared] = await allDone([writeCode(tools, folder), !hasTypes || declareTypes(folder)])
    if (!areDeclared) return 1
    const bundled = findBundledPackages(root, files)
    writeFileSync(join(folder, 'control.json'), await readControlDescription())
    writeFileSync(join(folder, 'licences.txt'), describeLicences(bundled))
    writeFileSync(join(folder, 'sbom.cdx.json'), describeSbom(root, bundled))
    makeReadable(folder)
    rmSync(target, { recursive: true, force: true })
    renameSync(folder, target)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As JSON. src/package-folder.ts finds it. */
const readControlDescription = async () => {
  const { load } = await import('js-yaml')
  return JSON.stringify(load(readFileSync(join(root, 'src/control/openapi.yaml'), 'utf8')))
}

/** As Promise.all, but nothing runs any more when it rejects: the folder is removed then. */
const allDone = async (promises) => {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

/** Returns the bundled files. */
const writeCode = async (tools, folder) => [
  ...(await bundle(folder, tools.bundler)),
  ...(await buildProgram(root, folder, { external: findExternal(), aliases, jsonAsText })),
  ...(await buildConsole(root, join(folder, 'console'))),
]

/** In a thread, because it takes as long as everything else. Returns whether it succeeded; otherwise the errors were printed. */
const declareTypes = (folder) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('declare-types.js', import.meta.url), { workerData: { root, folder } })
    let isDone = false
    worker.once('message', (succeeded) => {
      isDone = succeeded
    })
    worker.once('error', reject)
    worker.once('exit', () => resolve(isDone))
  })

/**
 * The adapters of test frameworks, `standin mcp` and spans use the versions that the user has. They are not peer dependencies: npm 10 fails
 * to install some trees with optional peers, and a version range would reject projects that use neither.
 */
const toolsOfTheUser = [
  '@jest/globals',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
  '@playwright/test',
  'msw',
  'vitest',
]

/** The files of src that become files of the same name. */
const entries = [
  'bin',
  'client/remote/client',
  'index',
  'testing/bind-jest',
  'testing/jest',
  'testing/msw',
  'testing/node-test',
  'testing/playwright',
  'testing/vitest',
  'log/file/worker',
]

/** Packages of which one version, or a smaller package with the same function, is enough: each is loaded at every start. */
const aliases = {
  // Makes an Intl.Segmenter when it is loaded, which takes as long as the start of a small server.
  'string-width': 'fast-string-width',
  // Koa's packages bring two versions, each with its own list of media types.
  'mime-types': join(root, 'node_modules/mime-types'),
}

const mediaTypes = /[/\\]mime-db[/\\]db\.json$/

/** JSON.parse reads a long list in a fraction of the time that an object literal takes. Undefined: the bundler reads the file itself. */
const jsonAsText = (path) => {
  if (!mediaTypes.test(path)) return undefined
  // mime-types uses only types with an extension or a charset.
  const used = Object.entries(JSON.parse(readFileSync(path, 'utf8'))).filter(
    ([, type]) => type.extensions || type.charset,
  )
  const text = JSON.stringify(Object.fromEntries(used))
  return { code: `module.exports = JSON.parse(${JSON.stringify(text)})`, moduleType: 'js' }
}

const parsedJson = {
  name: 'parsed-json',
  setup: ({ onLoad }) => onLoad({ filter: mediaTypes }, ({ path }) => ({ contents: jsonAsText(path).code })),
}

const findExternal = () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return [...Object.keys(dependencies), ...toolsOfTheUser]
}

/** Returns the bundled files, relative to the project. */
const bundle = async (folder, bundler) => {
  const external = findExternal()
  const { metafile } = await bundler.build({
    absWorkingDir: root,
    entryPoints: entries.map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: folder,
    // Chunks stay at the top level: like the files of src, they look for the package one folder up.
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    external,
    alias: aliases,
    plugins: [parsedJson],
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Bundled CommonJS packages call require for Node's modules. standin/msw also loads in a browser, which has none.
    banner: {
      js: "const require = globalThis.process?.getBuiltinModule?.('node:module').createRequire(import.meta.url);",
    },
    metafile: true,
    logLevel: 'warning',
  })
  const { buildCommonjs } = await import('./commonjs.js')
  await buildCommonjs({ root, folder, bundler, external })
  return Object.keys(metafile.inputs)
}

/** Whatever the umask, every user may read the build: the container's user is not the one who built it. */
const makeReadable = (folder) => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  chmodSync(join(folder, 'bin.js'), 0o755)
}

const run = async () => {
  const isOptional = process.argv.includes('--if-needed')
  if (isOptional && isUpToDate()) return 0
  const tools = await findTools()
  if (tools) return build(tools, !process.argv.includes('--without-types'))
  if (isOptional && modifiedAt(join(target, 'bin.js')) > 0) return 0
  console.error('standin: dist cannot be built without the development dependencies; run npm ci')
  return 1
}

process.exitCode = await run()

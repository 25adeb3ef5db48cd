/**
 * Builds the command as CommonJS: core.cjs with what `standin serve` needs, and a chunk for everything that is loaded when it is
 * needed. One file is found, read and compiled sooner than many, and Node loads CommonJS sooner than modules. esbuild cannot split
 * CommonJS.
 */
import { isAbsolute, relative } from 'node:path'
import { rolldown } from 'rolldown'

/** Everything that these files import statically is in core.cjs. */
const core = /src[/\\]cli[/\\](run|serve)\.ts$/

/**
 * Code that V8 has stored cannot import: Node does not know where it comes from. Another file, which is loaded as usual, does it
 * for core.cjs.
 */
const importElsewhere = {
  name: 'import-elsewhere',
  renderChunk: (code, { name }) => (name === 'core' ? replaceImports(code) : undefined),
  generateBundle() {
    const source = 'module.exports = (name) => import(name)\n'
    this.emitFile({ type: 'asset', fileName: 'import.cjs', source })
  },
}

const replaceImports = (code) =>
  `const importPackage = require('./import.cjs')\n${code.replace(/\bimport\("([^"]+)"\)/g, 'importPackage("$1")')}`

/**
 * V8 takes text of one-byte characters in a small part of the time: src/load-compiled.ts reads core.cjs as Latin-1. An escape
 * means the same in strings, templates and patterns, but not in String.raw.
 */
const ascii = {
  name: 'ascii',
  generateBundle(_, files) {
    const { 'core.cjs': chunk } = files
    chunk.code = escapeOthers(chunk.code)
  },
}

const escapeOthers = (code) =>
  code.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Modules are strict by themselves, CommonJS is not. */
const strict = { name: 'strict', renderChunk: (code) => `'use strict'\n${code}` }

/** Returns the bundled files, relative to the project. */
export const buildProgram = async (root, folder, { external, aliases, jsonAsText }) => {
  const build = await rolldown({
    cwd: root,
    input: { start: 'src/start.ts', main: 'src/main.ts' },
    platform: 'node',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { alias: aliases },
    plugins: [{ name: 'json-as-text', load: (path) => jsonAsText(path) }, importElsewhere, strict, ascii],
    // depd, a package of Koa, has an eval. Core contains modules that others import when they are needed.
    checks: { eval: false, ineffectiveDynamicImport: false },
    // yargs reads files that extend others with it, which Standin does not use.
    transform: { target: 'node20.19', define: { 'import.meta.resolve': 'require.resolve' } },
  })
  const { output } = await build.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    comments: { annotation: false, jsdoc: false },
    chunkFileNames: ({ name }) => (name === 'core' ? 'core.cjs' : '[name]-[hash].cjs'),
    codeSplitting: { groups: [{ name: 'core', test: core }] },
  })
  await build.close()
  return output
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .filter((id) => isAbsolute(id))
    .map((id) => relative(root, id))
}

/**
 * The CommonJS side of the package: what `require` loads, and its types. All state and all classes are those of the ES modules,
 * so that a program which uses both has one of each.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * Entries that Node loads as ES modules. Jest has a module system of its own, which cannot require ES modules before Node 24.9;
 * so the loader uses Node's, which it finds in the context that Node itself runs in.
 */
const loaded = ['client/remote/client', 'index', 'testing/node-test', 'testing/playwright', 'testing/vitest']

/** Entries that are small, and need what the test runner gives its modules. They are bundled as CommonJS. */
const bundled = ['testing/jest', 'testing/msw']

/** The entries of the package that can be required. */
export const commonjsEntries = [...loaded, ...bundled]

const loaderOf = (name) => `'use strict'
// Node loads the ES module, also where a test runner has its own require. There is no second copy of it.
const { runInThisContext } = require('node:vm')
module.exports = runInThisContext('process').getBuiltinModule('node:module').createRequire(__filename)('./${name}.js')
`

/** Writes NAME.cjs and NAME.d.cts beside the NAME.js and NAME.d.ts of each entry. */
export const buildCommonjs = async ({ root, folder, bundler, external }) => {
  for (const entry of loaded) writeFileSync(join(folder, `${entry}.cjs`), loaderOf(entry.split('/').at(-1)))
  await bundler.build({
    absWorkingDir: root,
    entryPoints: bundled.map((entry) => `src/${entry}.ts`),
    outbase: 'src',
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    external,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    define: { 'import.meta.url': '__filename' },
    logLevel: 'warning',
  })
  declareCommonjs(folder)
}

/** Types only: TypeScript lets a CommonJS declaration refer to those of an ES module. */
const declareCommonjs = (folder) => {
  const files = commonjsEntries.map((entry) => join(folder, `${entry}.d.ts`))
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  for (const file of files) {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(file))
    const values = checker.getExportsOfModule(symbol).map((exported) => describeExport(exported, checker))
    const module = `./${file.slice(dirname(file).length + 1).replace(/\.d\.ts$/, '.js')}`
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), writeDeclaration(module, values.filter(Boolean)))
  }
}

const describeExport = (exported, checker) => {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const isTypeOnly = exported.declarations?.some((node) => ts.isTypeOnlyExportDeclaration(node))
  if (isTypeOnly || !(symbol.flags & ts.SymbolFlags.Value)) return undefined
  return { name: exported.name, isClass: Boolean(symbol.flags & ts.SymbolFlags.Class) }
}

const writeDeclaration = (module, values) => {
  const from = `from '${module}' with { 'resolution-mode': 'import' }`
  const lines = values.flatMap(({ name, isClass }) => [
    `export declare const ${name}: typeof esm.${name}`,
    ...(isClass ? [`export type ${name} = esm.${name}`] : []),
  ])
  return [`import type * as esm ${from}`, `export type * ${from}`, ...lines, ''].join('\n')
}

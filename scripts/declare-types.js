/**
 * Writes the type declarations of the package: NAME.d.ts for each file of src, and NAME.d.cts for each entry that can be
 * required. Both come from one run of TypeScript, which is most of the time of a build; it only writes, `npm run typecheck` checks.
 */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { commonjsEntries } from './commonjs.js'

/** Returns whether it succeeded; otherwise the errors were printed. */
export const declareTypes = (root, folder) => {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => print([problem]) }
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.build.json'),
    { outDir: folder, noCheck: true },
    host,
  )
  if (!config) return false
  const program = ts.createProgram(config.fileNames, config.options)
  const { diagnostics } = program.emit()
  const problems = [
    ...config.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...diagnostics,
  ]
  if (problems.length > 0) print(problems)
  else for (const entry of commonjsEntries) declareCommonjs(program, root, folder, entry)
  return problems.length === 0
}

const print = (problems) =>
  console.error(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: ts.sys.getCurrentDirectory,
      getNewLine: () => '\n',
    }),
  )

/** Types only: TypeScript lets a CommonJS declaration refer to those of an ES module. */
const declareCommonjs = (program, root, folder, entry) => {
  const checker = program.getTypeChecker()
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, 'src', `${entry}.ts`)))
  const values = checker.getExportsOfModule(symbol).map((exported) => describeExport(exported, checker))
  writeFileSync(join(folder, `${entry}.d.cts`), writeDeclaration(`./${basename(entry)}.js`, values.filter(Boolean)))
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

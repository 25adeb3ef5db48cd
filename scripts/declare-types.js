/**
 * Writes the type declarations of the package: NAME.d.ts for each file of src, and NAME.d.cts for each entry that can be
 * required. Both come from one run of TypeScript, which is most of the time of a build; it only writes, `npm run typecheck` checks.
 * A thread of build.js, which gets a message: whether it succeeded. Otherwise the errors were printed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import ts from 'typescript'
import { commonjsEntries } from './commonjs.js'

const declareTypes = ({ root, folder }) => {
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

/** The entry whose types are those of a package that declares its classes twice, once for each kind of module. */
const twofold = 'testing/msw'

/** Types only: TypeScript lets a CommonJS declaration refer to those of an ES module. */
const declareCommonjs = (program, root, folder, entry) => {
  if (entry === twofold) return copyDeclaration(folder, entry)
  const checker = program.getTypeChecker()
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(join(root, 'src', `${entry}.ts`)))
  const values = checker.getExportsOfModule(symbol).map((exported) => describeExport(exported, checker))
  writeFileSync(join(folder, `${entry}.d.cts`), writeDeclaration(`./${basename(entry)}.js`, values.filter(Boolean)))
}

/** With the types of the package for CommonJS, and our own from the ES modules. */
const copyDeclaration = (folder, entry) => {
  const text = readFileSync(join(folder, `${entry}.d.ts`), 'utf8')
  const own = /^import (?:type )?\{(.*)\} from '(\.{1,2}\/.*)\.ts';$/gm
  const copied = text.replace(own, (_, names, module) => {
    const typeNames = names.replace(/\btype /g, '')
    return `import type {${typeNames}} from '${module}.js' with { 'resolution-mode': 'import' };`
  })
  writeFileSync(join(folder, `${entry}.d.cts`), copied)
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

parentPort.postMessage(declareTypes(workerData))

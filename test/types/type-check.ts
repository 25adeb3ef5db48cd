/**
 * Type-checks files with TypeScript, as a project of a user does.
 */
import { join } from 'node:path'
import ts from 'typescript'
import { projectFolder } from '../support/run-command.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  types: [],
  lib: ['lib.es2022.d.ts'],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
}

/**
 * A program that takes the files outside the folder, which are the same for all of them, from those that were parsed before. Each
 * set of options has its own, because TypeScript keeps what it finds in a file with the file.
 */
const createProgram = (
  folder: string,
  names: readonly string[],
  own: ts.CompilerOptions,
  parsed: Map<string, ts.SourceFile | undefined>,
): ts.Program => {
  const host = ts.createCompilerHost(own)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) => {
    if (name.startsWith(folder)) return getSourceFile(name, ...rest)
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest))
    return parsed.get(name)
  }
  const rootNames = names.map((name) => join(folder, name))
  return ts.createProgram({ rootNames, options: own, host })
}

const parsedFiles = new Map<string, ts.SourceFile | undefined>()

/** Each error as `file:line: message`. By name, the files; all of them are checked. */
export const typeCheck = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  await using folder = await createTemporaryFolder(files)
  const names = Object.keys(files).filter((name) => /\.ts$/.test(name))
  const program = createProgram(folder.path, names, options, parsedFiles)
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...diagnose(program, folder.path)].map(
    (diagnostic) => describe(diagnostic, folder.path),
  )
}

const withStandin: ts.CompilerOptions = {
  ...options,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  typeRoots: [join(projectFolder, 'node_modules/@types')],
  skipLibCheck: true,
  paths: {
    standin: [join(projectFolder, 'dist/index.d.ts')],
    'standin/client': [join(projectFolder, 'dist/client/remote/client.d.ts')],
    'standin/node-test': [join(projectFolder, 'dist/testing/node-test.d.ts')],
  },
}

const parsedWithStandin = new Map<string, ts.SourceFile | undefined>()

/** The same for a test in TypeScript that imports the built `standin`. Only the files here are checked. */
export const typeCheckWithStandin = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  await using folder = await createTemporaryFolder(files)
  const program = createProgram(folder.path, Object.keys(files), withStandin, parsedWithStandin)
  return diagnose(program, folder.path).map((diagnostic) => describe(diagnostic, folder.path))
}

const diagnose = (program: ts.Program, folder: string): readonly ts.Diagnostic[] =>
  program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])

const describe = ({ file, start, messageText }: ts.Diagnostic, folder: string): string => {
  const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
  return `${file?.fileName.slice(folder.length + 1) ?? ''}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
}

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

/** Each error as `file:line: message`. By name, the files; all of them are checked. */
export const typeCheck = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  await using folder = await createTemporaryFolder(files)
  const names = Object.keys(files).filter((name) => /\.ts$/.test(name))
  const program = ts.createProgram(
    names.map((name) => join(folder.path, name)),
    options,
  )
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...diagnose(program, folder.path)].map(
    (diagnostic) => describe(diagnostic, folder.path),
  )
}

/** The same for a test in TypeScript that imports `standin` from its sources. Only the files here are checked. */
export const typeCheckWithStandin = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  await using folder = await createTemporaryFolder(files)
  const program = ts.createProgram(
    Object.keys(files).map((name) => join(folder.path, name)),
    {
      ...options,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [join(projectFolder, 'node_modules/@types')],
      skipLibCheck: true,
      paths: {
        standin: [join(projectFolder, 'src/index.ts')],
        'standin/client': [join(projectFolder, 'src/client/remote/client.ts')],
        'standin/node-test': [join(projectFolder, 'src/testing/node-test.ts')],
      },
    },
  )
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

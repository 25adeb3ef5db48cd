/**
 * The sources of src/ as the TypeScript compiler reads them: their imports and syntax trees.
 */
import { join, relative } from 'node:path'
import ts from 'typescript'
import { projectFolder } from './run-command.ts'

export interface SourceImport {
  /** The file that imports, relative to src: `contract/match.ts`. */
  readonly from: string
  /** For files of src: relative to src. For others: the name as written, `node:fs` or `ajv/dist/2020.js`. */
  readonly to: string
  readonly isOurs: boolean
}

/** Something found in a source, as `contract/match.ts:12`. */
export interface Place {
  readonly file: string
  readonly line: number
}

export interface Sources {
  /** Relative to src. */
  readonly files: readonly string[]
  readonly imports: readonly SourceImport[]
  /** The places of nodes for which the test is true. The checker knows what a file declares itself. */
  readonly find: (test: (node: ts.Node, checker: ts.TypeChecker) => boolean) => readonly Place[]
}

const sourceFolder = join(projectFolder, 'src')

/** Every node of a tree, the root first. */
const nodesOf = (root: ts.Node): readonly ts.Node[] => {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return nodes
}

/** What a node imports: import and export declarations, import() and import types. */
const specifierOf = (node: ts.Node): string | undefined => {
  const named = (value: ts.Node | undefined) => (value && ts.isStringLiteralLike(value) ? value.text : undefined)
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return named(node.moduleSpecifier)
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? named(node.argument.literal) : undefined
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isDynamic ? named(node.arguments[0]) : undefined
}

export const readSources = (): Sources => {
  const config = ts.getParsedCommandLineOfConfigFile(join(projectFolder, 'tsconfig.build.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  })
  // Only our own files: reading the types of packages takes ten times as long.
  const options = { ...config?.options, noLib: true, noResolve: true, types: [] }
  const program = ts.createProgram(config?.fileNames ?? [], options)
  const checker = program.getTypeChecker()
  const sources = (config?.fileNames ?? []).flatMap((name) => {
    const source = program.getSourceFile(name)
    return source ? [{ file: relative(sourceFolder, name), source, nodes: nodesOf(source) }] : []
  })
  return {
    files: sources.map(({ file }) => file).sort(),
    imports: sources.flatMap(({ file, nodes }) =>
      nodes.flatMap((node) => {
        const specifier = specifierOf(node)
        if (specifier === undefined) return []
        const isOurs = specifier.startsWith('.')
        return [{ from: file, to: isOurs ? join(file, '..', specifier) : specifier, isOurs }]
      }),
    ),
    find: (test) =>
      sources.flatMap(({ file, source, nodes }) =>
        nodes
          .filter((node) => test(node, checker))
          .map((node) => ({ file, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 })),
      ),
  }
}

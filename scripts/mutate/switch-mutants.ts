/**
 * Writes all mutants of a file into one text, in which `__m`, a `MutantSwitch`, selects at most one of them. So a file is compiled
 * and loaded once, and not once for each mutant.
 *
 * A constant of a module that contains a mutant becomes a variable, which is computed again when its mutant is switched on or off.
 */
import ts from 'typescript'
import { type Edit, editText } from './edit-text.ts'
import { type Mutant, parseSource } from './find-mutants.ts'

export interface NumberedMutant extends Mutant {
  readonly id: number
}

/** The mutants in the value of a constant. */
type Constants = ReadonlyMap<string, readonly number[]>

/** The constants of the module, those it does not export as well. */
export const findConstants = (text: string, mutants: readonly NumberedMutant[]): Constants => {
  const source = parseSource(text)
  const found = new Map<string, number[]>()
  for (const mutant of mutants) {
    const name = constantAround(source, mutant)?.name.text
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), mutant.id])
  }
  return found
}

/** `imported` has the constants of other modules by their names in this one. */
export const switchMutants = (text: string, mutants: readonly NumberedMutant[], imported: Constants): string => {
  const source = parseSource(text)
  const changes = mutants.map((mutant) => switchOne(text, mutant, constantAround(source, mutant) === undefined))
  const constants = [...findConstants(text, mutants)]
  const statements = new Map<ts.VariableStatement, [name: string, ids: readonly number[]][]>()
  for (const [name, ids] of constants) {
    const statement = statementOf(source, name)
    if (statement) statements.set(statement, [...(statements.get(statement) ?? []), [name, ids]])
  }
  const variables = [...statements].flatMap(([statement, names]) => makeVariables(source, statement, names))
  const uses = watchUses(source, new Map([...imported, ...constants]))
  const inner = [...variables, ...changes, ...uses]
  return `const __m = globalThis.__standinMutants; ${editText(text, [...closeStatements(source, inner), ...inner])}`
}

const switchOne = (text: string, { id, start, end, replacement }: NumberedMutant, isCounted: boolean): Edit => {
  const test = isCounted ? `__m.isOn(${id})` : `__m.isOnNow(${id})`
  const isStatement = replacement === ';'
  const wrap = (inner: string): string =>
    isStatement ? `{ if (!${test}) { ${inner} } }` : `(${test} ? (${replacement}) : (${inner}))`
  return { start, end: isStatement && text[end - 1] === ';' ? end - 1 : end, wrap }
}

type NamedDeclaration = ts.VariableDeclaration & { readonly name: ts.Identifier }

/** Undefined if the mutant is not in the value of a constant of the module. */
const constantAround = (source: ts.SourceFile, mutant: Mutant): NamedDeclaration | undefined => {
  if (!mutant.isStatic) return undefined
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue
    for (const declaration of statement.declarationList.declarations)
      if (declaration.pos <= mutant.start && mutant.end <= declaration.end && isNamed(declaration)) return declaration
  }
  return undefined
}

const isNamed = (declaration: ts.VariableDeclaration): declaration is NamedDeclaration =>
  ts.isIdentifier(declaration.name)

const declarationOf = (statement: ts.VariableStatement, name: string): ts.VariableDeclaration | undefined =>
  statement.declarationList.declarations.find((one) => isNamed(one) && one.name.text === name)

const statementOf = (source: ts.SourceFile, name: string): ts.VariableStatement | undefined =>
  source.statements.filter(ts.isVariableStatement).find((statement) => declarationOf(statement, name) !== undefined)

/** The value is written a second time, inside a function that computes it again. */
const makeVariables = (
  source: ts.SourceFile,
  statement: ts.VariableStatement,
  names: readonly (readonly [name: string, ids: readonly number[]])[],
): readonly Edit[] => {
  const { declarationList } = statement
  const keyword = declarationList.getStart(source)
  const calls: string[] = []
  const edits: Edit[] = names.flatMap(([name, ids]) => {
    const initializer = declarationOf(statement, name)?.initializer
    if (!initializer) return []
    const keep = (inner: string): string => {
      calls.push(`__m.addConstant([${ids}], () => ${name}, ($) => { ${name} = $ }, () => (${inner}))`)
      return inner
    }
    return [{ start: initializer.getStart(source), end: initializer.end, wrap: keep }]
  })
  const call = {
    start: statement.getStart(source),
    end: statement.end,
    wrap: (inner: string) => `${inner}; ${calls.join('; ')};`,
  }
  return [call, { start: keyword, end: keyword + 'const'.length, wrap: () => 'let' }, ...edits]
}

/** Counts each use of a constant, so that the tests that depend on it are known. */
const watchUses = (source: ts.SourceFile, constants: Constants): readonly Edit[] => {
  const edits: Edit[] = []
  const visit = (node: ts.Node): void => {
    if (isOnlyTypesOrNames(node)) return
    const ids = ts.isIdentifier(node) && isValue(node) ? constants.get(node.text) : undefined
    if (ids) {
      const name = node.getText(source)
      const key = ts.isShorthandPropertyAssignment(node.parent) ? `${name}: ` : ''
      const wrap = (): string => `${key}(__m.use(${ids}), ${name})`
      edits.push({ start: node.getStart(source), end: node.end, wrap })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return edits
}

const isOnlyTypesOrNames = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node)

/** The identifier is neither a name that is declared or assigned, nor the name of a property. */
const isValue = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isBinaryExpression(parent)) return parent.right === node || !isAssignment(parent.operatorToken.kind)
  if (ts.isPostfixUnaryExpression(parent)) return false
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) return parent.initializer === node
  if (ts.isParameter(parent) || ts.isBindingElement(parent) || ts.isPropertyDeclaration(parent))
    return parent.initializer === node
  if (ts.isArrowFunction(parent)) return parent.body === node
  return !ts.isClassElement(parent) && !ts.isFunctionLike(parent) && !ts.isClassLike(parent)
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment

/** A statement that now begins with a parenthesis would continue the line before it. */
const closeStatements = (source: ts.SourceFile, edits: readonly Edit[]): readonly Edit[] => {
  const starts = new Set(edits.map(({ start }) => start))
  const closed: Edit[] = []
  const visit = (node: ts.Node): void => {
    const start = node.getStart(source)
    if (ts.isExpressionStatement(node) && starts.has(start))
      closed.push({ start, end: node.end, wrap: (inner) => `{ ${inner} }` })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return closed
}

/**
 * Small changes of a source file, each of which a test should notice. Found in the syntax tree, so that types, comments and
 * strings are left alone.
 */
import ts from 'typescript'

export type MutantKind = 'comparison' | 'logic' | 'condition' | 'statement' | 'number' | 'boolean'

export interface Mutant {
  readonly kind: MutantKind
  /** Offsets of the replaced text. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** From 1. */
  readonly line: number
}

const comparisons: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])

const logic: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])

/** In the order of the text. */
export const findMutants = (text: string): readonly Mutant[] => {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (kind: MutantKind, node: ts.Node, replacement: string): void => {
    const start = node.getStart(source)
    const line = source.getLineAndCharacterOfPosition(start).line + 1
    found.push({ kind, start, end: node.end, replacement, line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    changeNode(node, source, add)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.toSorted((a, b) => a.start - b.start)
}

type Add = (kind: MutantKind, node: ts.Node, replacement: string) => void

const changeNode = (node: ts.Node, source: ts.SourceFile, add: Add): void => {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken } = node
    const comparison = comparisons.get(operatorToken.kind)
    if (comparison !== undefined) add('comparison', operatorToken, comparison)
    const other = logic.get(operatorToken.kind)
    if (other !== undefined) add('logic', operatorToken, other)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add('condition', node, node.operand.getText(source))
  const condition = conditionOf(node)
  if (condition) add('condition', condition, `!(${condition.getText(source)})`)
  // The start of a super call cannot be left out.
  if (ts.isExpressionStatement(node) && !/^super\b/.test(node.getText(source))) add('statement', node, ';')
  if (ts.isNumericLiteral(node) && !isName(node)) {
    add('number', node, String(Number(node.text) + 1))
    add('number', node, `(${Number(node.text) - 1})`)
  }
  const literal = returnedBy(node)
  if (literal?.kind === ts.SyntaxKind.TrueKeyword) add('boolean', literal, 'false')
  if (literal?.kind === ts.SyntaxKind.FalseKeyword) add('boolean', literal, 'true')
}

/** A condition that is not changed elsewhere: neither a comparison nor a negation. */
const conditionOf = (node: ts.Node): ts.Expression | undefined => {
  const condition = ts.isIfStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : undefined
  if (!condition || ts.isPrefixUnaryExpression(condition)) return undefined
  return ts.isBinaryExpression(condition) && comparisons.has(condition.operatorToken.kind) ? undefined : condition
}

const returnedBy = (node: ts.Node): ts.Node | undefined =>
  ts.isReturnStatement(node) ? node.expression : ts.isArrowFunction(node) ? node.body : undefined

/** `{ 200: … }`. */
const isName = ({ parent }: ts.Node): boolean => ts.isPropertyAssignment(parent) && ts.isNumericLiteral(parent.name)

/** The file with the change. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** The changed lines, before and after, without indentation. */
export const showChange = (text: string, mutant: Mutant): { readonly before: string; readonly after: string } => {
  const from = text.lastIndexOf('\n', mutant.start - 1) + 1
  const nextBreak = text.indexOf('\n', mutant.end)
  const to = nextBreak === -1 ? text.length : nextBreak
  const after = text.slice(from, mutant.start) + mutant.replacement + text.slice(mutant.end, to)
  return { before: text.slice(from, to).trim(), after: after.trim() }
}

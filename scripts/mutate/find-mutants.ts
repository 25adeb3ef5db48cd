/**
 * Small changes of a source file, each of which a test should notice. Found in the syntax tree, so that types, comments and
 * strings are left alone. A change replaces a whole expression or statement, so that both can be written beside each other.
 */
import ts from 'typescript'

export type MutantKind = 'comparison' | 'logic' | 'condition' | 'statement' | 'number' | 'boolean'

export interface Mutant {
  readonly kind: MutantKind
  /** Offsets of the replaced expression or statement. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** From 1. */
  readonly line: number
  /** It is evaluated only once, when the module is loaded. */
  readonly isStatic: boolean
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

export const parseSource = (text: string): ts.SourceFile =>
  ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)

/** In the order of the text. */
export const findMutants = (text: string): readonly Mutant[] => {
  const source = parseSource(text)
  const found: Mutant[] = []
  const add = (kind: MutantKind, node: ts.Node, replacement: string, at: ts.Node = node): void => {
    const start = node.getStart(source)
    const line = source.getLineAndCharacterOfPosition(at.getStart(source)).line + 1
    found.push({ kind, start, end: node.end, replacement, line, isStatic: isStatic(node) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    changeNode(node, source, add)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.toSorted((a, b) => a.start - b.start)
}

type Add = (kind: MutantKind, node: ts.Node, replacement: string, at?: ts.Node) => void

const changeNode = (node: ts.Node, source: ts.SourceFile, add: Add): void => {
  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken, right } = node
    const withOperator = (operator: string): string => {
      const [before, after] = [
        text(source, left.end, operatorToken.getStart(source)),
        text(source, operatorToken.end, right.end),
      ]
      return `${left.getText(source)}${before}${operator}${after}`
    }
    const comparison = comparisons.get(operatorToken.kind)
    if (comparison !== undefined) add('comparison', node, withOperator(comparison), operatorToken)
    const other = logic.get(operatorToken.kind)
    if (other !== undefined) add('logic', node, withOperator(other), operatorToken)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add('condition', node, node.operand.getText(source))
  const condition = conditionOf(node)
  if (condition) add('condition', condition, `!(${condition.getText(source)})`)
  // The start of a super call cannot be left out.
  if (ts.isExpressionStatement(node) && !/^super\b/.test(node.getText(source))) add('statement', node, ';')
  if (ts.isNumericLiteral(node) && !isName(node)) {
    for (const other of otherNumbers(Number(node.text))) if (other !== '2' || !isSign(node)) add('number', node, other)
  }
  const literal = returnedBy(node)
  if (literal?.kind === ts.SyntaxKind.TrueKeyword) add('boolean', literal, 'false')
  if (literal?.kind === ts.SyntaxKind.FalseKeyword) add('boolean', literal, 'true')
}

const text = (source: ts.SourceFile, start: number, end: number): string => source.text.slice(start, end)

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

/** A limit of 9,999 instead of 10,000 is not a fault, so large numbers become 0. */
const otherNumbers = (number: number): readonly string[] =>
  number < 10 ? [String(number + 1), `(${number - 1})`] : ['0']

/** `a < b ? -1 : a > b ? 1 : 0`, the result of a comparison: 2 means the same as 1. */
const isSign = (node: ts.Node): boolean => {
  const leaf = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node
  let choice: ts.Node = leaf.parent
  while (ts.isConditionalExpression(choice.parent)) choice = choice.parent
  const leaves = ts.isConditionalExpression(choice) ? leavesOf(choice).map((one) => one.getText()) : []
  return leaves.includes('-1') && leaves.every((text) => ['-1', '0', '1'].includes(text))
}

const leavesOf = (node: ts.Expression): readonly ts.Expression[] =>
  ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse].flatMap(leavesOf) : [node]

/** `{ 200: … }`. */
const isName = ({ parent }: ts.Node): boolean => ts.isPropertyAssignment(parent) && ts.isNumericLiteral(parent.name)

/** Outside of functions and of properties of an instance. */
const isStatic = (node: ts.Node): boolean => {
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent) {
    if (ts.isFunctionLike(outer)) return false
    if (ts.isPropertyDeclaration(outer)) return outer.modifiers?.some(isStaticKeyword) ?? false
  }
  return true
}

const isStaticKeyword = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.StaticKeyword

/** The file with the change. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

export interface Change {
  readonly before: string
  readonly after: string
}

/** The changed lines before and after, as one line each. */
export const showChange = (text: string, mutant: Mutant): Change => {
  const from = text.lastIndexOf('\n', mutant.start - 1) + 1
  const nextBreak = text.indexOf('\n', mutant.end)
  const to = nextBreak === -1 ? text.length : nextBreak
  const after = text.slice(from, mutant.start) + mutant.replacement + text.slice(mutant.end, to)
  return { before: onOneLine(text.slice(from, to)), after: onOneLine(after) }
}

const onOneLine = (lines: string): string => lines.trim().replaceAll(/\s*\n\s*/g, ' ')

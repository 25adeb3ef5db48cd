/**
 * Warnings about a schema that compiles but is probably wrong: patterns that backtrack catastrophically, and parts of an
 * allOf that contradict each other. Looks at one schema as written; its $refs are schemas of their own.
 */
import type { FindingCode } from '../../errors.ts'
import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { isExponential } from '../patterns/find-ambiguity.ts'
import { oneSchema, schemaLists, schemaMaps } from '../schema/subschemas.ts'
import { entriesOf, getOwn, getString } from '../values/json-object.ts'
import { findContradictions } from './find-contradictions.ts'

export interface LintWarning {
  readonly code: FindingCode
  readonly node: Node
  readonly message: string
}

export const lintSchema = (files: Files, schema: Node): readonly LintWarning[] => {
  const found: LintWarning[] = []
  const walk = (node: Node): void => {
    const pattern = childNode(node, 'pattern')
    if (pattern) found.push(...lintPattern(pattern, getString(node.value, 'pattern')))
    for (const [name, child] of childNodes(childNode(node, 'patternProperties')))
      found.push(...lintPattern(child, name))
    if (Array.isArray(getOwn(node.value, 'allOf')))
      for (const message of findContradictions(files, node)) found.push({ code: 'schema-contradiction', node, message })
    for (const [name] of entriesOf(node.value)) {
      const child = childNode(node, name)
      if (!child || typeof child.value !== 'object') continue
      if (holdsSchemas(name)) for (const [, part] of childNodes(child)) walk(part)
      else if (oneSchema.has(name)) walk(child)
    }
  }
  walk(schema)
  return found
}

const lintPattern = (node: Node, pattern: string | undefined): readonly LintWarning[] => {
  if (pattern === undefined || !isExponential(pattern)) return []
  const shown = JSON.stringify(pattern.slice(0, 100))
  const message = `the pattern ${shown} backtracks catastrophically; it is bounded here, but other tools that read the document may hang: rewrite it without a repetition inside a repetition`
  return [{ code: 'pattern-exponential', node, message }]
}

const holdsSchemas = (name: string): boolean => name === 'allOf' || schemaLists.has(name) || schemaMaps.has(name)

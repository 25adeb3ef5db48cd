/**
 * What is wrong with a schema that can be compiled all the same: patterns that turn back without end, parts of an allOf
 * that no value fits at once. Of a schema as it stands, its $refs not followed: who compiles it comes by each of them.
 */
import type { FindingCode } from '../../errors.ts'
import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { isExponential } from '../patterns/find-ambiguity.ts'
import { oneSchema, schemaLists, schemaMaps } from '../schema/subschemas.ts'
import { entriesOf, getOwn, getString } from '../values/json-object.ts'
import { findContradictions } from './find-contradictions.ts'

/** To be a finding, once somebody asks. */
export interface LintWarning {
  readonly code: FindingCode
  readonly node: Node
  readonly message: string
}

/** Schemas are noted as they are compiled, which costs nothing, and looked at when somebody asks. */
export const createLintWarnings = (files: Files) => {
  const noted = new Map<string, Node>()
  const looked = new Set<string>()
  // A schema that stands in another one is compiled with it, and perhaps alone as well.
  const told = new Set<string>()
  const note = (node: Node): void => {
    const address = `${node.file}#${node.pointer}`
    if (!looked.has(address)) noted.set(address, node)
  }
  /** What has been noted since the last call, each doubt once. */
  const take = (): readonly LintWarning[] => {
    const found = [...noted.values()].flatMap((node) => findDoubts(files, node))
    for (const address of noted.keys()) looked.add(address)
    noted.clear()
    return found.filter(({ node, message }) => {
      const place = `${node.file}#${node.pointer} ${message}`
      const isNew = !told.has(place)
      told.add(place)
      return isNew
    })
  }
  return { note, take }
}

const findDoubts = (files: Files, schema: Node): readonly LintWarning[] => {
  const found: LintWarning[] = []
  const walk = (node: Node): void => {
    const pattern = childNode(node, 'pattern')
    if (pattern) found.push(...doubtPattern(pattern, getString(node.value, 'pattern')))
    for (const [name, child] of childNodes(childNode(node, 'patternProperties')))
      found.push(...doubtPattern(child, name))
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

const doubtPattern = (node: Node, pattern: string | undefined): readonly LintWarning[] => {
  if (pattern === undefined || !isExponential(pattern)) return []
  const shown = JSON.stringify(pattern.slice(0, 100))
  const message = `the pattern ${shown} can take one text in more ways than can be tried; it is run bounded here, but others who read the document may hang: write it without a repetition in a repetition`
  return [{ code: 'pattern-exponential', node, message }]
}

const holdsSchemas = (name: string): boolean => name === 'allOf' || schemaLists.has(name) || schemaMaps.has(name)

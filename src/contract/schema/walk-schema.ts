/**
 * The one walk over the parts of a schema: the schema, what its $ref leads to and the parts of its allOf, each once. Every
 * question about "the schema as a whole" starts here. Documents are foreign input, so the walk is bounded.
 */
import type { JsonObject } from '../../ports.ts'
import { childNode, childNodes, type Files, type Node, resolveReference } from '../document/references.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { asMeant } from './uuid-bytes.ts'

/** One schema that the walk met. */
export interface SchemaPart {
  readonly node: Node
  readonly schema: JsonObject
  /** The schemas that led here by $ref and allOf, the outermost first. */
  readonly path: readonly JsonObject[]
  /** Whether a value may match it or not: a branch of oneOf or anyOf, or a variant. */
  readonly isOptional: boolean
}

/** A schema to walk beyond $ref and allOf: a branch or a variant. Its path starts again at the root. */
export interface NextSchema {
  readonly node: Node
  readonly isOptional: boolean
}

export interface WalkOptions {
  /** What to walk after the $ref and the allOf of a part; nothing by default. */
  readonly branchesOf?: (part: SchemaPart) => readonly NextSchema[]
  /** Schemas that were met before and are skipped; the walk adds those that it meets. */
  readonly seen?: Set<unknown>
  /** Whether the target of a $ref comes before the schema that refers to it. */
  readonly targetFirst?: boolean
  /** Called when the walk enters a part, in the order of the document in any case. */
  readonly enter?: (part: SchemaPart) => void
}

/** Real documents stay far below: the largest known schema has some 4,000 parts. */
const maxParts = 20_000
const maxDepth = 1_000

/** The parts in the order of the document. Empty if the start is not an object, as with `true`. */
export const walkSchema = (files: Files, start: Node, options: WalkOptions = {}): readonly SchemaPart[] => {
  const { branchesOf, enter, seen = new Set(), targetFirst = false } = options
  const parts: SchemaPart[] = []
  const walk = (written: Node, path: readonly JsonObject[], isOptional: boolean, depth: number): void => {
    const { value } = written
    if (!isJsonObject(value) || seen.has(value) || parts.length >= maxParts || depth > maxDepth) return
    seen.add(value)
    const schema = asMeant(value)
    const node = schema === value ? written : { ...written, value: schema }
    const part = { node, schema, path, isOptional }
    enter?.(part)
    const inner = [...path, schema]
    if (!targetFirst) parts.push(part)
    const target = referenceTarget(files, node)
    if (target) walk(target, inner, isOptional, depth + 1)
    if (targetFirst) parts.push(part)
    for (const [, next] of childNodes(childNode(node, 'allOf'))) walk(next, inner, isOptional, depth + 1)
    for (const next of branchesOf?.(part) ?? []) walk(next.node, [], isOptional || next.isOptional, depth + 1)
  }
  walk(start, [], false, 0)
  return parts
}

/** The branches of oneOf and anyOf. */
export const listedBranches = (node: Node): readonly Node[] =>
  ['oneOf', 'anyOf'].flatMap((keyword) => childNodes(childNode(node, keyword)).map(([, branch]) => branch))

const referenceTarget = (files: Files, { file, value }: Node): Node | undefined => {
  const ref = getString(value, '$ref')
  return ref === undefined ? undefined : resolveReference(files, file, ref)
}

/**
 * The headers that a response documents, for responses that no behaviour writes: an example, else a value made of the
 * header's schema. What HTTP or Standin writes itself is left to them.
 */

import type { ResponseView } from '../document/operation-view.ts'
import { childNode, childNodes, dereference, type Node } from '../document/references.ts'
import type { Operation } from '../operation/operation.ts'
import { makeValue } from '../sample/make-value.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { getOwn } from '../values/json-object.ts'
import { seedOf } from '../values/random.ts'

export interface HeaderParts {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly response: ResponseView
  readonly seed: number
}

/** Names and values in turn. One that HTTP has no room for, or that nothing can be made for, is left out. */
export const makeHeaders = async (parts: HeaderParts): Promise<readonly string[]> => {
  const made: string[] = []
  for (const [name, node] of parts.response.headers) {
    if (reserved.test(name) || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) continue
    const text = toText(await makeHeader(parts, name, node))
    if (text !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)) made.push(name, text)
  }
  return made
}

/** Headers that are the transport's, or that Standin writes of its own accord. */
const reserved =
  /^(content-.*|transfer-encoding|connection|keep-alive|upgrade|trailer|date|sandbox-.*|access-control-.*)$/i

const makeHeader = async (parts: HeaderParts, name: string, node: Node): Promise<unknown> => {
  const { operation, compiler, seed } = parts
  const { files, dialect } = operation.document
  const schema = schemaOf(node, dialect)
  const validate = schema && compiler.compile(schema, 'response')
  const isValid = (value: unknown): boolean => validate?.({ rounded: value, exact: null }) === undefined
  const example = examplesOf(files, node).find(isValid)
  if (example !== undefined || !schema) return example
  const ownSeed = seedOf(seed, name)
  const made = await makeValue({
    files,
    dialect,
    schema,
    seed: ownSeed,
    name,
    showsExamples: true,
    validate: (value) => validate?.({ rounded: value, exact: null }),
  })
  return made.kind === 'made' ? made.value : undefined
}

/** Up to 2.0 a header is its own schema; from 3.0 it has one, which may stand in its content. */
const schemaOf = (node: Node, dialect: string): Node | undefined => {
  if (dialect === '2.0') return node
  const [media] = childNodes(childNode(node, 'content'))
  return childNode(node, 'schema') ?? (media && childNode(media[1], 'schema'))
}

const examplesOf = (files: Operation['document']['files'], node: Node): readonly unknown[] =>
  [
    getOwn(node.value, 'example'),
    ...childNodes(childNode(node, 'examples')).map(([, child]) => getOwn(dereference(files, child)?.value, 'value')),
  ].filter((example) => example !== undefined)

/** The style `simple` (OpenAPI 3.1, section 4.8.12.2): items and properties with commas. */
const toText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') return String(value)
  return (Array.isArray(value) ? value : Object.entries(value)).flat().map(String).join(',')
}

/**
 * The headers that a response documents, for responses without a behaviour: an example, otherwise a value generated from
 * the header's schema. Headers that HTTP or Standin writes are skipped.
 */

import type { Json } from '../../ports.ts'
import type { ResponseView } from '../document/operation-view.ts'
import { childNode, childNodes, dereference, type Files, type Node } from '../document/references.ts'
import type { Operation } from '../operation/operation.ts'
import { generateValue } from '../sample/generate-value.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { findKeyword } from '../schema/schema-view.ts'
import { getOwn } from '../values/json-object.ts'
import { separateDigits } from '../values/json-text.ts'
import { seedOf } from '../values/random.ts'
import { writeHeaderText } from './header-text.ts'

export interface HeaderOptions {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly response: ResponseView
  readonly seed: number
}

/** Alternating names and values. Headers without a valid value, or with characters that HTTP does not allow, are left out. */
export const generateHeaders = async (options: HeaderOptions): Promise<readonly string[]> => {
  const headers: string[] = []
  for (const [name, node] of options.response.headers) {
    if (reserved.test(name) || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) continue
    const text = writeSimple(await generateHeader(options, name, node))
    if (text !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)) headers.push(name, text)
  }
  return headers
}

/** Headers of the transport, and headers that Standin writes itself. */
const reserved =
  /^(content-.*|transfer-encoding|connection|keep-alive|upgrade|trailer|date|sandbox-.*|access-control-.*)$/i

const generateHeader = async (
  { operation, compiler, seed }: HeaderOptions,
  name: string,
  node: Node,
): Promise<Json | undefined> => {
  const { files, dialect } = operation.document
  const schema = schemaOf(node, dialect)
  const validate = schema && compiler.compile(schema, 'response')
  const example = examplesOf(files, node).find((value) => validate?.(separateDigits(value)) === undefined)
  if (example !== undefined || !schema) return example
  const own = seedOf(seed, name)
  const generated = await generateValue({ files, dialect, compiler }, schema, { mode: 'realistic', seed: own, name })
  if (generated.kind !== 'generated') return undefined
  const { value } = generated
  const isDocumented = sayingValue.some((keyword) => findKeyword(files, schema, keyword) !== undefined)
  const text = typeof value === 'string' && !isDocumented ? writeHeaderText(name, value, own) : undefined
  return text !== undefined && validate?.(separateDigits(text)) === undefined ? text : value
}

/** Keywords of a schema that say what the value is. */
const sayingValue = ['example', 'examples', 'default', 'enum', 'const']

/** In OpenAPI 2.0 a header is its own schema; since 3.0 it has one, possibly in its content. */
const schemaOf = (node: Node, dialect: string): Node | undefined => {
  if (dialect === '2.0') return node
  const [media] = childNodes(childNode(node, 'content'))
  return childNode(node, 'schema') ?? (media && childNode(media[1], 'schema'))
}

const examplesOf = (files: Files, node: Node): readonly Json[] =>
  [
    getOwn(node.value, 'example'),
    ...childNodes(childNode(node, 'examples')).map(([, child]) => getOwn(dereference(files, child)?.value, 'value')),
  ].filter((example) => example !== undefined)

/** The style `simple` (OpenAPI 3.1, section 4.8.12.2): items and properties separated by commas. */
const writeSimple = (value: Json | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') return String(value)
  return (Array.isArray(value) ? value : Object.entries(value)).flat().map(String).join(',')
}

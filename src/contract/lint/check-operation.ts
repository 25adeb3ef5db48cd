/**
 * Compiles all that an operation will need, before anybody calls it, and tells which schemas cannot be compiled. For the
 * idle time after listening and for checks; a request compiles no more than it needs.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { type Finding, LoadError } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import { viewBody, viewParameters, viewResponses } from '../document/operation-view.ts'
import type { Node } from '../document/references.ts'
import { findingAt, readSource, type Source } from '../document/source.ts'
import type { Operation } from '../operation/operation.ts'
import { generateBody } from '../sample/generate-body.ts'
import type { SchemaCompileError, SchemaCompiler } from '../schema/schema-compiler.ts'
import type { Direction } from '../schema/schema-dialect.ts'
import { isJson } from '../values/media-type.ts'
import type { LintWarning } from './lint-warnings.ts'

/** One finding for each schema that cannot be compiled and each doubt about what can be, in the order of the operation; none where all is well. Never rejects. */
export const checkOperation = async (operation: Operation, compiler: SchemaCompiler): Promise<readonly Finding[]> => {
  const broken = new Map<string, SchemaCompileError>()
  for (const { node, direction } of schemasOf(operation))
    for (const error of compiler.check(node, direction)) broken.set(`${error.node.file}#${error.node.pointer}`, error)
  if (broken.size === 0) operation.compile()
  const doubts = compiler.takeDoubts()
  const unanswerable = broken.size === 0 ? await findUnanswerable(operation, compiler) : []
  return Promise.all([
    ...[...broken.values()].map((error) => findSchema(operation.document, error)),
    ...[...doubts, ...unanswerable].map((doubt) => findDoubt(operation.document, doubt)),
  ])
}

/** Successes for which neither an example nor a made body fits: a request is answered with 500. */
const findUnanswerable = async (operation: Operation, compiler: SchemaCompiler): Promise<readonly LintWarning[]> => {
  const { document, node, id } = operation
  const doubts: LintWarning[] = []
  for (const { status, content } of viewResponses(document, node)) {
    if (!status.startsWith('2')) continue
    for (const media of content.filter(({ mediaType }) => isJson(mediaType))) {
      const made = await generateBody({ operation, compiler, media, seed: 0, dynamic: false })
      if (made.kind === 'generated') continue
      const message = `no example and no made body fits the response ${status} of ${id}: ${made.reason}; give an example that does`
      doubts.push({ code: 'response-unsatisfiable', node: media.schema ?? media.node, message })
    }
  }
  return doubts
}

interface DirectedSchema {
  readonly node: Node
  readonly direction: Direction
}

const schemasOf = ({ document, node, pathItem }: Operation): readonly DirectedSchema[] => {
  const requested = [
    ...viewParameters(document, node, pathItem).map(({ schema }) => schema),
    ...(viewBody(document, node, pathItem)?.content ?? []).map(({ schema }) => schema),
  ]
  const answered = viewResponses(document, node).flatMap(({ content }) =>
    content.filter(({ mediaType }) => isJson(mediaType)).map(({ schema }) => schema),
  )
  return [...direct(requested, 'request'), ...direct(answered, 'response')]
}

const direct = (nodes: readonly (Node | undefined)[], direction: Direction): readonly DirectedSchema[] =>
  nodes.flatMap((node) => (node ? [{ node, direction }] : []))

/** The validator says where in the schema: `schema is invalid: data/properties/name/type must be …`. */
const findSchema = async (document: Document, { node, message }: SchemaCompileError): Promise<Finding> => {
  const inside = /^schema is invalid: data(\/\S+)/.exec(message)?.[1] ?? ''
  const text = `the schema cannot be compiled: ${message}`
  const source = await sourceOf(document, node.file)
  return source
    ? findingAt(source, node.pointer + inside, 'schema-invalid', text)
    : { code: 'schema-invalid', file: node.file, message: text }
}

const findDoubt = async (document: Document, { code, node, message }: LintWarning): Promise<Finding> => {
  const source = await sourceOf(document, node.file)
  return source ? findingAt(source, node.pointer, code, message) : { code, file: node.file, message }
}

/** The document's own source, or that of a file it refers to; undefined where that is not readable any more. */
const sourceOf = async ({ source }: Document, file: string): Promise<Source | undefined> => {
  const own = resolve(source.file)
  if (file === own) return source
  try {
    // As the user named the document, so are the files beside it named.
    return await readSource(join(dirname(source.file), relative(dirname(own), file)))
  } catch (error) {
    if (error instanceof LoadError) return undefined
    throw error
  }
}

/**
 * Compiles every schema of an operation and reports what is wrong with them. For `standin check`; a request compiles only
 * what it needs.
 */
import type { Finding } from '../../errors.ts'
import type { Document } from '../document/document.ts'
import { viewBody, viewParameters, viewResponses } from '../document/operation-view.ts'
import type { Files, Node } from '../document/references.ts'
import { findingAt } from '../document/source.ts'
import type { Operation } from '../operation/operation.ts'
import { generateBody } from '../sample/generate-body.ts'
import type { SchemaCompileError, SchemaCompiler } from '../schema/schema-compiler.ts'
import type { Direction } from '../schema/schema-dialect.ts'
import { isJson } from '../values/media-type.ts'
import { memoize } from '../values/memoize.ts'
import { type LintWarning, lintSchema } from './lint-schema.ts'

/** One finding per schema that cannot be compiled and per warning, in the order of the operation. Never rejects. */
export const checkOperation = async (operation: Operation, compiler: SchemaCompiler): Promise<readonly Finding[]> => {
  const broken = new Map<string, SchemaCompileError>()
  for (const { node, direction } of schemasOf(operation))
    for (const error of compiler.check(node, direction)) broken.set(`${error.node.file}#${error.node.pointer}`, error)
  if (broken.size === 0) operation.compile()
  const warnings = lintRegistered(operation.document.files, compiler)
  const unanswerable = broken.size === 0 ? await findUnanswerable(operation, compiler) : []
  return Promise.all([
    ...[...broken.values()].map((error) => reportSchema(operation.document, error)),
    ...[...warnings, ...unanswerable].map((warning) => reportWarning(operation.document, warning)),
  ])
}

/** Places and messages that were reported for a compiler's schemas: a nested schema may be compiled on its own too. */
const reportedFor = memoize((_: SchemaCompiler): Set<string> => new Set())

/** The warnings for the schemas compiled since the last call, each once. */
const lintRegistered = (files: Files, compiler: SchemaCompiler): readonly LintWarning[] => {
  const reported = reportedFor(compiler)
  const report = (text: string): boolean => {
    const isNew = !reported.has(text)
    reported.add(text)
    return isNew
  }
  return compiler
    .takeRegistered()
    .filter(({ file, pointer }) => report(`${file}#${pointer}`))
    .flatMap((node) => lintSchema(files, node))
    .filter(({ node, message }) => report(`${node.file}#${node.pointer} ${message}`))
}

/** Success responses for which neither an example nor a generated body is valid: such a request gets a 500. */
const findUnanswerable = async (operation: Operation, compiler: SchemaCompiler): Promise<readonly LintWarning[]> => {
  const { document, node, id } = operation
  const warnings: LintWarning[] = []
  for (const { status, content } of viewResponses(document, node)) {
    if (!status.startsWith('2')) continue
    for (const media of content.filter(({ mediaType }) => isJson(mediaType))) {
      const body = await generateBody({ operation, compiler, media, seed: 0, dynamic: false })
      if (body.kind === 'generated') continue
      const message = `no example of the response ${status} of ${id} is valid, and no valid body can be generated: ${body.reason}; add an example that matches the schema`
      warnings.push({ code: 'response-unsatisfiable', node: media.schema ?? media.node, message })
    }
  }
  return warnings
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

/** The validator names the place in the schema: `schema is invalid: data/properties/name/type must be …`. */
const reportSchema = async (document: Document, { node, message }: SchemaCompileError): Promise<Finding> => {
  const inside = /^schema is invalid: data(\/\S+)/.exec(message)?.[1] ?? ''
  const text = `the schema cannot be compiled: ${message}`
  const source = document.sources.get(node.file)
  return source
    ? findingAt(source, node.pointer + inside, 'schema-invalid', text)
    : { code: 'schema-invalid', file: node.file, message: text }
}

const reportWarning = async (document: Document, { code, node, message }: LintWarning): Promise<Finding> => {
  const source = document.sources.get(node.file)
  return source ? findingAt(source, node.pointer, code, message) : { code, file: node.file, message }
}

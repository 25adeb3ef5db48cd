/**
 * Types for tests, from the documents and scenarios of a server: records by resource, bodies by operation, and the names of
 * scenarios. They are registered with the package, so that a test needs no type arguments.
 */
import type { Document } from '../contract/document/document.ts'
import { type MediaView, viewBody, viewResponses } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { Direction } from '../contract/schema/schema-dialect.ts'
import { getOwn, getString } from '../contract/values/json-object.ts'
import { isJson } from '../contract/values/media-type.ts'
import { operationsOf, type Service } from '../loading/service.ts'
import { Declarations } from './declarations.ts'
import { anything, commentOf, type Expression, literalOf, type Member, objectOf, plain, unionOf } from './expression.ts'
import { SchemaWriter } from './schema-writer.ts'
import { recordTypeName, TypeNames } from './type-names.ts'

/** What the file declares in addition to the schemas. */
const ownNames = ['Records', 'Operations', 'ScenarioName', 'Register']

const header = `/**
 * Written by \`standin types\`. Run it again when documents or scenarios change; \`standin types --check\` fails if they did.
 */
/* eslint-disable */

declare module 'standin' {
  interface Register {
    records: Records
    operations: Operations
    scenarios: ScenarioName
  }
}
`

/** Whether a text is one that `writeTypes` returned, maybe for other documents. */
export const isWritten = (text: string): boolean => /^\/\*\*\r?\n \* Written by `standin types`/.test(text)

/** The text of the file. */
export const writeTypes = (service: Service, scenarios: readonly string[]): string => {
  const declarations = new Declarations(new TypeNames(ownNames))
  const writers = new Map(
    service.documents.map(({ document }) => [document, new SchemaWriter(document, declarations)] as const),
  )
  const writerOf = (document: Document): SchemaWriter =>
    writers.get(document) ?? new SchemaWriter(document, declarations)
  const records = service.resources.map(({ key, name, document, schema }): Member => {
    const type = writerOf(document).name(schema, 'response', recordTypeName(name))
    return { name: key, type, isOptional: false, comment: '' }
  })
  const operations = nameOperations(operationsOf(service)).map(
    ([name, operation]): Member => ({
      name,
      type: describeBodies(operation, writerOf(operation.document)),
      isOptional: false,
      comment: commentOf(
        getString(operation.node.value, 'summary'),
        getOwn(operation.node.value, 'deprecated') === true,
      ),
    }),
  )
  const sections = [
    header,
    `/** The records of each resource. */\nexport interface Records ${objectOf(records, undefined).text}\n`,
    `/** The bodies of each operation: of its request, and of its responses by status. */\nexport interface Operations ${objectOf(operations, undefined).text}\n`,
    `export type ScenarioName =${formatNames(scenarios)}\n`,
    ...declarations.format(),
  ]
  return sections.join('\n')
}

/** One on each line. */
const formatNames = (names: readonly string[]): string =>
  names.length === 0 ? ' never' : names.map((name) => `\n  | ${literalOf(name).text}`).join('')

/** By their ids. Of several documents with an operation of the same id, the later ones have the document before it. */
const nameOperations = (operations: readonly Operation[]): readonly (readonly [string, Operation])[] => {
  const named = new Map<string, Operation>()
  for (const operation of operations) {
    const { id, document } = operation
    named.set(named.has(id) ? `${document.name}/${id}` : id, operation)
  }
  return [...named]
}

const describeBodies = ({ document, node, pathItem }: Operation, writer: SchemaWriter): Expression => {
  const body = viewBody(document, node, pathItem)
  const request = body ? bodyOf(body.content, 'request', writer) : plain('undefined')
  const responses = viewResponses(document, node).map(
    ({ status, content }): Member => ({
      name: status,
      type: content.length === 0 ? plain('undefined') : bodyOf(content, 'response', writer),
      isOptional: false,
      comment: '',
    }),
  )
  return objectOf(
    [
      { name: 'request', type: request, isOptional: body !== undefined && !body.required, comment: '' },
      { name: 'responses', type: objectOf(responses, undefined), isOptional: false, comment: '' },
    ],
    undefined,
  )
}

/** Of several media types, those of JSON. */
const bodyOf = (content: readonly MediaView[], direction: Direction, writer: SchemaWriter): Expression => {
  const json = content.filter(({ mediaType }) => isJson(mediaType))
  const used = json.length > 0 ? json : content
  return unionOf(used.map(({ schema }) => (schema ? writer.write(schema, direction) : anything)))
}

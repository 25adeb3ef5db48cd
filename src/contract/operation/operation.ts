/**
 * The operations of a document. What every request needs (address, security, deprecation) is read when the document is
 * loaded; parameters and validators are compiled on the first request of the operation, or earlier by the warm-up.
 */

import type { Deprecation } from '../document/deprecation.ts'
import type { Document } from '../document/document.ts'
import { findResponse, type ResponseView, viewBody, viewParameters, viewResponses } from '../document/operation-view.ts'
import type { Node } from '../document/references.ts'
import type { BasePaths } from '../document/servers.ts'
import { type CompiledParameter, compileParameters } from '../request/parameters.ts'
import { type CompiledBody, compileBody } from '../request/read-body.ts'
import { compileSecurity, type SecurityCheck } from '../request/security.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { memoize } from '../values/memoize.ts'

export interface Operation {
  /** The operationId; `GET /pets` if it is missing or another operation already has it. */
  readonly id: string
  /** Upper case, except for methods in additionalOperations (OpenAPI 3.2), which are as written. */
  readonly method: string
  /** As written in the document, without the base path. */
  readonly path: string
  /** The base paths it is served at: from its own servers, those of its path, or those of the document. */
  readonly basePaths: BasePaths
  readonly document: Document
  readonly node: Node
  readonly pathItem: Node
  readonly security: SecurityCheck
  readonly deprecation: Deprecation | undefined
  /** Compiles once. Throws SchemaCompileError, on every call, if a schema of the operation cannot be compiled. */
  readonly compile: () => CompiledOperation
}

/** A path of a document with its operations. A path without operations is documented, but cannot be called. */
export interface PathEntry {
  readonly path: string
  /** The base paths of operations that have no servers of their own. */
  readonly basePaths: BasePaths
  readonly document: Document
  /** By method in upper case. */
  readonly operations: ReadonlyMap<string, Operation>
  /** The value of the Allow header. */
  readonly allow: string
  /** The document's security requirements, for a path without operations. */
  readonly security: SecurityCheck
}

export interface CompiledOperation {
  readonly parameters: readonly CompiledParameter[]
  /** Undefined if the operation has no request body, or documents no media type for it. */
  readonly body: CompiledBody | undefined
  readonly responses: readonly ResponseView[]
}

type OperationParts = Omit<Operation, 'security' | 'compile'> & { readonly compiler: SchemaCompiler }

export const createOperation = ({ compiler, ...parts }: OperationParts): Operation => {
  const { document, node, pathItem, path } = parts
  let compiled: CompiledOperation | undefined
  return {
    ...parts,
    security: compileSecurity(document, node),
    compile: () => {
      compiled ??= {
        parameters: compileParameters(document, compiler, viewParameters(document, node, pathItem), path),
        body: compileBody(document, compiler, viewBody(document, node, pathItem)),
        responses: viewResponses(document, node),
      }
      return compiled
    },
  }
}

/** `shop GET /orders`: the same across restarts, reloads and replicas. */
export const operationKey = ({ document, method, path }: Operation): string => `${document.name} ${method} ${path}`

/** What is recorded of an operation. It shares nothing with the document, which would stay in memory after a reload. */
export interface OperationSummary extends Pick<Operation, 'id' | 'method' | 'path' | 'deprecation'> {
  /** As `operationKey` returns it. */
  readonly key: string
  /** With its first base path. */
  readonly fullPath: string
  readonly document: { readonly name: string; readonly file: string }
  /** Names of query parameters that carry credentials. */
  readonly secretQuery: readonly string[]
}

/** Always the same object for an operation. */
export const summarizeOperation = memoize((operation: Operation): OperationSummary => {
  const { id, method, path, deprecation, document, security } = operation
  const summary: OperationSummary = {
    key: operationKey(operation),
    id,
    method,
    path,
    fullPath: fullPathOf(operation),
    document: { name: document.name, file: document.source.file },
    deprecation,
    secretQuery: security.queryNames,
  }
  // A string that was cut out of the text of a file keeps the whole text in memory; a clone does not.
  return structuredClone(summary)
})

/** The path of an operation or path entry with its first base path. */
export const fullPathOf = ({ basePaths, path }: Pick<PathEntry, 'basePaths' | 'path'>): string =>
  (basePaths[0] ?? '') + path

/** The first candidate that the operation documents as the status for invalid requests; undefined if it documents none. */
export const invalidStatusOf = (
  responses: readonly ResponseView[],
  candidates: readonly number[],
): number | undefined => {
  const exact = candidates.find((status) => responses.some((response) => response.status === String(status)))
  if (exact !== undefined) return exact
  const [last = 400] = candidates.slice(-1)
  return responses.some((response) => response.status === '4XX') || findResponse(responses, last)?.status === 'default'
    ? last
    : undefined
}

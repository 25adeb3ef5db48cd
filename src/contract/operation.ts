/**
 * Operations of a document. What every request needs (address, security, deprecation) is read at load; parameters, body
 * and their validators are compiled on the operation's first request, or before it when there is time.
 */

import { methods } from './check-document.ts'
import { type Deprecation, readDeprecation } from './deprecation.ts'
import type { Document } from './document.ts'
import { getString } from './is-object.ts'
import {
  type BodyView,
  findResponse,
  type ResponseView,
  viewBody,
  viewParameters,
  viewResponses,
} from './operation-view.ts'
import { type CompiledParameter, compileParameters } from './parameters.ts'
import { createBodyReader, type ReadBodyValue } from './read-body-value.ts'
import { childNode, childNodes, dereference, type Node } from './references.ts'
import type { SchemaCompiler, Validator } from './schema-compiler.ts'
import { compileSecurity, type SecurityCheck } from './security.ts'

export interface Operation {
  /** The operationId, else `GET /pets`. */
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** As the document writes it, without the base path. */
  readonly path: string
  readonly document: Document
  readonly node: Node
  readonly pathItem: Node
  readonly security: SecurityCheck
  readonly deprecation: Deprecation | undefined
  /** Throws SchemaCompileError, each time, where a schema of the operation cannot be compiled. */
  readonly compile: () => CompiledOperation
}

/** A path of a document with its operations; a path without any is described and yet cannot be called. */
export interface PathEntry {
  readonly path: string
  readonly document: Document
  /** By method in upper case. */
  readonly operations: ReadonlyMap<string, Operation>
  /** The value of Allow. */
  readonly allow: string
  /** The document's own requirements, for a path without operations. */
  readonly security: SecurityCheck
}

export interface CompiledOperation {
  readonly parameters: readonly CompiledParameter[]
  readonly body: CompiledBody | undefined
  readonly responses: readonly ResponseView[]
}

export interface CompiledBody {
  readonly view: BodyView
  /** By documented media type. */
  readonly readers: ReadonlyMap<string, CompiledMedia>
}

/** How a body of one media type is read, and held against its schema where it has one. */
export interface CompiledMedia {
  readonly read: ReadBodyValue
  readonly validate: Validator | undefined
}

/** Reads a document's paths. Order as in the document. */
export const readPaths = (document: Document, compiler: SchemaCompiler): readonly PathEntry[] => {
  const successors = collectPaths(document)
  return childNodes(childNode(document.root, 'paths')).flatMap(([path, child]) => {
    const pathItem = dereference(document.files, child)
    if (!pathItem || !path.startsWith('/')) return []
    const operations = new Map(
      childNodes(pathItem)
        .filter(([method]) => methods.has(method))
        .map(([method, node]) => [
          method.toUpperCase(),
          createOperation({ document, compiler, path, method: method.toUpperCase(), node, pathItem, successors }),
        ]),
    )
    return [
      {
        path,
        document,
        operations,
        allow: allowOf(operations),
        security: compileSecurity(document, { ...pathItem, value: {} }),
      },
    ]
  })
}

interface OperationParts {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly path: string
  readonly method: string
  readonly node: Node
  readonly pathItem: Node
  readonly successors: ReadonlyMap<string, string>
}

const createOperation = ({
  document,
  compiler,
  path,
  method,
  node,
  pathItem,
  successors,
}: OperationParts): Operation => {
  const successor = getString(node.value, 'x-standin-successor')
  let compiled: CompiledOperation | undefined
  return {
    id: getString(node.value, 'operationId') ?? `${method} ${path}`,
    method,
    path,
    document,
    node,
    pathItem,
    security: compileSecurity(document, node),
    deprecation: readDeprecation(node.value, successor === undefined ? undefined : successors.get(successor)),
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

const compileBody = (
  document: Document,
  compiler: SchemaCompiler,
  view: BodyView | undefined,
): CompiledBody | undefined =>
  view && {
    view,
    readers: new Map(
      view.content.map((media) => [
        media.mediaType,
        {
          read: createBodyReader(document, media),
          validate: media.schema && compiler.compile(media.schema, 'request'),
        },
      ]),
    ),
  }

/** The path of each operationId, base path included. */
const collectPaths = (document: Document): ReadonlyMap<string, string> =>
  new Map(
    childNodes(childNode(document.root, 'paths')).flatMap(([path, item]) =>
      childNodes(dereference(document.files, item)).flatMap(([, node]) => {
        const id = getString(node.value, 'operationId')
        return id === undefined ? [] : [[id, document.basePath + path] as const]
      }),
    ),
  )

const allowOf = (operations: ReadonlyMap<string, Operation>): string => {
  const allowed = new Set(operations.keys())
  if (allowed.has('GET')) allowed.add('HEAD')
  allowed.add('OPTIONS')
  return [...allowed].join(', ')
}

/** The status that tells a client its request was invalid, by what the operation documents; undefined where it documents none. */
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

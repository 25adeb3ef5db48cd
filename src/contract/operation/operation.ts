/**
 * Operations of a document. What every request needs (address, security, deprecation) is read at load; parameters, body
 * and their validators are compiled on the operation's first request, or before it when there is time.
 */

import { type Deprecation, readDeprecation } from '../document/deprecation.ts'
import type { Document } from '../document/document.ts'
import {
  type BodyView,
  findResponse,
  type ResponseView,
  viewBody,
  viewParameters,
  viewResponses,
} from '../document/operation-view.ts'
import { operationNodes } from '../document/path-item.ts'
import { childNode, childNodes, dereference, type Node } from '../document/references.ts'
import { type BasePaths, readBasePaths } from '../document/servers.ts'
import { type CompiledParameter, compileParameters } from '../request/parameters.ts'
import { createBodyReader, type ReadBodyValue } from '../request/read-body-value.ts'
import { compileSecurity, type SecurityCheck } from '../request/security.ts'
import { asMergePatch } from '../schema/merge-patch-errors.ts'
import type { SchemaCompiler, Validator } from '../schema/schema-compiler.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { parseMediaType } from '../values/media-type.ts'

export interface Operation {
  /** The operationId, else, or where another operation has it, `GET /pets`. */
  readonly id: string
  /** As a request has it: upper case, save in additionalOperations of 3.2, which may have others. */
  readonly method: string
  /** As the document writes it, without the base path. */
  readonly path: string
  /** Where it is served, the first one first; those of its own servers, else of its path's, else of the document's. */
  readonly basePaths: BasePaths
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
  /** As of an operation that says nothing of servers. */
  readonly basePaths: BasePaths
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
  const taken = new Set<string>()
  return childNodes(childNode(document.root, 'paths')).flatMap(([path, child]) => {
    const pathItem = dereference(document.files, child)
    if (!pathItem || !path.startsWith('/')) return []
    const basePaths = basePathsOf(document, pathItem, document.basePaths)
    const operations = new Map(
      operationNodes(pathItem, document.dialect)
        .filter(([, node]) => isJsonObject(node.value))
        .map(([method, node]) => [
          method,
          createOperation({
            id: chooseId(node, `${method} ${path}`, taken),
            document,
            compiler,
            path,
            basePaths: basePathsOf(document, node, basePaths),
            method,
            node,
            pathItem,
            successors,
          }),
        ]),
    )
    return [
      {
        path,
        basePaths,
        document,
        operations,
        allow: allowOf(operations),
        security: compileSecurity(document, { ...pathItem, value: {} }),
      },
    ]
  })
}

/** 2.0 knows base paths of the whole document only. */
const basePathsOf = (document: Document, { value }: Node, inherited: BasePaths): BasePaths =>
  document.isMoved || document.dialect === '2.0' ? inherited : (readBasePaths(value, document.dialect) ?? inherited)

/** The path below the server's origin at which an operation, or a path, is reached. */
export const fullPathOf = ({ basePaths, path }: Pick<PathEntry, 'basePaths' | 'path'>): string =>
  (basePaths[0] ?? '') + path

/** The operationId, unless another operation has it. */
const chooseId = (node: Node, fallback: string, taken: Set<string>): string => {
  const id = getString(node.value, 'operationId')
  if (id === undefined || taken.has(id)) return fallback
  taken.add(id)
  return id
}

interface OperationParts {
  readonly id: string
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly path: string
  readonly basePaths: BasePaths
  readonly method: string
  readonly node: Node
  readonly pathItem: Node
  readonly successors: ReadonlyMap<string, string>
}

const createOperation = ({
  id,
  document,
  compiler,
  path,
  basePaths,
  method,
  node,
  pathItem,
  successors,
}: OperationParts): Operation => {
  const successor = getString(node.value, 'x-standin-successor')
  let compiled: CompiledOperation | undefined
  return {
    id,
    method,
    path,
    basePaths,
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
): CompiledBody | undefined => {
  // What lists no media type says nothing of a body.
  if (!view || view.content.length === 0) return undefined
  return {
    view,
    readers: new Map(
      view.content.map((media) => [
        media.mediaType,
        {
          read: createBodyReader(document, media),
          validate: media.schema && validatorOf(compiler, media.mediaType, media.schema),
        },
      ]),
    ),
  }
}

const validatorOf = (compiler: SchemaCompiler, mediaType: string, schema: Node): Validator => {
  const validate = compiler.compile(schema, 'request')
  return parseMediaType(mediaType)?.essence === 'application/merge-patch+json' ? asMergePatch(validate) : validate
}

/** The path of each operationId, base path included. */
const collectPaths = (document: Document): ReadonlyMap<string, string> =>
  new Map(
    childNodes(childNode(document.root, 'paths')).flatMap(([path, item]) => {
      const pathItem = dereference(document.files, item)
      return (pathItem ? operationNodes(pathItem, document.dialect) : []).flatMap(([, node]) => {
        const id = getString(node.value, 'operationId')
        if (id === undefined || !pathItem) return []
        const basePaths = basePathsOf(document, node, basePathsOf(document, pathItem, document.basePaths))
        return [[id, fullPathOf({ basePaths, path })] as const]
      })
    }),
  )

export const allowOf = (operations: ReadonlyMap<string, Operation>): string => {
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

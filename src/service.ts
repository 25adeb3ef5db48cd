/**
 * What is served: the documents, compiled, with the behaviours inferred for their operations. Immutable; a changed
 * document means a new service.
 */

import type { Behaviour } from './behaviours/behaviour.ts'
import { inferBehaviours } from './behaviours/infer-behaviours.ts'
import type { Resource } from './behaviours/resource.ts'
import { type Document, loadDocument } from './contract/document.ts'
import { createMatcher, type Matcher } from './contract/match.ts'
import { type Operation, type PathEntry, readPaths } from './contract/operation.ts'
import { createErrorRenderer, type ErrorRenderer } from './contract/render-error.ts'
import { createSchemaCompiler, type SchemaCompiler } from './contract/schema-compiler.ts'
import { DefectError, type Finding, LoadError } from './errors.ts'

/** A document and what was compiled of it. */
export interface ServedDocument {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
  readonly errors: ErrorRenderer
}

export interface Service {
  /** At least one, in the order given. */
  readonly documents: readonly ServedDocument[]
  readonly first: ServedDocument
  readonly matcher: Matcher
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  readonly of: (document: Document) => ServedDocument
  /** The document that a path belongs to by its base path, else the first. */
  readonly ownerOf: (path: string) => ServedDocument
  /** What Sandbox-Trace says of each operation; filled as they are first called. */
  readonly traces: Map<Operation, string>
  /** What was found at load and keeps nothing from running. */
  readonly warnings: readonly Finding[]
}

/** Loads documents and infers their behaviours. Throws LoadError with the findings of all of them. */
export const loadService = async (files: readonly string[]): Promise<Service> => {
  const documents = (await loadAll(files)).map(compileDocument)
  const [first] = documents
  if (!first) throw new DefectError('a service needs at least one document')
  const resources: Resource[] = []
  const behaviours = new Map<Operation, Behaviour>()
  const findings: Finding[] = []
  for (const served of documents) {
    const inferred = await inferBehaviours(served, (name) => resources.some((resource) => resource.name === name))
    resources.push(...inferred.resources)
    findings.push(...inferred.findings)
    for (const [operation, behaviour] of inferred.behaviours) behaviours.set(operation, behaviour)
  }
  if (findings.length > 0) throw new LoadError(findings)
  const byDocument = new Map(documents.map((served) => [served.document, served]))
  const byBasePath = [...documents].sort((a, b) => b.document.basePath.length - a.document.basePath.length)
  return {
    documents,
    first,
    matcher: createMatcher(documents.map(({ document, entries }) => ({ basePath: document.basePath, entries }))),
    resources,
    behaviours,
    of: (document) => byDocument.get(document) ?? first,
    ownerOf: (path) =>
      byBasePath.find(({ document: { basePath } }) => path === basePath || path.startsWith(`${basePath}/`)) ?? first,
    traces: new Map(),
    warnings: documents.flatMap(({ document }) => document.warnings),
  }
}

const compileDocument = (document: Document): ServedDocument => {
  const compiler = createSchemaCompiler(document.files, document.dialect)
  const entries = readPaths(document, compiler)
  return { document, compiler, entries, errors: createErrorRenderer(document, compiler, entries) }
}

const loadAll = async (files: readonly string[]): Promise<readonly Document[]> => {
  const outcomes = await Promise.allSettled(files.map((file) => loadDocument(file)))
  const findings: Finding[] = []
  const documents: Document[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') documents.push(outcome.value)
    else if (outcome.reason instanceof LoadError) findings.push(...outcome.reason.findings)
    else throw outcome.reason
  }
  if (findings.length > 0) throw new LoadError(findings)
  return documents
}

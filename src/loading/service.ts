/**
 * What is served: the documents, compiled, with the behaviours inferred for their operations. Immutable; a changed
 * document means a new service.
 */

import type { Behaviour } from '../behaviours/behaviour.ts'
import type { Decision } from '../behaviours/infer/explanation.ts'
import { inferBehaviours } from '../behaviours/infer/infer-behaviours.ts'
import type { ResourceOrigin } from '../behaviours/infer/infer-resource.ts'
import type { Guard } from '../behaviours/operations/guards.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { type Document, loadDocument } from '../contract/document/document.ts'
import { createErrorRenderer, type ErrorRenderer } from '../contract/errors/render-error.ts'
import { findShadowedPaths } from '../contract/operation/find-shadowed-paths.ts'
import { createMatcher, type Matcher } from '../contract/operation/match.ts'
import type { Operation, PathEntry } from '../contract/operation/operation.ts'
import { groupByBasePath, readPaths } from '../contract/operation/read-paths.ts'
import { createSchemaCompiler, type SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { type Finding, InternalError, LoadError } from '../errors.ts'

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
  /** Of operations without a behaviour, those that are answered only where an item is there. */
  readonly guards: ReadonlyMap<Operation, Guard>
  /** Of each operation, the behaviour that it has or why it has none; for a person. */
  readonly decisions: ReadonlyMap<Operation, Decision>
  /** Of each resource, where what is known of it comes from; for a person. */
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  /** Whose records those of a resource are. */
  readonly owners: ReadonlyMap<Resource, Resource>
  readonly of: (document: Document) => ServedDocument
  /** The document that a path belongs to by its base path, else the first. */
  readonly ownerOf: (path: string) => ServedDocument
  /** What Sandbox-Trace says of each operation; filled as they are first called. */
  readonly traces: Map<Operation, string>
  /** What was found at load and keeps nothing from running. */
  readonly warnings: readonly Finding[]
}

export interface ServiceOptions {
  /** Serve all documents there, whatever their servers are; `/` for the root. */
  readonly basePath?: string | undefined
}

/** Loads documents and infers their behaviours. Throws LoadError with the findings of all of them. */
export const loadService = async (files: readonly string[], options: ServiceOptions = {}): Promise<Service> => {
  const documents = (await loadAll(files, options)).map(compileDocument)
  const [first] = documents
  if (!first) throw new InternalError('a service needs at least one document')
  const resources: Resource[] = []
  const behaviours = new Map<Operation, Behaviour>()
  const guards = new Map<Operation, Guard>()
  const decisions = new Map<Operation, Decision>()
  const origins = new Map<Resource, ResourceOrigin>()
  const owners = new Map<Resource, Resource>()
  const findings: Finding[] = []
  for (const served of documents) {
    const inferred = await inferBehaviours(served, (name) => resources.some((resource) => resource.name === name))
    resources.push(...inferred.resources)
    findings.push(...inferred.findings)
    for (const [operation, behaviour] of inferred.behaviours) behaviours.set(operation, behaviour)
    for (const [operation, guard] of inferred.guards) guards.set(operation, guard)
    for (const [operation, decision] of inferred.decisions) decisions.set(operation, decision)
    for (const [resource, origin] of inferred.origins) origins.set(resource, origin)
    for (const [resource, owner] of inferred.owners) owners.set(resource, owner)
  }
  if (findings.length > 0) throw new LoadError(findings)
  const byDocument = new Map(documents.map((served) => [served.document, served]))
  const placed = documents.map(({ document, entries }) => ({ document, tables: groupByBasePath(document, entries) }))
  const byBasePath = documents
    .flatMap((served) => served.document.basePaths.map((basePath) => ({ basePath, served })))
    .sort((one, other) => other.basePath.length - one.basePath.length)
  return {
    documents,
    first,
    matcher: createMatcher(placed.flatMap(({ tables }) => tables)),
    resources,
    behaviours,
    guards,
    decisions,
    origins,
    owners,
    of: (document) => byDocument.get(document) ?? first,
    ownerOf: (path) =>
      byBasePath.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`))?.served ?? first,
    traces: new Map(),
    warnings: [...documents.flatMap(({ document }) => document.warnings), ...(await findShadowedPaths(placed))],
  }
}

/** All operations, in the order of the documents. */
export const operationsOf = ({ documents }: Pick<Service, 'documents'>): readonly Operation[] =>
  documents.flatMap(({ entries }) => entries.flatMap(({ operations }) => [...operations.values()]))

const compileDocument = (document: Document): ServedDocument => {
  const compiler = createSchemaCompiler(document.files, document.dialect)
  const entries = readPaths(document, compiler)
  return { document, compiler, entries, errors: createErrorRenderer(document, compiler, entries) }
}

const loadAll = async (files: readonly string[], options: ServiceOptions): Promise<readonly Document[]> => {
  const outcomes = await Promise.allSettled(files.map((file) => loadDocument(file, options)))
  const findings: Finding[] = []
  const documents: Document[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') documents.push(outcome.value)
    else if (outcome.reason instanceof LoadError) findings.push(...outcome.reason.findings)
    else throw outcome.reason
  }
  if (findings.length > 0) throw new LoadError([...findings, ...documents.flatMap(({ warnings }) => warnings)])
  return documents
}

/**
 * The service: the loaded and compiled documents with the inferred behaviours of their operations. Immutable; a reload
 * creates a new one.
 */

import type { Behaviour } from '../behaviours/behaviour.ts'
import { findingOf } from '../behaviours/infer/extension.ts'
import { inferDocument } from '../behaviours/infer/infer-document.ts'
import { buildBehaviours } from '../behaviours/operations/build-behaviours.ts'
import type { Guard } from '../behaviours/operations/parents.ts'
import type { Decision } from '../behaviours/plan/operation-plan.ts'
import type { ResourceOrigin } from '../behaviours/plan/resource-plan.ts'
import { createLinkFinder, type FindLinks } from '../behaviours/records/find-links.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import { type Document, type DocumentPlace, loadDocument } from '../contract/document/document.ts'
import { createErrorRenderer, type ErrorRenderer } from '../contract/errors/render-error.ts'
import { findShadowedPaths } from '../contract/operation/find-shadowed-paths.ts'
import { createMatcher, type Matcher } from '../contract/operation/match.ts'
import { type Operation, operationKey, type PathEntry } from '../contract/operation/operation.ts'
import { groupByBasePath, readPaths } from '../contract/operation/read-paths.ts'
import { createSchemaCompiler, type SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { memoize } from '../contract/values/memoize.ts'
import { type Finding, InternalError, LoadError } from '../errors.ts'
import type { ReadAddress } from '../ports.ts'
import { WebhookPlans } from '../webhooks/plan/webhook-plans.ts'

/** A document with its compiled parts. */
export interface ServedDocument {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
  readonly errors: ErrorRenderer
}

export interface Service {
  /** At least one, in the given order. */
  readonly documents: readonly ServedDocument[]
  readonly first: ServedDocument
  readonly matcher: Matcher
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  /** Stateless operations that require a parent record to exist. */
  readonly guards: ReadonlyMap<Operation, Guard>
  /** The behaviour of each operation, or why it has none; for check --explain and init. */
  readonly decisions: ReadonlyMap<Operation, Decision>
  /** How each resource was inferred; for check --explain and init. */
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  /** The parent resource of each nested resource. */
  readonly owners: ReadonlyMap<Resource, Resource>
  /** The properties of a record that refer to records of other resources. */
  readonly linksOf: FindLinks
  readonly of: (document: Document) => ServedDocument
  /** The document that a path belongs to by its base path, else the first. */
  readonly ownerOf: (path: string) => ServedDocument
  /** Cache of the Sandbox-Trace value of each operation. */
  readonly traces: Map<Operation, string>
  /** What the documents say that their services send. */
  readonly webhooks: WebhookPlans
  /** Findings at load that do not prevent serving. */
  readonly warnings: readonly Finding[]
}

export interface ServiceOptions {
  /** Serve all documents at this path and ignore their servers; `/` for the root. */
  readonly basePath?: string | undefined
  /** Infer nothing: no operation has a behaviour. */
  readonly stateless?: boolean | undefined
  /** Reads the documents of addresses. Default: they cannot be read. */
  readonly readAddress?: ReadAddress | undefined
  /** The folder of overlays for documents from addresses. Default: the current one. */
  readonly folder?: string | undefined
}

/** Loads documents and infers their behaviours. Throws LoadError with the findings of all of them. */
export const loadService = async (places: readonly DocumentPlace[], options: ServiceOptions = {}): Promise<Service> => {
  const documents = (await loadAll(places, options)).map(compileDocument)
  const [first] = documents
  if (!first) throw new InternalError('a service needs at least one document')
  const resources: Resource[] = []
  const behaviours = new Map<Operation, Behaviour>()
  const guards = new Map<Operation, Guard>()
  const decisions = new Map<Operation, Decision>()
  const origins = new Map<Resource, ResourceOrigin>()
  const owners = new Map<Resource, Resource>()
  const finders = new Map<Document, FindLinks>()
  const findings: Finding[] = []
  for (const served of options.stateless ? [] : documents) {
    const inferred = await inferDocument(served, (name) => resources.some((resource) => resource.name === name))
    const { origins: planned } = inferred
    const linksOf = createLinkFinder({ ...inferred, parameterOf: (resource) => planned.get(resource)?.parameter })
    finders.set(served.document, linksOf)
    const built = buildBehaviours({ ...inferred, resources: planned.keys(), compiler: served.compiler, linksOf })
    resources.push(...inferred.resources)
    findings.push(...inferred.findings)
    for (const [operation, behaviour] of built.behaviours) behaviours.set(operation, behaviour)
    for (const [operation, guard] of built.guards) guards.set(operation, guard)
    for (const [operation, decision] of inferred.decisions) decisions.set(operation, decision)
    for (const [resource, origin] of inferred.origins) origins.set(resource, origin)
    for (const [resource, owner] of inferred.owners) owners.set(resource, owner)
  }
  const webhooks = new WebhookPlans({
    documents: options.stateless ? [] : documents.map(({ document }) => document),
    operations: options.stateless ? [] : operationsOf({ documents }),
    resources,
  })
  for (const problem of webhooks.findProblems()) findings.push(await findingOf(problem.document, problem))
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
    linksOf: (resource) => finders.get(resource.document)?.(resource) ?? [],
    of: (document) => byDocument.get(document) ?? first,
    ownerOf: (path) =>
      byBasePath.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`))?.served ?? first,
    traces: new Map(),
    webhooks,
    warnings: [...documents.flatMap(({ document }) => document.warnings), ...(await findShadowedPaths(placed))],
  }
}

/** All operations, in the order of the documents. */
export const operationsOf = ({ documents }: Pick<Service, 'documents'>): readonly Operation[] =>
  documents.flatMap(({ entries }) => entries.flatMap(({ operations }) => [...operations.values()]))

const operationsByKey = memoize(
  (service: Service): ReadonlyMap<string, Operation> =>
    new Map(operationsOf(service).map((operation) => [operationKey(operation), operation])),
)

/** The operation with a key as `operationKey` returns it, maybe in another process. Undefined if no document has it. */
export const findOperation = (service: Service, key: string): Operation | undefined => operationsByKey(service).get(key)

const compileDocument = (document: Document): ServedDocument => {
  const compiler = createSchemaCompiler(document.files, document.dialect)
  const entries = readPaths(document, compiler)
  return { document, compiler, entries, errors: createErrorRenderer(document, compiler, entries) }
}

const loadAll = async (places: readonly DocumentPlace[], options: ServiceOptions): Promise<readonly Document[]> => {
  const outcomes = await Promise.allSettled(places.map((place) => loadDocument(place, options)))
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

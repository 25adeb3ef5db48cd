/**
 * Reads resources and behaviours off a document: which paths are collections and items, what an item looks like, which
 * property is its id. The overlay overrules: x-standin-behaviour, x-standin-resource, x-standin-id, x-standin-default,
 * x-standin-lifecycle. Nothing here knows the name of any resource.
 */
import type { Document } from '../contract/document.ts'
import { getOwn } from '../contract/is-object.ts'
import type { Operation, PathEntry } from '../contract/operation.ts'
import { viewParameters } from '../contract/operation-view.ts'
import type { Node } from '../contract/references.ts'
import type { SchemaCompiler } from '../contract/schema-compiler.ts'
import { typesOf } from '../contract/schema-view.ts'
import type { Finding } from '../errors.ts'
import type { Behaviour } from './behaviour.ts'
import { createCreate } from './create.ts'
import { findingOf, type Problem } from './extension.ts'
import { type Group, groupPaths } from './group-paths.ts'
import { inferResource } from './infer-resource.ts'
import { createList } from './list.ts'
import { findSuccess, listItemSchema, recordSchema } from './operation-schemas.ts'
import { planCreate } from './plan-create.ts'
import { createRead } from './read.ts'
import type { Resource } from './resource.ts'

export interface InferenceSubject {
  readonly document: Document
  readonly compiler: SchemaCompiler
  readonly entries: readonly PathEntry[]
}

export interface Inferred {
  readonly resources: readonly Resource[]
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  readonly findings: readonly Finding[]
}

/** Infers a document's resources. `isTaken` tells whether another document has a resource of that name already. */
export const inferBehaviours = async (
  subject: InferenceSubject,
  isTaken: (name: string) => boolean,
): Promise<Inferred> => {
  const { document } = subject
  const resources: Resource[] = []
  const problems: Problem[] = []
  const behaviours = new Map<Operation, Behaviour>()
  for (const group of groupPaths(subject.entries)) {
    const inferred = inferResource(document, group, isTaken)
    problems.push(...inferred.problems)
    if (!inferred.resource) continue
    resources.push(inferred.resource)
    for (const [operation, behaviour] of bind(subject, group, inferred.resource)) behaviours.set(operation, behaviour)
  }
  problems.push(...findUnbound(subject, behaviours))
  const findings = await Promise.all(problems.map((problem) => findingOf(document, problem)))
  return { resources, behaviours, findings }
}

/** Overlays that ask for a behaviour which the operation cannot have. */
const findUnbound = (
  { entries }: InferenceSubject,
  behaviours: ReadonlyMap<Operation, Behaviour>,
): readonly Problem[] =>
  entries
    .flatMap(({ operations }) => [...operations.values()])
    .flatMap((operation) => {
      const asked = getOwn(operation.node.value, 'x-standin-behaviour')
      const inferred = behaviours.get(operation)?.kind
      if (asked === undefined || asked === 'none' || asked === inferred) return []
      const shown = typeof asked === 'string' ? asked : JSON.stringify(asked)
      const message = `x-standin-behaviour: ${shown} cannot be had by ${operation.id} (${inferred ?? 'no behaviour'} was inferred); list, create, read and none can be named where path and schemas fit`
      return [{ node: operation.node, message }]
    })

const bind = (
  subject: InferenceSubject,
  group: Group,
  resource: Resource,
): readonly (readonly [Operation, Behaviour])[] => {
  const { document } = subject
  const { list, create, read, parameter } = group
  const bound: [Operation, Behaviour][] = []
  const item = list && listItemSchema(document, list)
  if (item) {
    const plan = { resource, item, status: statusOf(document, list), limitName: limitOf(document, list) }
    bound.push([list, createList(plan)])
  }
  if (read && parameter !== undefined && recordSchema(document, read))
    bound.push([read, createRead({ resource, status: statusOf(document, read), parameter })])
  const created = create && recordSchema(document, create)
  if (created) bound.push([create, createCreate(resource, planner(subject, resource, create, created))])
  return bound
}

const statusOf = (document: Document, operation: Operation): number => findSuccess(document, operation)?.status ?? 200

const planner =
  ({ document, compiler }: InferenceSubject, resource: Resource, operation: Operation, reply: Node) =>
  (seed: number) =>
    planCreate({ compiler, resource, operation, reply, status: statusOf(document, operation), seed })

/** The name of the query parameter that bounds a page. */
const limitOf = (document: Document, list: Operation): string | undefined =>
  viewParameters(document, list.node, list.pathItem).find(
    (view) =>
      view.in === 'query' &&
      /^(limit|per_?page|page_?size|max_?results|top|first)$/i.test(view.name) &&
      view.schema &&
      typesOf(document.files, view.schema).has('integer'),
  )?.name

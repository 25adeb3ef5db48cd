/**
 * What was inferred, as plain data: of each resource and each operation, with the reasons. For `check --explain` and for
 * the overlay that `init` writes.
 */

import type { Operation } from '../../contract/operation/operation.ts'
import { getString } from '../../contract/values/json-object.ts'
import type { Parent } from '../operations/parents.ts'
import type { BehaviourKind } from '../plan/behaviour-kind.ts'
import type { Resource } from '../records/resource.ts'
import type { Decision, Explanation } from './explanation.ts'
import type { ResourceOrigin } from './infer-resource.ts'
import type { PageRole } from './query-words.ts'

export interface ResourceDescription {
  readonly resource: string
  /** The name of its document. */
  readonly document: string
  readonly path: string
  readonly form: { readonly is: Resource['form']; readonly reason: string }
  readonly name: { readonly is: string; readonly reason: string }
  /** Where the schema of a record stands. */
  readonly schema: { readonly is: string; readonly reason: string }
  /** `property` is undefined where a record does not show it. */
  readonly id: {
    readonly property: string | undefined
    readonly parameter: string | undefined
    readonly is: Resource['idKind']
    readonly reason: string
  }
  /** Path parameters that say whose the records are, with the property that repeats each. */
  readonly scope: readonly { readonly parameter: string; readonly property: string | undefined }[]
  readonly unique: readonly string[]
  readonly lifecycles: readonly { readonly property: string; readonly states: readonly string[] }[]
}

export interface OperationDescription {
  readonly document: string
  readonly method: string
  readonly path: string
  readonly operation: string
  /** Undefined where it has none. */
  readonly behaviour: BehaviourKind | undefined
  /** Its key. */
  readonly resource: string | undefined
  readonly reason: string
  readonly parents: readonly { readonly resource: string; readonly parameter: string; readonly reason: string }[]
  readonly filters: readonly { readonly parameter: string; readonly property: string }[]
  readonly paging: readonly { readonly parameter: string; readonly says: PageRole }[]
  /** Undefined where it has no behaviour. */
  readonly request: readonly string[] | undefined
  readonly response: ResponseDescription | undefined
}

export interface ResponseDescription {
  readonly status: number
  readonly mediaType: string | undefined
  /** Where in the body the record or the list is, `data.items`; empty where that is the body, undefined where it is not there. */
  readonly envelope: string | undefined
  /** What in the envelope and in headers tells of the page. */
  readonly tells: readonly string[]
}

export interface ServiceDescription {
  readonly resources: readonly ResourceDescription[]
  readonly operations: readonly OperationDescription[]
}

export interface Decided {
  readonly resources: readonly Resource[]
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  readonly decisions: ReadonlyMap<Operation, Decision>
}

/** In the order of the documents. */
export const describeDecisions = ({ resources, origins, decisions }: Decided): ServiceDescription => ({
  resources: resources.flatMap((resource) => {
    const origin = origins.get(resource)
    return origin ? [tellResource(resource, origin)] : []
  }),
  operations: [...decisions].map(([operation, decision]) => tellOperation(operation, decision)),
})

const tellResource = (resource: Resource, { path, parameter, scope, reasons }: ResourceOrigin): ResourceDescription => {
  const { key, name, document, form, schema, idProperty, idKind, unique = [], lifecycles } = resource
  return {
    resource: key,
    document: document.name,
    path,
    form: { is: form, reason: reasons.form },
    name: { is: name, reason: reasons.name },
    schema: { is: addressOf(schema.value, schema.pointer), reason: reasons.schema },
    id: { property: idProperty === '' ? undefined : idProperty, parameter, is: idKind, reason: reasons.id },
    scope: scope.map((given, index) => ({
      parameter: given,
      property: resource.parentProperties.find((one) => one.index === index)?.path.join('.'),
    })),
    unique,
    lifecycles: lifecycles.map(({ property, states }) => ({ property, states })),
  }
}

/** What a schema refers to, else where it stands. */
const addressOf = (schema: unknown, pointer: string): string => getString(schema, '$ref') ?? `#${pointer}`

const tellOperation = (operation: Operation, decision: Decision): OperationDescription => {
  const { document, method, path, id } = operation
  const place = { document: document.name, method, path, operation: id }
  const nothing = { behaviour: undefined, resource: undefined, request: undefined, response: undefined }
  if (decision.kind === 'none')
    return {
      ...place,
      ...nothing,
      reason: decision.reason,
      parents: tellParents(decision.parents),
      filters: [],
      paging: [],
    }
  const { kind, resource } = decision.behaviour
  return { ...place, behaviour: kind, resource: resource.key, ...tellExplanation(decision.explain()) }
}

const tellParents = (parents: readonly Parent[]): OperationDescription['parents'] =>
  parents.map(({ resource, parameters, reason }) => ({
    resource: resource.key,
    parameter: parameters.join('/'),
    reason,
  }))

const tellExplanation = ({ reason, parents, filters, paging, request, ...answer }: Explanation) => ({
  reason,
  parents: tellParents(parents),
  filters: filters.map(({ parameter, property }) => ({ parameter, property })),
  paging: paging.map(({ parameter, property, role }) => ({
    parameter: property === undefined ? parameter : `${parameter}[${property}]`,
    says: role,
  })),
  request,
  response: {
    status: answer.status,
    mediaType: answer.mediaType,
    envelope: answer.place?.join('.'),
    tells: answer.tells,
  },
})

/**
 * The decisions about a service as `check --explain` prints them: each resource and each operation, with the reasons.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { getString } from '../../contract/values/json-object.ts'
import type { Resource } from '../records/resource.ts'
import type {
  BehaviourKind,
  Decision,
  FilterMatch,
  ListFilter,
  OperationPlan,
  PageParameter,
  PageRole,
  ParentPlan,
} from './operation-plan.ts'
import type { ResourceOrigin } from './resource-plan.ts'

export interface ResourceDescription {
  readonly resource: string
  /** The name of its document. */
  readonly document: string
  readonly path: string
  readonly form: { readonly is: Resource['form']; readonly reason: string }
  readonly name: { readonly is: string; readonly reason: string }
  /** Where the schema of a record is. */
  readonly schema: { readonly is: string; readonly reason: string }
  /** `property` is undefined if records do not contain their id. */
  readonly id: {
    readonly property: string | undefined
    readonly parameter: string | undefined
    readonly is: Resource['idKind']
    readonly reason: string
  }
  /** The path parameters that name the parents, each with the property that repeats it. */
  readonly scope: readonly { readonly parameter: string; readonly property: string | undefined }[]
  readonly unique: readonly string[]
  readonly lifecycles: readonly { readonly property: string; readonly states: readonly string[] }[]
}

export interface OperationDescription {
  readonly document: string
  readonly method: string
  readonly path: string
  readonly operation: string
  /** Undefined if it has none. */
  readonly behaviour: BehaviourKind | undefined
  /** The key of the resource. */
  readonly resource: string | undefined
  readonly reason: string
  readonly parents: readonly { readonly resource: string; readonly parameter: string; readonly reason: string }[]
  readonly filters: readonly FilterDescription[]
  readonly paging: readonly { readonly parameter: string; readonly says: PageRole }[]
  /** Documented query parameters of a list that neither filter nor page. */
  readonly ignored: readonly string[]
  /** The media types of the request; undefined if it has no behaviour. */
  readonly request: readonly string[] | undefined
  readonly response: ResponseDescription | undefined
}

export interface FilterDescription {
  readonly parameter: string
  /** Several properties are separated by commas. */
  readonly property: string
  readonly match: FilterMatch
}

export interface ResponseDescription {
  readonly status: number
  readonly mediaType: string | undefined
  /** Where in the body the record or the list is, `data.items`; empty if it is the body, undefined if it is not there. */
  readonly envelope: string | undefined
  /** The fields of the envelope, and the headers, that report about the page. */
  readonly tells: readonly string[]
}

export interface ServiceDescription {
  readonly resources: readonly ResourceDescription[]
  readonly operations: readonly OperationDescription[]
}

export interface DecidedService {
  readonly resources: readonly Resource[]
  readonly origins: ReadonlyMap<Resource, ResourceOrigin>
  readonly decisions: ReadonlyMap<Operation, Decision>
}

/** In the order of the documents. */
export const describePlans = ({ resources, origins, decisions }: DecidedService): ServiceDescription => ({
  resources: resources.flatMap((resource) => {
    const origin = origins.get(resource)
    return origin ? [describeResource(resource, origin)] : []
  }),
  operations: [...decisions].map(([operation, decision]) => describeOperation(operation, decision)),
})

const describeResource = (resource: Resource, origin: ResourceOrigin): ResourceDescription => {
  const { key, name, document, form, schema, idProperty, idKind, unique = [], lifecycles } = resource
  const { path, parameter, scope, reasons } = origin
  return {
    resource: key,
    document: document.name,
    path,
    form: { is: form, reason: reasons.form },
    name: { is: name, reason: reasons.name },
    schema: { is: getString(schema.value, '$ref') ?? `#${schema.pointer}`, reason: reasons.schema },
    id: { property: idProperty === '' ? undefined : idProperty, parameter, is: idKind, reason: reasons.id },
    scope: scope.map((scopeParameter, index) => ({
      parameter: scopeParameter,
      property: resource.parentProperties.find((one) => one.index === index)?.path.join('.'),
    })),
    unique,
    lifecycles: lifecycles.map(({ property, states }) => ({ property, states })),
  }
}

const describeOperation = ({ document, method, path, id }: Operation, decision: Decision): OperationDescription => {
  const place = { document: document.name, method, path, operation: id }
  if (decision.kind === 'planned') return { ...place, ...describePlan(decision.plan()) }
  const { reason, parents } = decision
  const nothing = { behaviour: undefined, resource: undefined, request: undefined, response: undefined }
  return { ...place, ...nothing, reason, parents: describeParents(parents), filters: [], paging: [], ignored: [] }
}

const describePlan = (
  plan: OperationPlan,
): Omit<OperationDescription, 'document' | 'method' | 'path' | 'operation'> => {
  const { kind, resource, reason, parents, request, response } = plan
  const isList = plan.kind === 'list'
  const place = isList ? plan.body.place : plan.response.place
  return {
    behaviour: kind,
    resource,
    reason,
    parents: describeParents(parents),
    filters: isList ? plan.filters.map(describeFilter) : [],
    paging: isList ? plan.paging.map(describePaging) : [],
    ignored: isList ? plan.ignoredQuery : [],
    request: request.mediaTypes,
    response: {
      status: response.status,
      mediaType: response.media?.mediaType,
      envelope: place?.path.join('.'),
      tells: isList
        ? [
            ...plan.body.fields.map(({ path }) => path.join('.')),
            ...(response.headers.includes('link') ? ['link'] : []),
            ...plan.pageHeaders.map(({ name }) => name),
          ]
        : [],
    },
  }
}

const describeParents = (parents: readonly ParentPlan[]): OperationDescription['parents'] =>
  parents.map(({ resource, parameters, reason }) => ({ resource, parameter: parameters.join('/'), reason }))

const describeFilter = ({ parameter, property, searched, match }: ListFilter): FilterDescription => ({
  parameter,
  property: property === '' ? searched.join(', ') : property,
  match,
})

const describePaging = ({ parameter, property, role }: PageParameter): OperationDescription['paging'][number] => ({
  parameter: property === undefined ? parameter : `${parameter}[${property}]`,
  says: role,
})

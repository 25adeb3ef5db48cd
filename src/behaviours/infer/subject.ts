/**
 * What the plan of an operation is inferred from, and the part that all plans have.
 */
import { viewBody, viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import type {
  DependentPlan,
  ItemParameter,
  OperationPlan,
  OperationReference,
  ParentPlan,
  RequestPlan,
} from '../plan/operation-plan.ts'
import type { Resource } from '../records/resource.ts'
import type { Place } from './find-addresses.ts'
import type { Group, Member } from './group-paths.ts'
import type { IdHints } from './infer-id.ts'
import { requestSchema, takesJsonPatchOnly } from './operation-schemas.ts'

export interface OperationSubject {
  readonly compiler: SchemaCompiler
  readonly group: Group
  readonly member: Member
  readonly resource: Resource
  /** What names and paths say about the id of a known record. */
  readonly hints: IdHints
  /** The operation whose response shows a record. */
  readonly shownBy: OperationReference
  readonly parents: readonly ParentPlan[]
  /** Whether the document does not describe the body of its success. */
  readonly isAssumed: boolean
  readonly findDependents: () => readonly DependentPlan[]
  readonly findAddresses: (item: Place | undefined) => readonly ItemParameter[]
}

export const referTo = ({ method, path }: Operation): OperationReference => ({ method, path })

export const anyPlan = (
  { resource, member, parents }: OperationSubject,
  reason: string,
): Pick<OperationPlan, 'operation' | 'resource' | 'reason' | 'parents' | 'request' | 'idempotencyHeader'> => ({
  operation: referTo(member.operation),
  resource: resource.key,
  reason,
  parents,
  request: inferRequest(member.operation),
  idempotencyHeader: findIdempotencyHeader(member.operation),
})

const inferRequest = (operation: Operation): RequestPlan => {
  const { document, node, pathItem } = operation
  return {
    mediaTypes: viewBody(document, node, pathItem)?.content.map(({ mediaType }) => mediaType) ?? [],
    schema: requestSchema(document, operation),
    isJsonPatchOnly: takesJsonPatchOnly(document, operation),
  }
}

const findIdempotencyHeader = ({ document, node, pathItem }: Operation): string | undefined =>
  viewParameters(document, node, pathItem).find((view) => view.in === 'header' && isIdempotencyKey(view.name))?.name

/** Idempotency-Key as the draft spells it, and as services do. */
export const isIdempotencyKey = (header: string): boolean => /^(x[-_])?idempoten(cy|ce|t)([-_]?key)?$/i.test(header)

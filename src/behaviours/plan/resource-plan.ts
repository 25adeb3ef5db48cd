/**
 * What was inferred about a resource, with the reasons.
 */
import type { Resource } from '../records/resource.ts'
import type { OperationReference } from './operation-plan.ts'

/** Where the decisions about a resource come from. */
export interface ResourceOrigin {
  /** Of the collection or the single record, as the document writes it. */
  readonly path: string
  /** The path parameter of an item. */
  readonly parameter: string | undefined
  /** The path parameters of the scope. */
  readonly scope: readonly string[]
  /** The operation whose response shows a record. */
  readonly shownBy: OperationReference
  /** Why each of these was decided, in words. */
  readonly reasons: { readonly name: string; readonly form: string; readonly schema: string; readonly id: string }
}

/** Plain data: the document is referred to by its name. */
export interface ResourcePlan extends Omit<Resource, 'document'> {
  readonly document: string
  readonly origin: ResourceOrigin
}

export const planResource = ({ document, ...resource }: Resource, origin: ResourceOrigin): ResourcePlan => ({
  ...resource,
  document: document.name,
  origin,
})

/**
 * What was inferred about one operation: the plan that `infer` makes of a document and that `operations` runs against the
 * store. Plain data without functions, so that a plan can be printed, compared and stored. Places in the document are
 * Nodes (file, JSON pointer and value); resources are referred to by key, other operations by method and path.
 */
import type { MediaView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import type { ParentProperty, Resource } from '../records/resource.ts'

export const behaviourKinds = ['list', 'create', 'read', 'replace', 'update', 'remove', 'action'] as const
export type BehaviourKind = (typeof behaviourKinds)[number]

/** What was decided about an operation: a behaviour, or why it has none. */
export type Decision = PlannedOperation | UnplannedOperation

export interface PlannedOperation {
  readonly kind: 'planned'
  readonly behaviour: BehaviourKind
  readonly resource: Resource
  /** Infers the plan when it is first needed, and returns the same one after that. Throws SchemaCompileError. */
  readonly plan: () => OperationPlan
}

export interface UnplannedOperation {
  readonly kind: 'none'
  readonly reason: string
  /** Records that must exist before the operation responds. */
  readonly parents: readonly ParentPlan[]
}

export type OperationPlan = ListPlan | CreatePlan | ReadPlan | ChangePlan | RemovePlan

export interface OperationReference {
  readonly method: string
  readonly path: string
}

interface AnyPlan {
  readonly operation: OperationReference
  /** The key of the resource. */
  readonly resource: string
  /** Why the operation has this behaviour, in words. */
  readonly reason: string
  readonly parents: readonly ParentPlan[]
  readonly request: RequestPlan
  /** The header that carries an idempotency key; undefined if the operation documents none. */
  readonly idempotencyHeader: string | undefined
}

export interface RequestPlan {
  readonly mediaTypes: readonly string[]
  readonly schema: Node | undefined
  /** Whether JSON Patch is the only accepted media type. */
  readonly isJsonPatchOnly: boolean
}

/** A record that must exist, because the path names it. */
export interface ParentPlan {
  readonly resource: string
  /** The path parameters that hold its id: several for a composite key. */
  readonly parameters: readonly string[]
  /** The path parameters of its own scope. */
  readonly scope: readonly string[]
  readonly reason: string
}

/** How the scope of a record is read from the path of a request. */
export interface ScopePlan {
  readonly parameters: readonly string[]
  /** Whether the scope names the owner of a record, although the address of the record does not contain it. */
  readonly isOwner: boolean
}

/** The owner in a path such as /owners/{ownerId}/gadgets, where the collection itself is /gadgets. */
export interface OwnerPlan {
  /** The path parameters that name the owner. */
  readonly parameters: readonly string[]
  /** Properties of a record that repeat them; without such properties, the store records the owner. */
  readonly properties: readonly ParentProperty[]
}

export interface ResponsePlan {
  readonly status: number
  /** The media type of the body; undefined if the response has no body with a schema. */
  readonly media: MediaView | undefined
  /** Documented headers, lower case. */
  readonly headers: readonly string[]
}

/** Where in a value a record is. */
export interface RecordPlace {
  /** Property names that lead to the record, or to the list of it; empty if the value is that. */
  readonly path: readonly string[]
  readonly schema: Node
  /** Whether the record is the only item of a list. */
  readonly isListed?: true
}

export interface ListPlace {
  readonly path: readonly string[]
  /** The schema of the items. */
  readonly items: Node
  /** Where in an item the record is; undefined if the items are ids. */
  readonly inItem: RecordPlace | undefined
  /** Whether the document has one record in place of the list: then the newest one is shown. */
  readonly isSingle?: true
  /** Whether it is an object from ids to records. */
  readonly isMap?: true
  /** Set if `path` leads to a list with one item, which has the list of records: `[{gadgets: [{…}]}]`. */
  readonly inOnly?: OnlyItem
}

export interface OnlyItem {
  /** The property names that lead from the item to the list of records. */
  readonly path: readonly string[]
  /** The schema of the item. */
  readonly schema: Node
}

export interface RecordResponsePlan extends ResponsePlan {
  /** Undefined if the body does not show the record. */
  readonly place: RecordPlace | undefined
  /** Where the response shows an id that the record itself does not have. */
  readonly idPath: readonly string[] | undefined
}

/** Where a list is in a response, and what surrounds it. */
export interface ListBodyPlan {
  readonly place: ListPlace
  /** The schema of the whole body. */
  readonly schema: Node
  readonly fields: readonly PageFieldPlan[]
  /** Where a record in the list shows its id, if records themselves do not have it. */
  readonly idPath: readonly string[] | undefined
  /** Where a record in the list has its address; undefined if it has none. */
  readonly address: ShownAddress | undefined
}

/** Where the address of a record is shown, and what it is. */
export interface ShownAddress {
  readonly path: readonly string[]
  readonly location: LocationPlan
}

export interface ListPlan extends AnyPlan {
  readonly kind: 'list'
  readonly response: ResponsePlan
  readonly body: ListBodyPlan
  readonly scope: ScopePlan
  readonly owner: OwnerPlan | undefined
  readonly filters: readonly ListFilter[]
  readonly paging: readonly PageParameter[]
  /** Documented query parameters that have no effect. */
  readonly ignoredQuery: readonly string[]
  readonly pageHeaders: readonly PageHeaderPlan[]
  /** Whether the criteria are also read from the request body: POST of a search. */
  readonly isSearch: boolean
}

/**
 * How a filter compares: the same value, a lower or an upper bound, a part of a string, or one of several values.
 */
export const filterMatches = ['equal', 'from', 'to', 'text', 'any'] as const
export type FilterMatch = (typeof filterMatches)[number]

export interface ListFilter {
  readonly parameter: string
  /** The property of the parameter, if the parameter is an object. */
  readonly inner: string | undefined
  /** The property of a record; empty if `match` is text in any of several properties. */
  readonly property: string
  readonly match: FilterMatch
  /** Whether a bound itself does not match. */
  readonly isExclusive: boolean
  /** The properties in which a text is searched. */
  readonly searched: readonly string[]
  /** Of a search: all properties of the schema. */
  readonly names?: readonly string[]
  /** Whether a comma separates values, because no value of the property has one. */
  readonly isSplit: boolean
  /** Whether the store has an index for it and the parameter is one value. */
  readonly isIndexed: boolean
  /** The type of the property, or of its items, in which a requested value is compared. */
  readonly type: 'text' | 'number' | 'boolean' | undefined
  /** The default of the parameter. A record without the property counts as having this value. */
  readonly fallback: Json | undefined
  /** A default such as `all`, which matches every record. */
  readonly everything: Json | undefined
  /** Whether each request sends it. A record without a value to compare is then found, because no request could show it. */
  readonly isRequired: boolean
}

export const pageRoles = ['limit', 'offset', 'page', 'after', 'before', 'sort', 'direction'] as const
export type PageRole = (typeof pageRoles)[number]

/** A query parameter, or a property of one, that selects a page. */
export interface PageParameter {
  readonly role: PageRole
  readonly parameter: string
  readonly property: string | undefined
  /** The number of the first page, or of the first record. */
  readonly first: number
}

/** What a field of an envelope, or a header, reports about a page. */
export type PageFact =
  | 'total'
  | 'pages'
  | 'page'
  | 'limit'
  | 'offset'
  | 'returned'
  | 'end'
  | 'next-page'
  | 'previous-page'
  | 'remaining'
  | 'has-more'
  | 'has-previous'
  | 'is-last'
  | 'next-cursor'
  | 'previous-cursor'
  | 'next-url'
  | 'previous-url'
  | 'first-url'
  | 'last-url'
  | 'self-url'

export interface PageFieldPlan {
  readonly path: readonly string[]
  readonly fact: PageFact
  /** Whether the value is an object with the address in `href`, as in HAL. */
  readonly isLink: boolean
  /** A pattern that an address has to match. */
  readonly pattern: string | undefined
  /** The value if there is nothing to report; undefined: the property is left out. */
  readonly absent: Json | undefined
}

export interface PageHeaderPlan {
  /** Lower case. */
  readonly name: string
  readonly fact: PageFact
}

export interface CreatePlan extends AnyPlan {
  readonly kind: 'create'
  readonly response: RecordResponsePlan
  readonly scope: ScopePlan
  readonly owner: OwnerPlan | undefined
  /** Set if the request body is a list of records. */
  readonly many: ManyPlan | undefined
  /** The property of the request that has the id, if it is called as in the path and not as in the record. */
  readonly idSentAs: string | undefined
  /** The schema of the id in the record and in each response that shows it. */
  readonly idSchemas: readonly Node[]
  /** Optional properties of a record that a response requires; a new record has them. */
  readonly required: readonly string[]
  /** The operation whose path has to accept the new id, and its parameter for it. */
  readonly item: ItemParameter | undefined
  /** Parameters of paths further down that contain the id too, if their schema differs. */
  readonly otherAddresses: readonly ItemParameter[]
  /** Undefined if the response has no Location. */
  readonly location: LocationPlan | undefined
  /** Where the body has the address of the new record; undefined if it has none. */
  readonly shownAddress: ShownAddress | undefined
  readonly conflict: ErrorCode
  /** Whether the response has an ETag. */
  readonly hasTag: boolean
  /** The property of a record that holds its entity tag. */
  readonly tagProperty: string | undefined
}

export interface ManyPlan {
  /** The property names that lead to the list in the request; empty if the body is the list. */
  readonly sentIn: readonly string[]
  /** The property of a record that each string of the list becomes; undefined if the list has objects. */
  readonly textProperty: string | undefined
  /** The list in the response; undefined if the response shows one record, or none. */
  readonly body: ListBodyPlan | undefined
}

export interface ItemParameter {
  readonly operation: OperationReference
  readonly parameter: string
}

export type LocationPlan =
  /** The path of the request and the id, with what surrounds the id in its segment. */
  | { readonly kind: 'below'; readonly before: string; readonly after: string; readonly isAbsolute: boolean }
  /** Another path; `created` and `item` as the document writes them. */
  | {
      readonly kind: 'elsewhere'
      readonly created: string
      readonly item: string
      readonly keyParameters: readonly string[]
      readonly isAbsolute: boolean
    }
  /** The path of the request. */
  | { readonly kind: 'same'; readonly isAbsolute: boolean }

/** An operation on one record. */
interface ItemPlan extends AnyPlan {
  readonly address: AddressPlan
  readonly response: RecordResponsePlan
  readonly conditions: ConditionsPlan | undefined
}

export interface AddressPlan {
  /** The path parameters that hold the id; none if the path has none. */
  readonly parameters: readonly string[]
  readonly scope: ScopePlan
  readonly owner: OwnerPlan | undefined
  /** Set for a single record that exists before any request. */
  readonly initial: InitialPlan | undefined
}

/** The first value of a single record. */
export interface InitialPlan {
  readonly read: OperationReference
  readonly media: MediaView | undefined
  /** Where in an example of the response the record is. */
  readonly path: readonly string[]
  /** The property that repeats the last path parameter. */
  readonly id: { readonly path: readonly string[]; readonly kind: 'integer' | 'string' } | undefined
}

export interface ConditionsPlan {
  /** Whether a change without a condition is rejected. */
  readonly isRequired: boolean
  readonly tagProperty: string | undefined
}

export interface ReadPlan extends ItemPlan {
  readonly kind: 'read'
}

export interface ChangePlan extends ItemPlan {
  readonly kind: 'replace' | 'update' | 'action'
  /** The response to a PUT that creates the record; undefined if a missing record is an error. */
  readonly creation: CreationPlan | undefined
  /** The last word of the path, which names an action. */
  readonly verb: string
  /** Query parameters that set properties, if the operation has no body. */
  readonly query: readonly QueryChange[]
  readonly conflict: ErrorCode
  readonly tagProperty: string | undefined
}

export interface CreationPlan {
  readonly response: RecordResponsePlan
  readonly location: LocationPlan | undefined
}

export interface QueryChange {
  readonly parameter: string
  readonly property: string
}

export interface RemovePlan extends ItemPlan {
  readonly kind: 'remove'
  /** What is removed with a record, directly and indirectly. */
  readonly dependents: readonly DependentPlan[]
}

/** Records of `resource` that are removed with a record of `parent`. */
export interface DependentPlan {
  readonly parent: string
  readonly resource: string
  /** They are below its path; they were created for it as their owner; or one of their properties has its id. */
  readonly by: 'scope' | 'owner' | 'property'
  readonly property: string | undefined
  readonly idKind: 'integer' | 'string'
}

/**
 * A resource: a kind of record that operations manage, as inferred from its document.
 */
import type { Document } from '../../contract/document/document.ts'
import type { Node } from '../../contract/document/references.ts'
import type { ResourceSchema } from '../../store/store.ts'
import type { KeyPart } from './composite-key.ts'

export interface Resource extends ResourceSchema {
  /** Unique among all documents: the name, or `document/name` if two documents have a resource of that name. */
  readonly key: string
  readonly document: Document
  /** The property that is the id: `metadata.name` inside another, `row/col` for a composite key, empty if records do not contain it. */
  readonly idProperty: string
  /** The property names that lead to the id; empty if records do not contain it, or if the key is composite. */
  readonly idPath: readonly string[]
  /** The properties of a composite key; empty if the key is not composite. */
  readonly keyParts: readonly KeyPart[]
  /** Properties that find a record in its path like the id, as `name` does for {idOrName}; absent if only the id does. */
  readonly otherKeys?: readonly string[]
  /** A collection, or a single record at each address that exists from the start. */
  readonly form: 'collection' | 'single'
  /** How many path parameters name the parents of a record. */
  readonly scopeSize: number
  /** Whether a record can have an owner that is not in each of its addresses. */
  readonly storesOwners: boolean
  /** Properties that repeat the path parameters of the parents. */
  readonly parentProperties: readonly ParentProperty[]
  readonly idKind: 'integer' | 'string' | 'uuid'
  /** The start of generated string ids, learned from the document's examples; may be empty. */
  readonly idPrefix: string
  /** The schema of a record in a response. */
  readonly schema: Node
  readonly lifecycles: readonly Lifecycle[]
  /** Properties with a lifecycle that filter lists. Their values change with time, so the store has no index for them. */
  readonly movingFilters: readonly string[]
}

export interface ParentProperty {
  readonly path: readonly string[]
  /** The position of the path parameter in the scope. */
  readonly index: number
  readonly kind: 'integer' | 'string'
}

/** A property that changes its value as time passes. */
export interface Lifecycle {
  readonly property: string
  /** Its names in scenarios: `Message.status`, `messages.status`. */
  readonly names: readonly string[]
  readonly states: readonly string[]
  /** Milliseconds in each state except the last. */
  readonly after: number
}

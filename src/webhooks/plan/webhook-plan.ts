/**
 * What a document says that a service sends: its webhooks and the callbacks of its operations, with the event that each
 * webhook waits for.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Document } from '../../contract/document/document.ts'
import type { MediaView } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'

/** What can happen to a record. `moved`: its status is another one, by a request or by the clock. */
export const eventKinds = ['created', 'changed', 'deleted', 'moved'] as const
export type EventKind = (typeof eventKinds)[number]

/** A status. */
export type State = string | number

/** A request that the document describes for a receiver. */
export interface Message {
  /** As the document writes it: `petCreated`, `message.status.updated`. */
  readonly name: string
  /** Upper case. */
  readonly method: string
  readonly document: Document
  readonly node: Node
  readonly pathItem: Node
  /** The body that is written; undefined: the document describes no body that can be written. */
  readonly media: MediaView | undefined
}

/** The event that a webhook waits for. */
export interface Trigger {
  readonly resource: Resource
  readonly event: EventKind
  /** Of `moved`: the property that has the status. */
  readonly property: string | undefined
  /** Of `moved`: the only status that counts; undefined: every one. */
  readonly to: State | undefined
}

export interface WebhookPlan extends Message {
  /** Undefined: nothing in the document shows what it waits for, so it is never sent. */
  readonly on: Trigger | undefined
  /** Why, in words. */
  readonly reason: string
}

export interface CallbackPlan extends Message {
  /** The runtime expression of its URL. */
  readonly expression: string
}

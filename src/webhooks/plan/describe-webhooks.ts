/**
 * The webhooks and callbacks of a service as `check --explain` prints them: what each waits for, and why.
 */
import { findRecordPlace } from './find-record-place.ts'
import type { CallbackPlan, EventKind, State, WebhookPlan } from './webhook-plan.ts'
import type { WebhookPlans } from './webhook-plans.ts'

export interface WebhookDescription {
  readonly kind: 'webhook' | 'callback'
  /** The name of its document. */
  readonly document: string
  readonly name: string
  readonly method: string
  /** The media type of its body; undefined: the usual body of Standard Webhooks. */
  readonly mediaType: string | undefined
  /** Of a callback: the operation after whose success it is sent. */
  readonly operation: string | undefined
  /** Of a callback: the expression of its URL. */
  readonly url: string | undefined
  /** Of a webhook: undefined if it is never sent. */
  readonly resource: string | undefined
  readonly event: EventKind | undefined
  readonly property: string | undefined
  readonly to: State | undefined
  /** Where in the body the record is; empty if it is the body, undefined if it is not there. */
  readonly record: string | undefined
  readonly reason: string
}

/** Webhooks first, in the order of the documents. */
export const describeWebhooks = (plans: WebhookPlans): readonly WebhookDescription[] => [
  ...plans.webhooks.map(describeWebhook),
  ...[...plans.calling].flatMap((operation) =>
    plans.callbacksOf(operation).map((callback) => describeCallback(callback, operation.id)),
  ),
]

const describeWebhook = ({ on, reason, ...message }: WebhookPlan): WebhookDescription => ({
  ...describeMessage('webhook', message),
  operation: undefined,
  url: undefined,
  resource: on?.resource.key,
  event: on?.event,
  property: on?.property,
  to: on?.to,
  record: on && message.media?.schema && findRecordPlace(on.resource, message.media.schema)?.path.join('.'),
  reason,
})

const describeCallback = (callback: CallbackPlan, operation: string): WebhookDescription => ({
  ...describeMessage('callback', callback),
  operation,
  url: callback.expression,
  resource: undefined,
  event: undefined,
  property: undefined,
  to: undefined,
  record: undefined,
  reason: `it is sent after ${operation} succeeds`,
})

const describeMessage = (
  kind: WebhookDescription['kind'],
  { document, name, method, media }: Omit<WebhookPlan, 'on' | 'reason'>,
): Pick<WebhookDescription, 'kind' | 'document' | 'name' | 'method' | 'mediaType'> => ({
  kind,
  document: document.name,
  name,
  method,
  mediaType: media?.mediaType,
})

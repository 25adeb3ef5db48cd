/**
 * The callbacks of an operation, after its success: each goes to the URL that its expression gives for the request and the
 * response. A request that names no URL wants none.
 */

import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import { findHeader } from '../../contract/values/header-list.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { readJsonText } from '../../contract/values/json-text.ts'
import { headerOf, urlOf } from '../../contract/values/request-header.ts'
import type { IncomingRequest, Json } from '../../ports.ts'
import { compileTemplate, type ExpressionFacts } from '../../scenarios/expression.ts'
import type { EventFacts } from '../plan/envelope-values.ts'
import { createEventId } from './build-delivery.ts'
import { type Cause, completeDelivery, dropDelivery, newDelivery } from './note-deliveries.ts'
import type { RecordChange } from './watched-store.ts'

/** A successful response, as expressions refer to it. */
export interface SentReply {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string | undefined
}

export interface CallbackCause extends Cause {
  readonly operation: Operation
  readonly request: IncomingRequest
  readonly input: Input
}

export const noteCallbacks = async (
  reply: SentReply,
  changes: readonly RecordChange[],
  cause: CallbackCause,
): Promise<void> => {
  const { operation, service, settings } = cause
  const facts = collectFacts(reply, cause)
  for (const callback of service.webhooks.callbacksOf(operation)) {
    const url = compileTemplate(callback.expression, true).render(facts)
    if (typeof url !== 'string' || url === '') continue
    const eventId = createEventId()
    const delivery = { ...newDelivery(callback, eventId, cause), kind: 'callback', url, target: undefined } as const
    const problem = settings.guard.check(url)
    if (problem !== undefined) {
      dropDelivery(delivery, problem, cause)
      continue
    }
    const event: EventFacts = {
      ...subjectOf(changes, facts.response?.body, cause),
      name: callback.name,
      event: undefined,
      id: eventId,
      at: cause.now,
      from: undefined,
    }
    await completeDelivery(delivery, callback, event, cause)
  }
}

/** The record that the request has changed, else the object of the response. */
const subjectOf = (
  changes: readonly RecordChange[],
  body: Json | undefined,
  { service, operation }: CallbackCause,
): Pick<EventFacts, 'record' | 'resource'> => {
  const own = service.behaviours.get(operation)?.resource
  const change = changes.findLast(({ resource }) => resource === own?.key) ?? changes.at(-1)
  const record = change && (change.after ?? change.before)
  if (record) return { record, resource: service.resources.find(({ key }) => key === change.resource) }
  return { record: isJsonObject(body) ? { id: '', value: body } : undefined, resource: undefined }
}

const collectFacts = ({ status, headers, body }: SentReply, { request, input }: CallbackCause): ExpressionFacts => {
  const { path, query } = input.parameters
  return {
    url: urlOf(request),
    method: request.method,
    statusCode: status,
    path: (name) => path.get(name),
    query: (name) => query.get(name),
    header: (name) => headerOf(request, name),
    body: input.body?.exact,
    response: {
      body: body === undefined ? undefined : readJsonText(body),
      header: (name) => findHeader(headers, name),
    },
  }
}

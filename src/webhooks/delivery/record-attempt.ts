/**
 * Records an attempt of a delivery in the journal of its sandbox: as an exchange in which the sandbox is the client. A notice
 * names the delivery.
 */
import type { Exchange } from '../../journal/exchange.ts'
import type { Reply } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Delivery, DeliveryRequest } from '../outbox/delivery.ts'
import type { SendOutcome } from './send-delivery.ts'

export interface RecordedAttempt {
  readonly delivery: Delivery
  /** As it was sent, with the signature. */
  readonly request: DeliveryRequest
  readonly outcome: SendOutcome
  /** When it began, in epoch milliseconds of real time. */
  readonly at: number
  /** Milliseconds. */
  readonly duration: number
}

export const recordAttempt = (
  sandbox: Sandbox,
  { delivery, request, outcome, at, duration }: RecordedAttempt,
): void => {
  const attempt = delivery.attempts.length + 1
  const [path = '', query = ''] = splitOnce(delivery.url, '?')
  const exchange: Exchange = {
    id: `${delivery.id}.${attempt}`,
    sandbox: sandbox.id,
    at,
    clock: sandbox.now(),
    duration,
    method: request.method,
    path,
    query,
    headers: request.headers,
    body: Buffer.from(request.body),
    reply: toReply(outcome),
    operation: undefined,
    pathParams: {},
    rejection: undefined,
    notices: [{ kind: 'delivery', names: [delivery.kind, delivery.name, delivery.id, `attempt ${attempt}`] }],
    scenarios: [],
    steps: [],
    positionBefore: sandbox.position,
    positionAfter: sandbox.position,
  }
  sandbox.traffic.record(exchange, undefined)
}

/** A receiver that could not be reached has sent no status. */
const toReply = (outcome: SendOutcome): Reply => {
  if (outcome.kind !== 'response') return { status: 0, headers: [], fault: 'reset' }
  const { status, headers, body } = outcome.response
  const list = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, [value].flat().join(', ')],
  )
  return { status, headers: list, ...(body.length === 0 ? {} : { body }) }
}

const splitOnce = (text: string, separator: string): readonly string[] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * Control actions on the deliveries of a sandbox: listing them, sending one again. await-deliveries.ts waits for some.
 */
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Webhooks } from '../../webhooks/delivery/webhooks.ts'
import type { Delivery, DeliveryState } from '../../webhooks/outbox/delivery.ts'
import { ControlError, quote } from './control-error.ts'
import { requireEvent } from './known-names.ts'

export interface DeliveryFilter {
  /** The name of a webhook or callback. */
  readonly event?: string | undefined
  readonly state?: DeliveryState | undefined
  /** The id of the exchange that caused it. */
  readonly cause?: string | undefined
}

const writeTime = (time: number): string => new Date(time).toISOString()

export const describeDelivery = (delivery: Delivery) => {
  const { id, messageId, kind, name, document, url, target, state, cause, isSigned, attempts, request, move } = delivery
  return {
    id,
    messageId,
    kind,
    event: name,
    document,
    url,
    webhook: target ?? null,
    state,
    // A dropped one may have been sent later.
    reason: (state === 'dropped' ? delivery.reason : undefined) ?? null,
    signed: isSigned,
    cause,
    createdAt: writeTime(delivery.createdAt),
    dueAt: isTimed(delivery) ? writeTime(delivery.dueAt) : null,
    attempts: attempts.map(({ at, status, error }) => ({
      at: writeTime(at),
      status: status ?? null,
      error: error ?? null,
    })),
    request: request ? { method: request.method, headers: { ...request.headers }, body: request.body } : null,
    move: move
      ? { resource: move.resource, record: String(move.record), property: move.property, from: move.from, to: move.to }
      : null,
  }
}

/** A delivery as JSON. */
export type DeliveryView = ReturnType<typeof describeDelivery>

/** Those that are held, and those that have ended, have no time. */
const isTimed = ({ state, move }: Delivery): boolean =>
  state === 'waiting' || state === 'sending' || (state === 'planned' && move?.at !== undefined)

/** In the order of their creation. */
export const findDeliveries = (sandbox: Sandbox, filter: DeliveryFilter): readonly Delivery[] =>
  [...sandbox.outbox.deliveries.values()].filter((delivery) => matchesFilter(delivery, filter))

/** As JSON. Throws ControlError 400 for an event that does not exist. */
export const listDeliveries = (
  sandbox: Sandbox,
  service: Service,
  filter: DeliveryFilter,
  at: string,
): readonly DeliveryView[] => {
  requireEvent(sandbox, service, filter.event, at)
  return findDeliveries(sandbox, filter).map(describeDelivery)
}

export const matchesFilter = (delivery: Delivery, { event, state, cause }: DeliveryFilter): boolean =>
  (event === undefined || delivery.name === event) &&
  (state === undefined || delivery.state === state) &&
  (cause === undefined || delivery.cause === cause)

/** Sends a delivery at once, with the same id. Throws ControlError 404, 409. */
export const redeliver = (sandbox: Sandbox, id: string, webhooks: Webhooks): DeliveryView => {
  const delivery = sandbox.outbox.deliveries.get(id)
  if (!delivery) throw new ControlError(404, `the sandbox ${quote(sandbox.id)} has no delivery ${quote(id)}`)
  if (!delivery.request) {
    const reason = delivery.reason ?? 'the clock has not reached it'
    throw new ControlError(409, `there is nothing to send yet: ${reason}`)
  }
  const { target } = delivery
  // Nobody else may learn its secret, and its receiver accepts no other one.
  if (target !== undefined && !webhooks.targetsOf(sandbox).some(({ id }) => id === target))
    throw new ControlError(409, `the webhook ${quote(target)} that received it was deleted; add it again`)
  return describeDelivery(webhooks.redeliver(sandbox, delivery))
}

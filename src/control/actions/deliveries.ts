/**
 * Control actions on the deliveries of a sandbox: listing them, sending one again, waiting for some.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import type { Webhooks } from '../../webhooks/delivery/webhooks.ts'
import type { Delivery, DeliveryState } from '../../webhooks/outbox/delivery.ts'
import { maxWait } from './await-exchanges.ts'
import { ControlError, quote } from './control-error.ts'
import { defaultWait } from './default-wait.ts'
import { readDuration } from './read-time.ts'

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
    reason: delivery.reason ?? null,
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
export const findDeliveries = (sandbox: Sandbox, { event, state, cause }: DeliveryFilter): readonly Delivery[] =>
  [...sandbox.outbox.deliveries.values()].filter(
    (delivery) =>
      (event === undefined || delivery.name === event) &&
      (state === undefined || delivery.state === state) &&
      (cause === undefined || delivery.cause === cause),
  )

/** Sends a delivery at once, with the same id. Throws ControlError 404, 409. */
export const redeliver = (sandbox: Sandbox, id: string, webhooks: Webhooks): DeliveryView => {
  const delivery = sandbox.outbox.deliveries.get(id)
  if (!delivery) throw new ControlError(404, `the sandbox ${quote(sandbox.id)} has no delivery ${quote(id)}`)
  if (!delivery.request) {
    const reason = delivery.reason ?? 'the clock has not reached it'
    throw new ControlError(409, `there is nothing to send yet: ${reason}`)
  }
  return describeDelivery(webhooks.redeliver(sandbox, delivery))
}

export interface DeliveryCondition extends DeliveryFilter {
  /** Minimum number. Default: 1. */
  readonly count?: number | undefined
  /** A duration such as `5s`, at most 10m. Default: 4s. */
  readonly timeout?: string | undefined
}

export interface AwaitedDeliveries {
  readonly met: boolean
  readonly count: number
  readonly deliveries: readonly DeliveryView[]
  /** The others, if the condition was not met. */
  readonly others: readonly DeliveryView[]
}

export interface AwaitDeliveriesDeps {
  readonly sandboxes: Sandboxes
  /** Calls back when nobody needs the result any more. */
  readonly whenOver?: (listener: () => void) => () => void
}

/** Milliseconds between two looks: another server may deliver. */
const lookEvery = 25

/** The largest number of deliveries that are shown although they did not match. */
const maxOthers = 20

/** By default waits for deliveries that have arrived. Rejects with ControlError 400, LogError. */
export const awaitDeliveries = async (
  { sandboxes, whenOver }: AwaitDeliveriesDeps,
  sandbox: Sandbox,
  { count = 1, timeout = defaultWait, ...condition }: DeliveryCondition,
  at: string,
): Promise<AwaitedDeliveries> => {
  const wait = readDuration(timeout, `${at}timeout`)
  if (wait > maxWait) throw new ControlError(400, `${at}timeout must be at most 10m, got ${quote(timeout)}`)
  const filter: DeliveryFilter = { state: 'delivered', ...condition }
  const end = performance.now() + wait
  let isOver = false
  const stop = whenOver?.(() => {
    isOver = true
  })
  sandbox.waiters++
  try {
    for (;;) {
      if (sandboxes.needsRefresh) await sandboxes.refresh(sandbox.id)
      const deliveries = findDeliveries(sandbox, filter)
      const met = deliveries.length >= count
      if (met || isOver || performance.now() >= end) {
        const found = new Set(deliveries)
        const others = met ? [] : findDeliveries(sandbox, {}).filter((delivery) => !found.has(delivery))
        return {
          met,
          count: deliveries.length,
          deliveries: deliveries.map(describeDelivery),
          others: others.slice(-maxOthers).map(describeDelivery),
        }
      }
      await sleep(lookEvery, undefined, { ref: false })
    }
  } finally {
    sandbox.waiters--
    stop?.()
  }
}

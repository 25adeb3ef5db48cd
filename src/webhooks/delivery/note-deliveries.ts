/**
 * Puts what a request makes the sandbox send into its outbox: webhooks for the records that it has changed, and the callbacks
 * of its operation. It runs in the turn of the request, so the log stores both in one entry.
 */
import { type Moment, type Move, movesOf, recordAt } from '../../behaviours/records/lifecycle.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { DeliverOrder } from '../../scenarios/scenario.ts'
import type { StoredRecord } from '../../store/store.ts'
import type { Delivery, PlannedMove, Target } from '../outbox/delivery.ts'
import type { EventFacts } from '../plan/envelope-values.ts'
import type { EventKind, Message, Trigger, WebhookPlan } from '../plan/webhook-plan.ts'
import { buildRequest, createEventId, idOfDelivery, orderDelivery } from './build-delivery.ts'
import { type WebhookSettings, wants } from './settings.ts'
import type { RecordChange } from './watched-store.ts'

export interface Cause {
  readonly sandbox: Sandbox
  readonly service: Service
  readonly settings: WebhookSettings
  /** This server. */
  readonly replica: string
  /** The id of the exchange. */
  readonly id: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  readonly moment: Moment
  /** What the scenarios want of deliveries. */
  readonly order: DeliverOrder
  /** The scenario whose records the request uses. */
  readonly scenario: string | undefined
  /** Characters of the bodies that were written for the request. */
  readonly written: { size: number }
}

/** Characters of the bodies that are written for one request: all requests of its sandbox wait for that. */
export const maxWritten = 8 * 1024 * 1024

/** What a body counts that is not written, because it would be too long. */
const failedSize = 1024 * 1024

/** Everything that receives webhooks of a sandbox. */
export const targetsOf = ({ outbox }: Sandbox, { targets }: WebhookSettings): readonly Target[] =>
  outbox.targets.size === 0 ? targets : [...targets, ...outbox.targets.values()]

/** Webhooks for what a request has changed. */
export const noteWebhooks = async (changes: readonly RecordChange[], cause: Cause): Promise<void> => {
  const { service } = cause
  for (const change of changes) {
    const resource = service.resources.find(({ key }) => key === change.resource)
    if (!resource) continue
    for (const plan of service.webhooks.triggered)
      if (plan.on?.resource === resource) await noteChange(plan, plan.on, change, cause)
    planMoves(resource, change, cause)
  }
}

const noteChange = async (plan: WebhookPlan, on: Trigger, change: RecordChange, cause: Cause): Promise<void> => {
  const { before, after } = change
  const shown = after ?? before
  if (!shown || !isEvent(on, change, cause.moment)) return
  const from =
    on.property === undefined || !before
      ? undefined
      : getOwn(recordAt(on.resource, before, cause.moment).value, on.property)
  const record = recordAt(on.resource, shown, cause.moment)
  let reason: string | undefined
  for (const target of targetsOf(cause.sandbox, cause.settings)) {
    if (!wants(target, plan.name)) continue
    const { delivery, eventId } = deliveryTo(target, plan, cause)
    const facts: EventFacts = {
      record,
      from,
      resource: on.resource,
      event: on.event,
      name: plan.name,
      id: eventId,
      at: cause.now,
    }
    // What cannot be written for one target cannot be written for the others.
    if (reason === undefined) reason = await completeDelivery(delivery, plan, facts, cause)
    else dropDelivery(delivery, reason, cause)
  }
}

const isEvent = (
  { resource, event, property, to }: Trigger,
  { before, after }: RecordChange,
  moment: Moment,
): boolean => {
  if (event === 'created') return !before && after !== undefined
  if (event === 'deleted') return before !== undefined && !after
  if (!before || !after) return false
  if (event === 'changed' || property === undefined) return true
  const [old, now] = [before, after].map((record) => getOwn(recordAt(resource, record, moment).value, property))
  return old !== now && now !== undefined && (to === undefined || now === to)
}

const deliveryTo = (
  { id, url }: Target,
  message: Message,
  cause: Cause,
): { readonly delivery: Delivery; readonly eventId: string } => {
  const eventId = createEventId()
  return { delivery: { ...newDelivery(message, eventId, cause), kind: 'webhook', url, target: id }, eventId }
}

/** Without its request and where it goes. */
export const newDelivery = (
  message: Message,
  eventId: string,
  { id, now, replica }: Pick<Cause, 'id' | 'now' | 'replica'>,
): Omit<Delivery, 'kind' | 'url' | 'target'> => ({
  id: idOfDelivery(eventId),
  messageId: idOfDelivery(eventId),
  name: message.name,
  document: message.document.name,
  request: undefined,
  isSigned: true,
  cause: id,
  createdAt: now,
  dueAt: now,
  state: 'sending',
  owner: replica,
  attempts: [],
})

/**
 * Writes the request of a delivery and puts it into the outbox. What cannot be sent is there as dropped, with the reason. Returns
 * the reason if its body cannot be written.
 */
export const completeDelivery = async (
  delivery: Delivery,
  message: Message,
  facts: EventFacts,
  cause: Cause,
): Promise<string | undefined> => {
  const { sandbox, service, order, written } = cause
  const { outbox } = sandbox
  if (!outbox.hasRoomFor(0)) return dropDelivery(delivery, tooMany, cause)
  if (written.size > maxWritten)
    return dropDelivery(delivery, `the deliveries of one request have more than ${maxWritten} characters`, cause)
  const built = await buildRequest(message, facts, service, sandbox)
  written.size += built.kind === 'failed' ? failedSize : built.request.body.length
  if (built.kind === 'failed') {
    dropDelivery(delivery, built.reason, cause)
    return built.reason
  }
  for (const ordered of orderDelivery({ ...delivery, request: built.request }, order))
    if (outbox.hasRoomFor(built.request.body.length)) outbox.change({ kind: 'delivery', delivery: ordered })
    else dropDelivery(delivery, tooMany, cause)
  return undefined
}

const tooMany = 'too many deliveries are waiting'

export const dropDelivery = (delivery: Delivery, reason: string, { sandbox: { outbox } }: Cause): undefined => {
  outbox.change({ kind: 'delivery', delivery: { ...delivery, state: 'dropped', owner: undefined, reason } })
}

/** What the clock will do to a record that was created or changed. */
const planMoves = (resource: Resource, { id, before, after }: RecordChange, cause: Cause): void => {
  if (resource.lifecycles.length === 0) return
  const { sandbox, scenario } = cause
  if (before)
    for (const delivery of [...sandbox.outbox.deliveries.values()])
      if (delivery.state === 'planned' && isAbout(delivery.move, resource, id, scenario))
        sandbox.outbox.change({ kind: 'forget-delivery', id: delivery.id })
  if (!after) return
  const plans = cause.service.webhooks.triggered.filter(({ on }) => on?.resource === resource)
  for (const { lifecycle, from, to, at } of movesToCome(resource, after, cause.moment)) {
    const move = { resource: resource.key, record: id, property: lifecycle.property, from, to, at, scenario }
    for (const plan of plans) if (isMove(plan.on, move)) planMove(plan, move, cause)
  }
}

/** All moves, also those after one that is held. */
function* movesToCome(resource: Resource, record: StoredRecord, moment: Moment): Generator<Move> {
  for (const move of movesOf(resource, record, moment)) {
    yield move
    const { states } = move.lifecycle
    if (move.at === undefined)
      for (const [index, to] of states.entries())
        if (index > states.indexOf(move.to)) yield { ...move, from: states[index - 1] ?? move.to, to }
  }
}

const isAbout = (
  move: PlannedMove | undefined,
  resource: Resource,
  id: PlannedMove['record'],
  scenario: string | undefined,
): boolean => move?.resource === resource.key && move.record === id && move.scenario === scenario

/** A move changes a record, too. */
const isMove = (on: Trigger | undefined, { property, to }: PlannedMove): boolean => {
  const kinds: readonly (EventKind | undefined)[] = ['changed', 'moved']
  if (!kinds.includes(on?.event)) return false
  return on?.event === 'changed' || (on?.property === property && (on.to === undefined || on.to === to))
}

const planMove = (plan: WebhookPlan, move: PlannedMove, cause: Cause): void => {
  const { sandbox, settings, order } = cause
  for (const target of targetsOf(sandbox, settings)) {
    if (!wants(target, plan.name) || !sandbox.outbox.hasRoomFor(0)) continue
    const delivery: Delivery = {
      ...newDelivery(plan, createEventId(), cause),
      kind: 'webhook',
      url: target.url,
      target: target.id,
      state: 'planned',
      owner: undefined,
      dueAt: move.at ?? cause.now,
      move,
    }
    for (const ordered of orderDelivery(delivery, order)) sandbox.outbox.change({ kind: 'delivery', delivery: ordered })
  }
}

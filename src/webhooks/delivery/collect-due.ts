/**
 * Takes the deliveries of one sandbox that are due, in the order in which they were created. It runs in a turn of the sandbox,
 * so of several servers exactly one takes each: the log shows who did.
 */
import { movesOf, recordAt } from '../../behaviours/records/lifecycle.ts'
import { isGone } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import { createBehaviourContext } from '../../sandboxes/behaviour-context.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { StoredRecord } from '../../store/store.ts'
import { type Delivery, hasEnded, isUnreachable, type PlannedMove, timeOf } from '../outbox/delivery.ts'
import { buildRequest } from './build-delivery.ts'

export interface CollectParts {
  readonly service: Service
  /** This server. */
  readonly replica: string
  /** Whether a server that has taken a delivery still runs. */
  readonly isPresent: (replica: string) => boolean
  /** Whether deliveries for the same receiver are being sent here: these have to wait. */
  readonly isBusy: (lane: string) => boolean
}

/** Deliveries for one receiver are sent one after another. */
export const laneOf = ({ target, url }: Delivery): string => target ?? `callback ${originOf(url)}`

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url

/** How many deliveries of one sandbox are taken at once. */
const maxTaken = 100

export const collectDue = async (sandbox: Sandbox, parts: CollectParts): Promise<readonly Delivery[]> => {
  const now = sandbox.now()
  const due: Delivery[] = []
  /** Receivers that are away, with the time at which the first of their deliveries is tried again. */
  const away = new Map<string, number>()
  for (const known of pendingOf(sandbox)) {
    if (due.length >= maxTaken) break
    const delivery = known.state === 'planned' ? await startPlanned(known, sandbox, parts, now) : known
    if (!delivery || (delivery.dueAt > now && !isUnreachable(delivery))) continue
    const lane = laneOf(delivery)
    if (parts.isBusy(lane)) continue
    const retryAt = away.get(lane)
    if (retryAt !== undefined) postpone(delivery, retryAt, sandbox, parts)
    else if (delivery.dueAt > now) away.set(lane, delivery.dueAt)
    else if (take(delivery, sandbox, parts)) due.push(delivery)
  }
  return due
}

/** In the order in which what they report happened. */
const pendingOf = ({ outbox }: Sandbox): readonly Delivery[] =>
  [...outbox.deliveries.values()]
    .filter((delivery) => !hasEnded(delivery))
    .sort((one, other) => timeOf(one) - timeOf(other))

/** In order: what was created after a delivery that found nobody waits for it. */
const postpone = (delivery: Delivery, dueAt: number, { outbox }: Sandbox, { replica }: CollectParts): void => {
  if (delivery.state === 'sending' && delivery.owner === replica)
    outbox.update(delivery.id, { state: 'waiting', owner: undefined, dueAt })
  else if (delivery.state === 'waiting' && delivery.dueAt < dueAt) outbox.update(delivery.id, { dueAt })
}

/** Makes a delivery this server's. False if another one sends it. */
const take = (delivery: Delivery, { outbox }: Sandbox, { replica, isPresent }: CollectParts): boolean => {
  const { state, owner } = delivery
  if (state === 'sending' && owner === replica) return true
  if (state === 'sending' && owner !== undefined && isPresent(owner)) return false
  outbox.update(delivery.id, { state: 'sending', owner: replica })
  return true
}

/** The delivery of a move that the clock has reached, with its request. Undefined: it has not, or the move does not happen. */
const startPlanned = async (
  delivery: Delivery,
  sandbox: Sandbox,
  { service, replica }: CollectParts,
  now: number,
): Promise<Delivery | undefined> => {
  const { move, id, name, document } = delivery
  if (!move || (move.at !== undefined && delivery.dueAt > now)) return undefined
  const { outbox } = sandbox
  const plan = service.webhooks.triggered.find((one) => one.name === name && one.document.name === document)
  const resource = plan?.on?.resource
  const record = resource && (await findRecord(sandbox, move))
  const moved = record && moveOf(resource, record, move, sandbox)
  if (!plan?.on || !record || !moved) {
    outbox.change({ kind: 'forget-delivery', id })
    return undefined
  }
  const { at, value } = moved
  if (move.at === undefined && at !== undefined) outbox.update(id, { move: { ...move, at }, dueAt: at })
  if (at === undefined || Math.max(at, delivery.dueAt) > now) return undefined
  const facts = {
    name,
    event: plan.on.event,
    id: delivery.messageId.replace(/^msg_/, ''),
    at,
    record: { ...record, value },
    resource,
    from: move.from,
  }
  const built = await buildRequest(plan, facts, service, sandbox)
  if (built.kind === 'failed') outbox.update(id, { state: 'dropped', reason: built.reason })
  else outbox.update(id, { state: 'sending', owner: replica, request: built.request })
  const started = outbox.deliveries.get(id)
  return started && !hasEnded(started) ? started : undefined
}

const findRecord = async (
  sandbox: Sandbox,
  { resource, record, scenario }: PlannedMove,
): Promise<StoredRecord | undefined> => {
  const store = scenario === undefined ? sandbox.store : sandbox.state.scenarioStores.get(scenario)
  const found = await store?.get(resource, record)
  return found && !isGone(found) ? found : undefined
}

/** When a move happens and the record then. Undefined time: it is held. Undefined: it does not happen any more. */
const moveOf = (
  resource: Resource,
  record: StoredRecord,
  { property, to }: PlannedMove,
  sandbox: Sandbox,
): { readonly at: number | undefined; readonly value: JsonObject } | undefined => {
  const unscripted = { records: undefined, hold: [], byRequest: false, clock: undefined }
  const { holdEndedAt } = createBehaviourContext(sandbox, unscripted)
  // At its creation, all of its moves are to come.
  for (const move of movesOf(resource, record, { now: record.madeAt, holdEndedAt })) {
    if (move.lifecycle.property !== property || (move.to !== to && move.at !== undefined)) continue
    const { at } = move
    return { at, value: at === undefined ? record.value : recordAt(resource, record, { now: at, holdEndedAt }).value }
  }
  return undefined
}

/**
 * Builds deliveries: the request of one, and how a scenario wants it delivered.
 */
import { randomBytes } from 'node:crypto'
import { seedOf } from '../../contract/values/random.ts'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { DeliverOrder } from '../../scenarios/scenario.ts'
import type { Delivery, DeliveryRequest } from '../outbox/delivery.ts'
import type { EventFacts } from '../plan/envelope-values.ts'
import type { Message } from '../plan/webhook-plan.ts'
import { writeHeaders } from '../plan/write-headers.ts'
import { writePayload } from '../plan/write-payload.ts'

/** Characters of the longest body. */
const maxBody = 256 * 1024

export type BuiltRequest =
  | { readonly kind: 'request'; readonly request: DeliveryRequest }
  | { readonly kind: 'failed'; readonly reason: string }

/** The request that reports an event. */
export const buildRequest = async (
  message: Message,
  facts: EventFacts,
  service: Service,
  sandbox: Pick<Sandbox, 'seed'>,
): Promise<BuiltRequest> => {
  const { compiler } = service.of(message.document)
  const seed = seedOf(sandbox.seed, message.name, String(facts.record?.id ?? ''))
  const payload = await writePayload({ message, compiler, facts, seed })
  if (payload.kind === 'failed') return payload
  if (payload.text.length > maxBody) return { kind: 'failed', reason: `its body has more than ${maxBody} characters` }
  const headers = { ...writeHeaders(message, facts), 'content-type': payload.mediaType, 'user-agent': 'Standin' }
  return { kind: 'request', request: { method: message.method, headers, body: payload.text } }
}

/** 32 hexadecimal digits: unlike all other ids, it is random, because receivers recognize repetitions by it. */
export const createEventId = (): string => randomBytes(16).toString('hex')

export const idOfDelivery = (eventId: string): string => `msg_${eventId}`

/** A new delivery as the scenarios of the request want it: none, one, or one and its repetition. */
export const orderDelivery = (
  delivery: Delivery,
  { drop, twice, late = 0, unsigned }: DeliverOrder,
): readonly Delivery[] => {
  const ordered: Delivery = {
    ...delivery,
    isSigned: delivery.isSigned && !unsigned,
    dueAt: delivery.dueAt + late,
    ...(late > 0 && delivery.state === 'sending' ? { state: 'waiting', owner: undefined } : {}),
    ...(drop === undefined ? {} : { state: 'dropped', reason: `a step of the scenario drops it: ${drop}` }),
  }
  return twice && drop === undefined ? [ordered, { ...ordered, id: `${delivery.id}_again` }] : [ordered]
}

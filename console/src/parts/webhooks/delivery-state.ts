/**
 * The states of a delivery, in the order in which it has them.
 */
import type { Delivery } from '../../api/types.ts'
import type { BadgeTone } from '../../components/badge.tsx'

export type DeliveryState = Delivery['state']

export const deliveryStates: readonly DeliveryState[] = [
  'planned',
  'sending',
  'waiting',
  'delivered',
  'failed',
  'dropped',
]

export const toneOf: Readonly<Record<DeliveryState, BadgeTone>> = {
  planned: 'neutral',
  sending: 'neutral',
  waiting: 'warning',
  delivered: 'good',
  failed: 'bad',
  dropped: 'warning',
}

/**
 * Targets and deliveries as plain data: what the outbox of a sandbox has, and what its log stores of it.
 */

/** A URL that receives webhooks. */
export interface Target {
  readonly id: string
  readonly url: string
  /** Names of webhooks; empty: all of them. */
  readonly events: readonly string[]
  /** As Standard Webhooks writes it: `whsec_` and base64. */
  readonly secret: string
}

/** One try to deliver. */
export interface Attempt {
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number
  /** Of the response; undefined: there was none. */
  readonly status?: number | undefined
  /** Why it failed; undefined: it did not. */
  readonly error?: string | undefined
}

/** A move that the clock will make. Its payload is written when it is due, from the record as it is then. */
export interface PlannedMove {
  readonly resource: string
  readonly record: string | number | bigint
  readonly property: string
  readonly from: string
  readonly to: string
  /** Epoch milliseconds on the sandbox's clock; undefined while the lifecycle is held. */
  readonly at: number | undefined
  /** The scenario whose records it is about. */
  readonly scenario?: string | undefined
}

/** The request that a delivery sends. */
export interface DeliveryRequest {
  readonly method: string
  /** By lower-case name, without those of the signature. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * - planned: the clock has to reach a move first.
 * - sending: a server tries it, or will at once.
 * - waiting: it is tried again at `dueAt`.
 * - delivered, failed: it has ended.
 * - dropped: a scenario, or a limit, has discarded it.
 */
export const deliveryStates = ['planned', 'sending', 'waiting', 'delivered', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface Delivery {
  readonly id: string
  /** Sent as `webhook-id`, the same in all attempts. Two deliveries have the same one where a scenario repeats it. */
  readonly messageId: string
  readonly kind: 'webhook' | 'callback'
  /** The name of the webhook or callback. */
  readonly name: string
  /** The name of the document. */
  readonly document: string
  readonly url: string
  /** The id of the target; undefined for a callback. */
  readonly target: string | undefined
  /** Undefined while it is planned. */
  readonly request: DeliveryRequest | undefined
  readonly isSigned: boolean
  /** The id of the exchange that caused it. */
  readonly cause: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly createdAt: number
  readonly dueAt: number
  readonly state: DeliveryState
  /** The server that sends it. */
  readonly owner: string | undefined
  readonly attempts: readonly Attempt[]
  /** How often a client has had it sent again. An attempt that began before the last time does not end it. */
  readonly redelivered?: number | undefined
  readonly move?: PlannedMove | undefined
  /** Why it was dropped. */
  readonly reason?: string | undefined
}

/** What changes of a delivery. */
export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'owner' | 'dueAt' | 'attempts' | 'redelivered' | 'request' | 'move' | 'reason'>
>

export type OutboxEffect =
  | { readonly kind: 'target'; readonly target: Target }
  | { readonly kind: 'remove-target'; readonly id: string }
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
  | { readonly kind: 'change-delivery'; readonly id: string; readonly change: DeliveryChange }
  /** A move that does not happen any more. */
  | { readonly kind: 'forget-delivery'; readonly id: string }

/** Whether nothing more happens to it by itself. */
export const hasEnded = ({ state }: Delivery): boolean =>
  state === 'delivered' || state === 'failed' || state === 'dropped'

/** When what it reports happened, in epoch milliseconds on the sandbox's clock. */
export const timeOf = ({ move, createdAt }: Delivery): number => move?.at ?? createdAt

/** Whether the last attempt got no response: the receiver is away. */
export const isUnreachable = ({ state, attempts }: Delivery): boolean => {
  const last = attempts.at(-1)
  return state === 'waiting' && last !== undefined && last.status === undefined
}

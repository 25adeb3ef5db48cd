/**
 * The outbox of one sandbox: its targets, and the deliveries that wait or have ended. Every change is an effect, so that the
 * log of the sandbox stores it together with what caused it. Snapshots and forks do not contain it: what was sent stays sent.
 */
import { type Delivery, type DeliveryChange, hasEnded, type OutboxEffect, type Target } from './delivery.ts'

/** Limits of one sandbox. */
export const outboxLimits = {
  targets: 100,
  /** Deliveries that have not ended. */
  waiting: 1_000,
  /** Deliveries that have ended; older ones are forgotten. */
  ended: 1_000,
  /** Characters of all deliveries that have not ended, and of those that have; older ones are forgotten. */
  size: 16 * 1024 * 1024,
  endedSize: 4 * 1024 * 1024,
} as const

/** Characters of a delivery in addition to its body and its URL. */
const overhead = 1_000

const sizeOf = ({ request, url }: Delivery): number => overhead + url.length + (request?.body.length ?? 0)

/** The outbox at some time. */
export interface OutboxMemento {
  readonly targets: ReadonlyMap<string, Target>
  readonly deliveries: ReadonlyMap<string, Delivery>
}

export interface OutboxParts {
  /** Notes a change for the log. */
  readonly note: (effect: OutboxEffect) => void
  /** Called when something may be due: a delivery has changed, or the clock has. */
  readonly onChange: () => void
}

/** Estimated characters of the deliveries of several outboxes. */
export interface OutboxTotal {
  size: number
}

/** Called with the id of a delivery that has changed, or is not there any more; undefined: all may have. */
export type OutboxListener = (id: string | undefined) => void

const noTargets: ReadonlyMap<string, Target> = new Map()
const noDeliveries: ReadonlyMap<string, Delivery> = new Map()

export class Outbox {
  readonly #parts: OutboxParts
  #targets = noTargets
  /** In the order of their creation. */
  #deliveries = noDeliveries
  /** Whether `#deliveries` is this outbox's own map, which can be changed in place. */
  #isOwn = false
  #waiting = 0
  #size = 0
  #endedSize = 0
  #total: OutboxTotal | undefined
  readonly #listeners = new Set<OutboxListener>()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  get targets(): ReadonlyMap<string, Target> {
    return this.#targets
  }

  /** In the order of their creation. */
  get deliveries(): ReadonlyMap<string, Delivery> {
    return this.#deliveries
  }

  /** Whether a delivery has not ended. */
  get hasPending(): boolean {
    return this.#waiting > 0
  }

  /** Estimated characters of all deliveries. */
  get size(): number {
    return this.#size + this.#endedSize
  }

  /** From now on, its size is part of this total, and of no other. */
  countIn(total: OutboxTotal | undefined): void {
    if (this.#total) this.#total.size -= this.size
    this.#total = total
    if (total) total.size += this.size
  }

  /** Whether another delivery with a body of this length may wait. */
  hasRoomFor(length: number): boolean {
    return this.#waiting < outboxLimits.waiting && this.#size + overhead + length <= outboxLimits.size
  }

  /** Changes it, and notes the change. */
  change(effect: OutboxEffect): void {
    this.#parts.note(effect)
    this.apply(effect)
  }

  update(id: string, change: DeliveryChange): void {
    this.change({ kind: 'change-delivery', id, change })
  }

  /** Makes a change that is noted already, such as one of the log. */
  apply(effect: OutboxEffect): void {
    switch (effect.kind) {
      case 'target':
        this.#targets = new Map(this.#targets).set(effect.target.id, effect.target)
        return
      case 'remove-target':
        this.#removeTarget(effect.id)
        return
      case 'delivery':
        this.#put(effect.delivery)
        break
      case 'change-delivery': {
        const known = this.#deliveries.get(effect.id)
        if (known) this.#put({ ...known, ...effect.change })
        break
      }
      case 'forget-delivery':
        this.#remove(effect.id)
    }
    this.wake()
  }

  /** Calls back at each change of a delivery. Returns the function that unsubscribes. */
  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(id: string | undefined): void {
    for (const listener of this.#listeners) listener(id)
  }

  /** Something may be due. */
  wake(): void {
    if (this.#waiting > 0) this.#parts.onChange()
  }

  /** Forgets all deliveries. Targets stay: they belong to the test, not to what the API has done. */
  reset(): void {
    this.#set(noDeliveries)
  }

  clear(): void {
    this.#targets = noTargets
    this.reset()
  }

  save(): OutboxMemento {
    // What is saved does not change any more.
    this.#isOwn = false
    return { targets: this.#targets, deliveries: this.#deliveries }
  }

  revert({ targets, deliveries }: OutboxMemento): void {
    this.#targets = targets
    if (deliveries !== this.#deliveries) this.#set(deliveries)
  }

  /** Everything as effects. */
  *describe(): Generator<OutboxEffect> {
    for (const target of this.#targets.values()) yield { kind: 'target', target }
    for (const delivery of this.#deliveries.values()) yield { kind: 'delivery', delivery }
  }

  #removeTarget(id: string): void {
    const targets = new Map(this.#targets)
    targets.delete(id)
    this.#targets = targets
    for (const delivery of [...this.#deliveries.values()])
      if (delivery.target === id && !hasEnded(delivery))
        this.#put({ ...delivery, state: 'dropped', reason: 'its target was deleted' })
  }

  #put(delivery: Delivery): void {
    this.#count(this.#deliveries.get(delivery.id), -1)
    this.#count(delivery, 1)
    this.#own().set(delivery.id, delivery)
    this.#tell(delivery.id)
    while (this.#hasTooManyEnded) this.#forgetOldest()
  }

  get #hasTooManyEnded(): boolean {
    const ended = this.#deliveries.size - this.#waiting
    return ended > outboxLimits.ended || (ended > 1 && this.#endedSize > outboxLimits.endedSize)
  }

  #remove(id: string): void {
    this.#count(this.#deliveries.get(id), -1)
    this.#own().delete(id)
    this.#tell(id)
  }

  #forgetOldest(): void {
    for (const delivery of this.#deliveries.values())
      if (hasEnded(delivery)) {
        this.#remove(delivery.id)
        return
      }
  }

  #count(delivery: Delivery | undefined, by: 1 | -1): void {
    if (!delivery) return
    const size = by * sizeOf(delivery)
    if (this.#total) this.#total.size += size
    if (hasEnded(delivery)) this.#endedSize += size
    else {
      this.#waiting += by
      this.#size += size
    }
  }

  #own(): Map<string, Delivery> {
    const own = this.#isOwn ? (this.#deliveries as Map<string, Delivery>) : new Map(this.#deliveries)
    this.#deliveries = own
    this.#isOwn = true
    return own
  }

  #set(deliveries: ReadonlyMap<string, Delivery>): void {
    this.#deliveries = deliveries
    this.#isOwn = false
    if (this.#total) this.#total.size -= this.size
    this.#waiting = 0
    this.#size = 0
    this.#endedSize = 0
    for (const delivery of deliveries.values()) this.#count(delivery, 1)
    this.#tell(undefined)
  }
}

/**
 * Waits for deliveries of a sandbox. All of them are looked at once, at the start; from then on only those that change.
 */
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { maxWait } from './await-exchanges.ts'
import { ControlError, quote } from './control-error.ts'
import { defaultWait } from './default-wait.ts'
import {
  type DeliveryFilter,
  type DeliveryView,
  describeDelivery,
  findDeliveries,
  matchesFilter,
} from './deliveries.ts'
import { requireEvent } from './known-names.ts'
import { readDuration } from './read-time.ts'

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
  readonly service: () => Service
  /** Calls back when nobody needs the result any more. */
  readonly whenOver?: (listener: () => void) => () => void
}

/** Milliseconds between two looks at the storage: another server may deliver. */
const refreshEvery = 25

/** The largest number of deliveries that are shown although they did not match. */
const maxOthers = 20

/** By default waits for deliveries that have arrived. Rejects with ControlError 400, LogError. */
export const awaitDeliveries = async (
  deps: AwaitDeliveriesDeps,
  sandbox: Sandbox,
  { count = 1, timeout = defaultWait, ...condition }: DeliveryCondition,
  at: string,
): Promise<AwaitedDeliveries> => {
  const wait = readDuration(timeout, `${at}timeout`)
  if (wait > maxWait) throw new ControlError(400, `${at}timeout must be at most 10m, got ${quote(timeout)}`)
  requireEvent(sandbox, deps.service(), condition.event, at)
  const filter: DeliveryFilter = { state: 'delivered', ...condition }
  sandbox.waiters++
  const matching = new MatchingDeliveries(sandbox, filter, count)
  const stop = deps.whenOver?.(() => matching.giveUp())
  try {
    await untilEnough(matching, deps.sandboxes, sandbox, performance.now() + wait)
  } finally {
    sandbox.waiters--
    matching.stop()
    stop?.()
  }
  const deliveries = findDeliveries(sandbox, filter)
  const met = deliveries.length >= count
  const found = new Set(deliveries)
  const others = met ? [] : findDeliveries(sandbox, {}).filter((delivery) => !found.has(delivery))
  return {
    met,
    count: deliveries.length,
    deliveries: deliveries.map(describeDelivery),
    others: others.slice(-maxOthers).map(describeDelivery),
  }
}

/** Resolves when there are enough, at the end, or when nobody waits any more. */
const untilEnough = async (
  matching: MatchingDeliveries,
  sandboxes: Sandboxes,
  { id }: Sandbox,
  end: number,
): Promise<void> => {
  for (;;) {
    if (sandboxes.needsRefresh) await sandboxes.refresh(id)
    const left = end - performance.now()
    if (matching.isOver || left <= 0) return
    await matching.change(sandboxes.needsRefresh ? Math.min(refreshEvery, left) : left)
  }
}

/** The deliveries of a sandbox that match a filter, as they change. */
class MatchingDeliveries {
  readonly #sandbox: Sandbox
  readonly #filter: DeliveryFilter
  readonly #count: number
  readonly #ids = new Set<string>()
  readonly #unsubscribe: () => void
  #hasGivenUp = false
  #wake: (() => void) | undefined

  constructor(sandbox: Sandbox, filter: DeliveryFilter, count: number) {
    this.#sandbox = sandbox
    this.#filter = filter
    this.#count = count
    this.#findAll()
    this.#unsubscribe = sandbox.outbox.listen((id) => this.#note(id))
  }

  /** Whether waiting can end: there are enough, or nobody waits any more. */
  get isOver(): boolean {
    return this.#hasGivenUp || this.#ids.size >= this.#count
  }

  giveUp(): void {
    this.#hasGivenUp = true
    this.#wake?.()
  }

  stop(): void {
    this.#unsubscribe()
  }

  /** Resolves when waiting can end, at the latest after some milliseconds. */
  change(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #findAll(): void {
    this.#ids.clear()
    for (const { id } of findDeliveries(this.#sandbox, this.#filter)) this.#ids.add(id)
  }

  #note(id: string | undefined): void {
    const delivery = id === undefined ? undefined : this.#sandbox.outbox.deliveries.get(id)
    if (id === undefined) this.#findAll()
    else if (delivery && matchesFilter(delivery, this.#filter)) this.#ids.add(id)
    else this.#ids.delete(id)
    if (this.isOver) this.#wake?.()
  }
}

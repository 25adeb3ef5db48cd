/**
 * Delivers what is in the outboxes of all sandboxes of this server: what is due now, and the rest when the clock of its sandbox
 * gets there. A delivery that fails is tried again, each time after a longer pause. The receivers of one sandbox do not wait for
 * one another.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { type Attempt, type Delivery, type DeliveryChange, hasEnded } from '../outbox/delivery.ts'
import { collectDue, laneOf } from './collect-due.ts'
import { FairSlots } from './fair-slots.ts'
import { recordAttempt } from './record-attempt.ts'
import { type SendOutcome, sendDelivery } from './send-delivery.ts'
import type { WebhookSettings } from './settings.ts'
import { signHeaders, unsignedHeaders } from './sign.ts'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

/** The pauses after failed attempts, as Standard Webhooks suggests them. After the last one, a delivery has failed. */
const retryPauses: readonly number[] = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]

/** Milliseconds after which an outbox that could not be read or stored is tried again. */
const storageRetry = 1_000

/** Milliseconds that attempts under way have to end when the server stops. */
const drainTime = 2_000

/** The longest time that a timer of Node can have. */
const longestTimer = 2 ** 31 - 1

export interface DelivererParts {
  readonly sandboxes: Sandboxes
  readonly service: () => Service
  readonly settings: WebhookSettings
  readonly replica: string
  readonly isPresent: (replica: string) => boolean
}

/** The work for one sandbox. */
interface Work {
  /** Receivers that deliveries are being sent to. */
  readonly lanes: Set<string>
  /** Whether the outbox is looked at now, and whether it has to be looked at again. */
  isLooking: boolean
  mustLook: boolean
  timer: NodeJS.Timeout | undefined
  /** Called when nothing is under way. */
  readonly idle: Set<() => void>
}

export class Deliverer {
  readonly #parts: DelivererParts
  readonly #work = new WeakMap<Sandbox, Work>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #slots = new FairSlots<Sandbox>()
  readonly #closing = new AbortController()
  #active = 0
  #isClosed = false

  constructor(parts: DelivererParts) {
    this.#parts = parts
  }

  /** From now on, it delivers what is pending. */
  start(): void {
    const { sandboxes } = this.#parts
    sandboxes.onOutbox = (sandbox) => this.wake(sandbox)
    this.wakeAll()
  }

  wakeAll(): void {
    for (const sandbox of this.#parts.sandboxes.all()) if (sandbox.outbox.hasPending) this.wake(sandbox)
  }

  /** Something may be due, or the sandbox is not served any more. */
  wake(sandbox: Sandbox): void {
    if (this.#isClosed) return
    if (!this.#parts.sandboxes.isServed(sandbox)) {
      this.#clearTimer(this.#work.get(sandbox))
      return
    }
    const work = this.#workOf(sandbox)
    work.mustLook = true
    if (work.isLooking) return
    work.isLooking = true
    // What has caused it may not have ended yet.
    setImmediate(() => void this.#look(sandbox, work))
  }

  /** Resolves when everything that is due now has been tried, at the latest after some milliseconds. */
  async settle(sandbox: Sandbox, timeout: number): Promise<void> {
    const work = this.#work.get(sandbox)
    if (!work || this.#isIdle(work)) return
    const ended = new Promise<void>((resolve) => work.idle.add(resolve))
    const over = new AbortController()
    await Promise.race([ended, sleep(timeout, undefined, { ref: false, signal: over.signal }).catch(() => {})])
    over.abort()
  }

  /** Attempts under way may end; nothing new begins. What was not delivered is tried again after a restart. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    const end = Date.now() + drainTime
    while (this.#active > 0 && Date.now() < end) await sleep(10)
    this.#closing.abort()
    while (this.#active > 0 && Date.now() < end + drainTime) await sleep(10)
  }

  #workOf(sandbox: Sandbox): Work {
    const known = this.#work.get(sandbox)
    if (known) return known
    const work: Work = { lanes: new Set(), isLooking: false, mustLook: false, timer: undefined, idle: new Set() }
    this.#work.set(sandbox, work)
    return work
  }

  #isIdle({ lanes, isLooking }: Work): boolean {
    return lanes.size === 0 && !isLooking
  }

  async #look(sandbox: Sandbox, work: Work): Promise<void> {
    try {
      while (work.mustLook && !this.#isClosed && this.#parts.sandboxes.isServed(sandbox)) {
        work.mustLook = false
        if (!sandbox.outbox.hasPending) break
        const { service, replica, isPresent } = this.#parts
        const isBusy = (lane: string): boolean => work.lanes.has(lane)
        const due = await sandbox.transact(() =>
          collectDue(sandbox, { service: service(), replica, isPresent, isBusy }),
        )
        this.#send(sandbox, work, due)
      }
      this.#setTimer(sandbox, work)
    } catch {
      // The storage cannot be reached now. The connection reports that itself.
      this.#setTimer(sandbox, work, storageRetry)
    } finally {
      work.isLooking = false
      this.#noteIdle(work)
    }
  }

  /** One after another for each receiver. */
  #send(sandbox: Sandbox, work: Work, due: readonly Delivery[]): void {
    const lanes = new Map<string, Delivery[]>()
    for (const delivery of due) {
      const lane = laneOf(delivery)
      lanes.set(lane, [...(lanes.get(lane) ?? []), delivery])
    }
    for (const [lane, deliveries] of lanes) {
      work.lanes.add(lane)
      void this.#runLane(sandbox, work, deliveries, lane)
    }
  }

  async #runLane(sandbox: Sandbox, work: Work, deliveries: readonly Delivery[], lane: string): Promise<void> {
    try {
      await this.#sendLane(sandbox, deliveries)
    } catch {
      // What was sent could not be stored as sent. It is sent again, but not at once.
      await sleep(storageRetry, undefined, { ref: false })
    }
    work.lanes.delete(lane)
    this.wake(sandbox)
    this.#noteIdle(work)
  }

  async #sendLane(sandbox: Sandbox, deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) {
      if (this.#isClosed || !this.#parts.sandboxes.isServed(sandbox)) return
      const isReached = await this.#slots.run(sandbox, () => this.#attempt(sandbox, delivery))
      // The others wait behind it.
      if (!isReached) return
    }
  }

  /** Whether the receiver has responded. */
  async #attempt(sandbox: Sandbox, { id }: Delivery): Promise<boolean> {
    const { outbox } = sandbox
    const delivery = outbox.deliveries.get(id)
    const { request } = delivery ?? {}
    if (!delivery || !request || hasEnded(delivery)) return true
    this.#active++
    try {
      const { settings, sandboxes } = this.#parts
      const [at, started] = [sandboxes.realTime(), performance.now()]
      const sent = { ...request, headers: { ...request.headers, ...this.#signature(sandbox, delivery, request.body) } }
      const outcome = await sendDelivery(delivery.url, sent, { guard: settings.guard, signal: this.#closing.signal })
      // What was cut off by the end of the server is tried again.
      if (this.#closing.signal.aborted && outcome.kind !== 'response') return false
      recordAttempt(sandbox, { delivery, request: sent, outcome, at, duration: performance.now() - started })
      const attempt = describeAttempt(outcome, sandbox.now())
      await sandbox.transact(() => {
        const current = outbox.deliveries.get(id)
        if (!current || hasEnded(current)) return
        const isLast = current.redelivered === delivery.redelivered
        const change = isLast
          ? afterAttempt(current, attempt, outcome.kind === 'rejected')
          : { attempts: [...current.attempts, attempt] }
        outbox.update(id, change)
      })
      return outcome.kind === 'response'
    } finally {
      this.#active--
    }
  }

  #signature({ outbox }: Sandbox, delivery: Delivery, body: string): Readonly<Record<string, string>> {
    const { settings, sandboxes } = this.#parts
    const timestamp = Math.floor(sandboxes.realTime() / 1000)
    if (!delivery.isSigned) return unsignedHeaders(delivery.messageId, timestamp)
    const secret =
      (delivery.target === undefined ? undefined : outbox.targets.get(delivery.target)?.secret) ?? settings.secret
    return signHeaders({ id: delivery.messageId, timestamp, body, secret })
  }

  /** Looks again when the next delivery is due. While the clock is frozen, only a change of it makes one due. */
  #setTimer(sandbox: Sandbox, work: Work, wait = this.#nextDue(sandbox)): void {
    this.#clearTimer(work)
    if (wait === undefined || this.#isClosed || !this.#parts.sandboxes.isServed(sandbox)) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        this.wake(sandbox)
      },
      Math.min(Math.max(wait, 1), longestTimer),
    )
    timer.unref()
    work.timer = timer
    this.#timers.add(timer)
  }

  /** It refers to the sandbox with its records. */
  #clearTimer(work: Work | undefined): void {
    if (!work?.timer) return
    clearTimeout(work.timer)
    this.#timers.delete(work.timer)
    work.timer = undefined
  }

  /** Milliseconds; undefined: nothing becomes due by itself. */
  #nextDue(sandbox: Sandbox): number | undefined {
    if (!sandbox.outbox.hasPending || sandbox.clock.describe().frozen) return undefined
    const now = sandbox.now()
    let next: number | undefined
    for (const delivery of sandbox.outbox.deliveries.values()) {
      const { state, dueAt, move } = delivery
      const isTimed = state === 'waiting' || (state === 'planned' && move?.at !== undefined)
      if (isTimed && dueAt > now) next = Math.min(next ?? dueAt, dueAt)
    }
    return next === undefined ? undefined : next - now
  }

  #noteIdle(work: Work): void {
    if (!this.#isIdle(work) || work.mustLook) return
    for (const resolve of work.idle) resolve()
    work.idle.clear()
  }
}

const describeAttempt = (outcome: SendOutcome, at: number): Attempt =>
  outcome.kind === 'response'
    ? { at, status: outcome.response.status, ...describeStatus(outcome.response.status) }
    : { at, error: outcome.reason }

const describeStatus = (status: number): { readonly error?: string } => {
  if (status >= 200 && status <= 299) return {}
  if (status >= 300 && status <= 399) return { error: `responded with ${status}; redirects are not followed` }
  return { error: `responded with ${status}` }
}

/** 410: the receiver wants nothing more (Standard Webhooks). */
const afterAttempt = (delivery: Delivery, attempt: Attempt, isFinal: boolean): DeliveryChange => {
  const attempts = [...delivery.attempts, attempt]
  const ended = { attempts, owner: undefined }
  if (attempt.error === undefined) return { ...ended, state: 'delivered' }
  const pause = retryPauses[delivery.attempts.length]
  if (isFinal || attempt.status === 410 || pause === undefined) return { ...ended, state: 'failed' }
  return { ...ended, state: 'waiting', dueAt: attempt.at + pause }
}

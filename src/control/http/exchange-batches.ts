/**
 * Exchanges for the listeners of the event stream, in batches: each exchange is described once for all listeners, and what
 * happens within a tenth of a second is written at once. Without a listener, nothing is collected.
 *
 * Short descriptions are for people, who cannot read thousands a second. Beyond a limit they are only counted, so that an open
 * console does not slow down a server that has much to do.
 */
import { stringifyJson } from '../../contract/values/json-text.ts'
import { memoize } from '../../contract/values/memoize.ts'
import type { Exchange } from '../../journal/exchange.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { describeArrival } from '../actions/summarize-exchanges.ts'

export type ExchangeView = 'full' | 'summary'

/** An exchange as an event. */
export interface ExchangeEvent {
  readonly sandbox: string
  readonly text: string
}

export interface ExchangeBatch {
  readonly events: readonly ExchangeEvent[]
  /** How many exchanges of each sandbox were only counted. */
  readonly omitted: ReadonlyMap<string, number>
}

type Listener = (batch: ExchangeBatch) => void

/** The number of exchanges of all sandboxes. */
export const countOmitted = (omitted: ExchangeBatch['omitted']): number =>
  [...omitted.values()].reduce((sum, count) => sum + count, 0)

/** Milliseconds from the first exchange of a batch until it is sent. */
export const batchInterval = 100

/** A full batch is sent at once. */
const largestBatch = 500

/** A batch of short descriptions has no more: 2,000 a second. */
export const largestSummary = 200

/** After a batch that left some out: 500 a second. Then a part of them is shown anyway. */
export const heavySummary = 50

/** One for each server and view. */
export class ExchangeBatches {
  readonly #sandboxes: Sandboxes
  readonly #view: ExchangeView
  readonly #listeners = new Set<Listener>()
  #waiting: Exchange[] = []
  #omitted = new Map<string, number>()
  /** How many are described of the batch that is being collected. */
  #room = largestSummary
  #timer: NodeJS.Timeout | undefined
  #stop: (() => void) | undefined

  constructor(sandboxes: Sandboxes, view: ExchangeView) {
    this.#sandboxes = sandboxes
    this.#view = view
  }

  /** Returns the function that unsubscribes. */
  listen(listener: Listener): () => void {
    // What happened before is not for this listener.
    this.flush()
    this.#listeners.add(listener)
    this.#stop ??= this.#sandboxes.budget.listen((exchange) => this.#add(exchange))
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#end()
    }
  }

  /** Sends what is waiting, so that it stays before another event. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length === 0) return
    const events = this.#waiting.map((exchange) => ({ sandbox: exchange.sandbox, text: this.#write(exchange) }))
    const omitted = this.#omitted
    this.#room = events.length + countOmitted(omitted) > largestSummary ? heavySummary : largestSummary
    this.#reset()
    for (const listener of this.#listeners) listener({ events, omitted })
  }

  #add(exchange: Exchange): void {
    if (this.#view === 'summary' && this.#waiting.length >= this.#room) {
      this.#omitted.set(exchange.sandbox, (this.#omitted.get(exchange.sandbox) ?? 0) + 1)
      return
    }
    this.#waiting.push(exchange)
    if (this.#waiting.length >= largestBatch) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), batchInterval).unref()
  }

  #reset(): void {
    this.#waiting = []
    if (this.#omitted.size > 0) this.#omitted = new Map()
  }

  #write(exchange: Exchange): string {
    const described = describeArrival(this.#sandboxes, exchange, this.#view === 'full')
    return `event: exchange\nid: ${exchange.id}\ndata: ${stringifyJson(described)}\n\n`
  }

  #end(): void {
    this.#stop?.()
    this.#stop = undefined
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#room = largestSummary
    this.#reset()
  }
}

/** The batches that all streams of a server share. */
export const batchesOf = memoize(
  (sandboxes: Sandboxes): Readonly<Record<ExchangeView, ExchangeBatches>> => ({
    full: new ExchangeBatches(sandboxes, 'full'),
    summary: new ExchangeBatches(sandboxes, 'summary'),
  }),
)

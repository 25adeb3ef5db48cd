/**
 * Exchanges for the listeners of the event stream, in batches: each exchange is described once for all listeners, and what
 * happens within a tenth of a second is written at once. Without a listener, nothing is collected.
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

type Listener = (batch: readonly ExchangeEvent[]) => void

/** Milliseconds from the first exchange of a batch until it is sent. */
const interval = 100

/** A full batch is sent at once. */
const largestBatch = 500

/** One for each server and view. */
export class ExchangeBatches {
  readonly #sandboxes: Sandboxes
  readonly #view: ExchangeView
  readonly #listeners = new Set<Listener>()
  #waiting: Exchange[] = []
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
    const batch = this.#waiting.map((exchange) => ({ sandbox: exchange.sandbox, text: this.#write(exchange) }))
    this.#waiting = []
    for (const listener of this.#listeners) listener(batch)
  }

  #add(exchange: Exchange): void {
    this.#waiting.push(exchange)
    if (this.#waiting.length >= largestBatch) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), interval).unref()
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
    this.#waiting = []
  }
}

/** The batches that all streams of a server share. */
export const batchesOf = memoize(
  (sandboxes: Sandboxes): Readonly<Record<ExchangeView, ExchangeBatches>> => ({
    full: new ExchangeBatches(sandboxes, 'full'),
    summary: new ExchangeBatches(sandboxes, 'summary'),
  }),
)

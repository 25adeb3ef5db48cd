/**
 * The latest exchanges of a sandbox, oldest first: what the journal had, and what has arrived since. Exchanges that arrive in
 * the same frame are published together, so that heavy traffic does not render for each.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Exchange } from '../api/types.ts'

/** Number of exchanges that are kept. */
const maxExchanges = 10_000

export interface ExchangeList {
  readonly items: ReadonlySignal<readonly Exchange[]>
  readonly add: (exchange: Exchange) => void
  /** Merges what the journal has: exchanges that are known already are not repeated. */
  readonly merge: (stored: readonly Exchange[]) => void
  readonly clear: () => void
}

export const createExchangeList = (): ExchangeList => {
  const items = signal<readonly Exchange[]>([])
  let arrived: Exchange[] = []
  let isScheduled = false
  const publish = (): void => {
    isScheduled = false
    const next = arrived
    arrived = []
    if (next.length > 0) items.value = mergeExchanges(items.peek(), next)
  }
  return {
    items,
    add: (exchange) => {
      arrived.push(exchange)
      if (isScheduled) return
      isScheduled = true
      schedule(publish)
    },
    merge: (stored) => {
      items.value = mergeExchanges(stored, items.peek())
    },
    clear: () => {
      arrived = []
      items.value = []
    },
  }
}

/** With the next frame; a hidden page has no frames. */
const schedule = (run: () => void): void => {
  if (document.hidden) setTimeout(run, 200)
  else requestAnimationFrame(run)
}

const mergeExchanges = (earlier: readonly Exchange[], later: readonly Exchange[]): readonly Exchange[] => {
  const known = new Set(earlier.map(({ id }) => id))
  const merged = [...earlier, ...later.filter(({ id }) => !known.has(id))]
  return merged.length > maxExchanges ? merged.slice(-maxExchanges) : merged
}

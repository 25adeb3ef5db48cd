/**
 * The latest exchanges of a sandbox, oldest first: what the journal had, and what has arrived since. Exchanges that arrive in
 * the same frame are published together, and heavy traffic only a few times a second: nobody can read more, and the server may
 * need the processor. They have no headers and bodies: a view of one exchange fetches it.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { ExchangeSummary } from '../api/types.ts'

/** Number of exchanges that are kept. */
const maxExchanges = 10_000

/** The journal can have returned an exchange that is still to arrive; it is among the latest. */
const maxRepeated = 1_000

/** From this number of exchanges at once, the next ones wait for so many milliseconds. */
const heavy = { from: 50, pause: 300 }

export interface ExchangeList {
  readonly items: ReadonlySignal<readonly ExchangeSummary[]>
  readonly add: (exchange: ExchangeSummary) => void
  /** Merges what the journal has: exchanges that are known already are not repeated. */
  readonly merge: (stored: readonly ExchangeSummary[]) => void
  readonly clear: () => void
}

export const createExchangeList = (): ExchangeList => {
  const items = signal<readonly ExchangeSummary[]>([])
  let arrived: ExchangeSummary[] = []
  let isScheduled = false
  let isHeavy = false
  const publish = (): void => {
    isScheduled = false
    const next = arrived
    arrived = []
    isHeavy = next.length >= heavy.from
    if (next.length > 0) items.value = append(items.peek(), next)
  }
  return {
    items,
    add: (exchange) => {
      arrived.push(exchange)
      if (isScheduled) return
      isScheduled = true
      if (isHeavy) setTimeout(() => schedule(publish), heavy.pause)
      else schedule(publish)
    },
    merge: (stored) => {
      items.value = mergeStored(items.peek(), stored)
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

/** Without those that are known already; the list can be long, so the set of them is not built anew for each frame. */
const append = (items: readonly ExchangeSummary[], arrived: readonly ExchangeSummary[]): readonly ExchangeSummary[] => {
  const latest = new Set(items.slice(-maxRepeated).map(({ id }) => id))
  return limit([...items, ...arrived.filter(({ id }) => !latest.has(id))])
}

/** Each exchange once, in the order of the journal. */
const mergeStored = (
  items: readonly ExchangeSummary[],
  stored: readonly ExchangeSummary[],
): readonly ExchangeSummary[] => {
  const [first] = stored
  const last = items.at(-1)
  if (!first || !last) return limit([...stored, ...items])
  const at = items.findIndex(({ id }) => id === first.id)
  const earlier = at >= 0 ? at : last.at <= first.at ? items.length : 0
  const known = new Set(stored.map(({ id }) => id))
  return limit([...items.slice(0, earlier), ...stored, ...items.slice(earlier).filter(({ id }) => !known.has(id))])
}

const limit = (items: readonly ExchangeSummary[]): readonly ExchangeSummary[] =>
  items.length > maxExchanges ? items.slice(-maxExchanges) : items

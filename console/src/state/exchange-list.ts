/**
 * The latest exchanges of a sandbox, oldest first: what the journal had, and what has arrived since. Exchanges that arrive in
 * the same frame are published together, so that heavy traffic does not render for each. Headers and bodies are not kept: a view
 * of one exchange fetches it.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Exchange, ExchangeSummary } from '../api/types.ts'

/** Number of exchanges that are kept. */
const maxExchanges = 10_000

export interface ExchangeList {
  readonly items: ReadonlySignal<readonly ExchangeSummary[]>
  readonly add: (exchange: Exchange) => void
  /** Merges what the journal has: exchanges that are known already are not repeated. */
  readonly merge: (stored: readonly ExchangeSummary[]) => void
  readonly clear: () => void
}

export const createExchangeList = (): ExchangeList => {
  const items = signal<readonly ExchangeSummary[]>([])
  let arrived: ExchangeSummary[] = []
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
      arrived.push(summarize(exchange))
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

const mergeExchanges = (
  earlier: readonly ExchangeSummary[],
  later: readonly ExchangeSummary[],
): readonly ExchangeSummary[] => {
  const known = new Set(earlier.map(({ id }) => id))
  const merged = [...earlier, ...later.filter(({ id }) => !known.has(id))]
  return merged.length > maxExchanges ? merged.slice(-maxExchanges) : merged
}

/** As the control API summarizes an exchange. */
const summarize = (exchange: Exchange): ExchangeSummary => {
  const { id, sandbox, at, duration, operation, document, request, response, code, violations } = exchange
  const { notices, scenario, unmatched, deprecated, sentFrom } = exchange
  const query = new URLSearchParams(
    Object.entries(request.query).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  )
  return {
    ...{ id, sandbox, at, duration, operation, document, code, notices, scenario, unmatched, deprecated, sentFrom },
    method: request.method,
    path: query.size === 0 ? request.path : `${request.path}?${query}`,
    status: response.status,
    ...(response.fault === undefined ? {} : { fault: response.fault }),
    violations: violations.length,
    changes: exchange.changes ?? null,
  }
}

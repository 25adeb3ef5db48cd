/**
 * The exchanges that the list shows, newest first. While the reader has scrolled or has paused, what arrives is only counted, so
 * that nothing moves under the eyes.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ExchangeSummary } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { createSoon } from '../../state/soon.ts'
import { createTest, type ExchangeFilter } from './exchange-filter.ts'
import { useResource } from './use-resource.ts'

export interface Feed {
  /** All that are loaded, oldest first: those with the text, if one is searched. */
  readonly all: readonly ExchangeSummary[]
  /** Those that the filter shows, newest first. */
  readonly rows: readonly ExchangeSummary[]
  /** Number of exchanges that have arrived since the list was held. */
  readonly waiting: number
  /** False until the journal has been read. */
  readonly isLoaded: boolean
  /** Why a search failed. */
  readonly error: unknown
  readonly retry: () => void
}

/** As many as the console keeps. */
const maxLoaded = 10_000

export const useFeed = (filter: ExchangeFilter, isHeld: boolean): Feed => {
  const isLoaded = useJournal()
  const { all, ...search } = useSearch(filter.q)
  const held = useRef<readonly ExchangeSummary[] | undefined>(undefined)
  // What was found is shown at once; an empty journal has nothing to hold.
  const heldFor = useRef(filter.q)
  if (!isHeld || all.length === 0 || heldFor.current !== filter.q || search.isSearching) held.current = undefined
  else held.current ??= all
  heldFor.current = filter.q
  const shown = held.current ?? all
  const key = JSON.stringify(filter)
  const test = useMemo(() => createTest(filter), [key])
  const rows = useMemo(() => shown.filter(test).reverse(), [shown, test])
  const waiting = useMemo(() => (shown === all ? 0 : countLater(all, shown.at(-1), test)), [all, shown, test])
  return { all, rows, waiting, isLoaded: isLoaded && !search.isSearching, error: search.error, retry: search.retry }
}

/** Loads the whole journal. Returns whether it has been read. */
export const useJournal = (): boolean => {
  const { sandbox } = useConsole()
  const [isLoaded, setLoaded] = useState(false)
  const current = sandbox.value
  useEffect(() => {
    // What is wrong with the sandbox is shown by the frame.
    const done = (): void => setLoaded(true)
    current.loadExchanges(maxLoaded).then(done, done)
  }, [current])
  return isLoaded
}

const countLater = (
  all: readonly ExchangeSummary[],
  last: ExchangeSummary | undefined,
  test: (exchange: ExchangeSummary) => boolean,
): number => {
  let count = 0
  for (let index = all.length - 1; index >= 0; index--) {
    const exchange = all[index]
    if (!exchange || exchange.id === last?.id) break
    if (test(exchange)) count++
  }
  return count
}

interface Search {
  readonly all: readonly ExchangeSummary[]
  readonly isSearching: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** Milliseconds between two searches while exchanges arrive. */
const searchPause = 300

/**
 * The server searches its journal, because only it has the bodies; again when exchanges have arrived, but not while they are
 * too many to be listed.
 */
const useSearch = (q: string): Search => {
  const { api, sandbox, listen } = useConsole()
  const { id, exchanges, missing } = sandbox.value
  const isHeavy = missing.count.value > 0
  const found = useResource(
    async (signal): Promise<ReadonlySet<string>> => {
      if (q === '') return new Set()
      const query = { q, view: 'summary', limit: maxLoaded } as const
      const list = await api.call('listExchanges', { path: { id }, query }, signal)
      return new Set(list.map((exchange) => exchange.id))
    },
    [q, id],
  )
  const wasHeavy = useRef(false)
  useEffect(() => {
    if (q === '' || isHeavy) return undefined
    const soon = createSoon(found.refetch, searchPause)
    // Once the traffic is calm, what it has brought is searched, too.
    if (wasHeavy.current) soon.call()
    const stop = listen((exchange) => {
      if (exchange.sandbox === id) soon.call()
    })
    return () => {
      stop()
      soon.cancel()
    }
  }, [q, id, listen, found, isHeavy])
  useEffect(() => {
    wasHeavy.current = isHeavy
  }, [isHeavy])
  const items = exchanges.items.value
  const ids = found.data.value
  const all = useMemo(() => (q === '' ? items : items.filter((item) => ids?.has(item.id))), [items, ids, q])
  const error = found.error.value
  const isSearching = q !== '' && ids === undefined && error === undefined
  return { all, isSearching, error, retry: () => void found.refetch() }
}

/**
 * Keeps the table as the records are: it is refreshed after requests to the sandbox, after changes by the control API, and
 * regularly where time changes records.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Resource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { useChanges } from '../../state/use-changes.ts'
import type { RecordPages } from './record-pages.ts'
import { rowHeight } from './use-row-window.ts'

/** Milliseconds between two refreshes, at least; also a multiple of how long the latest one took. */
const pause = 700
const pauseFactor = 10

/** Milliseconds between refreshes of records that change by time. */
const timedPause = 5_000

/** Returns a function that refreshes at once. */
export const useLiveRefresh = (pages: RecordPages, resource: Resource): (() => void) => {
  const { listen, sandbox } = useConsole()
  const { id } = sandbox.value
  const refresher = useMemo(() => createRefresher(pages), [pages])
  useEffect(() => refresher.dispose, [refresher])
  useEffect(
    () =>
      listen((exchange) => {
        if (exchange.sandbox === id && changesRecords(exchange.method)) refresher.refreshSoon()
      }),
    [listen, id, refresher],
  )
  useChanges(['records', 'sandbox', 'clock', 'scenario'], id, refresher.refreshSoon)
  const isTimed = resource.lifecycles.length > 0
  useEffect(() => {
    if (!isTimed) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) refresher.refreshSoon()
    }, timedPause)
    return () => clearInterval(timer)
  }, [isTimed, refresher])
  return refresher.refreshNow
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

const changesRecords = (method: string): boolean => !safeMethods.has(method.toUpperCase())

const createRefresher = (pages: RecordPages) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextAt = 0
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const began = performance.now()
    const moved = await pages.refresh()
    nextAt = performance.now() + Math.max(pause, (performance.now() - began) * pauseFactor)
    // The records that one looks at stay where they are.
    const scroller = document.querySelector('.records-scroll')
    if (moved !== 0 && scroller && scroller.scrollTop > 0) scroller.scrollTop += moved * rowHeight
  }
  return {
    refreshNow: () => void run(),
    refreshSoon: () => {
      timer ??= setTimeout(() => void run(), Math.max(50, nextAt - performance.now()))
    },
    dispose: () => clearTimeout(timer),
  }
}

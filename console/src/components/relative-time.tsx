/**
 * A time as people say it: "12 seconds ago". The exact time is its tooltip. All of them share one timer.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Epoch milliseconds, updated every second while the page is visible. */
export const createTicker = (): ReadonlySignal<number> => {
  const now = signal(Date.now())
  setInterval(() => {
    if (!document.hidden) now.value = Date.now()
  }, 1_000)
  return now
}

const TickerContext = createContext<ReadonlySignal<number>>(signal(0))

export const TickerProvider = TickerContext.Provider

/** The current time; the component is rendered again every second. */
export const useNow = (): number => useContext(TickerContext).value

export const RelativeTime = ({ time }: { readonly time: string | number }) => {
  const date = new Date(time)
  return (
    <time class="relative-time" dateTime={date.toISOString()} title={date.toLocaleString()}>
      {formatAgo(useNow() - date.getTime())}
    </time>
  )
}

const units = [
  { name: 'day', size: 86_400_000 },
  { name: 'hour', size: 3_600_000 },
  { name: 'minute', size: 60_000 },
  { name: 'second', size: 1_000 },
] as const

/** `elapsed` in milliseconds; negative for times to come. */
export const formatAgo = (elapsed: number): string => {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
  const unit = units.find(({ size }) => Math.abs(elapsed) >= size)
  if (!unit || (unit.name === 'second' && Math.abs(elapsed) < 5_000)) return 'just now'
  return format.format(-Math.trunc(elapsed / unit.size), unit.name)
}

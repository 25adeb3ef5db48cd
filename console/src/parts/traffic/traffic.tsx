/**
 * The exchanges of the sandbox: the list with its filter, and what the address selects: an exchange, the request to send again,
 * the differences of two, or the timeline.
 */
import './traffic.css'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { SplitView } from '../../components/split-view.tsx'
import type { PartProps } from '../part.ts'
import { readView, type View } from './addresses.ts'
import { countExchanges } from './count-exchanges.ts'
import { Differences } from './differences.tsx'
import { ExchangeDetail } from './exchange-detail.tsx'
import { readFilter } from './exchange-filter.ts'
import { ExchangeList } from './exchange-list.tsx'
import { SendForm } from './send-form.tsx'
import { Timeline } from './timeline.tsx'
import { TrafficHeader } from './traffic-header.tsx'
import { useFeed } from './use-feed.ts'
import { useTrafficKeys } from './use-traffic-keys.ts'

const Traffic = ({ path, query }: PartProps) => {
  const view = readView(path)
  return view.kind === 'timeline' ? <Timeline id={view.id} query={query} /> : <Exchanges path={path} query={query} />
}

const Exchanges = ({ path, query }: PartProps) => {
  const view = readView(path)
  const filter = readFilter(query)
  const isPaused = useSignal(false)
  const isScrolled = useSignal(false)
  const feed = useFeed(filter, isPaused.value || isScrolled.value)
  const counts = useMemo(() => countExchanges(feed.all), [feed.all])
  const selected = view.kind === 'list' || view.kind === 'timeline' ? undefined : view.id
  const isChoosing = view.kind === 'choose-other'
  useTrafficKeys(feed.rows, selected, isChoosing)
  return (
    <div class="traffic fills-page">
      {/* Outside of the list, which an exchange replaces on narrow screens. */}
      <h1 class="visually-hidden">Traffic</h1>
      <SplitView
        listLabel="Exchanges"
        detailLabel="Exchange"
        isChoosing={isChoosing}
        list={
          <div class="traffic-list">
            <TrafficHeader filter={filter} counts={counts} feed={feed} isPaused={isPaused} />
            <ExchangeList feed={feed} filter={filter} view={view} isPaused={isPaused} isScrolled={isScrolled} />
          </div>
        }
        detail={selected === undefined ? undefined : <Detail key={path.join('/')} view={view} rows={feed.rows} />}
      />
    </div>
  )
}

const Detail = ({ view, rows }: { readonly view: View; readonly rows: readonly { readonly id: string }[] }) => {
  switch (view.kind) {
    case 'exchange':
    case 'choose-other':
      return <ExchangeDetail id={view.id} rows={rows} />
    case 'send':
      return <SendForm id={view.id} />
    case 'differences':
      return <Differences id={view.id} other={view.other} />
    default:
      return null
  }
}

export default Traffic

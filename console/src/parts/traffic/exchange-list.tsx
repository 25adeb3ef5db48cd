/**
 * The list of exchanges, newest first, and what it shows while it is empty.
 */
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { FilterIcon, TrafficIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { View } from './addresses.ts'
import { type ExchangeFilter, isFiltered, noFilter } from './exchange-filter.ts'
import { ExchangeRow } from './exchange-row.tsx'
import { FirstRequest } from './first-request.tsx'
import { OperationStart } from './operation-start.tsx'
import type { Feed } from './use-feed.ts'

interface ExchangeListProps {
  readonly feed: Feed
  readonly filter: ExchangeFilter
  readonly view: View
  readonly isPaused: Signal<boolean>
  readonly isScrolled: Signal<boolean>
}

const rowHeight = 50

/** Pixels from the top up to which the list still follows. */
const topZone = 8

export const ExchangeList = (props: ExchangeListProps) => {
  const { feed, filter, view, isPaused, isScrolled } = props
  const root = useRef<HTMLDivElement>(null)
  const selected = 'id' in view ? view.id : undefined
  useEffect(() => {
    // A list that has become short is at its top, without an event.
    if (feed.rows.length === 0) isScrolled.value = false
  }, [feed.rows.length === 0])
  const showLatest = (): void => {
    isPaused.value = false
    isScrolled.value = false
    root.current?.querySelector('.virtual-list')?.scrollTo({ top: 0 })
  }
  const onScroll = (event: Event): void => {
    if (event.target instanceof Element) isScrolled.value = event.target.scrollTop > topZone
  }
  return (
    <div class="traffic-rows" tabIndex={-1} ref={root} onScrollCapture={onScroll}>
      {view.kind === 'choose-other' && <ChooseOther id={view.id} />}
      <MissingNotice />
      {feed.waiting > 0 && (
        <div class="traffic-waiting">
          <Button size="small" tone="primary" onClick={showLatest}>
            {feed.waiting.toLocaleString('en')} new
          </Button>
        </div>
      )}
      <ListContent feed={feed} filter={filter}>
        <VirtualList
          label="Exchanges, newest first"
          items={feed.rows}
          rowHeight={rowHeight}
          keyOf={({ id }) => id}
          shown={selected}
        >
          {(exchange) => <ExchangeRow exchange={exchange} selected={selected} view={view} />}
        </VirtualList>
      </ListContent>
    </div>
  )
}

const ChooseOther = ({ id }: { readonly id: string }) => {
  const { navigator } = useConsole()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The menu that led here is hidden on narrow screens.
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility()) heading.current?.focus()
  }, [])
  return (
    <div class="traffic-choose">
      <p ref={heading} tabIndex={-1}>
        Choose the exchange to compare with.
      </p>
      <Button size="small" onClick={() => navigator.go({ path: [id], query: navigator.address.peek().query })}>
        Cancel
      </Button>
    </div>
  )
}

/** While the traffic is heavy, the list has only some of the exchanges. */
const MissingNotice = () => {
  const { sandbox, toaster } = useConsole()
  const { missing } = sandbox.value
  const [isBusy, setBusy] = useState(false)
  const count = missing.count.value
  if (count === 0) return null
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      await missing.load()
    } catch (error) {
      toaster.show(`The exchanges were not loaded: ${describeError(error)}`, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="traffic-choose traffic-missing">
      <p>
        Heavy traffic: <strong>{count.toLocaleString('en')}</strong> more{' '}
        {count === 1 ? 'exchange is' : 'exchanges are'} listed when it is calm.
      </p>
      <Button size="small" isBusy={isBusy} onClick={() => void load()}>
        List now
      </Button>
    </div>
  )
}

interface ListContentProps extends Pick<ExchangeListProps, 'feed' | 'filter'> {
  readonly children: ComponentChildren
}

const ListContent = ({ feed, filter, children }: ListContentProps) => {
  const { navigator } = useConsole()
  if (feed.error !== undefined)
    return (
      <div class="traffic-state">
        <ErrorState title="The search failed" error={feed.error} onRetry={feed.retry} />
      </div>
    )
  if (feed.rows.length > 0) return children
  if (!feed.isLoaded)
    return (
      <div class="traffic-state">
        <Skeleton lines={8} label="Loading the exchanges" />
      </div>
    )
  // Only the operation is chosen, as by the command palette.
  if (filter.operation !== '' && !isFiltered({ ...filter, operation: '' }))
    return <OperationStart key={filter.operation} operation={filter.operation} />
  if (isFiltered(filter))
    return (
      <EmptyState
        icon={FilterIcon}
        title="No exchange matches the filters"
        action={<Button onClick={() => navigator.setQuery(noFilter)}>Clear filters</Button>}
      >
        Exchanges that match appear here as they arrive.
      </EmptyState>
    )
  return (
    <div class="traffic-first">
      <EmptyState icon={TrafficIcon} title="Waiting for the first request">
        Point your client at one of the addresses, or send this request. It appears here at once.
      </EmptyState>
      <FirstRequest />
    </div>
  )
}

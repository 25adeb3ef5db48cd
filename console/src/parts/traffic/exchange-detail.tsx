/**
 * One exchange: what is wrong with it, its request and response, why the response is what it is, and what it changed.
 */
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { ChangesSection } from './changes-section.tsx'
import { DetailHeader } from './detail-header.tsx'
import { DifferenceList } from './difference-list.tsx'
import { Findings } from './findings.tsx'
import { RequestSection, ResponseSection } from './message-sections.tsx'
import { useResource } from './use-resource.ts'
import { WhySection } from './why-section.tsx'

export type Explained = Result<'explainExchange'>

interface ExchangeDetailProps {
  readonly id: string
  /** The list, for the next and the previous one. */
  readonly rows: readonly { readonly id: string }[]
}

export const ExchangeDetail = ({ id, rows }: ExchangeDetailProps) => {
  const { api } = useConsole()
  const exchange = useResource((signal) => api.call('explainExchange', { path: { requestId: id } }, signal), [api, id])
  const heading = useDetailFocus(id)
  const { data, error } = exchange
  if (data.value) return <Loaded exchange={data.value} rows={rows} heading={heading} />
  return (
    <div class="traffic-detail">
      <DetailHeader id={id} rows={rows} heading={heading} />
      {error.value === undefined ? (
        <Skeleton lines={6} label="Loading the exchange" />
      ) : (
        <ErrorState title="This exchange cannot be shown" error={error.value} onRetry={() => void exchange.refetch()} />
      )}
    </div>
  )
}

interface LoadedProps extends Pick<ExchangeDetailProps, 'rows'> {
  readonly exchange: Explained
  readonly heading: RefObject<HTMLHeadingElement | null>
}

const Loaded = ({ exchange, rows, heading }: LoadedProps) => (
  <div class="traffic-detail">
    <DetailHeader id={exchange.id} exchange={exchange} rows={rows} heading={heading} />
    <Findings exchange={exchange} />
    {exchange.sentFrom !== null && <DifferenceList first={exchange.sentFrom} second={exchange.id} />}
    <RequestSection exchange={exchange} />
    <ResponseSection exchange={exchange} />
    <WhySection exchange={exchange} />
    <ChangesSection id={exchange.id} />
  </div>
)

/** The heading, focused when the exchange was opened from the list, or where the list is hidden. */
const useDetailFocus = (id: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    const isFromList = focused instanceof HTMLElement && focused.dataset.exchange === id
    if (isFromList || focused === document.body) heading.current?.focus({ preventScroll: true })
  }, [id])
  return heading
}

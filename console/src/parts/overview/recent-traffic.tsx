/**
 * The latest exchanges, newest first.
 */
import type { Exchange } from '../../api/types.ts'
import { Badge, MethodBadge, StatusBadge } from '../../components/badge.tsx'
import { TrafficIcon } from '../../components/icons.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { EmptyState } from '../../components/states.tsx'
import { findPart, findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'

const maxShown = 8

export const RecentTraffic = () => {
  const { sandbox, navigator } = useConsole()
  const recent = sandbox.value.exchanges.items.value.slice(-maxShown).reverse()
  return (
    <section class="panel" aria-labelledby="recent-title">
      <div class="panel-header">
        <h2 id="recent-title">Recent traffic</h2>
        {findPart('traffic') && <a href={navigator.href({ part: 'traffic' })}>All traffic</a>}
      </div>
      {recent.length === 0 ? (
        <EmptyState icon={TrafficIcon} title="No requests yet">
          Point your client at one of the addresses, or send the request above. It appears here at once.
        </EmptyState>
      ) : (
        <ul class="exchange-list">
          {recent.map((exchange) => (
            <li key={exchange.id}>
              <ExchangeRow exchange={exchange} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const ExchangeRow = ({ exchange }: { readonly exchange: Exchange }) => {
  const { navigator } = useConsole()
  const { id, request, response, operation, violations, unmatched, at } = exchange
  const target = findTarget('exchange', id)
  const content = (
    <>
      <MethodBadge method={request.method} />
      <span class="exchange-path" title={request.path}>
        {request.path}
      </span>
      <span class="exchange-operation">{operation ?? (unmatched ? <Badge tone="warning">unmatched</Badge> : '')}</span>
      {violations.length > 0 && (
        <Badge tone="bad">{violations.length === 1 ? '1 violation' : `${violations.length} violations`}</Badge>
      )}
      <StatusBadge status={response.status} fault={response.fault} />
      <RelativeTime time={at} />
    </>
  )
  if (!target) return <div class="exchange-row">{content}</div>
  return (
    <a class="exchange-row" href={navigator.href(target)}>
      {content}
    </a>
  )
}

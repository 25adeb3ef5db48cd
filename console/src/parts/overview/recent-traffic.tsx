/**
 * The latest exchanges, newest first.
 */
import type { ExchangeSummary } from '../../api/types.ts'
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

const ExchangeRow = ({ exchange }: { readonly exchange: ExchangeSummary }) => {
  const { navigator } = useConsole()
  const { id, method, path, status, fault, operation, violations, unmatched, at } = exchange
  const target = findTarget('exchange', id)
  const content = (
    <>
      <MethodBadge method={method} />
      <span class="exchange-path" title={path}>
        {path}
      </span>
      <span class="exchange-operation">{operation ?? (unmatched ? <Badge tone="warning">unmatched</Badge> : '')}</span>
      {violations > 0 && <Badge tone="bad">{violations === 1 ? '1 violation' : `${violations} violations`}</Badge>}
      <StatusBadge status={status} fault={fault} />
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

/**
 * One exchange in the list: what was requested, what came of it, and what is remarkable about it.
 */
import type { ExchangeSummary } from '../../api/types.ts'
import { Badge, MethodBadge, StatusBadge } from '../../components/badge.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { View } from './addresses.ts'
import { formatDuration, formatTime } from './format-time.ts'

interface ExchangeRowProps {
  readonly exchange: ExchangeSummary
  readonly selected: string | undefined
  readonly view: View
}

export const ExchangeRow = ({ exchange, selected, view }: ExchangeRowProps) => {
  const { navigator } = useConsole()
  const { id, method, path, status, fault, operation, at, duration } = exchange
  const [pathname = '', search] = splitOnce(path, '?')
  const target = view.kind === 'choose-other' && view.id !== id ? [view.id, 'differences', id] : [id]
  const isOther = view.kind === 'differences' && view.other === id
  return (
    <a
      class={`traffic-row ${isOther ? 'is-other' : ''}`}
      href={navigator.href({ path: target, query: navigator.address.value.query })}
      aria-current={id === selected ? 'true' : undefined}
      data-exchange={id}
    >
      <MethodBadge method={method} />
      <span class="traffic-row-path" title={path}>
        {pathname}
        {search !== undefined && <span class="traffic-row-query">?{search}</span>}
      </span>
      <StatusBadge status={status} fault={fault} />
      <span class="traffic-row-facts">
        {operation !== null && <span class="traffic-row-operation">{operation}</span>}
        <Remarks exchange={exchange} />
      </span>
      <span class="traffic-row-time">
        <span class="traffic-row-duration">{formatDuration(duration)}</span>
        <time dateTime={at} title={new Date(at).toLocaleString()}>
          {formatTime(at)}
        </time>
      </span>
    </a>
  )
}

const Remarks = ({ exchange }: { readonly exchange: ExchangeSummary }) => {
  const { violations, unmatched, scenario, notices, changes, sentFrom, deprecated } = exchange
  const delivery = notices.find(({ kind }) => kind === 'delivery')
  return (
    <>
      {violations > 0 && <Badge tone="bad">{countOf(violations, 'violation')}</Badge>}
      {unmatched && <Badge tone="warning">unmatched</Badge>}
      {scenario.length > 0 && <Badge tone="tape">{scenario.join(', ')}</Badge>}
      {deprecated && <Badge tone="warning">deprecated</Badge>}
      {delivery && <Badge tone="tape">{delivery.names.slice(0, 2).join(' ')}</Badge>}
      {notices.length > 0 && !delivery && <Badge>{countOf(notices.length, 'notice')}</Badge>}
      {changes !== null && changes > 0 && <Badge tone="good">{countOf(changes, 'change')}</Badge>}
      {sentFrom !== null && <Badge>sent again</Badge>}
    </>
  )
}

const countOf = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`

const splitOnce = (text: string, separator: string): readonly [string, string?] => {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/**
 * The head of an exchange: what it was, and what can be done with it.
 */
import type { RefObject } from 'preact'
import { MethodBadge, StatusBadge } from '../../components/badge.tsx'
import { ButtonLink, IconButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import {
  BackIcon,
  ChevronIcon,
  CloseIcon,
  MoreIcon,
  RefreshIcon,
  ScenariosIcon,
  TimeIcon,
} from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { useConsole } from '../../state/console-state.ts'
import { CopyAs } from './copy-as.tsx'
import type { Explained } from './exchange-detail.tsx'
import { formatDuration } from './format-time.ts'

interface DetailHeaderProps {
  readonly id: string
  readonly exchange?: Explained
  readonly rows: readonly { readonly id: string }[]
  readonly heading: RefObject<HTMLHeadingElement | null>
}

export const DetailHeader = ({ id, exchange, rows, heading }: DetailHeaderProps) => (
  <header class="traffic-detail-header">
    <div class="traffic-detail-bar">
      <CloseLink />
      <Steps id={id} rows={rows} />
      {exchange && <Actions exchange={exchange} />}
    </div>
    <h2 class="traffic-detail-title" ref={heading} tabIndex={-1}>
      {exchange ? <Title exchange={exchange} /> : <code>{id}</code>}
    </h2>
    {exchange && <Facts exchange={exchange} />}
  </header>
)

/** Back to the list; beside the list it closes the detail. */
const CloseLink = () => {
  const { navigator } = useConsole()
  const href = navigator.href({ path: [], query: navigator.address.value.query })
  return (
    <>
      <a class="button button-quiet button-small traffic-back" href={href}>
        <BackIcon /> Traffic
      </a>
      <a
        class="button button-quiet button-small icon-button traffic-close"
        href={href}
        aria-label="Close"
        title="Close"
      >
        <CloseIcon />
      </a>
    </>
  )
}

const Steps = ({ id, rows }: Pick<DetailHeaderProps, 'id' | 'rows'>) => {
  const { navigator } = useConsole()
  const at = rows.findIndex((row) => row.id === id)
  const go = (index: number): void => {
    const next = rows[index]
    if (next) navigator.go({ path: [next.id], query: navigator.address.peek().query }, { replace: true })
  }
  return (
    <div class="traffic-steps">
      <IconButton
        icon={ChevronIcon}
        size="small"
        label="Newer exchange (k)"
        class="traffic-step-up"
        disabled={at <= 0}
        onClick={() => go(at - 1)}
      />
      <IconButton
        icon={ChevronIcon}
        size="small"
        label="Older exchange (j)"
        disabled={at === -1 || at >= rows.length - 1}
        onClick={() => go(at + 1)}
      />
    </div>
  )
}

const Title = ({ exchange }: { readonly exchange: Explained }) => {
  const { request, response } = exchange
  return (
    <>
      <MethodBadge method={request.method} /> <code>{request.path}</code>{' '}
      <StatusBadge status={response.status} fault={response.fault} />
    </>
  )
}

const Facts = ({ exchange }: { readonly exchange: Explained }) => {
  const { id, at, clock, duration, operation } = exchange
  const isOtherTime = Math.abs(Date.parse(clock) - Date.parse(at)) > 1_000
  return (
    <p class="traffic-detail-facts">
      {operation !== null && <span class="traffic-detail-operation">{operation}</span>}
      <time dateTime={at}>{new Date(at).toLocaleString()}</time>
      {isOtherTime && (
        <span>
          <span class="taped">clock {new Date(clock).toLocaleString()}</span>
        </span>
      )}
      <span>{formatDuration(duration)}</span>
      <span class="copy-line">
        <code>{id}</code>
        <CopyButton text={id} label="Copy the id of the request" />
      </span>
    </p>
  )
}

const Actions = ({ exchange }: { readonly exchange: Explained }) => {
  const { navigator } = useConsole()
  const { query } = navigator.address.value
  return (
    <div class="traffic-actions">
      <ButtonLink
        size="small"
        tone="primary"
        icon={RefreshIcon}
        href={navigator.href({ path: [exchange.id, 'send'], query })}
      >
        Send again
      </ButtonLink>
      <CopyAs exchange={exchange} />
      <Menu
        label="More"
        icon={MoreIcon}
        size="small"
        items={[
          ...(exchange.operation === null
            ? []
            : [
                {
                  label: 'Make this a scenario',
                  icon: ScenariosIcon,
                  onSelect: () => navigator.go({ path: [exchange.id, 'scenario'], query }),
                },
              ]),
          {
            label: 'Compare with…',
            onSelect: () => navigator.go({ path: [exchange.id, 'differences'], query }),
          },
          {
            label: 'Show in the timeline',
            icon: TimeIcon,
            onSelect: () => navigator.go({ path: ['timeline', exchange.id], query: {} }),
          },
        ]}
      />
    </div>
  )
}

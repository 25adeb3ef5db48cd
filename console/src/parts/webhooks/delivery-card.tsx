/**
 * One delivery: what is sent where, each attempt, and why it is not there yet.
 */
import { useState } from 'preact/hooks'
import { parseJson } from '../../api/json.ts'
import { describeError } from '../../api/problem.ts'
import type { Delivery } from '../../api/types.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CodeBlock, JsonBlock } from '../../components/code-block.tsx'
import { RefreshIcon } from '../../components/icons.tsx'
import { UtcTime } from '../../components/utc-time.tsx'
import { useConsole } from '../../state/console-state.ts'
import { findTarget } from '../registry.ts'
import { toneOf } from './delivery-state.ts'

interface DeliveryCardProps {
  readonly delivery: Delivery
  readonly onChange: () => void
}

export const DeliveryCard = ({ delivery, onChange }: DeliveryCardProps) => {
  const { navigator } = useConsole()
  const { event, kind, state, url, reason, signed, cause, createdAt, dueAt, attempts, request, move } = delivery
  const target = findTarget('exchange', cause)
  return (
    <li class="panel webhooks-card">
      <div class="webhooks-line">
        <h2 class="webhooks-event">{event}</h2>
        <Badge tone={toneOf[state]}>{state}</Badge>
        {!signed && <Badge tone="tape">unsigned</Badge>}
        {request && <DeliverAgain delivery={delivery} onChange={onChange} />}
      </div>
      <p class="webhooks-facts">
        {kind} · {request?.method ?? ''} <code>{url}</code>
      </p>
      {move && (
        <p class="webhooks-facts">
          {move.resource} {move.record}: {move.property} from {move.from} to {move.to}
        </p>
      )}
      {reason !== null && <p>{reason}</p>}
      <p class="webhooks-facts">
        created <UtcTime time={createdAt} precision="second" />
        {dueAt !== null && (
          <>
            {' '}
            · due <UtcTime time={dueAt} precision="second" />
          </>
        )}
        {target && (
          <>
            {' '}
            · <a href={navigator.href(target)}>the request that caused it</a>
          </>
        )}
      </p>
      {attempts.length > 0 && (
        <ol class="webhooks-attempts" aria-label={`Attempts to deliver ${event}`}>
          {attempts.map(({ at, status, error }, index) => (
            <li key={index}>
              <UtcTime time={at} precision="second" />{' '}
              {status === null ? (error ?? 'no response') : <StatusBadge status={status} />}
            </li>
          ))}
        </ol>
      )}
      {request && <Body event={event} headers={request.headers} body={request.body} />}
    </li>
  )
}

/** At once, with the same id. */
const DeliverAgain = ({ delivery: { id, event }, onChange }: DeliveryCardProps) => {
  const { api, sandbox, toaster } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.call('redeliver', { path: { id: sandbox.value.id, delivery: id } })
      toaster.show(`Delivering ${event} again`)
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
    setBusy(false)
    onChange()
  }
  return (
    <Button
      size="small"
      icon={RefreshIcon}
      isBusy={isBusy}
      aria-label={`Deliver again: ${event}`}
      onClick={() => void send()}
    >
      Deliver again
    </Button>
  )
}

interface BodyProps {
  readonly event: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Rendered when it is opened: there can be many, and each can be large. */
const Body = ({ event, headers, body }: BodyProps) => {
  const [isOpen, setOpen] = useState(false)
  const label = `the body of ${event}`
  const value = isOpen ? readJson(body) : undefined
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Request</summary>
      {isOpen && (
        <div class="webhooks-request">
          <CodeBlock
            label={`the headers of ${event}`}
            text={Object.entries(headers)
              .map(([name, text]) => `${name}: ${text}`)
              .join('\n')}
          />
          {value === undefined ? <CodeBlock label={label} text={body} /> : <JsonBlock label={label} value={value} />}
        </div>
      )}
    </details>
  )
}

const readJson = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Whether the server can be reached: a dot in the bar, and, while it cannot, what happened and when it is tried again.
 */
import { Button } from '../components/button.tsx'
import { RefreshIcon, WarningIcon } from '../components/icons.tsx'
import { RelativeTime, useNow } from '../components/relative-time.tsx'
import { useConsole } from '../state/console-state.ts'

const labels = { connecting: 'Connecting', open: 'Live', lost: 'Not connected' }

export const ConnectionState = () => {
  const { kind } = useConsole().events.connection.value
  return (
    <span class={`connection connection-${kind}`} role="status">
      <span class="connection-dot" />
      <span class="connection-label">{labels[kind]}</span>
    </span>
  )
}

export const ConnectionNotice = () => {
  const { events } = useConsole()
  const connection = events.connection.value
  if (connection.kind !== 'lost') return null
  return (
    <div class="connection-notice" role="alert">
      <WarningIcon />
      <p>
        <strong>The connection to the server is lost.</strong> {connection.reason} What you see is as it was{' '}
        <RelativeTime time={connection.since} />. <NextTry at={connection.nextTry} />
      </p>
      <Button size="small" icon={RefreshIcon} onClick={events.retry}>
        Try now
      </Button>
    </div>
  )
}

const NextTry = ({ at }: { readonly at: number }) => {
  const seconds = Math.ceil((at - useNow()) / 1_000)
  return <span aria-hidden="true">{seconds > 0 ? `Next try in ${seconds} s.` : 'Trying again…'}</span>
}

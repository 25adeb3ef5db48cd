/**
 * The receivers of the sandbox: their URLs, what they receive, and the secrets that sign it.
 */
import { useState } from 'preact/hooks'
import type { Webhook } from '../../api/types.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { TrashIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import type { Resource } from '../../state/resource.ts'
import { DeleteReceiverDialog } from './delete-receiver-dialog.tsx'

interface ReceiversProps {
  readonly receivers: Resource<readonly Webhook[]>
  /** Names of the webhooks of all documents. */
  readonly events: readonly string[]
  /** Number of operations with callbacks. */
  readonly callbacks: number
  readonly onChange: () => void
}

export const Receivers = ({ receivers, events, callbacks, onChange }: ReceiversProps) => {
  const [deleted, setDeleted] = useState<Webhook>()
  const list = receivers.data.value
  const error = receivers.error.value
  return (
    <section class="panel webhooks-receivers" aria-labelledby="receivers-title">
      <h2 id="receivers-title">Receivers</h2>
      <p class="hint">{describeOutgoing(events.length, callbacks)}</p>
      {list ? (
        list.length === 0 ? (
          <p>No receiver yet. The deliveries of a sandbox go to every receiver that it has.</p>
        ) : (
          <ul class="webhooks-receiver-list">
            {list.map((receiver) => (
              <Receiver key={receiver.id} receiver={receiver} onDelete={() => setDeleted(receiver)} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState title="The receivers could not be loaded" error={error} onRetry={onChange} />
      ) : (
        <Skeleton lines={3} />
      )}
      {deleted && (
        <DeleteReceiverDialog receiver={deleted} onClose={() => setDeleted(undefined)} onDeleted={onChange} />
      )}
    </section>
  )
}

const describeOutgoing = (webhooks: number, callbacks: number): string => {
  const described =
    webhooks === 1 ? 'The documents describe one webhook' : `The documents describe ${webhooks} webhooks`
  if (callbacks === 0) return `${described}.`
  const operations = callbacks === 1 ? 'One operation has callbacks' : `${callbacks} operations have callbacks`
  return `${described}. ${operations}, which go to the URL that the request names.`
}

const Receiver = ({ receiver, onDelete }: { readonly receiver: Webhook; readonly onDelete: () => void }) => {
  const { url, events, secret, from } = receiver
  return (
    <li class="webhooks-receiver">
      <div class="webhooks-line">
        <code class="webhooks-url">{url}</code>
        {from === 'option' ? (
          <Badge>--webhook</Badge>
        ) : (
          <Button size="small" icon={TrashIcon} aria-label={`Delete the receiver ${url}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      <p class="webhooks-facts">{events.length === 0 ? 'all webhooks' : events.join(', ')}</p>
      <CopyButton text={secret} label="Copy the secret" isLabelled />
    </li>
  )
}

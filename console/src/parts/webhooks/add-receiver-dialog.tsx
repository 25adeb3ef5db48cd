/**
 * Adds a receiver to the selected sandbox, and shows the secret that its library needs.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { Webhook } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { useConsole } from '../../state/console-state.ts'

interface AddReceiverDialogProps {
  /** Names of the webhooks of all documents. */
  readonly events: readonly string[]
  readonly onClose: () => void
  readonly onAdded: () => void
}

/** At most this many webhooks are named. */
const maxNamed = 6

export const AddReceiverDialog = ({ events, onClose, onAdded }: AddReceiverDialogProps) => {
  const { api, sandbox } = useConsole()
  const [url, setUrl] = useState('')
  const [names, setNames] = useState('')
  const [secret, setSecret] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [added, setAdded] = useState<Webhook>()
  const add = async (): Promise<void> => {
    if (url.trim() === '') return setError('Enter the URL of the receiver, such as http://127.0.0.1:8080/hooks.')
    setBusy(true)
    const wanted = names.split(/[\s,]+/).filter((name) => name !== '')
    const body = {
      url: url.trim(),
      ...(wanted.length === 0 ? {} : { events: wanted }),
      ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
    }
    try {
      setAdded(await api.call('addWebhook', { path: { id: sandbox.value.id }, body }))
      onAdded()
    } catch (failure) {
      setBusy(false)
      setError(describeError(failure))
    }
  }
  if (added) return <AddedDialog receiver={added} onClose={onClose} />
  return (
    <Dialog
      title="Add a receiver"
      onClose={onClose}
      onSubmit={() => void add()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Add
          </Button>
        </>
      }
    >
      <TextField
        label="URL"
        value={url}
        onInput={setUrl}
        error={error}
        placeholder="http://127.0.0.1:8080/hooks"
        hint={
          <>
            On the machine of the server. Other hosts need <code class="webhooks-option">--allow-webhook-host</code>.
          </>
        }
      />
      <TextField
        label="Webhooks"
        value={names}
        onInput={setNames}
        placeholder="all of them"
        hint={
          events.length === 0
            ? 'The documents describe none. Separate several with spaces.'
            : `The documents describe ${events.slice(0, maxNamed).join(', ')}${events.length > maxNamed ? ` and ${events.length - maxNamed} more` : ''}. Separate several with spaces.`
        }
      />
      <TextField
        label="Secret"
        value={secret}
        onInput={setSecret}
        placeholder="a new one"
        hint="whsec_ and base64: signs what is sent, as Standard Webhooks specifies."
      />
    </Dialog>
  )
}

const AddedDialog = ({
  receiver: { url, secret },
  onClose,
}: {
  readonly receiver: Webhook
  readonly onClose: () => void
}) => (
  <Dialog
    title="The receiver is added"
    onClose={onClose}
    actions={
      <Button tone="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p>
      <code class="webhooks-url">{url}</code> receives the webhooks of this sandbox. It verifies their signatures with
      this secret:
    </p>
    <p class="copy-line">
      <code>{secret}</code>
      <CopyButton text={secret} label="Copy the secret" />
    </p>
  </Dialog>
)

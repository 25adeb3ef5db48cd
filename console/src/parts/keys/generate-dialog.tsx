/**
 * Generates a key of the selected sandbox, and shows it to be copied.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { Key } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/field.tsx'
import { useConsole } from '../../state/console-state.ts'
import { type KeyState, keyStates } from './key-state.ts'
import type { DocumentCredentials } from './place-key.ts'

interface GenerateDialogProps {
  readonly documents: readonly DocumentCredentials[]
  readonly onClose: () => void
  readonly onGenerated: () => void
}

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '3600000', label: 'In an hour' },
  { value: '86400000', label: 'In a day' },
  { value: '604800000', label: 'In a week' },
]

export const GenerateDialog = ({ documents, onClose, onGenerated }: GenerateDialogProps) => {
  const { api, sandbox } = useConsole()
  const { id, clock } = sandbox.value
  const [state, setState] = useState<KeyState>('active')
  const [lifetime, setLifetime] = useState('')
  const [scopes, setScopes] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [generated, setGenerated] = useState<Key>()
  const known = [...new Set(documents.flatMap(({ schemes }) => schemes.flatMap((scheme) => scheme.scopes)))]
  const generate = async (): Promise<void> => {
    setBusy(true)
    const now = clock.value?.now ?? Date.now()
    const expires = lifetime === '' ? {} : { expires: new Date(now + Number(lifetime)).toISOString() }
    const names = scopes.split(/[\s,]+/).filter((name) => name !== '')
    try {
      const body = { state, ...expires, ...(names.length === 0 ? {} : { scopes: names }) }
      setGenerated(await api.call('generateKey', { path: { id }, body }))
      onGenerated()
    } catch (failure) {
      setBusy(false)
      setError(describeError(failure))
    }
  }
  if (generated) return <GeneratedDialog value={generated} onClose={onClose} />
  return (
    <Dialog
      title="Generate a key"
      onClose={onClose}
      onSubmit={() => void generate()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Generate
          </Button>
        </>
      }
    >
      <Select
        label="State"
        value={state}
        onChange={(value) => setState(keyStates.find((one) => one === value) ?? 'active')}
        options={keyStates.map((value) => ({ value, label: value }))}
        hint="An expired or revoked key shows how your client handles a 401."
      />
      <Select
        label="Expires"
        value={lifetime}
        onChange={setLifetime}
        options={lifetimes}
        hint="On the clock of the sandbox: advance it to let the key expire."
      />
      <TextField
        label="Scopes"
        value={scopes}
        onInput={setScopes}
        error={error}
        placeholder="all scopes"
        hint={
          known.length === 0
            ? 'The documents name no scopes. Separate several with spaces.'
            : `The documents name ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', …' : ''}. Separate several with spaces.`
        }
      />
    </Dialog>
  )
}

const GeneratedDialog = ({ value: { key }, onClose }: { readonly value: Key; readonly onClose: () => void }) => (
  <Dialog
    title="The key is ready"
    onClose={onClose}
    actions={
      <Button tone="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p>Requests with this key reach this sandbox, without any other header.</p>
    <p class="copy-line">
      <code>{key}</code>
      <CopyButton text={key} label="Copy the key" />
    </p>
  </Dialog>
)

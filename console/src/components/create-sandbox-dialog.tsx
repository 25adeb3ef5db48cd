/**
 * Creates a sandbox: from fixtures, or as a copy of another sandbox or a snapshot. Afterwards it has the key and the addresses
 * to copy.
 */
import './create-sandbox.css'
import { useState } from 'preact/hooks'
import type { Result } from '../api/client.ts'
import { describeError } from '../api/problem.ts'
import { useConsole } from '../state/console-state.ts'
import { Button } from './button.tsx'
import { CopyLine } from './copy-line.tsx'
import { Dialog } from './dialog.tsx'
import { Select, TextField } from './field.tsx'
import { ForwardIcon } from './icons.tsx'

type Created = Result<'createSandbox'>

interface CreateDialogProps {
  /** A sandbox, or one of its snapshots (checkout/before), to copy; empty: start from fixtures. */
  readonly from: string
  readonly onClose: () => void
  /** It was created, and shall not be selected. */
  readonly onDone: (id: string) => void
  /** It was created, and shall be selected. */
  readonly onSwitch: (id: string) => void
}

export const CreateSandboxDialog = ({ from, onClose, onDone, onSwitch }: CreateDialogProps) => {
  const [created, setCreated] = useState<Created>()
  if (created) return <CreatedDialog created={created} onDone={onDone} onSwitch={onSwitch} />
  return <CreateForm from={from} onClose={onClose} onCreated={setCreated} />
}

interface Draft {
  readonly id: string
  readonly start: 'fixtures' | 'copy'
  readonly from: string
  readonly fixtures: string
  readonly scenario: string
  readonly clock: string
  readonly ttl: string
}

interface CreateFormProps extends Pick<CreateDialogProps, 'from' | 'onClose'> {
  readonly onCreated: (created: Created) => void
}

const CreateForm = ({ from, onClose, onCreated }: CreateFormProps) => {
  const { api, sandbox, sandboxes, scenarios } = useConsole()
  const [draft, setDraft] = useState<Draft>({
    ...{ id: '', fixtures: '', scenario: '', clock: '', ttl: '' },
    start: from === '' ? 'fixtures' : 'copy',
    from: from === '' ? sandbox.value.id : from,
  })
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const change = (name: keyof Draft) => (value: string) => setDraft((old) => ({ ...old, [name]: value }))
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      const created = await api.call('createSandbox', { body: bodyOf(draft) })
      void sandboxes.refetch()
      onCreated(created)
    } catch (failure) {
      setBusy(false)
      setError(failure)
    }
  }
  const errors = placeError(error)
  const field = (name: keyof Draft) => ({ value: draft[name], onInput: change(name), error: errors[name] })
  return (
    <Dialog
      title={from === '' ? 'New sandbox' : `Fork ${from}`}
      class="create-sandbox"
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {draft.start === 'copy' ? 'Fork' : 'Create'}
          </Button>
        </>
      }
    >
      <TextField label="Name" {...field('id')} maxLength={200} hint="Leave it empty for a generated name." />
      <Select
        label="Starts with"
        value={draft.start}
        onChange={change('start')}
        options={[
          { value: 'fixtures', label: 'The initial records' },
          { value: 'copy', label: 'A copy of another sandbox' },
        ]}
      />
      {draft.start === 'copy' ? (
        <TextField
          label="Copy of"
          {...field('from')}
          hint="A sandbox, or one of its snapshots: checkout/before. Keys and exchanges are not copied."
        />
      ) : (
        <TextField
          label="Fixture set"
          {...field('fixtures')}
          placeholder="as the server starts"
          hint="A folder in ./fixtures, such as demo."
        />
      )}
      <Select
        label="Scenario"
        value={draft.scenario}
        onChange={change('scenario')}
        options={[
          { value: '', label: draft.start === 'copy' ? 'As in the original' : 'None' },
          ...(scenarios.data.value ?? []).map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      <div class="create-sandbox-pair">
        <TextField label="Clock" {...field('clock')} placeholder="real time" hint="2030-12-06T00:00:00Z" />
        <TextField label="Deleted when unused for" {...field('ttl')} placeholder="never" hint="30m, 1h, 7d" />
      </div>
      {errors.other && (
        <p class="field-error" role="alert">
          {errors.other}
        </p>
      )}
    </Dialog>
  )
}

const bodyOf = ({ id, start, from, fixtures, scenario, clock, ttl }: Draft) => {
  const given = { id, ...(start === 'copy' ? { from } : { fixtures }), scenario, clock, ttl }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}

/** What the server rejected, at the field that its message names. */
const placeError = (error: unknown): Partial<Record<keyof Draft | 'other', string>> => {
  if (error === undefined) return {}
  const message = describeError(error)
  for (const name of ['id', 'fixtures', 'clock', 'ttl'] as const) {
    if (message.includes(`body.${name} `)) return { [name]: message }
  }
  if (/already exists/.test(message)) return { id: message }
  if (/fixture set/.test(message)) return { fixtures: message }
  if (/no sandbox|no snapshot/.test(message)) return { from: message }
  return { other: message }
}

interface CreatedDialogProps extends Pick<CreateDialogProps, 'onDone' | 'onSwitch'> {
  readonly created: Created
}

const CreatedDialog = ({ created: { id, key, addresses }, onDone, onSwitch }: CreatedDialogProps) => (
  <Dialog
    title={`${id} is ready`}
    class="create-sandbox"
    onClose={() => onDone(id)}
    actions={
      <>
        <Button onClick={() => onDone(id)}>Done</Button>
        <Button tone="primary" icon={ForwardIcon} onClick={() => onSwitch(id)}>
          Switch to it
        </Button>
      </>
    }
  >
    <p>Requests with its key, at its addresses, or with the header, reach this sandbox only.</p>
    <dl class="copy-lines">
      <CopyLine name="Key" text={key} label="Copy the key" />
      <CopyLine name="Header" text={`Sandbox-Id: ${id}`} label="Copy the header" />
      {addresses.map(({ document, url }) => (
        <CopyLine key={document} name={document} text={url} label={`Copy the address of ${document}`} />
      ))}
    </dl>
  </Dialog>
)

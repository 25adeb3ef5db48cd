/**
 * Creates a sandbox from the fixtures, or as a copy of the selected one, and selects it.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../api/problem.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Select, TextField } from '../components/field.tsx'
import { useConsole } from '../state/console-state.ts'

export const CreateSandboxDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, navigator, sandbox, sandboxes, toaster } = useConsole()
  const current = sandbox.value.id
  const [id, setId] = useState('')
  const [from, setFrom] = useState('fixtures')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { ...(id.trim() === '' ? {} : { id: id.trim() }), ...(from === 'copy' ? { from: current } : {}) }
      const created = await api.call('createSandbox', { body })
      void sandboxes.refetch()
      onClose()
      navigator.go({ sandbox: created.id })
      toaster.show(`Created the sandbox ${created.id}`)
    } catch (failure) {
      setBusy(false)
      setError(describeError(failure))
    }
  }
  return (
    <Dialog
      title="New sandbox"
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            Create
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={id}
        onInput={setId}
        error={error}
        maxLength={200}
        hint="Requests select it with the header Sandbox-Id. Leave it empty for a generated name."
      />
      <Select
        label="Starts with"
        value={from}
        onChange={setFrom}
        options={[
          { value: 'fixtures', label: 'The fixtures' },
          { value: 'copy', label: `A copy of ${current} as it is now` },
        ]}
      />
    </Dialog>
  )
}

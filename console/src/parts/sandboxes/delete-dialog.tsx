/**
 * Asks before a sandbox is deleted, and lists what is lost. A copy of its records can be kept for an hour: then the deletion can
 * be undone.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { Sandbox } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TrashIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import { deleteSandbox } from './actions.ts'
import { countOf } from './words.ts'

interface DeleteDialogProps {
  readonly sandbox: Sandbox
  readonly onClose: () => void
}

export const DeleteDialog = ({ sandbox, onClose }: DeleteDialogProps) => {
  const state = useConsole()
  const [keepsCopy, setKeepsCopy] = useState(true)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { id, exchanges, snapshots } = sandbox
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await deleteSandbox(state, sandbox, keepsCopy)
      onClose()
    } catch (failure) {
      setBusy(false)
      setError(describeError(failure))
    }
  }
  const lost = [
    countOf(exchanges, 'exchange', 'exchanges'),
    ...(snapshots.length === 0 ? [] : [countOf(snapshots.length, 'snapshot', 'snapshots')]),
    'the generated keys',
  ]
  return (
    <Dialog
      title={`Delete ${id}?`}
      onClose={onClose}
      onSubmit={() => void remove()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="danger" icon={TrashIcon} isBusy={isBusy}>
            Delete {id}
          </Button>
        </>
      }
    >
      <p>
        What cannot be restored: {lost.slice(0, -1).join(', ')} and {lost.at(-1)}. Requests with its generated keys get
        401 from then on.
      </p>
      <label class="sandboxes-check">
        <input type="checkbox" checked={keepsCopy} onChange={(event) => setKeepsCopy(event.currentTarget.checked)} />
        <span>Keep a copy of its records, clock and scenarios for an hour, so that the deletion can be undone</span>
      </label>
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}

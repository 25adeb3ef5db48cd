/**
 * The snapshots of a sandbox: take, restore, fork, delete.
 */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { describeError } from '../../api/problem.ts'
import type { Sandbox } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { ForkIcon, MoreIcon, TrashIcon, UndoIcon } from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useChanges } from '../../state/use-changes.ts'
import { restoreSnapshot } from './actions.ts'

type Snapshot = Result<'listSnapshots'>[number]

interface SnapshotsProps {
  readonly sandbox: Sandbox
  readonly onChange: () => void
}

export const Snapshots = ({ sandbox, onChange }: SnapshotsProps) => {
  const { api } = useConsole()
  const { id } = sandbox
  const snapshots = useMemo(
    () => createResource((signal) => api.call('listSnapshots', { path: { id } }, signal)),
    [api, id],
  )
  const names = sandbox.snapshots.join('\n')
  useEffect(() => {
    void snapshots.refetch()
    return snapshots.dispose
  }, [snapshots, names])
  useChanges(['snapshots'], id, () => void snapshots.refetch())
  const list = snapshots.data.value
  const error = snapshots.error.value
  const change = (): void => {
    void snapshots.refetch()
    onChange()
  }
  return (
    <section class="panel sandboxes-snapshots" aria-labelledby="snapshots-title">
      <h2 id="snapshots-title">Snapshots</h2>
      <p class="hint">A snapshot saves records, clock and scenario position. Keys and exchanges are not part of it.</p>
      <TakeSnapshot id={id} onTaken={change} />
      {list ? (
        <ul class="sandboxes-snapshot-list">
          {[...list].reverse().map((snapshot) => (
            <SnapshotRow key={snapshot.name} id={id} snapshot={snapshot} onChange={change} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState title="The snapshots could not be loaded" error={error} onRetry={() => void snapshots.refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  )
}

interface TakeSnapshotProps {
  readonly id: string
  readonly onTaken: () => void
}

const TakeSnapshot = ({ id, onTaken }: TakeSnapshotProps) => {
  const { api, toaster } = useConsole()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const wanted = name.trim()
  const take = async (): Promise<void> => {
    if (wanted === '') return setError('Enter a name for the snapshot, such as before-checkout.')
    setBusy(true)
    try {
      // The server would replace it, which cannot be undone. The list that is shown may be older.
      const taken = await api.call('listSnapshots', { path: { id } })
      if (taken.some((snapshot) => snapshot.name === wanted))
        return setError(`There is a snapshot ${wanted} already. Choose another name.`)
      await api.call('takeSnapshot', { path: { id }, body: { name: wanted } })
      setName('')
      setError(undefined)
      toaster.show(`Took the snapshot ${wanted}`)
      onTaken()
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="sandboxes-take"
      onSubmit={(event) => {
        event.preventDefault()
        void take()
      }}
    >
      <TextField
        label="Name of the snapshot"
        isLabelHidden
        placeholder="Name, such as before-checkout"
        value={name}
        onInput={setName}
        maxLength={200}
        error={error}
      />
      <Button type="submit" isBusy={isBusy}>
        Take snapshot
      </Button>
    </form>
  )
}

interface SnapshotRowProps {
  readonly id: string
  readonly snapshot: Snapshot
  readonly onChange: () => void
}

const SnapshotRow = ({ id, snapshot: { name, at }, onChange }: SnapshotRowProps) => {
  const state = useConsole()
  const { navigator, toaster } = state
  const [isDeleting, setDeleting] = useState(false)
  const restore = async (): Promise<void> => {
    try {
      await restoreSnapshot(state, id, name, onChange)
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
  }
  return (
    <li class="sandboxes-snapshot">
      <span class="sandboxes-snapshot-name">{name}</span>
      <RelativeTime time={at} />
      <Button size="small" icon={UndoIcon} aria-label={`Restore ${name}`} onClick={() => void restore()}>
        Restore
      </Button>
      <Menu
        label={`More for the snapshot ${name}`}
        size="small"
        icon={MoreIcon}
        items={[
          {
            label: 'Fork from it',
            icon: ForkIcon,
            onSelect: () => navigator.setQuery({ new: 'yes', from: `${id}/${name}` }),
          },
          { label: 'Delete…', icon: TrashIcon, tone: 'danger', onSelect: () => setDeleting(true) },
        ]}
      />
      {isDeleting && (
        <DeleteSnapshotDialog id={id} name={name} onClose={() => setDeleting(false)} onDeleted={onChange} />
      )}
    </li>
  )
}

interface DeleteSnapshotDialogProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

const DeleteSnapshotDialog = ({ id, name, onClose, onDeleted }: DeleteSnapshotDialogProps) => {
  const { api, toaster } = useConsole()
  const remove = async (): Promise<void> => {
    onClose()
    try {
      await api.call('deleteSnapshot', { path: { id, name } })
      toaster.show(`Deleted the snapshot ${name}`)
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
    onDeleted()
  }
  return (
    <ConfirmDialog
      title="Delete the snapshot?"
      action={`Delete ${name}`}
      icon={TrashIcon}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        The state that <strong>{name}</strong> saved cannot be restored afterwards. The records of {id} stay as they
        are. To keep the state, fork a sandbox from the snapshot first.
      </p>
    </ConfirmDialog>
  )
}

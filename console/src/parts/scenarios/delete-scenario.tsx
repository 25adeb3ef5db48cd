/**
 * Deletes a scenario that was defined here, or its file. Undo defines it again.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { ScenarioSource } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { TrashIcon, UndoIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'

export const DeleteScenario = ({ scenario }: { readonly scenario: ScenarioSource }) => {
  const { api, scenarios, toaster } = useConsole()
  const [isAsking, setAsking] = useState(false)
  const { name, source, saved, file, builtIn } = scenario
  if (saved && builtIn) return null
  const put = async (save: boolean): Promise<void> => {
    await api.call('putScenario', { path: { scenario: name }, body: { source, save } })
    await scenarios.refetch()
  }
  const remove = async (alsoFile: boolean): Promise<void> => {
    setAsking(false)
    try {
      await api.call('deleteScenario', { path: { scenario: name }, query: alsoFile ? { file: true } : {} })
      await scenarios.refetch()
      toaster.show(alsoFile ? `Deleted ${file}` : `Discarded the unsaved ${name}`, { undo: () => put(alsoFile) })
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
  }
  if (!saved)
    return (
      <Button icon={UndoIcon} onClick={() => void remove(false)}>
        Discard unsaved version
      </Button>
    )
  return (
    <>
      <Button tone="danger" icon={TrashIcon} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete the file"
          onClose={() => setAsking(false)}
          onConfirm={() => remove(true)}
        >
          <p>
            This deletes the file <code>{file}</code>. You can undo it while the message about it is visible.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

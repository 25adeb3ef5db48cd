/**
 * Deletes a receiver. What has not been delivered to it is dropped, so it is confirmed.
 */
import { describeError } from '../../api/problem.ts'
import type { Webhook } from '../../api/types.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { TrashIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'

interface DeleteReceiverDialogProps {
  readonly receiver: Webhook
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export const DeleteReceiverDialog = ({ receiver: { id, url }, onClose, onDeleted }: DeleteReceiverDialogProps) => {
  const { api, sandbox, toaster } = useConsole()
  const remove = async (): Promise<void> => {
    onClose()
    try {
      await api.call('deleteWebhook', { path: { id: sandbox.value.id, webhook: id } })
      toaster.show(`Deleted the receiver ${url}`)
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    }
    onDeleted()
  }
  return (
    <ConfirmDialog title="Delete the receiver?" action="Delete" icon={TrashIcon} onClose={onClose} onConfirm={remove}>
      <p>
        <code class="webhooks-url">{url}</code> gets no webhook any more. What has not been delivered to it is dropped,
        and its secret is lost.
      </p>
    </ConfirmDialog>
  )
}

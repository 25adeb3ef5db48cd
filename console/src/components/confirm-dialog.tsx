/**
 * Asks before something is done that cannot be undone, or not for long. It does not close itself.
 */
import type { ComponentChildren, ComponentType } from 'preact'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What the button says that does it. */
  readonly action: string
  readonly icon?: ComponentType
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
  /** What is lost. */
  readonly children: ComponentChildren
}

export const ConfirmDialog = ({ title, action, icon, onClose, onConfirm, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    onSubmit={() => void onConfirm()}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="danger" {...(icon ? { icon } : {})}>
          {action}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)

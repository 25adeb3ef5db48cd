/**
 * A modal dialog: the browser's own, which keeps the focus inside and gives it back. Escape and a click beside it close it.
 */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'
import { CloseIcon } from './icons.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Buttons at the bottom. */
  readonly actions?: ComponentChildren
  /** With it, the dialog is a form: Enter submits it. */
  readonly onSubmit?: () => void
  readonly size?: 'small' | 'large'
  readonly class?: string
  /** The title is for screen readers only, and there is no close button. */
  readonly isBare?: boolean
}

export const Dialog = (props: DialogProps) => {
  const { title, onClose, onSubmit, size = 'small', isBare = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Not after the next frame: what is typed until then would be lost.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = ref.current
    dialog?.showModal()
    // A form begins in its first field, not at the close button.
    dialog?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
    return () => {
      // While it is open, nothing outside can have the focus.
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const submit = (event: Event): void => {
    event.preventDefault()
    onSubmit?.()
  }
  const content = (
    <>
      <header class={isBare ? 'visually-hidden' : 'dialog-header'}>
        <h2 id={id}>{title}</h2>
        {!isBare && <IconButton icon={CloseIcon} label="Close" onClick={onClose} />}
      </header>
      <div class="dialog-body">{props.children}</div>
      {props.actions && <footer class="dialog-actions">{props.actions}</footer>}
    </>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser
    <dialog
      ref={ref}
      class={`dialog dialog-${size} ${props.class ?? ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {onSubmit ? (
        <form class="dialog-content" onSubmit={submit}>
          {content}
        </form>
      ) : (
        <div class="dialog-content">{content}</div>
      )}
    </dialog>
  )
}

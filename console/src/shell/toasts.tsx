/**
 * Messages about what was done, at the lower edge. They are announced, can be undone where that is possible, and go by
 * themselves, but not while one points at them or has the focus in them.
 */
import { useEffect, useState } from 'preact/hooks'
import { describeError } from '../api/problem.ts'
import { Button, IconButton } from '../components/button.tsx'
import { CheckIcon, CloseIcon, UndoIcon, WarningIcon } from '../components/icons.tsx'
import { useConsole } from '../state/console-state.ts'
import type { Toast } from '../state/toaster.ts'

/** Milliseconds; what can be undone stays longer. */
const lifetimes = { plain: 5_000, undo: 10_000 }

export const Toasts = () => {
  const { toaster } = useConsole()
  return (
    <section class="toasts" aria-label="Messages" aria-live="polite">
      {toaster.toasts.value.map((toast) => (
        <ToastView key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const ToastView = ({ toast }: { readonly toast: Toast }) => {
  const { toaster } = useConsole()
  const [isHeld, setHeld] = useState(false)
  const { id, text, tone, undo } = toast
  useEffect(() => {
    if (isHeld || tone === 'failed') return undefined
    const timer = setTimeout(() => toaster.dismiss(id), undo ? lifetimes.undo : lifetimes.plain)
    return () => clearTimeout(timer)
  }, [isHeld, id, tone, undo, toaster])
  const takeBack = async (): Promise<void> => {
    toaster.dismiss(id)
    try {
      await undo?.()
    } catch (error) {
      toaster.show(`It could not be undone: ${describeError(error)}`, { tone: 'failed' })
    }
  }
  const Icon = tone === 'done' ? CheckIcon : WarningIcon
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while one points at it
    <div
      class={`toast toast-${tone}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon />
      <p>{text}</p>
      {undo && (
        <Button size="small" tone="quiet" icon={UndoIcon} onClick={() => void takeBack()}>
          Undo
        </Button>
      )}
      <IconButton size="small" icon={CloseIcon} label="Dismiss" onClick={() => toaster.dismiss(id)} />
    </div>
  )
}

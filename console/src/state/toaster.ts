/**
 * Short messages about what was done, with a way to undo it.
 */
import { type ReadonlySignal, signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'done' | 'failed'
  /** Takes back what was done. */
  readonly undo?: () => Promise<void>
}

export interface Toaster {
  readonly toasts: ReadonlySignal<readonly Toast[]>
  readonly show: (text: string, options?: Partial<Pick<Toast, 'tone' | 'undo'>>) => void
  readonly dismiss: (id: number) => void
}

/** At most this many at once; the oldest goes first. */
const maxToasts = 4

export const createToaster = (): Toaster => {
  const toasts = signal<readonly Toast[]>([])
  let count = 0
  return {
    toasts,
    show: (text, { tone = 'done', undo } = {}) => {
      const toast: Toast = { id: ++count, text, tone, ...(undo === undefined ? {} : { undo }) }
      toasts.value = [...toasts.value, toast].slice(-maxToasts)
    },
    dismiss: (id) => {
      toasts.value = toasts.value.filter((toast) => toast.id !== id)
    },
  }
}

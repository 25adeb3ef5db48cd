/**
 * Keys that work everywhere: Ctrl+K or / opens the command palette, ? the list of keys, g and a letter a part.
 */
import type { Signal } from '@preact/signals'
import { parts } from '../parts/registry.ts'
import type { Navigator } from '../routing/navigator.ts'
import type { Overlay } from './overlay.ts'

interface ShortcutParts {
  readonly navigator: Navigator
  readonly overlay: Signal<Overlay>
}

/** Milliseconds between `g` and the letter. */
const pause = 1_500

/** Returns a function that stops listening. */
export const listenForShortcuts = ({ navigator, overlay }: ShortcutParts): (() => void) => {
  let goneAt = Number.NEGATIVE_INFINITY
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPalette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k'
    if (isPalette) {
      event.preventDefault()
      overlay.value = overlay.value === 'palette' ? 'none' : 'palette'
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || overlay.value !== 'none') return
    if (event.timeStamp - goneAt < pause) {
      goneAt = Number.NEGATIVE_INFINITY
      const part = parts.find(({ shortcut }) => shortcut === event.key)
      if (part) navigator.go({ part: part.id })
      return
    }
    if (event.key === 'g') goneAt = event.timeStamp
    else if (event.key === '?') overlay.value = 'shortcuts'
    else if (event.key === '/') {
      event.preventDefault()
      overlay.value = 'palette'
    }
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

const typed = 'input, textarea, select, [contenteditable=""], [contenteditable=true], dialog, [role=menu]'

/** Whether a key is text for a field, or belongs to an open dialog. The editor is in a shadow root, which hides its target. */
const isTyping = (event: KeyboardEvent): boolean =>
  event.composedPath().some((element) => element instanceof Element && element.matches(typed))

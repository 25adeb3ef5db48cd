/**
 * Light, dark, or as the system. The choice is kept in this browser.
 */
import { effect, type Signal, signal } from '@preact/signals'

export const themes = ['system', 'light', 'dark'] as const
export type ThemeName = (typeof themes)[number]

export interface Theme {
  readonly name: Signal<ThemeName>
}

const storageKey = 'standin.theme'

export const createTheme = (): Theme => {
  const stored = localStorage.getItem(storageKey)
  const name = signal<ThemeName>(themes.find((theme) => theme === stored) ?? 'system')
  effect(() => {
    document.documentElement.dataset.theme = name.value
    localStorage.setItem(storageKey, name.value)
  })
  return { name }
}

/**
 * The admin token. The address of the console brings it as `#token=…`; it is removed from the address at once and kept for as
 * long as the tab is open. It is never part of a request's address.
 */
import { type Signal, signal } from '@preact/signals'

const storageKey = 'standin.token'

export interface TokenHolder {
  readonly token: Signal<string | undefined>
  /** Whether the server has rejected what it was given, or requires a token that nobody has given. */
  readonly isMissing: Signal<boolean>
  readonly enter: (token: string) => void
  readonly forget: () => void
}

export const createTokenHolder = (): TokenHolder => {
  const token = signal(takeFromAddress() ?? sessionStorage.getItem(storageKey) ?? undefined)
  const isMissing = signal(false)
  if (token.value !== undefined) sessionStorage.setItem(storageKey, token.value)
  return {
    token,
    isMissing,
    enter: (entered) => {
      sessionStorage.setItem(storageKey, entered)
      token.value = entered
      isMissing.value = false
    },
    forget: () => {
      sessionStorage.removeItem(storageKey)
      token.value = undefined
      isMissing.value = true
    },
  }
}

const takeFromAddress = (): string | undefined => {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')?.trim()
  if (!given) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

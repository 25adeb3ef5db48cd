/**
 * The current address as a signal, and how it changes: by links, by code, and by the browser's buttons.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { type Address, base, formatAddress, parseAddress, type Target } from './address.ts'

export interface Navigator {
  readonly address: ReadonlySignal<Address>
  readonly href: (target: Target) => string
  /** Goes to an address; `replace` changes the current entry of the history instead of adding one. */
  readonly go: (target: Target, options?: { readonly replace?: boolean }) => void
  /** Changes parts of the query and keeps the rest; an empty value removes a parameter. */
  readonly setQuery: (change: Readonly<Record<string, string>>, options?: { readonly replace?: boolean }) => void
}

export const createNavigator = (): Navigator => {
  const address = signal(parseAddress(location))
  const update = (): void => {
    address.value = parseAddress(location)
  }
  const show = (url: string, replace: boolean): void => {
    if (replace) history.replaceState(null, '', url)
    else if (url !== location.pathname + location.search) history.pushState(null, '', url)
    update()
  }
  window.addEventListener('popstate', update)
  document.addEventListener('click', (event) => {
    const url = findOwnLink(event)
    if (url === undefined) return
    event.preventDefault()
    show(url, false)
  })
  const href = (target: Target): string => formatAddress(target, address.value)
  const go: Navigator['go'] = (target, { replace = false } = {}) => show(href(target), replace)
  return {
    address,
    href,
    go,
    setQuery: (change, options) => {
      const { sandbox, part, path, query } = address.value
      go({ sandbox, part, path, query: { ...query, ...change } }, options)
    },
  }
}

/** The address of a link to another part of the console that was clicked plainly; others are the browser's. */
const findOwnLink = (event: MouseEvent): string | undefined => {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return undefined
  if (link.hash !== '') return undefined
  const isOwn = link.pathname === base || link.pathname.startsWith(`${base}~`)
  return isOwn ? link.pathname + link.search : undefined
}

/**
 * Keys of the part: j and k (and the arrows in the list) move, Enter opens, Escape returns to the list, / searches.
 */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Navigator } from '../../routing/navigator.ts'
import { useConsole } from '../../state/console-state.ts'

type Rows = readonly { readonly id: string }[]

/** `isChoosing`: another exchange is to be chosen in the list, so keys move there. */
export const useTrafficKeys = (rows: Rows, selected: string | undefined, isChoosing: boolean): void => {
  const { navigator } = useConsole()
  const latest = useRef({ rows, selected, isChoosing })
  latest.current = { rows, selected, isChoosing }
  // Not after the next frame: until then, the frame would take the keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return
      const isHandled = isTyping(event.target) ? leaveSearch(event) : press(event, { navigator, ...latest.current })
      if (!isHandled) return
      event.preventDefault()
      // The frame has its own meaning for some of these keys.
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [navigator])
}

interface Pressed {
  readonly navigator: Navigator
  readonly rows: Rows
  readonly selected: string | undefined
  readonly isChoosing: boolean
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

const press = (event: KeyboardEvent, { navigator, rows, selected, isChoosing }: Pressed): boolean => {
  const { key, target } = event
  const step = steps[key]
  if (step !== undefined) {
    if (key.startsWith('Arrow') && !isInList(target)) return false
    const focused =
      target instanceof Element ? target.closest<HTMLElement>('[data-exchange]')?.dataset.exchange : undefined
    if (selected === undefined || isChoosing) moveTo(rows, focused ?? selected, step, focusRow)
    else moveTo(rows, selected, step, showIn(navigator))
    return true
  }
  if (key === '/') return focusSearch()
  if (key !== 'Escape' || selected === undefined) return false
  if (target instanceof Element && target.closest('[role=menu]')) return false
  const { query } = navigator.address.peek()
  const { path } = navigator.address.peek()
  navigator.go({ path: path.length > 1 ? path.slice(0, 1) : [], query })
  if (path.length === 1) requestAnimationFrame(() => focusRow(selected))
  return true
}

const moveTo = (rows: Rows, from: string | undefined, step: number, show: (id: string) => void): void => {
  const at = rows.findIndex(({ id }) => id === from)
  const next = rows[at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  if (next) show(next.id)
}

const showIn =
  (navigator: Navigator) =>
  (id: string): void =>
    navigator.go({ path: [id], query: navigator.address.peek().query }, { replace: true })

const focusRow = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-exchange="${CSS.escape(id)}"]`)?.focus()

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('.traffic-search input')
  // On narrow screens an open exchange hides the list.
  if (!field?.checkVisibility()) return false
  field.focus()
  field.select()
  return true
}

/** From the search field, Enter and the arrow go to the list. */
const leaveSearch = ({ key, target }: KeyboardEvent): boolean => {
  if (!(target instanceof Element) || !target.closest('.traffic-search')) return false
  if (key !== 'Escape' && key !== 'ArrowDown' && key !== 'Enter') return false
  document.querySelector<HTMLElement>('.traffic-rows [data-exchange]')?.focus()
  return true
}

const isInList = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.closest('.traffic-rows') !== null)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null

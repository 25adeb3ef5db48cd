/**
 * Which rows of a table of equal rows are visible, and which are in the page.
 */
import { useLayoutEffect, useState } from 'preact/hooks'

/** Pixels; the same in records.css. */
export const rowHeight = 36

/** Rows in the page before and after the visible ones. */
const overscan = 10

/** The rows in the page change in steps of this many. */
const step = 5

export interface RowWindow {
  /** Visible. */
  readonly first: number
  readonly last: number
  /** In the page, without `to`. */
  readonly from: number
  readonly to: number
}

interface Position {
  readonly first: number
  readonly count: number
}

export const useRowWindow = (scroller: { readonly current: HTMLElement | null }, total: number): RowWindow => {
  const [{ first, count }, setPosition] = useState<Position>({ first: 0, count: 30 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const update = (): void => {
      const next = Math.floor(element.scrollTop / rowHeight / step) * step
      const visible = Math.ceil(element.clientHeight / rowHeight) + step
      setPosition((before) =>
        before.first === next && before.count === visible ? before : { first: next, count: visible },
      )
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller])
  const start = Math.min(first, Math.max(0, total - 1))
  return {
    first: start,
    last: Math.min(total - 1, start + count),
    from: Math.max(0, start - overscan),
    to: Math.min(total, start + count + overscan),
  }
}

/**
 * The heading of an open record. The focus moves to it when the record is opened, so that the keyboard and a screen reader go
 * on there; when the record is closed, the focus returns to its row.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

interface HeadingProps {
  /** False for the record that the page begins with: the browser has the focus at the beginning of the page then. */
  readonly takesFocus: boolean
  readonly children: string
}

export const RecordHeading = ({ takesFocus, children }: HeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [])
  return (
    <h2 ref={heading} tabIndex={-1} title={children}>
      {children}
    </h2>
  )
}

/** Gives the focus back to the row of the record that was open, or to the heading of the resource. */
export const useReturnOfFocus = (recordId: string | undefined, isOpen: boolean): void => {
  const latest = useRef<string | undefined>(undefined)
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    const closed = latest.current
    latest.current = recordId
    // Another control may have the focus already.
    if (!hasClosed || document.activeElement !== document.body) return
    const row = closed === undefined ? null : `.records-row[data-record="${CSS.escape(closed)}"] .records-open`
    const link = row === null ? null : document.querySelector<HTMLElement>(row)
    const target = link ?? document.querySelector<HTMLElement>('.records-view h1')
    if (target?.tagName === 'H1') target.setAttribute('tabindex', '-1')
    target?.focus()
  }, [recordId, isOpen])
}

/**
 * A list of any length of which only what is visible is in the page. Rows have one height, or are measured.
 */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

interface VirtualListProps<Item> {
  /** What the list is of, for screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  /** In pixels; an estimate if `isMeasured`. */
  readonly rowHeight: number
  readonly isMeasured?: boolean
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item, index: number) => ComponentChildren
  /** The item with this key is scrolled into view when it changes. */
  readonly shown?: string | undefined
  /** Stays at the end while it is there and items are added. */
  readonly followsEnd?: boolean
  readonly class?: string
}

export const VirtualList = <Item,>(props: VirtualListProps<Item>) => {
  const { label, items, children, isMeasured = false } = props
  const scroller = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer(props, scroller)
  const row = ({ index, start, key }: VirtualItem) => {
    const item = items[index]
    if (item === undefined) return null
    return (
      <li
        key={key}
        class="virtual-row"
        data-index={index}
        aria-setsize={items.length}
        aria-posinset={index + 1}
        ref={isMeasured ? virtualizer.measureElement : null}
        style={{ transform: `translateY(${start}px)`, ...(isMeasured ? {} : { height: `${props.rowHeight}px` }) }}
      >
        {children(item, index)}
      </li>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class={`virtual-list ${props.class ?? ''}`} ref={scroller} tabIndex={0} aria-label={label}>
      <ul class="virtual-rows" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map(row)}
      </ul>
    </section>
  )
}

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>

const useVirtualizer = <Item,>(
  { items, rowHeight, keyOf, shown, followsEnd = false }: VirtualListProps<Item>,
  scroller: { readonly current: HTMLElement | null },
): ListVirtualizer => {
  const [, render] = useReducer<number, undefined>((count) => count + 1, 0)
  const options = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    overscan: 8,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render(undefined),
  }
  const [virtualizer] = useState<ListVirtualizer>(() => new Virtualizer(options))
  virtualizer.setOptions(options)
  const wasAtEnd = followsEnd && isAtEnd(scroller.current)
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => {
    if (wasAtEnd && items.length > 0) virtualizer.scrollToIndex(items.length - 1, { align: 'end' })
  }, [items.length])
  useLayoutEffect(() => {
    const index = shown === undefined ? -1 : items.findIndex((item) => keyOf(item) === shown)
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [shown])
  return virtualizer
}

const isAtEnd = (element: HTMLElement | null): boolean =>
  element === null || element.scrollHeight - element.scrollTop - element.clientHeight < 4

/**
 * The table of a resource. All rows have one height, and only those around the visible ones are in the page. One row is in the
 * tab order: arrow keys move between rows, Enter opens a record, Space selects it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Resource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import type { RecordPages } from './record-pages.ts'
import { directionOf, nextSort, type RecordQuery, writeRecordQuery } from './record-query.ts'
import { isNumeric, RecordTableRow } from './record-row.tsx'
import { maxSelected, type Selection } from './selection.ts'
import { rowHeight, useRowWindow } from './use-row-window.ts'

export interface RecordTableProps {
  readonly resource: Resource
  readonly pages: RecordPages
  readonly query: RecordQuery
  readonly selection: Selection
  /** The record that is open. */
  readonly current: string | undefined
  readonly isReadOnly: boolean
}

/** In rem. */
const widthOf = ({ type, format }: Resource['columns'][number]): number => {
  if (type === 'boolean') return 6
  if (type !== 'string') return 7
  return format === 'date-time' || format === 'uuid' ? 14 : 12
}

export const RecordTable = (props: RecordTableProps) => {
  const { resource, pages, selection } = props
  const scroller = useRef<HTMLElement>(null)
  const total = pages.total.value ?? 0
  const rows = useRowWindow(scroller, total)
  useEffect(() => pages.want(rows.first, rows.last), [pages, rows.first, rows.last, total])
  const { active, setActive, move } = useActiveRow(scroller, total)
  // Rows are read from the pages, which are not signals.
  void pages.version.value
  const shown = Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, index) => rows.from + index)
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = pages.rowAt(active)
    if (event.key === ' ' && row && isOnLink(event)) {
      event.preventDefault()
      selection.toggle(row.recordId, active, event.shiftKey)
    } else if (move(event)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="records-scroll" ref={scroller} tabIndex={0} aria-label={`Table of ${resource.title}`}>
      <table
        class="records-table"
        aria-label={resource.title}
        aria-rowcount={total + 1}
        style={{ minWidth: `${minWidthOf(resource)}rem` }}
        onKeyDown={onKeyDown}
      >
        <Columns resource={resource} />
        <Header {...props} />
        <Spacer rows={rows.from} />
        <tbody>
          {shown.map((index) => (
            <RecordTableRow
              key={index}
              {...props}
              row={pages.rowAt(index)}
              index={index}
              isActive={index === active}
              onActivate={setActive}
            />
          ))}
        </tbody>
        <Spacer rows={total - rows.to} />
      </table>
    </section>
  )
}

const isOnLink = ({ target }: Event): boolean => target instanceof HTMLElement && target.matches('.records-open')

const minWidthOf = ({ columns, parents }: Resource): number =>
  columns.reduce((sum, column) => sum + widthOf(column), 3 + (parents > 0 ? 7 : 0))

/** The last column takes what is left. */
const Columns = ({ resource: { columns, parents } }: Pick<RecordTableProps, 'resource'>) => (
  <colgroup>
    <col style={{ width: '2.75rem' }} />
    {parents > 0 && <col style={{ width: '7rem' }} />}
    {columns.map((column, index) => (
      <col key={column.pointer} style={index === columns.length - 1 ? {} : { width: `${widthOf(column)}rem` }} />
    ))}
  </colgroup>
)

/** Rows that are not in the page. */
const Spacer = ({ rows }: { readonly rows: number }) =>
  rows > 0 ? (
    <tbody class="records-spacer" aria-hidden="true">
      <tr style={{ height: `${rows * rowHeight}px` }}>
        <td />
      </tr>
    </tbody>
  ) : null

const Header = ({ resource, pages, query, selection, isReadOnly }: RecordTableProps) => {
  const isLong = (pages.total.value ?? 0) > maxSelected
  const selectAll = isLong ? `Select the first ${maxSelected} records` : 'Select all records'
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" class="records-check">
          {!isReadOnly && (
            <input
              type="checkbox"
              aria-label={selectAll}
              title={selectAll}
              checked={selection.ids.size > 0}
              onChange={() => void selection.toggleAll()}
            />
          )}
        </th>
        {resource.parents > 0 && <th scope="col">parent</th>}
        {resource.columns.map((column, index) => (
          <SortHeader key={column.pointer} column={column} query={query} isFirst={index === 0} />
        ))}
      </tr>
    </thead>
  )
}

const arrows = { ascending: '↑', descending: '↓', none: '' }

interface SortHeaderProps {
  readonly column: Resource['columns'][number]
  readonly query: RecordQuery
  readonly isFirst: boolean
}

const SortHeader = ({ column, query, isFirst }: SortHeaderProps) => {
  const { navigator } = useConsole()
  const { name, pointer } = column
  const direction = directionOf(query.sort, pointer)
  const sort = (): void => {
    const { path } = navigator.address.value
    navigator.go({ path, query: writeRecordQuery({ ...query, sort: nextSort(query.sort, pointer) }) })
  }
  return (
    <th scope="col" aria-sort={direction} class={!isFirst && isNumeric(column) ? 'align-end' : 'align-start'}>
      <button type="button" class="records-sort" onClick={sort} title={`Sort by ${name}`}>
        {name}
        <span aria-hidden="true" class="records-arrow">
          {arrows[direction]}
        </span>
      </button>
    </th>
  )
}

const pageRows = 12

const useActiveRow = (scroller: { readonly current: HTMLElement | null }, total: number) => {
  const [active, setActive] = useState(0)
  const focusNext = useRef(false)
  useLayoutEffect(() => {
    if (!focusNext.current) return
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"] .records-open`)
    if (!link) return
    focusNext.current = false
    link.focus({ preventScroll: true })
  })
  const move = (event: KeyboardEvent): boolean => {
    if (!isOnLink(event) || event.altKey || event.ctrlKey || event.metaKey) return false
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: total - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return false
    const next = Math.min(Math.max(target, 0), total - 1)
    focusNext.current = true
    setActive(next)
    if (scroller.current) reveal(scroller.current, next)
    return true
  }
  return { active: Math.min(active, Math.max(0, total - 1)), setActive, move }
}

/** The header covers the first row of what is visible. */
const reveal = (element: HTMLElement, index: number): void => {
  const top = index * rowHeight
  const bottom = top + 2 * rowHeight - element.clientHeight
  if (element.scrollTop > top) element.scrollTop = top
  else if (element.scrollTop < bottom) element.scrollTop = bottom
}

/**
 * A row of the table: a record, or its place while it is loaded.
 */
import { type JsonValue, stringifyJson } from '../../api/json.ts'
import { followPointer, isArray } from '../../api/json-pointer.ts'
import type { Resource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import type { RecordRow } from './record-pages.ts'
import { writeRecordQuery } from './record-query.ts'
import type { RecordTableProps } from './record-table.tsx'
import { draftName } from './use-draft.ts'
import { rowHeight } from './use-row-window.ts'

interface RowProps extends RecordTableProps {
  readonly row: RecordRow | undefined
  readonly index: number
  /** Whether the row is in the tab order. */
  readonly isActive: boolean
  readonly onActivate: (index: number) => void
}

type Column = Resource['columns'][number]

export const RecordTableRow = (props: RowProps) => {
  const { resource, row, index, current, selection, pages, onActivate, isActive } = props
  const { navigator, sandbox, drafts } = useConsole()
  const place = { 'aria-rowindex': index + 2, 'data-index': index, style: { height: `${rowHeight}px` } }
  if (!row)
    return (
      <tr {...place} class="records-row records-row-loading">
        <td colSpan={resource.columns.length + (resource.parents > 0 ? 2 : 1)}>
          <span class="skeleton-line" />
        </td>
      </tr>
    )
  const { recordId } = row
  const hasDraft = drafts.names.value.has(draftName(sandbox.value.id, resource.name, recordId))
  const target = { path: [resource.name, recordId], query: writeRecordQuery(props.query) }
  const open = (event: MouseEvent): void => {
    if (event.target instanceof Element && event.target.closest('a, input, button')) return
    if (getSelection()?.toString()) return
    navigator.go(target)
  }
  const marks = [
    recordId === current ? 'records-row-current' : '',
    selection.ids.has(recordId) ? 'records-row-selected' : '',
    pages.changed.value.has(recordId) ? 'records-row-changed' : '',
  ]
  return (
    <tr
      {...place}
      data-record={recordId}
      class={`records-row ${marks.join(' ')}`}
      aria-current={recordId === current ? 'true' : undefined}
      onClick={open}
      onFocusIn={() => onActivate(index)}
    >
      <Check {...props} recordId={recordId} />
      {resource.parents > 0 && <td class="records-muted">{row.parent ?? 'any'}</td>}
      {resource.columns.map((column, at) => (
        <td key={column.pointer} class={at > 0 && isNumeric(column) ? 'align-end' : ''}>
          {at === 0 ? (
            <a class="records-open" href={navigator.href(target)} tabIndex={isActive ? 0 : -1}>
              {showId(followPointer(row.record, column.pointer), recordId)}
              {hasDraft && (
                <span class="records-draft" title="Changes that are not saved">
                  <span class="visually-hidden">, not saved</span>
                </span>
              )}
            </a>
          ) : (
            <Cell column={column} row={row} resource={resource} isActive={isActive} />
          )}
        </td>
      ))}
    </tr>
  )
}

const Check = ({ recordId, index, selection, isActive, isReadOnly }: RowProps & { readonly recordId: string }) => (
  <td class="records-check">
    {!isReadOnly && (
      <input
        type="checkbox"
        aria-label={`Select ${recordId}`}
        tabIndex={isActive ? 0 : -1}
        checked={selection.ids.has(recordId)}
        onClick={(event) => selection.toggle(recordId, index, event.shiftKey)}
      />
    )}
  </td>
)

export const isNumeric = ({ type }: Pick<Column, 'type'>): boolean => type === 'integer' || type === 'number'

const showId = (value: JsonValue | undefined, recordId: string): string =>
  value === undefined || value === null || value === '' ? recordId : textOf(value)

interface CellProps {
  readonly column: Column
  readonly row: RecordRow
  readonly resource: Resource
  readonly isActive: boolean
}

const Cell = ({ column, row: { record }, resource, isActive }: CellProps) => {
  const { navigator } = useConsole()
  const value = followPointer(record, column.pointer)
  if (value === undefined) return null
  if (value === null) return <span class="records-muted">null</span>
  const text = textOf(value)
  const link = resource.links.find(({ property, list }) => property === column.name && !list)
  if (link && typeof value !== 'object')
    return (
      <a href={navigator.href({ path: [link.resource, text] })} tabIndex={isActive ? 0 : -1} title={link.resource}>
        {text}
      </a>
    )
  return <span title={text.length > 24 ? text.slice(0, 1_000) : undefined}>{text.slice(0, 300)}</span>
}

/** As people read it: a text without quotes, other values as JSON. */
const textOf = (value: JsonValue): string => {
  if (typeof value === 'string') return value
  return isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : stringifyJson(value)
}

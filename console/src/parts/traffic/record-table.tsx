/**
 * Records with marks: added, changed with the value before, deleted.
 */

import { useEffect, useRef } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { stringifyJson } from '../../api/json.ts'
import { splitPointer } from '../../api/json-pointer.ts'
import { Badge } from '../../components/badge.tsx'
import { type Change, changedNames } from './change-list.tsx'

export interface Row {
  readonly recordId: string
  readonly record: Readonly<Record<string, unknown>>
}

interface RecordTableProps {
  readonly resource: Result<'listResources'>[number]
  readonly rows: readonly Row[]
  readonly changes: readonly Change[]
}

export const RecordTable = ({ resource, rows, changes }: RecordTableProps) => {
  const deleted = changes.filter(({ after }) => after === null)
  const columns = columnsOf(resource, changes)
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => showFirstMark(scroller.current), [rows, changes])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-scroll timeline-table" tabIndex={0} aria-label={`Records of ${resource.name}`} ref={scroller}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Id</th>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deleted.map((change) => (
            <RecordRow
              key={`deleted ${change.id}`}
              id={change.id}
              record={change.before}
              change={change}
              {...{ columns }}
            />
          ))}
          {rows.map(({ recordId, record }) => (
            <RecordRow
              key={recordId}
              id={recordId}
              record={record}
              change={changes.find(({ id, after }) => id === recordId && after !== null)}
              columns={columns}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Scrolls the table, but not the page. */
const showFirstMark = (table: HTMLElement | null): void => {
  const row = table?.querySelector<HTMLElement>('.timeline-added, .timeline-changed, .timeline-deleted')
  table?.scrollTo({ top: row ? row.offsetTop - table.clientHeight / 2 : 0 })
}

interface ColumnOf {
  readonly name: string
  readonly pointer: string
}

/** The id has a column of its own. A property that was changed is shown, too. */
const columnsOf = ({ columns, id }: RecordTableProps['resource'], changes: readonly Change[]): readonly ColumnOf[] => {
  const usual = columns.filter(({ name }) => name !== id.property).slice(0, 5)
  const changed = changes
    .flatMap(({ before, after }) => (before && after ? changedNames(before, after) : []))
    .filter((name) => !usual.some(({ pointer }) => pointer === pointerOf(name)))
  return [...usual, ...[...new Set(changed)].slice(0, 3).map((name) => ({ name, pointer: pointerOf(name) }))]
}

const pointerOf = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

interface RecordRowProps {
  readonly id: string
  readonly record: Readonly<Record<string, unknown>> | null
  readonly change: Change | undefined
  readonly columns: readonly ColumnOf[]
}

const RecordRow = ({ id, record, change, columns }: RecordRowProps) => {
  const kind = change === undefined ? undefined : kindOf(change)
  return (
    <tr class={kind && `timeline-${kind}`}>
      <th scope="row">
        <code>{id}</code> {kind && <Badge tone={tones[kind]}>{kind}</Badge>}
      </th>
      {columns.map(({ name, pointer }) => (
        <Cell
          key={name}
          value={follow(record, pointer)}
          before={kind === 'changed' ? follow(change?.before, pointer) : undefined}
          isCompared={kind === 'changed'}
        />
      ))}
    </tr>
  )
}

const tones = { added: 'good', changed: 'warning', deleted: 'bad' } as const

const kindOf = ({ before, after }: Change): keyof typeof tones =>
  before === null ? 'added' : after === null ? 'deleted' : 'changed'

interface CellProps {
  readonly value: unknown
  readonly before: unknown
  readonly isCompared: boolean
}

const Cell = ({ value, before, isCompared }: CellProps) => {
  const [shown, earlier] = [format(value), format(before)]
  if (!isCompared || shown === earlier) return <td class="timeline-cell">{shown}</td>
  return (
    <td class="timeline-cell timeline-cell-changed">
      <del>{earlier === '' ? 'nothing' : earlier}</del> <ins>{shown === '' ? 'nothing' : shown}</ins>
    </td>
  )
}

const format = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : stringifyJson(value)

const follow = (root: unknown, pointer: string): unknown =>
  splitPointer(pointer).reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
    root,
  )

/**
 * A row of the matrix: a document with its totals, a group of operations as a small picture, or an operation with its statuses as
 * cells.
 */
import { MethodBadge } from '../../components/badge.tsx'
import { ChevronIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { Mosaic } from './mosaic.tsx'
import {
  kindOf,
  type OperationCoverage,
  percentOf,
  type Row,
  type StatusCoverage,
  sumUp,
  type Totals,
} from './report.ts'

interface Selected {
  readonly operation: OperationCoverage
  readonly status: string | undefined
}

interface MatrixRowProps {
  readonly row: Row
  readonly selected: Selected | undefined
  readonly query: PartProps['query']
}

export const MatrixRow = ({ row, selected, query }: MatrixRowProps) => {
  switch (row.kind) {
    case 'document':
      return <DocumentRow name={row.name} totals={row.totals} />
    case 'group':
      return <GroupRow row={row} query={query} />
    case 'operation':
      return (
        <OperationRow
          operation={row.operation}
          columns={row.columns}
          status={selected?.operation === row.operation ? (selected.status ?? '') : undefined}
          query={query}
        />
      )
  }
}

const DocumentRow = ({ name, totals }: { readonly name: string; readonly totals: Totals }) => {
  const { covered, gaps, undocumented, unused, operations } = totals
  return (
    <div class="coverage-document">
      <h2>{name}</h2>
      <p>
        {covered.toLocaleString('en')} of {(covered + gaps).toLocaleString('en')} covered
        {unused > 0 && `, ${unused.toLocaleString('en')} of ${operations.toLocaleString('en')} operations never called`}
        {undocumented > 0 && `, ${undocumented.toLocaleString('en')} undocumented`}
      </p>
      <div class="coverage-bar" aria-hidden="true">
        <span style={{ width: `${percentOf(totals)}%` }} />
      </div>
    </div>
  )
}

interface GroupRowProps {
  readonly row: Extract<Row, { kind: 'group' }>
  readonly query: PartProps['query']
}

const GroupRow = ({ row: { name, isOpen, operations }, query }: GroupRowProps) => {
  const { navigator } = useConsole()
  const { covered, gaps } = sumUp(operations)
  const toggle = (): void => {
    const open = new Set((query.open ?? '').split(',').filter(Boolean))
    if (isOpen) open.delete(name)
    else open.add(name)
    navigator.setQuery({ open: [...open].join(',') })
  }
  return (
    <button type="button" class={`coverage-group ${isOpen ? 'is-open' : ''}`} aria-expanded={isOpen} onClick={toggle}>
      <ChevronIcon />
      <span class="coverage-group-name">{name.slice(name.indexOf('/'))}</span>
      <span class="coverage-group-count">
        {operations.length} {operations.length === 1 ? 'operation' : 'operations'}, {covered} of {covered + gaps}{' '}
        covered
      </span>
      {!isOpen && <Mosaic operations={operations} />}
    </button>
  )
}

interface OperationRowProps {
  readonly operation: OperationCoverage
  readonly columns: readonly string[]
  /** The selected status; empty: the operation itself; undefined: another operation. */
  readonly status: string | undefined
  readonly query: PartProps['query']
}

const OperationRow = ({ operation, columns, status, query }: OperationRowProps) => {
  const { navigator } = useConsole()
  const { operation: name, document, method, path, deprecated, statuses } = operation
  const hrefOf = (...rest: readonly string[]): string => navigator.href({ path: [document, name, ...rest], query })
  return (
    <div class={`coverage-row ${status === undefined ? '' : 'is-selected'}`}>
      <a class="coverage-operation" href={hrefOf()} aria-current={status === '' ? 'true' : undefined}>
        <span class="coverage-name">
          {name}
          {deprecated && <span class="badge">deprecated</span>}
        </span>
        <span class="coverage-path">
          <MethodBadge method={method} /> {path}
        </span>
      </a>
      <div
        class={`coverage-cells ${columns.length === 0 ? 'is-flow' : ''}`}
        style={{ gridTemplateColumns: `repeat(${columns.length}, 3.25rem)` }}
      >
        {statuses.map((cell) => (
          <Cell
            key={cell.name}
            cell={cell}
            operation={name}
            column={columns.indexOf(cell.name) + 1}
            href={hrefOf(cell.name)}
            isSelected={status === cell.name}
          />
        ))}
      </div>
    </div>
  )
}

interface CellProps {
  readonly cell: StatusCoverage
  readonly operation: string
  /** From 1; 0: the cells are not in columns. */
  readonly column: number
  readonly href: string
  readonly isSelected: boolean
}

const Cell = ({ cell, operation, column, href, isSelected }: CellProps) => {
  const kind = kindOf(cell)
  const times = `${cell.count.toLocaleString('en')} ${cell.count === 1 ? 'time' : 'times'}`
  const text = { covered: `covered ${times}`, gap: 'not covered', undocumented: `undocumented, ${times}` }[kind]
  return (
    <a
      class={`coverage-cell coverage-${kind}`}
      href={href}
      style={column === 0 ? {} : { gridArea: `1 / ${column}` }}
      aria-label={`${operation} ${cell.name}: ${text}`}
      aria-current={isSelected ? 'true' : undefined}
      title={`${cell.name}: ${text}`}
    >
      {cell.name === 'broken connection' ? 'broken' : cell.name}
    </a>
  )
}

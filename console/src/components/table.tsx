/**
 * A table of few rows. Where there can be many, use VirtualList.
 */
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly name: string
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: 'start' | 'end'
}

interface TableProps<Row> {
  /** What the table lists. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

export const Table = <Row,>({ label, columns, rows, keyOf }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section class="table-scroll" tabIndex={0} aria-label={label}>
    <table class="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, align = 'start' }) => (
            <th key={name} scope="col" class={`align-${align}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, cell, align = 'start' }) => (
              <td key={name} class={`align-${align}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/**
 * The coverage report as the part shows it: rows for documents, groups and operations, filtered, and the totals.
 */
import type { Result } from '../../api/client.ts'

export type Report = Result<'getSandboxCoverage'>
export type OperationCoverage = Report['operations'][number]
export type StatusCoverage = OperationCoverage['statuses'][number]

export type CellKind = 'covered' | 'gap' | 'undocumented'

export const kindOf = ({ documented, count }: StatusCoverage): CellKind =>
  documented ? (count > 0 ? 'covered' : 'gap') : 'undocumented'

export interface Totals {
  readonly covered: number
  readonly gaps: number
  readonly undocumented: number
  /** Operations without any request. */
  readonly unused: number
  readonly operations: number
}

export const sumUp = (operations: readonly OperationCoverage[]): Totals => {
  const counts = { covered: 0, gap: 0, undocumented: 0 }
  for (const { statuses } of operations) for (const status of statuses) counts[kindOf(status)]++
  return {
    covered: counts.covered,
    gaps: counts.gap,
    undocumented: counts.undocumented,
    unused: operations.filter(({ count }) => count === 0).length,
    operations: operations.length,
  }
}

/** As the server rounds it: down, so that 100 % means all. */
export const percentOf = ({ covered, gaps }: Totals): number =>
  covered + gaps === 0 ? 100 : Math.floor((covered / (covered + gaps)) * 100)

export interface Filter {
  readonly text: string
  readonly show: 'all' | 'gaps' | 'undocumented'
  /** Names of groups that are open. */
  readonly open: ReadonlySet<string>
}

export type Row =
  | { readonly kind: 'document'; readonly key: string; readonly name: string; readonly totals: Totals }
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly isOpen: boolean
      readonly operations: readonly OperationCoverage[]
    }
  | {
      readonly kind: 'operation'
      readonly key: string
      readonly operation: OperationCoverage
      /** The statuses of all operations of the document, in order; empty: too many for columns. */
      readonly columns: readonly string[]
    }

/** Documents with more operations are grouped by the beginning of the path. */
const maxUngrouped = 60

/** More statuses do not fit beside the names. */
const maxColumns = 9

export const listRows = (report: Report, filter: Filter): readonly Row[] => {
  const byDocument = groupBy(report.operations, ({ document }) => document)
  return [...byDocument].flatMap(([name, operations]): readonly Row[] => {
    const matching = operations.filter((operation) => matches(operation, filter))
    if (matching.length === 0) return []
    const head: Row = { kind: 'document', key: `document ${name}`, name, totals: sumUp(operations) }
    const statuses = [...new Set(operations.flatMap((operation) => operation.statuses.map((status) => status.name)))]
    const columns = statuses.length > maxColumns ? [] : statuses.sort()
    const rowOf = (operation: OperationCoverage): Row => ({
      kind: 'operation',
      key: `operation ${name} ${operation.operation}`,
      operation,
      columns,
    })
    if (matching.length <= maxUngrouped) return [head, ...matching.map(rowOf)]
    return [head, ...listGroups(name, matching, filter.open).flatMap((group) => [group, ...openRows(group, rowOf)])]
  })
}

/** In the order of their first items. */
const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

type Group = Extract<Row, { kind: 'group' }>

const openRows = (group: Group, rowOf: (operation: OperationCoverage) => Row): readonly Row[] =>
  group.isOpen ? group.operations.map(rowOf) : []

const listGroups = (
  document: string,
  operations: readonly OperationCoverage[],
  open: ReadonlySet<string>,
): readonly Group[] => {
  const depth = sharedDepth(operations)
  const groups = groupBy(operations, ({ path }) => `/${path.split('/')[depth + 1] ?? ''}`)
  return [...groups].map(([name, members]) => {
    const id = `${document}${name}`
    return { kind: 'group', key: `group ${id}`, name: id, isOpen: open.has(id), operations: members }
  })
}

/** How many segments all paths begin with, such as /api/v3. */
const sharedDepth = (operations: readonly OperationCoverage[]): number => {
  const [first = [], ...others] = operations.map(({ path }) => path.split('/').slice(1))
  const differs = first.findIndex((segment, index) => others.some((segments) => segments[index] !== segment))
  return differs === -1 ? Math.max(0, first.length - 1) : differs
}

const matches = ({ operation, path, method, statuses }: OperationCoverage, { text, show }: Filter): boolean => {
  const wanted = text.trim().toLowerCase()
  if (wanted !== '' && !`${operation} ${method} ${path}`.toLowerCase().includes(wanted)) return false
  if (show === 'all') return true
  return statuses.some((status) => kindOf(status) === (show === 'gaps' ? 'gap' : 'undocumented'))
}

export interface Gap {
  readonly document: string
  readonly operation: string
  readonly status: string
}

/** The gap after a place in the report, or the first one; undefined if all is covered. */
export const findNextGap = (report: Report, { document, operation, status }: Gap): Gap | undefined => {
  const cells = report.operations.flatMap((one) => one.statuses.map((cell) => ({ one, cell })))
  const at = cells.findIndex(
    ({ one, cell }) => one.document === document && one.operation === operation && cell.name === status,
  )
  const next = [...cells.slice(at + 1), ...cells.slice(0, Math.max(at, 0))].find(({ cell }) => kindOf(cell) === 'gap')
  return next && { document: next.one.document, operation: next.one.operation, status: next.cell.name }
}

/**
 * All cells of a group as small squares, drawn as one image: a thousand cells are three paths. The text beside it says how many
 * are covered.
 */
import type { CellKind, OperationCoverage } from './report.ts'
import { kindOf } from './report.ts'

const kinds: readonly CellKind[] = ['covered', 'gap', 'undocumented']

/** In user units; the picture is as wide as its place. */
const width = 480

const sizeFor = (count: number): number => (count > 800 ? 5 : count > 200 ? 7 : 10)

export const Mosaic = ({ operations }: { readonly operations: readonly OperationCoverage[] }) => {
  const cells = operations.flatMap(({ statuses }) => statuses.map(kindOf))
  const size = sizeFor(cells.length)
  const perLine = Math.floor(width / size)
  const height = Math.ceil(cells.length / perLine) * size
  const pathOf = (wanted: CellKind): string =>
    cells
      .map((kind, index) => {
        if (kind !== wanted) return ''
        const side = size - 2
        return `M${(index % perLine) * size} ${Math.floor(index / perLine) * size}h${side}v${side}h${-side}z`
      })
      .join('')
  return (
    <svg class="coverage-mosaic" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {kinds.map((kind) => (
        <path key={kind} class={`mosaic-${kind}`} d={pathOf(kind)} />
      ))}
    </svg>
  )
}

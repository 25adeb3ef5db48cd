/**
 * Filters with many values: operation, method, scenario.
 */
import { useConsole } from '../../state/console-state.ts'
import type { Counts } from './count-exchanges.ts'
import type { ExchangeFilter } from './exchange-filter.ts'

interface FilterSelectsProps {
  readonly filter: ExchangeFilter
  readonly counts: Counts
}

export const FilterSelects = ({ filter, counts }: FilterSelectsProps) => (
  <div class="traffic-selects">
    <FilterSelect name="operation" all="All operations" value={filter.operation} counts={counts.operations} />
    <FilterSelect name="method" all="All methods" value={filter.method} counts={counts.methods} />
    {(counts.scenarios.size > 0 || filter.scenario !== '') && (
      <FilterSelect name="scenario" all="All scenarios" value={filter.scenario} counts={counts.scenarios} />
    )}
  </div>
)

interface FilterSelectProps {
  readonly name: 'operation' | 'method' | 'scenario'
  readonly all: string
  readonly value: string
  readonly counts: ReadonlyMap<string, number>
}

const FilterSelect = ({ name, all, value, counts }: FilterSelectProps) => {
  const { navigator } = useConsole()
  const options = new Map(counts)
  if (value !== '' && !options.has(value)) options.set(value, 0)
  return (
    <span class="select">
      <select
        class={`input ${value === '' ? '' : 'is-set'}`}
        aria-label={`Filter by ${name}`}
        value={value}
        onChange={(event) => navigator.setQuery({ [name]: event.currentTarget.value })}
      >
        <option value="">{all}</option>
        {[...options].map(([option, count]) => (
          <option key={option} value={option}>
            {option} ({count})
          </option>
        ))}
      </select>
    </span>
  )
}

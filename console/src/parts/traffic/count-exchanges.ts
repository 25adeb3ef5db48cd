/**
 * How many of the loaded exchanges a filter would show, for its choices.
 */
import type { ExchangeSummary } from '../../api/types.ts'
import { scenariosOf, statusClassOf } from './exchange-filter.ts'

export interface Counts {
  readonly total: number
  readonly statuses: ReadonlyMap<string, number>
  readonly methods: ReadonlyMap<string, number>
  readonly operations: ReadonlyMap<string, number>
  readonly scenarios: ReadonlyMap<string, number>
  readonly violations: number
  readonly unmatched: number
  readonly notices: number
}

export const countExchanges = (exchanges: readonly ExchangeSummary[]): Counts => {
  const [statuses, methods, operations, scenarios] = [createTally(), createTally(), createTally(), createTally()]
  let violations = 0
  let unmatched = 0
  let notices = 0
  for (const exchange of exchanges) {
    statuses.add(statusClassOf(exchange))
    methods.add(exchange.method)
    if (exchange.operation !== null) operations.add(exchange.operation)
    if (exchange.scenario.length > 0) for (const name of scenariosOf(exchange)) scenarios.add(name)
    if (exchange.violations > 0) violations++
    if (exchange.unmatched) unmatched++
    if (exchange.notices.length > 0) notices++
  }
  return {
    total: exchanges.length,
    statuses: statuses.sorted(),
    methods: methods.sorted(),
    operations: operations.sorted(),
    scenarios: scenarios.sorted(),
    violations,
    unmatched,
    notices,
  }
}

const createTally = () => {
  const counts = new Map<string, number>()
  return {
    add: (name: string): void => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    sorted: (): ReadonlyMap<string, number> => new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

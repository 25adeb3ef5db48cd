/**
 * Which exchanges the list shows. The filter is in the query of the address. A text is searched in bodies, too, which only the
 * server has; the other conditions are tested here.
 */
import type { ExchangeSummary } from '../../api/types.ts'

export interface ExchangeFilter {
  readonly q: string
  readonly operation: string
  readonly method: string
  /** A class of statuses: `4xx`. */
  readonly status: string
  readonly scenario: string
  readonly violations: boolean
  readonly unmatched: boolean
  readonly notices: boolean
}

export type Flag = 'violations' | 'unmatched' | 'notices'

/** Removes all conditions, as a change of the query. */
export const noFilter: Readonly<Record<keyof ExchangeFilter, string>> = {
  q: '',
  operation: '',
  method: '',
  status: '',
  scenario: '',
  violations: '',
  unmatched: '',
  notices: '',
}

export const readFilter = (query: Readonly<Record<string, string>>): ExchangeFilter => {
  const text = (name: string): string => query[name] ?? ''
  return {
    q: text('q').trim(),
    operation: text('operation'),
    method: text('method').toUpperCase(),
    status: text('status'),
    scenario: text('scenario'),
    violations: text('violations') !== '',
    unmatched: text('unmatched') !== '',
    notices: text('notices') !== '',
  }
}

export const isFiltered = (filter: ExchangeFilter): boolean => Object.values(filter).some(Boolean)

export const statusClassOf = ({ status, fault }: ExchangeSummary): string =>
  fault === undefined ? `${Math.floor(status / 100)}xx` : 'broken'

/** The scenarios whose steps took effect: `flaky/1` is one of flaky. */
export const scenariosOf = ({ scenario }: ExchangeSummary): readonly string[] =>
  scenario.length === 0 ? [] : [...new Set(scenario.map((step) => step.replace(/\/[^/]*$/, '')))]

/** Everything but the text. */
export const createTest = (filter: ExchangeFilter): ((exchange: ExchangeSummary) => boolean) => {
  const { operation, method, status, scenario, violations, unmatched, notices } = filter
  return (exchange) =>
    (operation === '' || exchange.operation === operation) &&
    (method === '' || exchange.method === method) &&
    (status === '' || statusClassOf(exchange) === status) &&
    (scenario === '' || scenariosOf(exchange).includes(scenario)) &&
    (!violations || exchange.violations > 0) &&
    (!unmatched || exchange.unmatched) &&
    (!notices || exchange.notices.length > 0)
}

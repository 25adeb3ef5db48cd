/**
 * Merges the reports of several runs into one, for example those of the shards of a test suite.
 */
import {
  type CoverageReport,
  type CoveredPart,
  type OperationCoverage,
  summarizeCoverage,
} from '../control/actions/report-coverage.ts'

/**
 * Operations are identified by document, method and path, their parts by name. Counts are summed. The order is that of first
 * occurrence, documented statuses first. A status is documented, and an operation deprecated, if it is in any of the reports. The
 * summary is computed from the result. Without reports the result has no operations.
 */
export const mergeReports = (reports: readonly CoverageReport[]): CoverageReport => {
  const merged = new Map<string, OperationCoverage>()
  for (const operation of reports.flatMap(({ operations }) => operations)) {
    const key = JSON.stringify([operation.document, operation.method, operation.path])
    const existing = merged.get(key)
    merged.set(key, existing ? mergeOperations(existing, operation) : operation)
  }
  const operations = [...merged.values()]
  return { version: 1, operations, summary: summarizeCoverage(operations) }
}

const mergeOperations = (a: OperationCoverage, b: OperationCoverage): OperationCoverage => ({
  operation: a.operation,
  document: a.document,
  method: a.method,
  path: a.path,
  deprecated: a.deprecated || b.deprecated,
  count: a.count + b.count,
  statuses: documentedFirst(
    mergeParts(a.statuses, b.statuses, (one, other) => ({
      ...addCounts(one, other),
      documented: one.documented || other.documented,
    })),
  ),
  parameters: mergeParts(a.parameters, b.parameters, addCounts),
  values: mergeParts(a.values, b.values, addCounts),
  requestTypes: mergeParts(a.requestTypes, b.requestTypes, addCounts),
  responseTypes: mergeParts(a.responseTypes, b.responseTypes, addCounts),
  scenarios: mergeParts(a.scenarios, b.scenarios, addCounts),
})

const addCounts = (one: CoveredPart, other: CoveredPart): CoveredPart => ({
  name: one.name,
  count: one.count + other.count,
})

const mergeParts = <Part extends CoveredPart>(
  a: readonly Part[],
  b: readonly Part[],
  add: (one: Part, other: Part) => Part,
): readonly Part[] => {
  const merged = new Map<string, Part>()
  for (const part of [...a, ...b]) {
    const existing = merged.get(part.name)
    merged.set(part.name, existing ? add(existing, part) : part)
  }
  return [...merged.values()]
}

const documentedFirst = <Part extends { readonly documented: boolean }>(parts: readonly Part[]): readonly Part[] => [
  ...parts.filter(({ documented }) => documented),
  ...parts.filter(({ documented }) => !documented),
]

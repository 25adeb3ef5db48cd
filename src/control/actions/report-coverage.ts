/**
 * Builds a coverage report: every operation of the documents with the counts of what was used, including zeros. The percentage
 * is that of documented operation/status pairs; other dimensions are reported but not part of it.
 */

import { viewBody, viewResponses } from '../../contract/document/operation-view.ts'
import { fullPathOf, type Operation } from '../../contract/operation/operation.ts'
import type { Coverage, CoverageCounts, OperationCounts } from '../../coverage/coverage.ts'
import { planOf } from '../../coverage/coverage-plan.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'

export interface CoveredPart extends JsonObject {
  readonly name: string
  readonly count: number
}

export interface CoveredStatus extends CoveredPart {
  /** Whether the document has this status. A documented `4XX` or `default` includes every status that it covers. */
  readonly documented: boolean
}

export interface OperationCoverage extends JsonObject {
  /** The operationId, or `GET /pets` if the operation has none. */
  readonly operation: string
  readonly document: string
  readonly method: string
  readonly path: string
  readonly deprecated: boolean
  /** Number of requests. */
  readonly count: number
  readonly statuses: readonly CoveredStatus[]
  /** `query.limit`, `body.status`. */
  readonly parameters: readonly CoveredPart[]
  /** `query.status=sold`. */
  readonly values: readonly CoveredPart[]
  readonly requestTypes: readonly CoveredPart[]
  /** `200 application/json`. */
  readonly responseTypes: readonly CoveredPart[]
  readonly scenarios: readonly CoveredPart[]
}

export interface CoverageReport extends JsonObject {
  readonly version: 1
  readonly operations: readonly OperationCoverage[]
  readonly summary: CoverageSummary
}

export interface CoverageSummary extends JsonObject {
  /** Number of documented operation/status pairs. */
  readonly pairs: number
  readonly covered: number
  /** 0 to 100, rounded down to a tenth. 100 if there is nothing to cover, although --min-coverage fails then. */
  readonly percent: number
}

export const reportCoverage = (service: Service, coverage: Coverage): CoverageReport => {
  const counts = coverage.counts()
  const operations = service.documents.flatMap(({ entries }) =>
    entries.flatMap((entry) => [...entry.operations.values()].map((operation) => reportOperation(operation, counts))),
  )
  return { version: 1, operations, summary: summarizeCoverage(operations) }
}

export const summarizeCoverage = (operations: readonly OperationCoverage[]): CoverageSummary => {
  const documented = operations.flatMap(({ statuses }) => statuses.filter((status) => status.documented))
  const covered = documented.filter(({ count }) => count > 0).length
  const pairs = documented.length
  return { pairs, covered, percent: pairs === 0 ? 100 : Math.floor((covered / pairs) * 1000) / 10 }
}

export const reportOperation = (operation: Operation, coverage: CoverageCounts): OperationCoverage => {
  const { key, parameters } = planOf(operation)
  const counts = coverage.get(key)
  const { document, node, pathItem } = operation
  const responses = viewResponses(document, node)
  const body = viewBody(document, node, pathItem)
  const values = parameters.flatMap((parameter) =>
    (parameter.values ?? []).map((value) => `${parameter.label}=${value}`),
  )
  const types = responses.flatMap(({ status, content }) => content.map(({ mediaType }) => `${status} ${mediaType}`))
  return {
    operation: operation.id,
    document: operation.document.name,
    method: operation.method,
    path: fullPathOf(operation),
    deprecated: operation.deprecation !== undefined,
    count: sum(counts?.statuses),
    statuses: reportStatuses(
      responses.map(({ status }) => status),
      counts,
    ),
    parameters: partsOf(
      parameters.map(({ label }) => label),
      counts?.parameters,
    ),
    values: partsOf(values, counts?.values),
    requestTypes: partsOf(body?.content.map(({ mediaType }) => mediaType) ?? [], counts?.requestTypes),
    responseTypes: partsOf(types, counts?.responseTypes),
    scenarios: partsOf([], counts?.scenarios),
  }
}

/** The name of a status for requests that a scenario answered by breaking the connection. */
export const brokenConnection = 'broken connection'

/** Documented statuses in the order of the document, then undocumented ones that occurred. */
const reportStatuses = (
  documented: readonly string[],
  counts: OperationCounts | undefined,
): readonly CoveredStatus[] => {
  const occurred = [...(counts?.statuses ?? [])]
  const owner = createOwnerTest(documented)
  return [
    ...documented.map((name) => ({
      name,
      documented: true,
      count: occurred.reduce((total, [status, count]) => (owner(status) === name ? total + count : total), 0),
    })),
    ...occurred
      .filter(([status]) => owner(status) === undefined)
      .map(([status, count]) => ({ name: status === '0' ? brokenConnection : status, documented: false, count })),
  ]
}

/** Which of the documented statuses covers one that occurred: itself, its range or `default`. */
export const createOwnerTest = (documented: readonly string[]): ((status: string) => string | undefined) => {
  const explicit = new Set(documented)
  return (status) => {
    if (explicit.has(status)) return status
    const range = `${status[0]}XX`
    if (status === '0') return undefined
    return explicit.has(range) ? range : explicit.has('default') ? 'default' : undefined
  }
}

/** Documented names with their counts, then undocumented ones that occurred. */
const partsOf = (
  documented: readonly string[],
  counts: ReadonlyMap<string, number> | undefined,
): readonly CoveredPart[] => {
  const all = new Map<string, number>(documented.map((name) => [name, 0]))
  for (const [name, count] of counts ?? []) all.set(name, count)
  return [...all].map(([name, count]) => ({ name, count }))
}

const sum = (counts: ReadonlyMap<string, number> | undefined): number =>
  [...(counts?.values() ?? [])].reduce((total, count) => total + count, 0)

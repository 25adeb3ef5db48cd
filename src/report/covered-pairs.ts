/**
 * The documented operation/status pairs of a report: which ones there are and which are missing. Shared by all report
 * formats.
 */
import {
  brokenConnection,
  type CoverageSummary,
  type CoveredStatus,
  type OperationCoverage,
  summarizeCoverage,
} from '../control/actions/report-coverage.ts'

/** The operations of one document, in the order of the report. */
export interface DocumentCoverage {
  readonly document: string
  readonly operations: readonly OperationCoverage[]
  readonly summary: CoverageSummary
}

/** An operation and its documented statuses that never occurred; at least one. */
export interface MissingPairs {
  readonly operation: OperationCoverage
  readonly statuses: readonly string[]
}

/** One group for each document, in the order of the report. */
export const groupByDocument = (operations: readonly OperationCoverage[]): readonly DocumentCoverage[] => {
  const groups = new Map<string, OperationCoverage[]>()
  for (const operation of operations) {
    const group = groups.get(operation.document)
    if (group) group.push(operation)
    else groups.set(operation.document, [operation])
  }
  return [...groups].map(([document, group]) => ({ document, operations: group, summary: summarizeCoverage(group) }))
}

export const documentedStatuses = ({ statuses }: OperationCoverage): readonly CoveredStatus[] =>
  statuses.filter(({ documented }) => documented)

/** A status that occurred although the document does not have it. */
export const isUndocumented = ({ name, documented }: CoveredStatus): boolean => !documented && name !== brokenConnection

/** Without operations that are fully covered. */
export const listMissing = (operations: readonly OperationCoverage[]): readonly MissingPairs[] =>
  operations
    .map((operation) => ({
      operation,
      statuses: documentedStatuses(operation)
        .filter(({ count }) => count === 0)
        .map(({ name }) => name),
    }))
    .filter(({ statuses }) => statuses.length > 0)

/** `GET /v1/pets`. */
export const nameOperation = ({ method, path }: OperationCoverage): string => `${method} ${path}`

/** The operationId; undefined if the operation has none, and is named by method and path instead. */
export const operationIdOf = ({ operation, method }: OperationCoverage): string | undefined =>
  operation.startsWith(`${method} /`) ? undefined : operation

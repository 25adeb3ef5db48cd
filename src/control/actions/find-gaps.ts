/**
 * The documented pairs of operation and status that no traffic has covered.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Coverage } from '../../coverage/coverage.ts'
import type { Service } from '../../loading/service.ts'
import { ControlError, quote } from './control-error.ts'
import { createOwnerTest, reportOperation } from './report-coverage.ts'

export interface GapFilter {
  /** An operationId, or `GET /pets` if the operation has none. */
  readonly operation?: string | undefined
  readonly document?: string | undefined
  readonly status?: string | undefined
}

export interface Gap {
  readonly operation: Operation
  /** As the document writes it: 404, 4XX or default. */
  readonly status: string
  /** Which documented status of the operation covers one that occurred. */
  readonly ownerOf: (status: string) => string | undefined
}

/** In the order of the documents. Throws ControlError 404 for an unknown document or operation. */
export const findGaps = (service: Service, coverage: Coverage, filter: GapFilter): readonly Gap[] => {
  const counts = coverage.counts()
  return selectOperations(service, filter).flatMap((operation) => {
    const { statuses } = reportOperation(operation, counts)
    const documented = statuses.filter((status) => status.documented)
    const ownerOf = createOwnerTest(documented.map(({ name }) => name))
    return documented
      .filter(({ name, count }) => count === 0 && (filter.status === undefined || name === filter.status))
      .map(({ name }) => ({ operation, status: name, ownerOf }))
  })
}

const selectOperations = ({ documents }: Service, { operation, document }: GapFilter): readonly Operation[] => {
  const selected = documents.filter((one) => document === undefined || one.document.name === document)
  if (document !== undefined && selected.length === 0) {
    const known = documents.map((one) => one.document.name)
    throw new ControlError(404, `there is no document ${quote(document)}. ${suggest(document, known)}`)
  }
  const all = selected.flatMap(({ entries }) => entries.flatMap(({ operations }) => [...operations.values()]))
  const found = operation === undefined ? all : all.filter(({ id }) => id === operation)
  if (operation === undefined || found.length > 0) return found
  const known = all.map(({ id }) => id)
  throw new ControlError(404, `there is no operation ${quote(operation)}. ${suggest(operation, known)}`)
}

/**
 * Gaps in the coverage of a sandbox, each with a request that covers it.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { fullPathOf } from '../../contract/operation/operation.ts'
import type { JsonObject } from '../../ports.ts'
import { describeRequest } from '../../requests/describe-request.ts'
import {
  createStatusFinder,
  isDigest,
  type StatusFinder,
  type StatusRequest,
} from '../../requests/find-status-request.ts'
import { writeMessage } from '../../requests/try-request.ts'
import { addressOf } from '../../sandboxes/sandbox-name.ts'
import { findGaps, type Gap, type GapFilter } from '../actions/find-gaps.ts'
import { type ControlResponse, queryOf, type Route, sandboxOf } from './route.ts'

interface GapQuery extends GapFilter {
  readonly limit: number
  readonly offset: number
}

export const listGaps: Route = async (input, deps): Promise<ControlResponse> => {
  await deps.sandboxes.settleJournals()
  const { limit, offset, ...filter } = queryOf<GapQuery>(input)
  const sandbox = sandboxOf(input, deps)
  const service = deps.service()
  const gaps = findGaps(service, sandbox.coverage, filter)
  const origin = deps.origin() + addressOf(sandbox.encodedId)
  const finders = new Map<Operation, StatusFinder>()
  const body: JsonObject[] = []
  for (const gap of gaps.slice(offset, offset + limit)) {
    const { operation, status, ownerOf } = gap
    const finder = finders.get(operation) ?? createStatusFinder(operation, ownerOf, { service, sandbox })
    finders.set(operation, finder)
    body.push(describeGap(gap, await finder.find(status), origin))
  }
  return { kind: 'json', status: 200, body, headers: { 'X-Total-Count': String(gaps.length) } }
}

const describeGap = ({ operation, status }: Gap, found: StatusRequest | undefined, origin: string): JsonObject => ({
  operation: operation.id,
  document: operation.document.name,
  method: operation.method,
  path: fullPathOf(operation),
  status,
  how: found?.how ?? null,
  what: found?.what ?? null,
  send: found && !isDigest(found.request) ? describeSending(found) : null,
  request: found ? describeRequest(found.request, origin) : null,
})

/** As the route that sends requests takes it. */
const describeSending = ({ request, isAnonymous }: StatusRequest): JsonObject => {
  const { headers, text } = writeMessage(request)
  return {
    method: request.method,
    path: request.path,
    headers,
    ...(text === undefined ? {} : { text }),
    ...(isAnonymous ? { key: null } : {}),
  }
}

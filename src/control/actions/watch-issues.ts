/**
 * Detects requests with issues: unmatched, invalid or deprecated. Issues are reported when the request is handled, so that
 * neither a reset nor the journal's limits can hide one.
 */
import { parseQuery } from '../../contract/values/query.ts'
import type { IssueKind, Violation } from '../../errors.ts'
import type { Exchange } from '../../journal/exchange.ts'
import type { JournalBudget } from '../../journal/journal.ts'
import type { IncomingRequest } from '../../ports.ts'
import { readAddress, readSandboxId } from '../../sandboxes/open-sandbox.ts'
import { isInvalid, isInvalidResponse, isUnmatched } from './view-exchange.ts'

export interface Issue {
  readonly kind: IssueKind
  /** `GET /v1/pets → 400`. */
  readonly request: string
  /** What is wrong; all violations in one sentence. */
  readonly reason: string
  /** Request, kind and reason in one line. */
  readonly message: string
  /** The sandbox that the request names, otherwise the one that handled it. */
  readonly sandbox: string
  /** Sandbox-Request-Id. */
  readonly requestId: string
}

/** Calls the listener for each issue in any sandbox. Returns a function that removes the listener. */
export const watchIssues = (budget: JournalBudget, listener: (issue: Issue) => void): (() => void) =>
  budget.listen((exchange) => {
    for (const issue of issuesOf(exchange)) listener(issue)
  })

/** An exchange can have issues of several kinds. */
const issuesOf = (exchange: Exchange): readonly Issue[] => {
  const kinds: readonly IssueKind[] = [
    ...(isUnmatched(exchange) ? ['unmatched' as const] : []),
    ...(isInvalid(exchange) ? ['invalid' as const] : []),
    ...(exchange.operation?.deprecation ? ['deprecated' as const] : []),
    ...(isInvalidResponse(exchange) ? ['invalid-response' as const] : []),
  ]
  return kinds.map((kind) => describeIssue(kind, exchange))
}

const describeIssue = (kind: IssueKind, exchange: Exchange): Issue => {
  const { id, method, path, reply, operation } = exchange
  const request = `${method} ${path} → ${reply.status}`
  const reason =
    kind === 'deprecated'
      ? `${operation?.id} is deprecated${describeSuccessor(exchange)}`
      : describeReason(kind, exchange)
  return {
    kind,
    request,
    reason,
    message: `${request}, ${kind}: ${reason}`,
    sandbox: nameSandbox(exchange),
    requestId: id,
  }
}

/** Behind a proxy, a rejection has what is wrong with the request and with the response. */
const describeReason = (kind: IssueKind, { rejection }: Exchange): string => {
  const isOfKind = ({ at }: Violation): boolean => at.startsWith('response.') === (kind === 'invalid-response')
  const violations = rejection?.violations ?? []
  const own = violations.filter(isOfKind)
  if (own.length === violations.length || own.length === 0) return rejection?.message ?? 'it was rejected'
  return own.map(({ message }) => message).join('; ')
}

const describeSuccessor = ({ operation }: Exchange): string => {
  const successor = operation?.deprecation?.successor
  return successor === undefined ? '' : `; use ${successor}`
}

/** An unmatched request does not create a sandbox, but the id that it names still identifies the test. */
const nameSandbox = ({ headers, query, path, sandbox }: Exchange): string => {
  const read = readSandboxId(
    headers,
    parseQuery(query).pairs,
    readAddress<Pick<IncomingRequest, 'path' | 'address'>>({ path }).address,
  )
  return read.kind === 'id' ? read.id : sandbox
}

/**
 * What a client does that a test may not want to let pass: requests that no document has, that break the contract, that
 * use what is deprecated. Seen as they come, so that neither a reset nor the journal's bounds hide one.
 */
import { parseQuery } from '../../contract/values/query.ts'
import type { IssueKind } from '../../errors.ts'
import type { Exchange } from '../../journal/exchange.ts'
import type { JournalBudget } from '../../journal/journal.ts'
import type { IncomingRequest } from '../../ports.ts'
import { readAddress, readSandboxId } from '../../sandboxes/open-sandbox.ts'
import { isInvalid, isUnmatched } from './view-exchange.ts'

export interface Issue {
  readonly kind: IssueKind
  /** `GET /v1/pets → 400`. */
  readonly request: string
  /** What was wrong; all violations in one sentence. */
  readonly reason: string
  /** Both, with the kind. */
  readonly message: string
  /** The sandbox that the request named, else the one that it reached. */
  readonly sandbox: string
  /** Sandbox-Request-Id. */
  readonly requestId: string
}

/** Calls back for each issue in any sandbox, as it comes; the function that is returned ends that. */
export const watchIssues = (budget: JournalBudget, listener: (issue: Issue) => void): (() => void) =>
  budget.listen((exchange) => {
    for (const issue of issuesOf(exchange)) listener(issue)
  })

/** All ways in which an exchange offends. */
const issuesOf = (exchange: Exchange): readonly Issue[] => {
  const kinds: readonly IssueKind[] = [
    ...(isUnmatched(exchange) ? ['unmatched' as const] : []),
    ...(isInvalid(exchange) ? ['invalid' as const] : []),
    ...(exchange.operation?.deprecation ? ['deprecated' as const] : []),
  ]
  return kinds.map((kind) => describeIssue(kind, exchange))
}

const describeIssue = (kind: IssueKind, exchange: Exchange): Issue => {
  const { id, method, path, reply, rejection, operation } = exchange
  const request = `${method} ${path} → ${reply.status}`
  const reason =
    kind === 'deprecated'
      ? `${operation?.id} is deprecated${describeSuccessor(exchange)}`
      : (rejection?.message ?? 'it was rejected')
  return {
    kind,
    request,
    reason,
    message: `${request}, ${kind}: ${reason}`,
    sandbox: nameSandbox(exchange),
    requestId: id,
  }
}

const describeSuccessor = ({ operation }: Exchange): string => {
  const successor = operation?.deprecation?.successor
  return successor === undefined ? '' : `; use ${successor}`
}

/** A request that no document has makes no sandbox; the name that it sent still says which test it was. */
const nameSandbox = ({ headers, query, path, sandbox }: Exchange): string => {
  const read = readSandboxId(
    headers,
    parseQuery(query).pairs,
    readAddress<Pick<IncomingRequest, 'path' | 'address'>>({ path }).address,
  )
  return read.kind === 'id' ? read.id : sandbox
}

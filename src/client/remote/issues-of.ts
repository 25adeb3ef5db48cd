/**
 * The issues of an exchange as the control API describes it: the same as those that a server in this process reports.
 */
import type { Issue } from '../../control/actions/watch-issues.ts'
import type { IssueKind } from '../../errors.ts'
import type { RecordedExchange } from '../await-error.ts'

const invalidCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'not_acceptable',
  'payload_too_large',
  'unsupported_media_type',
])

/** An exchange can have issues of several kinds. */
export const issuesOf = (exchange: RecordedExchange): readonly Issue[] => {
  const { operation, code, deprecated, notices, unmatched } = exchange
  const kinds: readonly IssueKind[] = [
    ...(unmatched ? ['unmatched' as const] : []),
    ...(operation !== null && code !== null && invalidCodes.has(code) ? ['invalid' as const] : []),
    ...(deprecated ? ['deprecated' as const] : []),
    ...(notices.some(({ kind }) => kind === 'invalid-response') ? ['invalid-response' as const] : []),
  ]
  return kinds.map((kind) => describeIssue(kind, exchange))
}

const describeIssue = (kind: IssueKind, exchange: RecordedExchange): Issue => {
  const { id, sandbox } = exchange
  const request = `${exchange.request.method} ${exchange.request.path} → ${exchange.response.status}`
  const reason = kind === 'deprecated' ? describeDeprecation(exchange) : describeReason(kind, exchange)
  return { kind, request, reason, message: `${request}, ${kind}: ${reason}`, sandbox, requestId: id }
}

const describeReason = (kind: IssueKind, { violations, message }: RecordedExchange): string => {
  const own = violations.filter(({ at }) => at.startsWith('response.') === (kind === 'invalid-response'))
  if (own.length === violations.length || own.length === 0) return message ?? 'it was rejected'
  return own.map((violation) => violation.message).join('; ')
}

const describeDeprecation = ({ operation, response }: RecordedExchange): string => {
  const link = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'link')?.[1] ?? ''
  const successor = /<([^>]*)>;\s*rel="successor-version"/.exec(link)?.[1]
  return `${operation} is deprecated${successor === undefined ? '' : `; use ${successor}`}`
}

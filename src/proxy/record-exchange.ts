/**
 * What is recorded of a request that was forwarded: its exchange in the journal and the coverage of its sandbox, and its line
 * in the request log. A request that breaks its contract has the code that a sandbox would have rejected it with.
 */
import type { Match } from '../contract/operation/match.ts'
import { summarizeOperation } from '../contract/operation/operation.ts'
import { maxViolations } from '../contract/schema/violations.ts'
import { findHeader } from '../contract/values/header-list.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection, Violation } from '../errors.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { Notice } from '../notices.ts'
import type { Fault, IncomingRequest, Json } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { RequestVerdict } from './check-request.ts'

export interface RecordedResponse {
  readonly status: number
  /** Name, value, name, value. */
  readonly headers: readonly string[]
  /** Decompressed; undefined beyond the limit. */
  readonly body: Buffer | undefined
  readonly fault?: Fault
}

export interface ProxiedExchange {
  /** As it was sent, including the sandbox's address. */
  readonly received: IncomingRequest
  readonly query: ParsedQuery
  readonly match: Match
  readonly sandbox: Sandbox
  /** Epoch milliseconds of real time, and milliseconds on the monotonic clock. */
  readonly arrival: { readonly at: number; readonly started: number }
  /** Decompressed; undefined beyond the limit. */
  readonly requestBody: Buffer | undefined
  readonly verdict: RequestVerdict
  readonly response: RecordedResponse
  readonly violations: readonly Violation[]
  readonly notices: readonly Notice[]
  /** Why the proxy itself responded with an error. */
  readonly failure?: Rejection | undefined
}

/** Returns the exchange. */
export const recordExchange = (proxied: ProxiedExchange): Exchange => {
  const { received, query, match, sandbox, arrival, requestBody, verdict, response, notices } = proxied
  const { status, headers, body, fault } = response
  const operation = match.kind === 'operation' ? match.operation : undefined
  const pathParams = match.kind === 'operation' ? match.params : {}
  const exchange: Exchange = {
    id: received.id,
    sandbox: sandbox.id,
    at: arrival.at,
    clock: sandbox.now(),
    duration: performance.now() - arrival.started,
    method: received.method,
    path: received.path,
    query: received.query,
    headers: received.headers,
    body: requestBody,
    reply: { status, headers: [...headers], ...(body?.length ? { body } : {}), ...(fault ? { fault } : {}) },
    operation: operation && summarizeOperation(operation),
    pathParams,
    rejection: describeViolations(proxied),
    notices,
    scenarios: [],
    steps: [],
    positionBefore: sandbox.position,
    positionAfter: sandbox.position,
    ...(received.sentFrom === undefined ? {} : { sentFrom: received.sentFrom }),
  }
  const covered = operation && {
    operation,
    status,
    headers: received.headers,
    query: query.pairs,
    pathParams,
    body: verdict.body satisfies Json | undefined,
    responseType: body?.length === 0 ? undefined : findHeader(headers, 'Content-Type'),
    steps: [],
  }
  sandbox.traffic.record(exchange, covered)
  return exchange
}

/** Everything that breaks the contract as one rejection, although nothing was rejected; undefined if nothing does. */
export const describeViolations = ({
  verdict,
  violations,
  failure,
}: Pick<ProxiedExchange, 'verdict' | 'violations' | 'failure'>): Rejection | undefined => {
  if (failure) return failure
  if (verdict.violations.length === 0 && violations.length === 0) return verdict.rejection
  const all = [...verdict.violations, ...violations].slice(0, maxViolations)
  const code = verdict.rejection?.code ?? 'response_invalid'
  return { code, message: all.map(({ message }) => message).join('; '), violations: all }
}

/**
 * The one way out: turns the result of a request into the reply on the wire, adds the headers that explain it, and records
 * the exchange in the journal and the coverage of its sandbox.
 */
import type { BehaviourReply, BehaviourResult } from '../behaviours/behaviour-reply.ts'
import { deprecationHeaders } from '../contract/document/deprecation.ts'
import { findResponse, type ResponseView, viewResponses } from '../contract/document/operation-view.ts'
import type { Match } from '../contract/operation/match.ts'
import { fullPathOf, type Operation, summarizeOperation } from '../contract/operation/operation.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import { addVary, findHeader } from '../contract/values/header-list.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { CoveredFacts } from '../coverage/coverage.ts'
import type { Rejection } from '../errors.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { Service } from '../loading/service.ts'
import type { Mocked } from '../mock/mock.ts'
import { describeOperation, formatNotices, formatTrace, type Notice } from '../notices.ts'
import type { Reply } from '../ports.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Directive } from '../scenarios/play.ts'
import { documentedHeadersOf } from './exposed-headers.ts'
import type { RequestContext } from './request-context.ts'
import { limitHeaders } from './scripted-reply.ts'

/** A reply, with what the request log needs to know about it. */
export interface HandledRequest {
  readonly reply: Reply
  /** The operationId, if a document has the path and method. */
  readonly operation?: string | undefined
  /** The path of that operation, with its first base path. */
  readonly route?: string | undefined
  readonly rejection?: Rejection | undefined
  /** The id of the sandbox that the request reached. */
  readonly sandbox?: string | undefined
  readonly steps?: readonly string[] | undefined
  readonly notices?: readonly Notice[] | undefined
  /** The documented response headers of the operation, for pages of other origins. */
  readonly exposed?: string | undefined
  /** Of a 401: returns keys that would be accepted, for the log. The client never sees them. */
  readonly activeKeys?: (() => readonly string[]) | undefined
  /** An unexpected error, for the log. The client sees only its code. */
  readonly failure?: unknown
}

/** When the request arrived. */
export interface Arrival {
  /** Epoch milliseconds of real time. */
  readonly at: number
  /** Milliseconds on the monotonic clock. */
  readonly started: number
}

/** `fault: truncate` cuts the normal reply short, so the request is carried out first. */
export const isTruncation = ({ answer }: Directive): boolean => answer?.kind === 'fault' && answer.fault === 'truncate'

/** What a request ends with, before it is written. */
export type RequestResult = Mocked | ScriptedReply | BehaviourResult

export const finishReply = (result: RequestResult, context: RequestContext, arrival: Arrival): HandledRequest => {
  const { request, match, sandbox, directive } = context
  const operation = match.kind === 'operation' ? match.operation : undefined
  const rejection = rejectionOf(result)
  const reply = withFault(toReply(result, operation, context), directive)
  const notices = collectNotices(result, operation, context)
  const trace = traceOf(result, operation, context)
  const { headers } = reply
  headers.push('Sandbox-Request-Id', request.id)
  if (trace !== '') headers.push('Sandbox-Trace', trace)
  if (context.hasReachedSandbox) headers.push('Sandbox-Id', sandbox.encodedId)
  if (operation && result.kind === 'reply' && isNegotiated(operation, reply)) addVary(headers, 'Accept')
  if (notices.length > 0) headers.push('Sandbox-Notice', formatNotices(notices))
  // The reply to a request beyond a limit has them already.
  if (directive && directive.limits.length > 0 && directive.answer?.kind !== 'limited')
    headers.push(...limitHeaders(directive.limits))
  // Prism has a header of its own.
  if (operation?.deprecation && result.kind !== 'mocked')
    headers.push(...deprecationHeaders(operation.deprecation, request.address))
  const exchange = toExchange(context, arrival, reply, rejection, notices)
  sandbox.traffic.record(exchange, operation && readCovered(operation, result, reply, context))
  const reached = context.hasReachedSandbox ? sandbox.id : undefined
  return {
    reply,
    operation: operation?.id,
    route: operation && fullPathOf(operation),
    rejection,
    sandbox: reached,
    steps: directive?.trace,
    notices,
    exposed: operation && request.headers.origin !== undefined ? documentedHeadersOf(operation) : undefined,
    activeKeys: rejection?.code === 'unauthorized' ? activeKeysOf(sandbox) : undefined,
  }
}

/** The media types from which a client chooses with Accept, by the status of the response. */
const negotiatedOf = memoize(({ document, node }: Operation): readonly ResponseView[] =>
  viewResponses(document, node).filter(({ content }) => content.length > 1),
)

/** Whether the client may have got another media type. A 304 confirms the response that the client has. */
const isNegotiated = (operation: Operation, { status, body }: Reply): boolean => {
  const negotiated = negotiatedOf(operation)
  if (negotiated.length === 0) return false
  if (status === 304) return negotiated.some((response) => response.status.startsWith('2'))
  const response = findResponse(viewResponses(operation.document, operation.node), status)
  return body !== undefined && response !== undefined && negotiated.includes(response)
}

const rejectionOf = (result: RequestResult): Rejection | undefined =>
  result.kind === 'reply' ? undefined : result.rejection

/** The number of keys that a line of the log names. */
const maxKeys = 5

const activeKeysOf = (sandbox: Sandbox): (() => readonly string[]) | undefined => {
  if (sandbox.keys.acceptsAny) return undefined
  return () => {
    const now = sandbox.now()
    const active = sandbox.keys.list().filter((key) => isActive(key, now))
    return active.slice(0, maxKeys).map(({ key }) => key)
  }
}

const toReply = (
  result: RequestResult,
  operation: Operation | undefined,
  { service, request, now }: RequestContext,
): Reply => {
  if (result.kind === 'mocked') return result.reply
  if (result.kind === 'reply') return 'reply' in result ? result.reply : writeBehaviourReply(result)
  const { errors } = operation ? service.of(operation.document) : service.ownerOf(request.path)
  return errors.render({ rejection: result.rejection, operation, request, now })
}

const writeBehaviourReply = ({ status, mediaType, body, headers = [] }: BehaviourReply): Reply =>
  body === undefined
    ? { status, headers: [...headers] }
    : { status, headers: ['Content-Type', mediaType, ...headers], body }

const withFault = (reply: Reply, directive: Directive | undefined): Reply =>
  directive && isTruncation(directive) ? { ...reply, fault: 'truncate' } : reply

/** What Sandbox-Trace says. For the normal reply of an operation nothing needs to be formatted. */
const traceOf = (
  result: RequestResult,
  operation: Operation | undefined,
  { service, directive }: RequestContext,
): string => {
  const own = operation && operationTrace(service, operation)
  const source = sourceOf(result)
  if (own !== undefined && result.kind === 'reply' && source === undefined && !directive) return own
  const rejection = rejectionOf(result)?.code
  return formatTrace({ operation: own, rejection, source, steps: directive?.trace })
}

/** The part of Sandbox-Trace about an operation. It is the same for all requests, so it is formatted once. */
const operationTrace = ({ traces, behaviours }: Service, operation: Operation): string => {
  const known = traces.get(operation)
  if (known !== undefined) return known
  const behaviour = behaviours.get(operation)
  const trace = describeOperation(operation.id, behaviour?.kind, behaviour?.resource.name)
  traces.set(operation, trace)
  return trace
}

const sourceOf = (result: RequestResult): string | undefined => {
  if (result.kind === 'mocked') return 'mocked'
  if (result.kind === 'rejected') return undefined
  if ('reply' in result) return result.source
  return result.isReplay ? 'replayed' : undefined
}

const collectNotices = (
  result: RequestResult,
  operation: Operation | undefined,
  { notices, directive }: RequestContext,
): readonly Notice[] => {
  const own = result.kind === 'reply' ? describeResult(result) : noNotices
  if (!directive && notices.length === 0) return own
  const all: Notice[] = result.kind === 'rejected' ? [] : [...notices, ...own]
  if (!directive) return all
  const { passedOver, answer } = directive
  if (passedOver.length > 0) all.push({ kind: 'scenario-passed-over', names: passedOver })
  if (answer?.kind === 'limited' && operation && !findResponse(operation.compile().responses, 429))
    all.push({ kind: 'undocumented-status', names: ['429'] })
  return all
}

const describeResult = (result: Extract<RequestResult, { kind: 'reply' }>): readonly Notice[] => {
  if ('reply' in result)
    return result.invalidExamples?.length ? [{ kind: 'invalid-example', names: result.invalidExamples }] : noNotices
  const { ignored, ignoredQuery, evictedKeys } = result
  if (!ignored?.length && !ignoredQuery && !evictedKeys) return noNotices
  const notices: Notice[] = []
  if (ignored?.length) notices.push({ kind: 'ignored-properties', names: ignored.map((name) => `body.${name}`) })
  if (ignoredQuery) notices.push({ kind: 'ignored-query', names: ignoredQuery })
  if (evictedKeys) notices.push({ kind: 'idempotency-forgotten', names: evictedKeys })
  return notices
}

const readCovered = (
  operation: Operation,
  result: RequestResult,
  { status, headers, body }: Reply,
  { received, query, match, directive, body: requestBody }: RequestContext,
): CoveredFacts => {
  const mediaType = 'mediaType' in result ? result.mediaType : findHeader(headers, 'Content-Type')
  return {
    operation,
    status,
    headers: received.headers,
    query: query.pairs,
    pathParams: paramsOf(match),
    body: requestBody,
    responseType: body === undefined ? undefined : mediaType,
    steps: directive?.trace ?? noSteps,
  }
}

const paramsOf = (match: Match): Readonly<Record<string, string>> =>
  match.kind === 'operation' ? match.params : noParams

const toExchange = (
  { received, match, sandbox, now, directive, scenarios, positionBefore, positionAfter }: RequestContext,
  { at, started }: Arrival,
  reply: Reply,
  rejection: Rejection | undefined,
  notices: readonly Notice[],
): Exchange => ({
  id: received.id,
  sandbox: sandbox.id,
  at,
  clock: now,
  duration: performance.now() - started,
  method: received.method,
  path: received.path,
  query: received.query,
  headers: received.headers,
  body: received.bodySoFar(),
  reply,
  operation: match.kind === 'operation' ? summarizeOperation(match.operation) : undefined,
  pathParams: paramsOf(match),
  rejection,
  notices,
  scenarios,
  steps: directive?.trace ?? noSteps,
  positionBefore: positionBefore ?? sandbox.position,
  positionAfter: positionAfter ?? sandbox.position,
  sentFrom: received.sentFrom,
})

const noNotices: readonly Notice[] = []
const noSteps: readonly string[] = []
const noParams: Readonly<Record<string, string>> = {}

/**
 * From what is answered to what is sent: the headers in which the sandbox tells of a reply, and the rejection in the
 * document's own error shape.
 */
import { deprecationHeaders } from '../contract/document/deprecation.ts'
import { findResponse } from '../contract/document/operation-view.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import type { Rejection } from '../errors.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { formatNotices, formatText, type Notice } from '../notices.ts'
import type { IncomingRequest, Json, Reply } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Directive } from '../scenarios/play.ts'
import { limitHeaders } from './script.ts'

/** A reply and what the log and the journal want to know of it. */
export interface Handled {
  readonly reply: Reply
  /** The operationId, where a path and method were found. */
  readonly operation?: string | undefined
  /** Steps of scenarios that took effect: `flaky/1`. */
  readonly scenario?: string | undefined
  readonly rejection?: Rejection | undefined
  /** An unforeseen failure, for the log; the client gets its code only. */
  readonly failure?: unknown
}

/** What a reply is made for. */
export interface RequestContext {
  readonly service: Service
  readonly request: IncomingRequest
  /** Undefined where the request reached no operation. */
  readonly operation?: Operation
  readonly matched?: MatchedRequest
  /** The sandbox whose journal tells of the request. */
  readonly sandbox: Sandbox
  /** Whether the request reached it; one that reaches none is told of where it was most likely meant to go. */
  readonly isReached: boolean
  /** What scenarios did on the way. */
  readonly directive?: Directive
  /** Names of the scenarios that were on for the request. */
  readonly scenarios?: readonly string[]
  /** The body, once it was found valid. */
  body?: Json | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** What the journal wants to know besides. */
export interface Finished extends Handled {
  readonly scene: RequestContext
  readonly notices: readonly Notice[]
}

export const noNotices: readonly Notice[] = []

/** truncate cuts the normal answer short, so the normal answer has to be made first. */
export const isTruncation = ({ answer }: Directive): boolean => answer?.kind === 'fault' && answer.fault === 'truncate'

/** What Sandbox-Trace says of an operation: the same for all its requests. */
const traceOf = (service: Service, operation: Operation): string => {
  const known = service.traces.get(operation)
  if (known !== undefined) return known
  const behaviour = service.behaviours.get(operation)
  const trace = `operation=${formatText(operation.id)}, behaviour=${behaviour ? `${behaviour.kind}, resource=${formatText(behaviour.resource.name)}` : 'none'}`
  service.traces.set(operation, trace)
  return trace
}

/** Adds what the sandbox tells of a reply: why it is as it is, and what was ignored. */
export const finish = (
  reply: Reply,
  scene: RequestContext,
  trace: string,
  notices: readonly Notice[],
  rejection?: Rejection,
): Finished => {
  const { service, request, operation, sandbox, isReached, directive } = scene
  const { headers } = reply
  const scenario = directive && directive.trace.length > 0 ? directive.trace.join(' ') : undefined
  const own = operation ? traceOf(service, operation) : ''
  const played = scenario === undefined ? '' : `, scenario=${formatText(scenario)}`
  headers.push('Sandbox-Request-Id', request.id, 'Sandbox-Trace', own + trace + played)
  if (isReached) headers.push('Sandbox-Id', sandbox.encodedId)
  const all = directive ? [...notices, ...scenarioNotices(directive, operation)] : notices
  if (all.length > 0) headers.push('Sandbox-Notice', formatNotices(all))
  if (directive && directive.limits.length > 0) headers.push(...limitHeaders(directive.limits, false))
  if (operation?.deprecation) headers.push(...deprecationHeaders(operation.deprecation, request.address))
  return {
    reply: directive && isTruncation(directive) ? { ...reply, fault: 'truncate' } : reply,
    scene,
    notices: all,
    operation: operation?.id,
    scenario,
    rejection,
  }
}

export const finishForced = (
  forced: ScriptedReply,
  scene: RequestContext,
  notices: readonly Notice[] = noNotices,
): Finished =>
  forced.kind === 'rejected'
    ? reject(forced.rejection, scene)
    : finish(forced.reply, scene, `, source=${forced.source}`, withInvalidExamples(notices, forced.invalidExamples))

const withInvalidExamples = (notices: readonly Notice[], names: readonly string[] = []): readonly Notice[] =>
  names.length === 0 ? notices : [...notices, { kind: 'invalid-example', names }]

export const reject = (rejection: Rejection, scene: RequestContext): Finished => {
  const { service, request, operation, now } = scene
  const served: ServedDocument = operation ? service.of(operation.document) : service.ownerOf(request.path)
  const reply = served.errors.render({ rejection, operation, request, now })
  return finish(
    reply,
    scene,
    operation ? `, refused=${rejection.code}` : `refused=${rejection.code}`,
    noNotices,
    rejection,
  )
}

/** Steps that were passed over, and a 429 that the document does not have. */
const scenarioNotices = ({ passedOver, answer }: Directive, operation: Operation | undefined): readonly Notice[] => {
  const notices: Notice[] = passedOver.length === 0 ? [] : [{ kind: 'scenario-passed-over', names: passedOver }]
  const isUndocumented = answer?.kind === 'limited' && operation && !findResponse(operation.compile().responses, 429)
  return isUndocumented ? [...notices, { kind: 'undocumented-status', names: ['429'] }] : notices
}

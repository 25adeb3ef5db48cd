/**
 * One request to `standin mock`: Prism responds to it, without records. Sandboxes and scenarios work as in `standin serve`;
 * credentials are checked as Prism checks them.
 */
import type { BehaviourResult } from '../behaviours/behaviour-reply.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { type MatchedRequest, validateRequest } from '../contract/operation/validate-request.ts'
import type { SecurityCheck } from '../contract/request/security.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { Rejection } from '../errors.ts'
import type { Mock, Mocked } from '../mock/mock.ts'
import { guessSandbox, openSandbox } from '../sandboxes/open-sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { chooseScenarios, namesScenario, noteChosen } from './choose-directive.ts'
import type { Delays } from './delays.ts'
import { isTruncation } from './finish-reply.ts'
import { consoleReply, wantsConsole } from './redirect-to-console.ts'
import { invalidEscape } from './rejections.ts'
import { placeIn, type RequestContext } from './request-context.ts'
import { scriptedReply } from './scripted-reply.ts'

export interface MockDeps {
  readonly mock: Mock
  readonly sandboxes: Sandboxes
  readonly delays: Delays
}

export const answerMocked = async (
  context: RequestContext,
  { mock, ...deps }: MockDeps,
): Promise<Mocked | ScriptedReply | BehaviourResult> => {
  const { match, request, query, service } = context
  if (match.kind === 'bad-escape') return { kind: 'rejected', rejection: invalidEscape(request) }
  // In Prism, HEAD is an operation of its own.
  if (match.kind === 'operation' && match.operation.method === request.method) {
    const { operation, params: pathParams } = match
    const scripted = await playScenarios(context, { request, operation, pathParams, query }, deps)
    if (scripted) return scripted
  } else {
    placeIn(guessSandbox(request, query, deps.sandboxes), context)
    if (match.kind === 'unknown-path' && request.path === '/' && wantsConsole(request, service))
      return consoleReply(request)
  }
  const validate = async () => {
    if (match.kind !== 'operation') return undefined
    const validated = await validateRequest({ request, operation: match.operation, pathParams: match.params, query })
    return validated.kind === 'rejected' ? withStatus(validated.rejection) : undefined
  }
  const mocked = await mock(request, service, validate)
  if (mocked.kind === 'mocked') context.body = mocked.body
  return mocked
}

/** Prism responds with 415 to a media type that is not documented, whatever statuses are. */
const withStatus = (rejection: Rejection): Rejection =>
  rejection.code === 'unsupported_media_type' ? { status: 415, ...rejection } : rejection

/** Finds the sandbox, and lets its scenarios respond. Undefined: none of them does. */
const playScenarios = async (
  context: RequestContext,
  matched: MatchedRequest,
  { sandboxes, delays }: Omit<MockDeps, 'mock'>,
): Promise<ScriptedReply | undefined> => {
  const opened = openSandbox({ ...matched, operation: withoutSecurity(matched.operation) }, sandboxes)
  placeIn(opened.sandbox, context)
  if (opened.kind === 'rejected') return opened
  context.hasReachedSandbox = true
  // A preference is about one request, and stronger than the scenarios of a sandbox.
  if (prefers(matched) && !namesScenario(matched.request, matched.query)) return undefined
  const chosen = await chooseScenarios(matched, opened.sandbox, context)
  if (chosen.kind === 'rejected') return chosen
  const { directive } = chosen
  noteChosen(context, chosen)
  if (directive && directive.delay > 0) await delays.sleep(directive.delay)
  if (!directive?.answer || isTruncation(directive)) return undefined
  if (matched.operation.compile().body) await matched.request.readBody()
  return scriptedReply({ answer: directive.answer, limits: directive.limits }, matched, context)
}

const prefers = ({ request: { headers }, query }: MatchedRequest): boolean =>
  headers.prefer !== undefined || query.pairs.some(([name]) => /^__(code|example|dynamic|seed)$/.test(name))

const noSecurity: SecurityCheck = {
  open: true,
  alternatives: [],
  challenges: [],
  challenge: undefined,
  queryNames: [],
}

const withoutSecurity = memoize((operation: Operation): Operation => ({ ...operation, security: noSecurity }))

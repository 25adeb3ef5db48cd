/**
 * Carries out what a scenario or a preference says: the scripted response, with its runtime expressions, its fault, and
 * the headers of limits.
 */

import type { MatchedRequest } from '../contract/operation/validate.ts'
import type { Preferences } from '../contract/request/prefer.ts'
import { type ForceParts, forceResponse, type ScriptedReply } from '../contract/response/force-response.ts'
import { seedOf } from '../contract/values/random.ts'
import type { ServedDocument } from '../loading/service.ts'
import type { Fault, Json, Reply } from '../ports.ts'
import { compileTemplate, type ExpressionFacts } from '../scenarios/expression.ts'
import type { LimitState, ScriptedAnswer } from '../scenarios/play.ts'
import { isGeneral, type ScriptedResponse } from '../scenarios/scenario.ts'
import { headerOf, readJson } from './direct.ts'

export interface ScriptContext {
  readonly matched: MatchedRequest
  readonly served: ServedDocument
  readonly seed: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** The response of a step that answers. A fault without a response replies with nothing but the fault. */
export const scriptAnswer = async (answer: ScriptedAnswer, context: ScriptContext): Promise<ScriptedReply> => {
  switch (answer.kind) {
    case 'fault':
      return { kind: 'reply', source: 'none', reply: { status: 0, headers: [], fault: answer.fault } }
    case 'limited':
      return withHeaders(
        await force({ status: 429, ignoresContract: true }, context),
        context,
        limitHeaders([answer.state], true),
      )
    case 'respond':
      return scriptResponse(answer.respond, answer, context)
  }
}

/** The documented response that a client prefers. */
export const scriptPreference = async (
  { code, example, dynamic, seed, applied }: Preferences,
  context: ScriptContext,
): Promise<ScriptedReply> => {
  const forced = await force({ status: code, example, dynamic, ...(seed === undefined ? {} : { seed }) }, context)
  return withHeaders(forced, context, ['Preference-Applied', applied])
}

/** RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10), and Retry-After in seconds where it is over. */
export const limitHeaders = (states: readonly LimitState[], exceeded: boolean): readonly string[] => {
  const seconds = (milliseconds: number) => Math.max(0, Math.ceil(milliseconds / 1000))
  const name = (index: number) => (index === 0 ? '"default"' : `"limit${index + 1}"`)
  const headers = [
    'RateLimit-Policy',
    states.map(({ limit }, index) => `${name(index)};q=${limit.requests};w=${seconds(limit.per)}`).join(', '),
    'RateLimit',
    states.map(({ remaining, resetIn }, index) => `${name(index)};r=${remaining};t=${seconds(resetIn)}`).join(', '),
  ]
  const [first] = states
  return exceeded && first ? [...headers, 'Retry-After', String(Math.max(1, seconds(first.resetIn)))] : headers
}

const force = (
  asked: Partial<Pick<ForceParts, 'status' | 'example' | 'body' | 'dynamic' | 'seed' | 'ignoresContract'>>,
  { matched, served, seed, now }: ScriptContext,
): Promise<ScriptedReply> =>
  forceResponse({
    operation: matched.operation,
    compiler: served.compiler,
    errors: served.errors,
    request: matched.request,
    status: asked.status,
    example: asked.example,
    body: asked.body,
    dynamic: asked.dynamic ?? false,
    seed: asked.seed ?? seedOf(seed, matched.operation.id, matched.request.path, matched.request.query),
    now,
    ignoresContract: asked.ignoresContract ?? false,
  })

const scriptResponse = async (
  respond: ScriptedResponse,
  { step, fault }: Extract<ScriptedAnswer, { kind: 'respond' }>,
  context: ScriptContext,
): Promise<ScriptedReply> => {
  const facts = await collectFacts(respond, context)
  const body = respond.body === undefined ? undefined : compileTemplate(respond.body).render(facts)
  const headers = Object.entries(respond.headers).flatMap(([name, text]) => [
    name,
    toHeader(compileTemplate(text).render(facts)),
  ])
  const { status, example } = respond
  const { ignoresContract } = step
  const scripted = await force({ status, example, body, ignoresContract }, context)
  // A step on every operation gives its example or body where it fits; elsewhere the document's own will do.
  const falls = scripted.kind === 'rejected' && isGeneral(step.when)
  const forced = falls ? await force({ status, ignoresContract }, context) : scripted
  return withHeaders(forced, context, headers, fault)
}

/** The body is read only where something of it is asked for. */
const collectFacts = async (
  { status, body, headers }: ScriptedResponse,
  { matched: { request, pathParams, query, operation } }: ScriptContext,
): Promise<ExpressionFacts> => {
  const asksBody = JSON.stringify([body ?? null, headers]).includes('$request.body')
  const types = typesByName(
    operation.compile().parameters.map(({ view, read }) => ({ place: view.in, name: view.name, read })),
  )
  const raw = { path: pathParams, query: query.pairs, headers: request.headers }
  const typed = (place: 'path' | 'query', name: string): Json | undefined => {
    const outcome = types.get(`${place} ${name}`)?.(raw)
    return outcome?.kind === 'value' ? outcome.value : undefined
  }
  return {
    url: `http://${headerOf(request, 'host') ?? ''}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
    method: request.method,
    statusCode: status,
    path: (name) => typed('path', name) ?? pathParams[name],
    query: (name) => typed('query', name) ?? query.pairs.find(([key]) => key === name)?.[1],
    header: (name) => headerOf(request, name),
    body: asksBody ? await readJson(request) : undefined,
  }
}

type Parameter = { readonly place: string; readonly name: string; readonly read: MatchedRequestReader }
type MatchedRequestReader = ReturnType<MatchedRequest['operation']['compile']>['parameters'][number]['read']

const typesByName = (parameters: readonly Parameter[]): ReadonlyMap<string, MatchedRequestReader> =>
  new Map(parameters.map(({ place, name, read }) => [`${place} ${name}`, read]))

const toHeader = (value: Json): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

const withHeaders = (
  forced: ScriptedReply,
  context: ScriptContext,
  headers: readonly string[],
  fault?: Fault,
): ScriptedReply => {
  if (forced.kind === 'rejected') return forced
  const challenged = replaceHeaders(forced.reply.headers, challengeOf(forced.reply, context))
  const reply: Reply = {
    ...forced.reply,
    headers: replaceHeaders(challenged, headers),
    ...(fault === undefined ? {} : { fault }),
  }
  return { ...forced, reply }
}

/** A 401 comes with a challenge (RFC 9110, section 15.5.2), unless it has one. */
const challengeOf = (reply: Reply, { matched: { operation } }: ScriptContext): readonly string[] => {
  const { challenge } = operation.security
  return reply.status === 401 && challenge !== undefined ? ['WWW-Authenticate', challenge] : []
}

/** Added headers take the place of those of the same name. */
const replaceHeaders = (headers: readonly string[], added: readonly string[]): string[] => {
  const names = new Set(added.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const kept = headers.flatMap((name, index) =>
    index % 2 === 0 && !names.has(name.toLowerCase()) ? [name, headers[index + 1] ?? ''] : [],
  )
  return [...kept, ...added]
}

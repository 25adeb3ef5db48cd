/**
 * Writes the replies that scenarios and preferences require: the response of a step with its runtime expressions, its
 * fault and the headers of its limit, or the documented response that a client prefers.
 */

import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import type { Preferences } from '../contract/request/prefer.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import { createSelectedReply, type SelectedReplyOptions } from '../contract/response/selected-reply.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import { seedOf } from '../contract/values/random.ts'
import { headerOf, urlOf } from '../contract/values/request-header.ts'
import type { Fault, Json, Reply } from '../ports.ts'
import { compileTemplate, type ExpressionFacts } from '../scenarios/expression.ts'
import type { Directive, LimitState, ScriptedAnswer } from '../scenarios/play.ts'
import { isGeneral, type ScriptedResponse } from '../scenarios/scenario.ts'
import { isDocumented } from '../scenarios/step-operations.ts'
import { readJson } from './choose-directive.ts'
import type { RequestContext } from './request-context.ts'

/** What the scenarios decided, with a step that answers. */
export type Answering = Pick<Directive, 'limits'> & { readonly answer: ScriptedAnswer }

/** The reply of the step that answers. A fault without a response sends nothing but the fault. */
export const scriptedReply = async (
  { answer, limits }: Answering,
  matched: MatchedRequest,
  context: RequestContext,
): Promise<ScriptedReply> => {
  switch (answer.kind) {
    case 'fault':
      return { kind: 'reply', source: 'none', reply: { status: 0, headers: [], fault: answer.fault } }
    case 'limited': {
      const reply = await writeDocumented({ status: 429, ignoresContract: true }, matched, context)
      const retryAfter = String(Math.max(1, toSeconds(answer.state.resetIn)))
      return addHeaders(reply, matched, [...limitHeaders([...limits, answer.state]), 'Retry-After', retryAfter])
    }
    case 'respond':
      return writeResponse(answer, matched, context)
  }
}

/** The documented response that the client prefers. */
export const preferredReply = async (
  { code, example, dynamic, seed, applied }: Preferences,
  matched: MatchedRequest,
  context: RequestContext,
): Promise<ScriptedReply> => {
  const preferred = { status: code, example, dynamic, ...(seed === undefined ? {} : { seed }) }
  return addHeaders(await writeDocumented(preferred, matched, context), matched, ['Preference-Applied', applied])
}

/** RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers-10). */
export const limitHeaders = (states: readonly LimitState[]): readonly string[] => {
  const name = (index: number) => (index === 0 ? '"default"' : `"limit${index + 1}"`)
  return [
    'RateLimit-Policy',
    states.map(({ limit }, index) => `${name(index)};q=${limit.requests};w=${toSeconds(limit.per)}`).join(', '),
    'RateLimit',
    states.map(({ remaining, resetIn }, index) => `${name(index)};r=${remaining};t=${toSeconds(resetIn)}`).join(', '),
  ]
}

const toSeconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000))

/** A response of the operation, or of no operation where the step ignores the contract. */
const writeDocumented = (
  wanted: Partial<Pick<SelectedReplyOptions, 'status' | 'example' | 'body' | 'dynamic' | 'seed' | 'ignoresContract'>>,
  { operation, request }: MatchedRequest,
  { service, sandbox, now }: RequestContext,
): Promise<ScriptedReply> => {
  const { compiler, errors } = service.of(operation.document)
  return createSelectedReply({
    operation,
    compiler,
    errors,
    request,
    status: wanted.status,
    example: wanted.example,
    body: wanted.body,
    dynamic: wanted.dynamic ?? false,
    seed: wanted.seed ?? seedOf(sandbox.seed, operation.id, request.path, request.query),
    now,
    ignoresContract: wanted.ignoresContract ?? false,
  })
}

const writeResponse = async (
  { step, fault, respond }: Extract<ScriptedAnswer, { kind: 'respond' }>,
  matched: MatchedRequest,
  context: RequestContext,
): Promise<ScriptedReply> => {
  const { status, example } = respond
  const { ignoresContract } = step
  const facts = await collectFacts(respond, matched)
  const body = respond.body === undefined ? undefined : compileTemplate(respond.body).render(facts)
  const headers = Object.entries(respond.headers).flatMap(([name, text]) => [
    name,
    toHeaderValue(compileTemplate(text).render(facts)),
  ])
  if (isGeneral(step.when) && status === 401 && !ignoresContract && !isDocumented(matched.operation, status)) {
    // As if the key were missing, which is a 401 also where none is documented.
    const rejected = await writeDocumented({ status, ignoresContract: true }, matched, context)
    return addHeaders(rejected, matched, headers, fault)
  }
  const wanted = await writeDocumented({ status, example, body, ignoresContract }, matched, context)
  // A step for every operation falls back to the documented response where its example or body does not conform.
  const isFallback = wanted.kind === 'rejected' && isGeneral(step.when)
  const reply = isFallback ? await writeDocumented({ status, ignoresContract }, matched, context) : wanted
  return addHeaders(reply, matched, headers, fault)
}

/** What runtime expressions can refer to. The body is read only if an expression needs it. */
const collectFacts = async (
  { status, body, headers }: ScriptedResponse,
  { request, pathParams, query, operation }: MatchedRequest,
): Promise<ExpressionFacts> => {
  const needsBody = stringifyJson([body ?? null, headers]).includes('$request.body')
  const raw = { path: pathParams, query: query.pairs, headers: request.headers }
  const { parameters } = operation.compile()
  const typed = (place: 'path' | 'query', name: string): Json | undefined => {
    const outcome = parameters.find(({ view }) => view.in === place && view.name === name)?.read(raw)
    return outcome?.kind === 'value' ? outcome.value : undefined
  }
  return {
    url: urlOf(request),
    method: request.method,
    statusCode: status,
    path: (name) => typed('path', name) ?? pathParams[name],
    query: (name) => typed('query', name) ?? query.pairs.find(([key]) => key === name)?.[1],
    header: (name) => headerOf(request, name),
    body: needsBody ? await readJson(request) : undefined,
  }
}

const toHeaderValue = (value: Json): string =>
  String(typeof value === 'object' ? stringifyJson(value) : value).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')

const addHeaders = (
  scripted: ScriptedReply,
  matched: MatchedRequest,
  headers: readonly string[],
  fault?: Fault,
): ScriptedReply => {
  if (scripted.kind === 'rejected') return scripted
  const challenged = replaceHeaders(scripted.reply.headers, challengeOf(scripted.reply, matched))
  const reply: Reply = {
    ...scripted.reply,
    headers: replaceHeaders(challenged, headers),
    ...(fault === undefined ? {} : { fault }),
  }
  return { ...scripted, reply }
}

/** A 401 has a challenge (RFC 9110, section 15.5.2). */
const challengeOf = ({ status }: Reply, { operation }: MatchedRequest): readonly string[] => {
  const { challenge } = operation.security
  return status === 401 && challenge !== undefined ? ['WWW-Authenticate', challenge] : []
}

/** Adds headers, and removes those of the same names. */
const replaceHeaders = (headers: readonly string[], added: readonly string[]): string[] => {
  const names = new Set(added.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const others = headers.flatMap((name, index) =>
    index % 2 === 0 && !names.has(name.toLowerCase()) ? [name, headers[index + 1] ?? ''] : [],
  )
  return [...others, ...added]
}

/**
 * One request, one direction: match, open the sandbox, validate, behave, respond. Read it from top to bottom; each step
 * either answers or hands on. It knows nothing of sockets, so tests and other transports call it as the server does.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './behaviours/behaviour.ts'
import type { Replied } from './behaviours/replied.ts'
import { UnfitError } from './behaviours/unfit-error.ts'
import { deprecationHeaders } from './contract/document/deprecation.ts'
import { findResponse } from './contract/document/operation-view.ts'
import { fullPathOf, type Operation, type PathEntry } from './contract/request/operation.ts'
import { type Input, type MatchedRequest, validateRequest } from './contract/request/validate.ts'
import type { Forced } from './contract/response/force-response.ts'
import { respond } from './contract/response/respond.ts'
import { SchemaCompileError } from './contract/schema/schema-compiler.ts'
import { findHeader } from './contract/values/header-list.ts'
import { parseQuery } from './contract/values/query.ts'
import { type Directed, direct } from './direct.ts'
import type { Refusal } from './errors.ts'
import { formatNotices, formatText, type Notice } from './notices.ts'
import type { IncomingRequest, Json, Reply } from './ports.ts'
import { authenticate } from './sandboxes/keys.ts'
import { lookupIn, openSandbox, sandboxOfMiss } from './sandboxes/open-sandbox.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import { readAddress } from './sandboxes/sandbox-name.ts'
import type { Sandboxes } from './sandboxes/sandboxes.ts'
import type { Directive } from './scenarios/play.ts'
import { limitHeaders, type ScriptContext, scriptAnswer, scriptPreference } from './script.ts'
import type { ServedDocument, Service } from './service.ts'

/** A reply and what the log and the journal want to know of it. */
export interface Handled {
  readonly reply: Reply
  /** The operationId, where a path and method were found. */
  readonly operation?: string | undefined
  /** Steps of scenarios that took effect: `flaky/1`. */
  readonly scenario?: string | undefined
  readonly refusal?: Refusal | undefined
  /** An unforeseen failure, for the log; the client gets its code only. */
  readonly failure?: unknown
}

export type Handle = (request: IncomingRequest) => Promise<Handled>

export interface HandlerParts {
  /** The service as it is now; files that change replace it. */
  readonly service: () => Service
  readonly sandboxes: Sandboxes
  /** Whether bodies without state are made up also where there are examples. */
  readonly dynamic: boolean
}

/** What the journal wants to know besides. */
interface Finished extends Handled {
  readonly scene: Scene
  readonly notices: readonly Notice[]
}

export const createHandle = ({ service: currentService, sandboxes, dynamic }: HandlerParts): Handle => {
  const handleRequest = async (sent: IncomingRequest, service: Service): Promise<Finished> => {
    const request = readAddress(sent)
    const query = parseQuery(request.query)
    const match = service.matcher.match(request.method, request.path)
    if (match.kind === 'operation') {
      const matched = { request, operation: match.operation, pathParams: match.params, query }
      return handleOperation(matched, service)
    }
    const sandbox = sandboxOfMiss(request, query, sandboxes)
    const scene: Scene = { service, request, now: sandbox.now(), unreached: sandbox }
    switch (match.kind) {
      case 'bad-escape':
        return refuse(badEscape(request), scene)
      case 'unknown-path':
        return refuse(unknownPath(request, match.nearest), scene)
      case 'wrong-method':
        return answerMethod(match.entry, scene, query, sandbox)
    }
  }

  /** The operation's own way: key, sandbox, scenario, request, behaviour. */
  const handleOperation = async (matched: MatchedRequest, service: Service): Promise<Finished> => {
    const { request, operation } = matched
    const opened = openSandbox(matched, sandboxes)
    if (opened.kind === 'refused') {
      const { refusal, unreached } = opened
      return refuse(refusal, { service, request, operation, matched, unreached, now: unreached.now() })
    }
    const { sandbox, wasEvicted } = opened
    const directing = direct(matched, sandbox)
    // Waiting for what is there already would cost each request a turn of the queue.
    const directed = directing instanceof Promise ? await directing : directing
    const scene: Scene = { service, request, operation, matched, sandbox, now: nowOf(directed, sandbox) }
    if (directed.kind === 'refused') return refuse(directed.refusal, scene)
    const { directive, byRequest, preferences, scenarios } = directed.direction
    const served = service.of(operation.document)
    const context: ScriptContext = { matched, served, seed: sandbox.seed, now: scene.now }
    const played: Scene = directive ? { ...scene, directive, scenarios } : scene

    if (directive && directive.delay > 0) await sleep(directive.delay)
    if (directive?.answer && !isTruncation(directive)) {
      // A scripted answer comes when the request has come, as any other: the journal tells of the whole.
      if (operation.compile().body) await request.readBody()
      return finishForced(await scriptAnswer(directive.answer, context), played)
    }
    if (operation.deprecation?.goneAt !== undefined && scene.now >= operation.deprecation.goneAt)
      return refuse(removed(operation, request), played)

    const behaviour = service.behaviours.get(operation)
    const validating = validateRequest(matched, behaviour !== undefined)
    const validated = validating instanceof Promise ? await validating : validating
    if (validated.kind === 'refused') return refuse(validated.refusal, played)
    const isOdd = sandbox.stale || wasEvicted || validated.input.undocumentedQuery.length > 0
    const notices = isOdd ? inputNotices(validated.input, sandbox, wasEvicted) : noNotices
    played.body = validated.input.body?.exact
    if (preferences) return finishForced(await scriptPreference(preferences, context), played, notices)

    if (!behaviour) {
      const forced = await respond({
        matched,
        body: validated.input.body,
        compiler: served.compiler,
        seed: sandbox.seed,
        dynamic,
      })
      return finishForced(forced, played, notices)
    }
    const outcome = await behaviour.run(validated.input, worldOf(sandbox, directive, byRequest))
    if (outcome.kind === 'refused') return refuse(outcome.refusal, played)
    const reply = replyOf(outcome)
    return finish(reply, played, outcome.isReplay ? ', source=replayed' : '', withOutcome(notices, outcome))
  }

  /** A known path without an operation for the method; where it has no operation at all, only a good key learns that. */
  const answerMethod = (entry: PathEntry, scene: Scene, query: MatchedRequest['query'], sandbox: Sandbox): Finished => {
    const { request } = scene
    if (request.method === 'OPTIONS')
      return {
        reply: { status: 204, headers: ['Allow', entry.allow, 'Sandbox-Request-Id', request.id] },
        scene,
        notices: noNotices,
      }
    if (entry.operations.size > 0) return refuse(wrongMethod(entry, request), scene)
    const { method, headers } = request
    const unauthorized = authenticate(entry.security, lookupIn(sandbox, sandboxes), { method, headers, query })
    return refuse(unauthorized ?? notDescribed(entry), scene)
  }

  return async (request) => {
    const service = currentService()
    const at = sandboxes.realTime()
    const started = performance.now()
    let finished: Finished
    try {
      finished = await handleRequest(request, service)
    } catch (error) {
      const unreached = sandboxes.default
      const scene: Scene = { service, request, unreached, now: unreached.now() }
      finished = { ...refuse(describeFailure(error), scene), failure: error }
    }
    record(finished, request, at, performance.now() - started)
    return finished
  }
}

/** Into the journal and the coverage of the sandbox that the request reached, or would have. */
const record = (finished: Finished, sent: IncomingRequest, at: number, duration: number): void => {
  const { scene, reply, refusal, notices } = finished
  const { sandbox = scene.unreached, operation, matched, directive, scenarios } = scene
  if (!sandbox) return
  const steps = directive?.trace ?? noNames
  if (operation && matched)
    sandbox.journal.coverage.count({
      operation,
      status: reply.status,
      headers: sent.headers,
      query: matched.query.pairs,
      pathParams: matched.pathParams,
      body: scene.body,
      responseType: reply.body === undefined ? undefined : findHeader(reply.headers, 'Content-Type'),
      steps,
    })
  sandbox.journal.record({
    id: sent.id,
    sandbox: sandbox.id,
    at,
    clock: scene.now,
    duration,
    method: sent.method,
    path: sent.path,
    query: sent.query,
    headers: sent.headers,
    body: sent.bodySoFar(),
    reply,
    operation,
    pathParams: matched?.pathParams ?? noParams,
    refusal,
    notices,
    scenarios: scenarios ?? noNames,
    steps,
  })
}

const replyOf = ({ status, mediaType, body, headers }: Replied): Reply => {
  const reply: Reply =
    body === undefined ? { status, headers: [] } : { status, headers: ['Content-Type', mediaType], body }
  if (headers) reply.headers.push(...headers)
  return reply
}

const noNames: readonly string[] = []
const noParams: Readonly<Record<string, string>> = {}

/** What a reply is made for. */
interface Scene {
  readonly service: Service
  readonly request: IncomingRequest
  /** Undefined where the request reached no operation. */
  readonly operation?: Operation
  readonly matched?: MatchedRequest
  /** Undefined where the request reached no sandbox. */
  readonly sandbox?: Sandbox
  /** The sandbox whose journal tells of a request that reached none. */
  readonly unreached?: Sandbox
  /** What scenarios did on the way. */
  readonly directive?: Directive
  /** Names of the scenarios that were on for the request. */
  readonly scenarios?: readonly string[]
  /** The body, once it was found valid. */
  body?: Json | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

const nowOf = (directed: Directed, sandbox: Sandbox): number =>
  (directed.kind === 'directed' ? directed.direction.directive?.clock : undefined) ?? sandbox.now()

const worldOf = (sandbox: Sandbox, directive: Directive | undefined, byRequest: boolean): World =>
  sandbox.worldOf({ records: directive?.records, hold: directive?.hold ?? noHolds, byRequest, clock: directive?.clock })

const noHolds: readonly string[] = []

/** truncate cuts the normal answer short, so the normal answer has to be made first. */
const isTruncation = ({ answer }: Directive): boolean => answer?.kind === 'fault' && answer.fault === 'truncate'

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
const finish = (reply: Reply, scene: Scene, trace: string, notices: readonly Notice[], refusal?: Refusal): Finished => {
  const { service, request, operation, sandbox, directive } = scene
  const { headers } = reply
  const scenario = directive && directive.trace.length > 0 ? directive.trace.join(' ') : undefined
  const own = operation ? traceOf(service, operation) : ''
  const played = scenario === undefined ? '' : `, scenario=${formatText(scenario)}`
  headers.push('Sandbox-Request-Id', request.id, 'Sandbox-Trace', own + trace + played)
  if (sandbox) headers.push('Sandbox-Id', sandbox.encodedId)
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
    refusal,
  }
}

const finishForced = (forced: Forced, scene: Scene, notices: readonly Notice[] = noNotices): Finished =>
  forced.kind === 'refused'
    ? refuse(forced.refusal, scene)
    : finish(forced.reply, scene, `, source=${forced.source}`, withPassedOver(notices, forced.passedOver))

const withPassedOver = (notices: readonly Notice[], names: readonly string[] = []): readonly Notice[] =>
  names.length === 0 ? notices : [...notices, { kind: 'invalid-example', names }]

const refuse = (refusal: Refusal, scene: Scene): Finished => {
  const { service, request, operation, now } = scene
  const served: ServedDocument = operation ? service.of(operation.document) : service.ownerOf(request.path)
  const reply = served.errors.render({ refusal, operation, request, now })
  return finish(reply, scene, operation ? `, refused=${refusal.code}` : `refused=${refusal.code}`, noNotices, refusal)
}

/** Steps that were passed over, and a 429 that the document does not have. */
const scenarioNotices = ({ passedOver, answer }: Directive, operation: Operation | undefined): readonly Notice[] => {
  const notices: Notice[] = passedOver.length === 0 ? [] : [{ kind: 'scenario-passed-over', names: passedOver }]
  const isUndocumented = answer?.kind === 'limited' && operation && !findResponse(operation.compile().responses, 429)
  return isUndocumented ? [...notices, { kind: 'undocumented-status', names: ['429'] }] : notices
}

const noNotices: readonly Notice[] = []

const inputNotices = ({ undocumentedQuery }: Input, { stale, id }: Sandbox, wasEvicted: boolean): readonly Notice[] => [
  ...(undocumentedQuery.length === 0 ? [] : [{ kind: 'undocumented-query', names: undocumentedQuery } as const]),
  ...(stale ? [{ kind: 'fixtures-changed', names: ['reset'] } as const] : []),
  ...(wasEvicted ? [{ kind: 'sandbox-evicted', names: [id] } as const] : []),
]

/** Most answers have nothing to tell besides. */
const withOutcome = (notices: readonly Notice[], { ignored, forgotten }: Replied): readonly Notice[] => {
  const told = ignored?.length ? [...notices, ignoredNotice(ignored)] : notices
  return forgotten ? [...told, { kind: 'idempotency-forgotten', names: forgotten }] : told
}

const ignoredNotice = (ignored: readonly string[]): Notice => ({
  kind: 'ignored-properties',
  names: ignored.map((name) => `body.${name}`),
})

const badEscape = ({ path }: IncomingRequest): Refusal => ({
  code: 'invalid_request',
  status: 400,
  message: `the path holds a bad escape in "${path.slice(0, 100)}"; escapes are % and two hexadecimal digits of UTF-8`,
})

const unknownPath = ({ path }: IncomingRequest, nearest: string | undefined): Refusal => ({
  code: 'not_found',
  message: `no document has the path ${path.slice(0, 200)}${nearest === undefined ? '' : `; the nearest is ${nearest}`}`,
})

const wrongMethod = (entry: PathEntry, { method }: IncomingRequest): Refusal => ({
  code: 'method_not_allowed',
  // HEAD is answered as GET is, word for word, so that its Content-Length is right.
  message: `${fullPathOf(entry)} has no ${method === 'HEAD' ? 'GET' : method}; it has ${entry.allow}`,
  headers: ['Allow', entry.allow],
})

const notDescribed = (entry: PathEntry): Refusal => ({
  code: 'not_described',
  message: `${fullPathOf(entry)} is named in the interface, but its operations are not described`,
})

const removed = ({ id, deprecation }: Operation, { address = '' }: IncomingRequest): Refusal => ({
  code: 'operation_removed',
  message: `${id} was removed after ${deprecation?.sunset}${deprecation?.successor === undefined ? '' : `; use ${address}${deprecation.successor}`}`,
})

/** What a client is told of a failure: a broken schema is named, anything else is ours and only logged. */
const describeFailure = (error: unknown): Refusal => {
  if (error instanceof UnfitError) return error.refusal
  if (error instanceof SchemaCompileError)
    return {
      code: 'internal_error',
      message: `the document's schema at ${error.node.pointer} cannot be compiled: ${error.message}`,
    }
  return { code: 'internal_error', message: 'the sandbox failed on this request; its log says why' }
}

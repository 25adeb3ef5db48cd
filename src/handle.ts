/**
 * One request, one direction: match, open the sandbox, validate, behave, respond. Read it from top to bottom; each step
 * either answers or hands on. It knows nothing of sockets, so tests and other transports call it as the server does.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './behaviours/behaviour.ts'
import type { Forced } from './contract/force-response.ts'
import type { Operation, PathEntry } from './contract/operation.ts'
import { findResponse } from './contract/operation-view.ts'
import { parseQuery } from './contract/query.ts'
import { respond } from './contract/respond.ts'
import { SchemaCompileError } from './contract/schema-compiler.ts'
import { type Input, type MatchedRequest, validateRequest } from './contract/validate.ts'
import { type Directed, direct } from './direct.ts'
import type { Refusal } from './errors.ts'
import { formatNotices, formatText, type Notice } from './notices.ts'
import type { IncomingRequest, Reply } from './ports.ts'
import { authenticate } from './sandboxes/keys.ts'
import { Sandbox } from './sandboxes/sandbox.ts'
import { readSandboxId, type Sandboxes } from './sandboxes/sandboxes.ts'
import type { Directive } from './scenarios/play.ts'
import { limitHeaders, type ScriptContext, scriptAnswer, scriptPreference } from './script.ts'
import type { ServedDocument, Service } from './service.ts'

/** A reply and what the log and the journal want to know of it. */
export interface Handled {
  readonly reply: Reply
  /** The operationId, where a path and method were found. */
  readonly operation?: string
  /** Steps of scenarios that took effect: `flaky/1`. */
  readonly scenario?: string
  readonly refusal?: Refusal
  /** An unforeseen failure, for the log; the client gets its code only. */
  readonly failure?: unknown
}

export type Handle = (request: IncomingRequest) => Promise<Handled>

export interface HandlerParts {
  /** The service as it is now; files that change replace it. */
  readonly service: () => Service
  readonly sandboxes: Sandboxes
}

export const createHandle = ({ service: currentService, sandboxes }: HandlerParts): Handle => {
  const handleRequest = async (request: IncomingRequest, service: Service): Promise<Handled> => {
    const query = parseQuery(request.query)
    const match = service.matcher.match(request.method, request.path)
    if (match.kind === 'operation') {
      return handleOperation({ request, operation: match.operation, pathParams: match.params, query }, service)
    }
    const scene: Scene = { service, request, now: sandboxes.default.now() }
    switch (match.kind) {
      case 'bad-escape':
        return refuse(badEscape(request), scene)
      case 'unknown-path':
        return refuse(unknownPath(request, match.nearest), scene)
      case 'wrong-method':
        return answerMethod(match.entry, scene, query)
    }
  }

  /** The operation's own way: key, sandbox, scenario, request, behaviour. */
  const handleOperation = async (matched: MatchedRequest, service: Service): Promise<Handled> => {
    const { request, operation } = matched
    const opened = openSandbox(matched, sandboxes)
    if (opened.kind === 'refused') return refuse(opened.refusal, { service, request, operation, now: opened.now })
    const { sandbox } = opened
    const directed = await direct(matched, sandbox)
    const scene: Scene = { service, request, operation, sandbox, now: nowOf(directed, sandbox) }
    if (directed.kind === 'refused') return refuse(directed.refusal, scene)
    const { directive, byRequest, preferences } = directed.direction
    const served = service.of(operation.document)
    const context: ScriptContext = { matched, served, seed: sandbox.seed, now: scene.now }
    const played: Scene = directive ? { ...scene, directive } : scene

    if (directive && directive.delay > 0) await sleep(directive.delay)
    if (directive?.answer && !isTruncation(directive))
      return finishForced(await scriptAnswer(directive.answer, context), played)
    if (operation.deprecation?.goneAt !== undefined && scene.now >= operation.deprecation.goneAt)
      return refuse(removed(operation), played)

    const behaviour = service.behaviours.get(operation)
    const validated = await validateRequest(matched, behaviour !== undefined)
    if (validated.kind === 'refused') return refuse(validated.refusal, played)
    const notices =
      sandbox.stale || validated.input.undocumentedQuery.length > 0 ? inputNotices(validated.input, sandbox) : noNotices
    if (preferences) return finishForced(await scriptPreference(preferences, context), played, notices)

    if (!behaviour) {
      const forced = await respond({
        matched,
        body: validated.input.body,
        compiler: served.compiler,
        seed: sandbox.seed,
      })
      return finishForced(forced, played, notices)
    }
    const outcome = await behaviour.run(validated.input, worldOf(sandbox, directive, byRequest))
    if (outcome.kind === 'refused') return refuse(outcome.refusal, played)
    const reply: Reply = { status: outcome.status, headers: ['Content-Type', 'application/json'], body: outcome.body }
    return finish(reply, played, '', outcome.ignored?.length ? [...notices, ignoredNotice(outcome.ignored)] : notices)
  }

  /** A known path without an operation for the method; where it has no operation at all, only a good key learns that. */
  const answerMethod = (entry: PathEntry, scene: Scene, query: MatchedRequest['query']): Handled => {
    const { request, now } = scene
    if (request.method === 'OPTIONS')
      return { reply: { status: 204, headers: ['Allow', entry.allow, 'Sandbox-Request-Id', request.id] } }
    if (entry.operations.size > 0) return refuse(wrongMethod(entry, request), scene)
    const unauthorized = authenticate(entry.security, sandboxes.setup().keys, { headers: request.headers, query, now })
    return refuse(unauthorized ?? notDescribed(entry), scene)
  }

  return async (request) => {
    const service = currentService()
    try {
      return await handleRequest(request, service)
    } catch (error) {
      return { ...refuse(describeFailure(error), { service, request, now: sandboxes.default.now() }), failure: error }
    }
  }
}

/** What a reply is made for. */
interface Scene {
  readonly service: Service
  readonly request: IncomingRequest
  /** Undefined where the request reached no operation. */
  readonly operation?: Operation
  /** Undefined where the request reached no sandbox. */
  readonly sandbox?: Sandbox
  /** What scenarios did on the way. */
  readonly directive?: Directive
  /** Epoch milliseconds. */
  readonly now: number
}

type Opened =
  | { readonly kind: 'opened'; readonly sandbox: Sandbox }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly now: number }

/** The sandbox that a request names, once its key is known to be good; made on first use. */
const openSandbox = ({ request, operation, query }: MatchedRequest, sandboxes: Sandboxes): Opened => {
  const { headers } = request
  const read = readSandboxId(headers, query.pairs)
  const known = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  const { keys, now: clock } = known ?? sandboxes.default
  const now = clock()
  const unauthorized = authenticate(operation.security, keys, { headers, query, now })
  if (unauthorized) return { kind: 'refused', refusal: unauthorized, now }
  if (read.kind === 'refused') return { ...read, now }
  const sandbox = known ?? sandboxes.open(read.id)
  return sandbox instanceof Sandbox ? { kind: 'opened', sandbox } : { kind: 'refused', refusal: sandbox, now }
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
const finish = (reply: Reply, scene: Scene, trace: string, notices: readonly Notice[]): Handled => {
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
  if (operation?.deprecation) headers.push(...operation.deprecation.headers)
  return {
    reply: directive && isTruncation(directive) ? { ...reply, fault: 'truncate' } : reply,
    ...(operation ? { operation: operation.id } : {}),
    ...(scenario === undefined ? {} : { scenario }),
  }
}

const finishForced = (forced: Forced, scene: Scene, notices: readonly Notice[] = noNotices): Handled =>
  forced.kind === 'refused'
    ? refuse(forced.refusal, scene)
    : finish(forced.reply, scene, `, source=${forced.source}`, notices)

const refuse = (refusal: Refusal, scene: Scene): Handled => {
  const { service, request, operation, now } = scene
  const served: ServedDocument = operation ? service.of(operation.document) : service.ownerOf(request.path)
  const reply = served.errors.render({ refusal, operation, request, now })
  return {
    ...finish(reply, scene, operation ? `, refused=${refusal.code}` : `refused=${refusal.code}`, noNotices),
    refusal,
  }
}

/** Steps that were passed over, and a 429 that the document does not have. */
const scenarioNotices = ({ passedOver, answer }: Directive, operation: Operation | undefined): readonly Notice[] => {
  const notices: Notice[] = passedOver.length === 0 ? [] : [{ kind: 'scenario-passed-over', names: passedOver }]
  const isUndocumented = answer?.kind === 'limited' && operation && !findResponse(operation.compile().responses, 429)
  return isUndocumented ? [...notices, { kind: 'undocumented-status', names: ['429'] }] : notices
}

const noNotices: readonly Notice[] = []

const inputNotices = ({ undocumentedQuery }: Input, { stale }: Sandbox): readonly Notice[] => [
  ...(undocumentedQuery.length === 0 ? [] : [{ kind: 'undocumented-query', names: undocumentedQuery } as const]),
  ...(stale ? [{ kind: 'fixtures-changed', names: ['reset'] } as const] : []),
]

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

const wrongMethod = ({ allow, document, path }: PathEntry, { method }: IncomingRequest): Refusal => ({
  code: 'method_not_allowed',
  // HEAD is answered as GET is, word for word, so that its Content-Length is right.
  message: `${document.basePath}${path} has no ${method === 'HEAD' ? 'GET' : method}; it has ${allow}`,
  headers: ['Allow', allow],
})

const notDescribed = ({ document, path }: PathEntry): Refusal => ({
  code: 'not_described',
  message: `${document.basePath}${path} is named in the interface, but its operations are not described`,
})

const removed = ({ id, deprecation }: Operation): Refusal => ({
  code: 'operation_removed',
  message: `${id} was removed after ${deprecation?.sunset}${deprecation?.successor === undefined ? '' : `; use ${deprecation.successor}`}`,
})

/** What a client is told of a failure: a broken schema is named, anything else is ours and only logged. */
const describeFailure = (error: unknown): Refusal =>
  error instanceof SchemaCompileError
    ? {
        code: 'internal_error',
        message: `the document's schema at ${error.node.pointer} cannot be compiled: ${error.message}`,
      }
    : { code: 'internal_error', message: 'the sandbox failed on this request; its log says why' }

/**
 * One request, one direction: match, open the sandbox, validate, behave, respond. Read it from top to bottom; each step
 * either answers or hands on. It knows nothing of sockets, so tests and other transports call it as the server does.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { BehaviourContext } from '../behaviours/behaviour.ts'
import type { BehaviourReply } from '../behaviours/behaviour-reply.ts'
import type { PathEntry } from '../contract/operation/operation.ts'
import { type Input, type MatchedRequest, validateRequest } from '../contract/operation/validate-request.ts'
import { respond } from '../contract/response/respond.ts'
import { parseQuery } from '../contract/values/query.ts'
import type { Service } from '../loading/service.ts'
import type { Notice } from '../notices.ts'
import type { IncomingRequest, Reply } from '../ports.ts'
import { authenticate } from '../sandboxes/keys.ts'
import { lookupIn, openSandbox, sandboxOfMiss } from '../sandboxes/open-sandbox.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { readAddress } from '../sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { Directive } from '../scenarios/play.ts'
import { type Directed, direct } from './direct.ts'
import {
  type Finished,
  finish,
  finishForced,
  type Handled,
  isTruncation,
  noNotices,
  type RequestContext,
  reject,
} from './finish.ts'
import { recordExchange } from './record-exchange.ts'
import { badEscape, describeFailure, notDescribed, removed, unknownPath, wrongMethod } from './rejections.ts'
import { type ScriptContext, scriptAnswer, scriptPreference } from './script.ts'

export type Handle = (request: IncomingRequest) => Promise<Handled>

export interface HandlerParts {
  /** The service as it is now; files that change replace it. */
  readonly service: () => Service
  readonly sandboxes: Sandboxes
  /** Whether bodies without state are made up also where there are examples. */
  readonly dynamic: boolean
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
    const scene: RequestContext = { service, request, sandbox, isReached: false, now: sandbox.now() }
    switch (match.kind) {
      case 'bad-escape':
        return reject(badEscape(request), scene)
      case 'unknown-path':
        return reject(unknownPath(request, match.nearest), scene)
      case 'wrong-method':
        return answerMethod(match.entry, scene, query, sandbox)
    }
  }

  /** The operation's own way: key, sandbox, scenario, request, behaviour. */
  const handleOperation = async (matched: MatchedRequest, service: Service): Promise<Finished> => {
    const { request, operation } = matched
    const opened = openSandbox(matched, sandboxes)
    if (opened.kind === 'rejected') {
      const { rejection, unreached } = opened
      const now = unreached.now()
      return reject(rejection, { service, request, operation, matched, sandbox: unreached, isReached: false, now })
    }
    const { sandbox, wasEvicted } = opened
    const directing = direct(matched, sandbox)
    // Waiting for what is there already would cost each request a turn of the queue.
    const directed = directing instanceof Promise ? await directing : directing
    const now = nowOf(directed, sandbox)
    const scene: RequestContext = { service, request, operation, matched, sandbox, isReached: true, now }
    if (directed.kind === 'rejected') return reject(directed.rejection, scene)
    const { directive, byRequest, preferences, scenarios } = directed.direction
    const served = service.of(operation.document)
    const context: ScriptContext = { matched, served, seed: sandbox.seed, now: scene.now }
    const played: RequestContext = directive ? { ...scene, directive, scenarios } : scene

    if (directive && directive.delay > 0) await sleep(directive.delay)
    if (directive?.answer && !isTruncation(directive)) {
      // A scripted answer comes when the request has come, as any other: the journal tells of the whole.
      if (operation.compile().body) await request.readBody()
      return finishForced(await scriptAnswer(directive.answer, context), played)
    }
    if (operation.deprecation?.goneAt !== undefined && scene.now >= operation.deprecation.goneAt)
      return reject(removed(operation, request), played)

    const behaviour = service.behaviours.get(operation)
    const validating = validateRequest(matched, behaviour !== undefined)
    const validated = validating instanceof Promise ? await validating : validating
    if (validated.kind === 'rejected') return reject(validated.rejection, played)
    const isOdd = sandbox.stale || wasEvicted || validated.input.undocumentedQuery.length > 0
    const notices = isOdd ? inputNotices(validated.input, sandbox, wasEvicted) : noNotices
    played.body = validated.input.body?.exact
    if (preferences) return finishForced(await scriptPreference(preferences, context), played, notices)

    if (!behaviour) {
      const guard = service.guards.get(operation)
      const missing = guard && (await guard(validated.input, worldOf(sandbox, directive, byRequest).store))
      if (missing) return reject(missing, played)
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
    if (outcome.kind === 'rejected') return reject(outcome.rejection, played)
    const reply = replyOf(outcome)
    return finish(reply, played, outcome.isReplay ? ', source=replayed' : '', withOutcome(notices, outcome))
  }

  /** A known path without an operation for the method; where it has no operation at all, only a good key learns that. */
  const answerMethod = (
    entry: PathEntry,
    scene: RequestContext,
    query: MatchedRequest['query'],
    sandbox: Sandbox,
  ): Finished => {
    const { request } = scene
    if (request.method === 'OPTIONS')
      return {
        reply: { status: 204, headers: ['Allow', entry.allow, 'Sandbox-Request-Id', request.id] },
        scene,
        notices: noNotices,
      }
    if (entry.operations.size > 0) return reject(wrongMethod(entry, request), scene)
    const { method, headers } = request
    const unauthorized = authenticate(entry.security, lookupIn(sandbox, sandboxes), { method, headers, query })
    return reject(unauthorized ?? notDescribed(entry), scene)
  }

  /** What a request that failed was for, as far as that can be told. */
  const sceneOfFailure = (sent: IncomingRequest, service: Service): RequestContext => {
    const request = readAddress(sent)
    const query = parseQuery(request.query)
    const match = service.matcher.match(request.method, request.path)
    const sandbox = sandboxOfMiss(request, query, sandboxes)
    const scene: RequestContext = { service, request, sandbox, isReached: false, now: sandbox.now() }
    if (match.kind !== 'operation') return scene
    const { operation, params } = match
    return { ...scene, operation, matched: { request, operation, pathParams: params, query } }
  }

  return async (request) => {
    const service = currentService()
    const at = sandboxes.realTime()
    const started = performance.now()
    let finished: Finished
    try {
      finished = await handleRequest(request, service)
    } catch (error) {
      finished = { ...reject(describeFailure(error), sceneOfFailure(request, service)), failure: error }
    }
    recordExchange(finished, request, at, performance.now() - started)
    return finished
  }
}

const replyOf = ({ status, mediaType, body, headers }: BehaviourReply): Reply => {
  const reply: Reply =
    body === undefined ? { status, headers: [] } : { status, headers: ['Content-Type', mediaType], body }
  if (headers) reply.headers.push(...headers)
  return reply
}

const nowOf = (directed: Directed, sandbox: Sandbox): number =>
  (directed.kind === 'directed' ? directed.direction.directive?.clock : undefined) ?? sandbox.now()

const worldOf = (sandbox: Sandbox, directive: Directive | undefined, byRequest: boolean): BehaviourContext =>
  sandbox.worldOf({ records: directive?.records, hold: directive?.hold ?? noHolds, byRequest, clock: directive?.clock })

const noHolds: readonly string[] = []

const inputNotices = ({ undocumentedQuery }: Input, { stale, id }: Sandbox, wasEvicted: boolean): readonly Notice[] => [
  ...(undocumentedQuery.length === 0 ? [] : [{ kind: 'undocumented-query', names: undocumentedQuery } as const]),
  ...(stale ? [{ kind: 'fixtures-changed', names: ['reset'] } as const] : []),
  ...(wasEvicted ? [{ kind: 'sandbox-evicted', names: [id] } as const] : []),
]

/** Most answers have nothing to tell besides. */
const withOutcome = (notices: readonly Notice[], { ignored, passed, forgotten }: BehaviourReply): readonly Notice[] => {
  const kept = ignored?.length ? [...notices, ignoredNotice(ignored)] : notices
  const told: readonly Notice[] = passed ? [...kept, { kind: 'ignored-query', names: passed }] : kept
  return forgotten ? [...told, { kind: 'idempotency-forgotten', names: forgotten }] : told
}

const ignoredNotice = (ignored: readonly string[]): Notice => ({
  kind: 'ignored-properties',
  names: ignored.map((name) => `body.${name}`),
})

/**
 * Handles one request: match, find the sandbox, validate, run the behaviour, reply. Read it from top to bottom. Each step
 * either ends with a result or goes on; every result leaves through finishReply. Nothing here knows about sockets, so
 * tests and other transports call it as the server does.
 */

import type { BehaviourContext } from '../behaviours/behaviour.ts'
import type { BehaviourResult } from '../behaviours/behaviour-reply.ts'
import type { PathEntry } from '../contract/operation/operation.ts'
import { type Input, type MatchedRequest, validateRequest } from '../contract/operation/validate-request.ts'
import type { ScriptedReply } from '../contract/response/respond.ts'
import { respond } from '../contract/response/respond.ts'
import { emptyQuery, parseQuery } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { Service } from '../loading/service.ts'
import type { Mock, Mocked } from '../mock/mock.ts'
import type { Notice } from '../notices.ts'
import type { IncomingRequest } from '../ports.ts'
import { authenticate } from '../sandboxes/authenticate.ts'
import { createBehaviourContext } from '../sandboxes/behaviour-context.ts'
import { OutdatedError } from '../sandboxes/change-log.ts'
import { checkRoom } from '../sandboxes/check-room.ts'
import {
  findPlainlyNamed,
  guessSandbox,
  lookupIn,
  type OpenedSandbox,
  openSandbox,
  readAddress,
  refreshNamed,
} from '../sandboxes/open-sandbox.ts'
import { mustRepeat } from '../sandboxes/operation.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { Tokens } from '../tokens/serve-tokens.ts'
import type { Webhooks } from '../webhooks/delivery/webhooks.ts'
import { chooseDirective, namesScenario, noDirective, noteChosen } from './choose-directive.ts'
import { Delays } from './delays.ts'
import { finishReply, type HandledRequest, isTruncation } from './finish-reply.ts'
import { acceptTokens, isLogin } from './login-tokens.ts'
import { answerMocked } from './mock-request.ts'
import { consoleReply, wantsConsole } from './redirect-to-console.ts'
import {
  describeFailure,
  failureForLog,
  invalidEscape,
  notDescribed,
  removed,
  unknownPath,
  wrongMethod,
} from './rejections.ts'
import { placeIn, type RequestContext } from './request-context.ts'
import { preferredReply, scriptedReply } from './scripted-reply.ts'

export type Handle = (request: IncomingRequest) => Promise<HandledRequest>

export interface HandleDeps {
  /** The files that are served now. `setup` is replaced when one of them changes. */
  readonly current: { readonly setup: { readonly service: Service } }
  readonly sandboxes: Sandboxes
  /** Generate bodies of stateless responses even if the document has examples. */
  readonly dynamic: boolean
  /** `standin mock`: responds in place of the behaviours, without records. */
  readonly mock?: Mock | undefined
  /** Issues tokens. Undefined: there are no endpoints for them. */
  readonly tokens?: Tokens | undefined
  /** Default: delays that are never given up. */
  readonly delays?: Delays
  /** Draws the milliseconds for which each response is delayed. Default: none is. */
  readonly drawDelay?: (() => number) | undefined
  /** Default: neither webhooks nor callbacks are sent. */
  readonly webhooks?: Webhooks
}

export const createHandle = (deps: HandleDeps): Handle => {
  const handler = new RequestHandler(deps)
  return (request) => handler.handle(request)
}

class RequestHandler {
  readonly #current: HandleDeps['current']
  readonly #sandboxes: Sandboxes
  readonly #dynamic: boolean
  readonly #mock: Mock | undefined
  readonly #tokens: Tokens | undefined
  readonly #delays: Delays
  readonly #drawDelay: (() => number) | undefined
  readonly #webhooks: Webhooks | undefined

  constructor({ current, sandboxes, dynamic, mock, tokens, delays = new Delays(), drawDelay, webhooks }: HandleDeps) {
    this.#current = current
    this.#sandboxes = sandboxes
    this.#dynamic = dynamic
    this.#mock = mock
    this.#tokens = tokens
    this.#delays = delays
    this.#drawDelay = drawDelay
    this.#webhooks = webhooks
  }

  async handle(received: IncomingRequest): Promise<HandledRequest> {
    const arrival = { at: this.#sandboxes.realTime(), started: performance.now() }
    if (this.#drawDelay) await this.#delays.sleep(this.#drawDelay())
    const { service } = this.#current.setup
    let context = startContext(received, service, this.#sandboxes.default)
    let handled: HandledRequest
    try {
      const issued = context.match.kind === 'operation' ? undefined : this.#tokens?.serve(context)
      if (issued) return await issued
      let result: Mocked | ScriptedReply | BehaviourResult | undefined
      for (let attempt = 1; !result; attempt++)
        try {
          if (attempt > 1) {
            context = startContext(received, service, this.#sandboxes.default)
            await refreshNamed(context, this.#sandboxes)
            context.now = context.sandbox.now()
          }
          const mustTry = attempt === 1 && this.#sandboxes.needsRefresh
          result = mustTry ? await this.#tryWithoutRefresh(context) : await this.#answer(context)
        } catch (error) {
          if (!mustRepeat(error, attempt)) throw error
        }
      handled = finishReply(result, context, arrival)
    } catch (failure) {
      const { request, query } = context
      const failed = startContext(received, service, guessSandbox(request, query, this.#sandboxes))
      handled = {
        ...finishReply(reject(describeFailure(failure)), failed, arrival),
        failure: failureForLog(failure),
      }
    }
    // Where other replicas show the exchange, too, it is on its way to them before the client gets the response.
    const sent = this.#sandboxes.traffic.sharing?.sent()
    if (sent) await sent
    return handled
  }

  /**
   * Handles a request with what this process knows of its sandbox, and checks that together with what the request changes:
   * one question to the storage instead of two. Undefined if the sandbox must be refreshed first.
   */
  async #tryWithoutRefresh(context: RequestContext): Promise<Mocked | ScriptedReply | BehaviourResult | undefined> {
    const { request, query } = context
    const sandbox = findPlainlyNamed(context, this.#sandboxes)
    const version = sandbox?.version
    if (!sandbox || version === undefined || sandbox.scenarios.length > 0 || namesScenario(request, query))
      return undefined
    context.version = version
    try {
      const result = await this.#answer(context)
      if (context.isVerified) return result
      await this.#sandboxes.refresh(sandbox.id)
      return sandbox.version === version && this.#sandboxes.find(sandbox.id) === sandbox ? result : undefined
    } catch (error) {
      if (error instanceof OutdatedError) return undefined
      throw error
    }
  }

  #answer(
    context: RequestContext,
  ): Promise<Mocked | ScriptedReply | BehaviourResult> | ScriptedReply | BehaviourResult {
    const { match, request, query } = context
    if (this.#mock) return answerMocked(context, { mock: this.#mock, sandboxes: this.#sandboxes, delays: this.#delays })
    if (match.kind === 'operation')
      return this.#answerOperation(context, { request, operation: match.operation, pathParams: match.params, query })
    placeIn(guessSandbox(request, query, this.#sandboxes), context)
    switch (match.kind) {
      case 'bad-escape':
        return reject(invalidEscape(request))
      case 'unknown-path':
        return wantsConsole(request, context.service)
          ? consoleReply(request)
          : reject(unknownPath(request, match.nearest))
      case 'wrong-method':
        return this.#answerWrongMethod(context, match.entry)
    }
  }

  async #answerOperation(context: RequestContext, matched: MatchedRequest): Promise<ScriptedReply | BehaviourResult> {
    const { request, operation } = matched
    const opened = openSandbox(matched, this.#sandboxes)
    placeIn(opened.sandbox, context)
    if (opened.kind === 'rejected') return opened
    context.hasReachedSandbox = true
    const chosen = isPlain(matched, opened.sandbox)
      ? noDirective
      : await chooseDirective(matched, opened.sandbox, context)
    if (chosen.kind === 'rejected') return chosen
    const { directive, preferences } = chosen
    noteChosen(context, chosen)

    if (directive && directive.delay > 0) await this.#delays.sleep(directive.delay)
    if (directive?.answer && !isTruncation(directive)) {
      // The journal shows the whole request, so a scripted reply waits for its body as any other reply does.
      if (operation.compile().body) await request.readBody()
      return scriptedReply({ answer: directive.answer, limits: directive.limits }, matched, context)
    }
    const { goneAt } = operation.deprecation ?? {}
    if (goneAt !== undefined && context.now >= goneAt) return reject(removed(operation, request))

    const behaviour = context.service.behaviours.get(operation)
    const validating = validateRequest(matched, behaviour !== undefined)
    // Awaiting a value costs a turn of the event loop.
    const validated = validating instanceof Promise ? await validating : validating
    if (validated.kind === 'rejected') return validated
    const { input } = validated
    context.body = input.body?.exact
    context.notices = describeInput(input, opened)
    if (preferences) return preferredReply(preferences, matched, context)
    const { sandbox } = opened
    const full = behaviour && growing.has(behaviour.kind) ? checkRoom(sandbox) : undefined
    if (full) return reject(full)
    const run = () => {
      const state = createBehaviourContext(sandbox, {
        records: directive?.records,
        hold: directive?.hold ?? none,
        byRequest: chosen.byRequest,
        clock: directive?.clock,
      })
      const behave = (own: BehaviourContext) =>
        behaviour ? behaviour.run(input, own) : this.#answerStateless(context, matched, input, own)
      const running = this.#runAndSend(behave, state, input, context, matched)
      return isLogin(operation) ? acceptTokens(operation, running, sandbox) : running
    }
    const result = await sandbox.transact<ScriptedReply | BehaviourResult>(run, context, context.version)
    context.isVerified = context.version !== undefined
    return result
  }

  /** Runs a behaviour, and puts the webhooks and callbacks that it causes into the outbox of its sandbox. */
  #runAndSend(
    behave: (state: BehaviourContext) => Promise<ScriptedReply | BehaviourResult>,
    state: BehaviourContext,
    input: Input,
    { service, sandbox, received: { id }, now, directive }: RequestContext,
    { operation, request }: MatchedRequest,
  ): Promise<ScriptedReply | BehaviourResult> {
    if (!this.#webhooks || service.webhooks.isEmpty) return behave(state)
    const order = directive?.deliver
    return this.#webhooks.run({ service, sandbox, operation, request, input, id, now, order, context: state }, behave)
  }

  /** An operation without a behaviour. Below a record, it responds with 404 unless the record exists. */
  async #answerStateless(
    { service }: RequestContext,
    matched: MatchedRequest,
    input: Input,
    { store, seed }: BehaviourContext,
  ): Promise<ScriptedReply> {
    const missing = await service.guards.get(matched.operation)?.(input, store)
    if (missing) return reject(missing)
    const { compiler } = service.of(matched.operation.document)
    return respond({ matched, compiler, seed, dynamic: this.#dynamic })
  }

  /** A known path without an operation for the method. For a path without any operation, 501 is returned only with a valid key. */
  #answerWrongMethod({ request, query, sandbox }: RequestContext, entry: PathEntry): ScriptedReply | BehaviourResult {
    const { method, headers, client } = request
    if (method === 'OPTIONS')
      return { kind: 'reply', status: 204, body: undefined, mediaType: '', headers: ['Allow', entry.allow] }
    if (entry.operations.size > 0) return reject(wrongMethod(entry, request))
    const unauthorized = authenticate(entry.security, lookupIn(sandbox, this.#sandboxes), {
      method,
      headers,
      query,
      client,
    })
    return reject(unauthorized ?? notDescribed(entry))
  }
}

const none: readonly string[] = []

/** Behaviours that may store more than there was before. */
const growing: ReadonlySet<string> = new Set(['create', 'replace', 'update', 'action'])

const startContext = (received: IncomingRequest, service: Service, sandbox: Sandbox): RequestContext => {
  const request = readAddress(received)
  return {
    service,
    received,
    request,
    query: request.query === '' ? emptyQuery : parseQuery(request.query),
    match: service.matcher.match(request.method, request.path),
    sandbox,
    hasReachedSandbox: false,
    version: undefined,
    isVerified: false,
    now: sandbox.now(),
    directive: undefined,
    scenarios: none,
    body: undefined,
    notices: [],
    positionBefore: undefined,
    positionAfter: undefined,
  }
}

/** Whether the request names neither scenarios nor preferences, and its sandbox has no active scenario. */
const isPlain = ({ request: { headers }, query }: MatchedRequest, { scenarios }: Sandbox): boolean =>
  scenarios.length === 0 &&
  query.pairs.length === 0 &&
  headers.prefer === undefined &&
  headers['sandbox-scenario'] === undefined

const reject = (rejection: Rejection): { readonly kind: 'rejected'; readonly rejection: Rejection } => ({
  kind: 'rejected',
  rejection,
})

const describeInput = (
  { undocumentedQuery }: Input,
  { sandbox, wasEvicted }: Extract<OpenedSandbox, { kind: 'opened' }>,
): readonly Notice[] => {
  const notices: Notice[] = []
  if (undocumentedQuery.length > 0) notices.push({ kind: 'undocumented-query', names: undocumentedQuery })
  if (sandbox.fixturesChanged) notices.push({ kind: 'fixtures-changed', names: ['reset'] })
  if (wasEvicted) notices.push({ kind: 'sandbox-evicted', names: [sandbox.id] })
  return notices
}

/**
 * One request to the real service: checked and sent, its response checked and sent on, and both recorded. What the client and
 * the service send is unchanged; only headers of one connection are not forwarded.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Match } from '../contract/operation/match.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { type CheckBody, checkResponseHead } from '../contract/response/validate-response.ts'
import { findHeader } from '../contract/values/header-list.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection, Violation } from '../errors.ts'
import { describeFailure } from '../handle/rejections.ts'
import { addCorsHeaders, logRequest, serveRequest, type Transport } from '../http/transport.ts'
import { whenGone } from '../http/when-gone.ts'
import { writeReply } from '../http/write-reply.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { Service } from '../loading/service.ts'
import { formatNotices, formatTrace, type Notice, nameOperation } from '../notices.ts'
import type { Fault, IncomingRequest, ReadBody, Reply } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { checkRequest, placesOf, type RequestVerdict } from './check-request.ts'
import { findSandbox } from './find-sandbox.ts'
import { forwardRequestHeaders, forwardResponseHeaders, isInCircle } from './forward-headers.ts'
import { describeViolations, recordExchange } from './record-exchange.ts'
import { openRequestBody, type RequestBody } from './request-body.ts'
import { type RelayHead, ResponseRelay } from './response-relay.ts'
import type { Arriving, UpstreamClient, UpstreamFailure } from './upstream-client.ts'
import { targetOf, type Upstream, type Upstreams } from './upstreams.ts'

/** Where requests come from and what is recorded of them. */
export interface ObservedParts {
  readonly sandboxes: Sandboxes
  readonly transport: Transport
  /** Called with each exchange whose response is complete. */
  readonly observe?: ((exchange: Exchange, operation: Operation) => void) | undefined
}

/** What the handling of one request needs. */
export interface ForwardDeps extends ObservedParts {
  readonly client: UpstreamClient
  readonly upstreams: Upstreams
  /** Whether an exchange that breaks the contract becomes an error. */
  readonly errors: boolean
}

export interface ForwardContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** As it was sent. */
  readonly received: IncomingRequest
  /** Without the address of the sandbox. */
  readonly request: IncomingRequest
  readonly query: ParsedQuery
  readonly match: Match
  readonly service: Service
  readonly arrival: { readonly at: number; readonly started: number }
}

/** Resolves when the request has been answered and recorded. */
export const forwardRequest = (context: ForwardContext, deps: ForwardDeps): Promise<void> =>
  new ForwardedRequest(context, deps).run()

/**
 * Milliseconds for which a response is held back to be validated. Beyond them it is sent as it arrives, and what is wrong with
 * it is only in the journal and the log.
 */
const maxHold = 2_000

class ForwardedRequest {
  readonly #context: ForwardContext
  readonly #deps: ForwardDeps
  readonly #operation: Operation | undefined
  readonly #upstream: Upstream
  readonly #sandbox: Sandbox
  readonly #relay: ResponseRelay
  #body: RequestBody | undefined
  /** Why the body of the request was not validated. */
  #unread: string | undefined
  #requestBody: Buffer | undefined
  #verdict: RequestVerdict | undefined
  #checking: Promise<RequestVerdict> | undefined
  #arriving: Arriving | undefined
  #head: RelayHead | undefined
  #checkBody: CheckBody | undefined
  #violations: readonly Violation[] = []
  #notices: readonly Notice[] = []
  #holding: NodeJS.Timeout | undefined
  #isSettled = false
  /** Whether the client has closed its connection. */
  #isGone = false
  #settle: () => void = () => {}

  constructor(context: ForwardContext, deps: ForwardDeps) {
    this.#context = context
    this.#deps = deps
    const { req, res, request, match, service } = context
    this.#operation = match.kind === 'operation' ? match.operation : undefined
    const document = this.#operation?.document ?? service.ownerOf(request.path).document
    this.#upstream = deps.upstreams.of(document)
    this.#sandbox = findSandbox(context, deps.sandboxes)
    this.#relay = new ResponseRelay(req, res, deps.transport.maxBody)
  }

  async run(): Promise<void> {
    const { req, res } = this.#context
    const { errors, transport } = this.#deps
    if (isInCircle(req.headers.via)) {
      const message =
        'the request comes from this proxy again and again: --upstream must be the address of the real service'
      return this.#reject({ code: 'bad_gateway', status: 502, message })
    }
    this.#body = await openRequestBody(req, { copied: transport.maxBody, isHeld: errors })
    const body = this.#body
    const failure = body.failure()
    if (failure?.kind === 'rejected')
      return this.#reject({ ...failure, ...(failure.code === 'invalid_request' ? { status: 400 } : {}) })
    this.#checking = this.#check(body)
    if (errors) {
      const { rejection } = await this.#checking
      if (rejection) return this.#reject(rejection)
    }
    const settled = new Promise<void>((resolve) => {
      this.#settle = resolve
    })
    res.on('error', () => {})
    const stopWatching = whenGone(
      req,
      res,
    )(() => {
      this.#isGone = true
      if (!res.writableFinished) this.#arriving?.abort()
    })
    this.#send(body)
    await settled
    stopWatching()
  }

  async #check(body: RequestBody): Promise<RequestVerdict> {
    const { request, query, match } = this.#context
    const readBody = async (): Promise<ReadBody> => {
      const read = await body.read()
      if (read.kind === 'bytes') this.#requestBody = read.bytes
      else if (read.code !== 'invalid_request') this.#unread = read.message
      return read
    }
    let reading: Promise<ReadBody> | undefined
    const checked = {
      request: {
        ...request,
        readBody: () => {
          reading ??= readBody()
          return reading
        },
      },
      query,
      match,
      unread: () => this.#unread,
    }
    this.#verdict = await checkRequest(checked)
    return this.#verdict
  }

  #send({ content }: RequestBody): void {
    const { req, request } = this.#context
    const { origin } = this.#upstream
    const document = this.#operation?.document ?? this.#context.service.ownerOf(request.path).document
    const headers = forwardRequestHeaders({
      rawHeaders: req.rawHeaders,
      httpVersion: req.httpVersion,
      client: req.socket.remoteAddress,
      isSecure: 'encrypted' in req.socket && req.socket.encrypted === true,
    })
    this.#deps.client.send(
      { origin, path: targetOf(this.#upstream, request, document), method: request.method, headers, body: content },
      {
        began: (arriving) => {
          this.#arriving = arriving
          if (this.#isGone) arriving.abort()
        },
        started: (status, rawHeaders, statusText) => this.#start(status, rawHeaders, statusText),
        received: (chunk) => this.#receive(chunk),
        ended: (trailers) => this.#run(() => this.#end(trailers)),
        failed: (failure) => this.#run(() => this.#fail(failure)),
      },
    )
  }

  /** A failure of Standin itself ends the connection, and is reported in the log. */
  #run(step: () => Promise<void>): void {
    step().catch((error: unknown) => {
      this.#context.res.destroy()
      this.#finish({ failure: error })
    })
  }

  #start(status: number, rawHeaders: readonly string[], statusText: string): void {
    if (this.#isSettled) return
    if (status === 501 && this.#mayAnswer()) {
      this.#isSettled = true
      this.#arriving?.abort()
      this.#run(() => this.#answerFromSandbox())
      return
    }
    this.#head = { status, statusText, headers: forwardResponseHeaders(rawHeaders) }
    this.#checkHead(this.#head)
    const mayHold = this.#checkBody !== undefined || (this.#deps.errors && this.#violations.length > 0)
    if (!mayHold) {
      this.#release()
      return
    }
    this.#relay.hold()
    if (!this.#deps.errors) this.#holding = setTimeout(() => this.#release(), maxHold).unref()
  }

  #checkHead({ status, headers }: RelayHead): void {
    const { request, service } = this.#context
    if (!this.#operation) return
    try {
      const { compiler } = service.of(this.#operation.document)
      const checked = checkResponseHead(this.#operation, compiler, request.method, { status, headers })
      this.#violations = checked.violations
      this.#checkBody = checked.checkBody
    } catch (error) {
      this.#notices = [{ kind: 'not-validated', names: ['response', describeFailure(error).message] }]
    }
  }

  #receive(chunk: Buffer): void {
    if (this.#isSettled || this.#context.res.destroyed) return
    if (!this.#relay.write(chunk, () => this.#arriving?.resume())) this.#arriving?.pause()
    if (!this.#relay.copy.isOver || !this.#checkBody) return
    this.#checkBody = undefined
    this.#addNotice({ kind: 'not-validated', names: ['response'] })
    if (this.#relay.isHeld) this.#release()
  }

  #addNotice(notice: Notice): void {
    this.#notices = [...this.#notices, notice]
  }

  /** Sends the head with what is known, and from now on the body as it arrives. */
  #release(): void {
    clearTimeout(this.#holding)
    if (this.#relay.isStarted || !this.#head || this.#context.res.destroyed) return
    this.#relay.start(this.#withOurHeaders(this.#head))
  }

  async #end(trailers: readonly string[]): Promise<void> {
    if (this.#isSettled) return
    clearTimeout(this.#holding)
    const body = await this.#validateBody()
    if (this.#deps.errors && this.#violations.length > 0 && !this.#relay.isStarted) return this.#rejectResponse()
    // A response that arrives before the request is complete does not wait for it.
    const isComplete = this.#context.req.complete
    if (isComplete) await this.#checking
    const head = this.#relay.isStarted || !this.#head ? undefined : this.#withOurHeaders(this.#head)
    if (isComplete) this.#record({ body })
    this.#relay.end(head, trailers)
    if (!isComplete) {
      await this.#checking
      this.#record({ body })
    }
    this.#finish()
  }

  /** Validates the body, decompressed. Returns it, if it is not larger than the limit. */
  async #validateBody(): Promise<Buffer | undefined> {
    const { copy } = this.#relay
    if (copy.isOver) return undefined
    const read = await copy.read(this.#head && findHeader(this.#head.headers, 'Content-Encoding'))
    const check = this.#checkBody
    if (read.kind === 'rejected') {
      if (check) this.#addNotice({ kind: 'not-validated', names: ['response', read.message] })
      return copy.bytes()
    }
    if (!check) return read.bytes
    try {
      this.#violations = [...this.#violations, ...(await check(read.bytes))]
    } catch (error) {
      this.#addNotice({ kind: 'not-validated', names: ['response', describeFailure(error).message] })
    }
    return read.bytes
  }

  /** Responds with an error of the proxy. The response of the service is discarded. */
  async #reject(rejection: Rejection): Promise<void> {
    await this.#checking
    const { req, res, service, request } = this.#context
    const { errors } = this.#operation ? service.of(this.#operation.document) : service.ownerOf(request.path)
    const reply = errors.render({ rejection, operation: this.#operation, request, now: this.#sandbox.now() })
    reply.headers.push(...this.#ourHeaders(reply.headers, rejection))
    this.#recordReply(reply, rejection)
    if (!res.destroyed && !res.headersSent) writeReply(req, res, reply)
    this.#finish({ rejection, status: reply.status })
  }

  async #rejectResponse(): Promise<void> {
    this.#isSettled = true
    const message = this.#violations.map((violation) => violation.message).join('; ')
    const rejection: Rejection = { code: 'response_invalid', status: 500, message, violations: this.#violations }
    return this.#reject(rejection)
  }

  async #fail(failure: UpstreamFailure): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#holding)
    const bodyFailure = this.#body?.failure()
    if (failure.kind === 'aborted' || this.#isGone) return this.#abandon('client')
    if (bodyFailure?.kind === 'rejected' && !this.#head) return this.#reject({ ...bodyFailure, status: 400 })
    if (!this.#head || (this.#deps.errors && !this.#relay.isStarted))
      return this.#reject(describeOutage(failure, this.#upstream))
    this.#addNotice({ kind: 'incomplete', names: ['upstream', failure.reason] })
    this.#release()
    await this.#checking
    this.#record({ body: undefined, fault: 'truncate' })
    this.#relay.break()
    this.#finish({ fault: 'truncate' })
  }

  /** The client has gone: nothing can be sent. */
  async #abandon(who: string): Promise<void> {
    this.#isSettled = true
    this.#addNotice({ kind: 'incomplete', names: [who] })
    await this.#checking
    this.#record({ body: undefined, fault: 'reset' })
    this.#finish({ fault: 'reset' })
  }

  /** The service has not built the operation, and its document does not have the status: the sandbox answers, as Prism does. */
  #mayAnswer(): boolean {
    const responses = this.#operation?.compile().responses ?? []
    const isDocumented = responses.some(({ status }) => status === '501' || status === '5XX' || status === 'default')
    return this.#operation !== undefined && !isDocumented && this.#context.req.complete && this.#unread === undefined
  }

  async #answerFromSandbox(): Promise<void> {
    const { req, res, received } = this.#context
    await this.#checking
    const read = await (this.#body?.read() ?? { kind: 'bytes' as const, bytes: Buffer.alloc(0) })
    const request: IncomingRequest = {
      ...received,
      readBody: async () => read,
      bodySoFar: () => (read.kind === 'bytes' && read.bytes.length > 0 ? read.bytes : undefined),
    }
    const reply = await serveRequest(request, { target: req.url ?? '' }, this.#deps.transport)
    reply.headers.push('Sandbox-Notice', formatNotices([{ kind: 'mocked', names: ['501'] }]))
    if (!res.destroyed) writeReply(req, res, reply)
    this.#settle()
  }

  /** All notices about the exchange, as far as they are known. */
  #allNotices(): readonly Notice[] {
    const places = placesOf(this.#violations)
    return [
      ...(this.#verdict?.notices ?? []),
      ...(places.length === 0 ? [] : [{ kind: 'invalid-response', names: places } as const]),
      ...this.#notices,
    ]
  }

  #withOurHeaders({ headers, ...head }: RelayHead): RelayHead {
    const { received } = this.#context
    const all = [...headers, ...this.#ourHeaders(headers)]
    const isOpen = findHeader(headers, 'Access-Control-Allow-Origin') === undefined
    if (this.#deps.transport.cors && isOpen && received.headers.origin !== undefined)
      addCorsHeaders({ reply: { status: head.status, headers: all } }, received)
    return { ...head, headers: all }
  }

  #ourHeaders(_headers: readonly string[], rejection?: Rejection): readonly string[] {
    const notices = this.#allNotices()
    const operation = this.#operation && nameOperation(this.#operation.id)
    const source = rejection ? undefined : 'upstream'
    const trace = formatTrace({ operation, rejection: rejection?.code, source, steps: undefined })
    return [
      'Sandbox-Request-Id',
      this.#context.received.id,
      'Sandbox-Trace',
      trace,
      'Sandbox-Id',
      this.#sandbox.encodedId,
      ...(notices.length > 0 ? ['Sandbox-Notice', formatNotices(notices)] : []),
    ]
  }

  #recordReply({ status, headers, body }: Reply, failure: Rejection): void {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    this.#recordResponse({ status, headers, body: bytes }, failure)
  }

  #record({ body, fault }: { readonly body: Buffer | undefined; readonly fault?: Fault }): void {
    const { status, headers } = this.#head ?? { status: 0, headers: [] }
    const exchange = this.#recordResponse({ status, headers, body, ...(fault ? { fault } : {}) })
    if (this.#operation && !fault) this.#deps.observe?.(exchange, this.#operation)
  }

  #recordResponse(response: Parameters<typeof recordExchange>[0]['response'], failure?: Rejection) {
    const { received, query, match, arrival } = this.#context
    return recordExchange({
      received,
      query,
      match,
      sandbox: this.#sandbox,
      arrival,
      requestBody: this.#requestBody ?? this.#body?.sent(),
      verdict: this.#verdict ?? noVerdict,
      response,
      violations: this.#violations,
      notices: this.#allNotices(),
      failure,
    })
  }

  /** Writes the line of the log. */
  #finish({ rejection, status, fault, failure }: Ending = {}): void {
    this.#isSettled = true
    this.#settle()
    const { received, arrival, req } = this.#context
    const { log } = this.#deps.transport
    if (!log) return
    const reply = { status: status ?? this.#head?.status ?? 0, headers: [], ...(fault ? { fault } : {}) }
    const broken =
      rejection ?? describeViolations({ verdict: this.#verdict ?? noVerdict, violations: this.#violations })
    logRequest(
      { id: received.id, method: received.method, target: req.url ?? '' },
      {
        reply,
        operation: this.#operation?.id,
        sandbox: this.#sandbox.id,
        rejection: broken,
        notices: this.#allNotices().filter(({ kind }) => kind !== 'invalid-request' && kind !== 'invalid-response'),
        ...(failure === undefined ? {} : { failure }),
      },
      performance.now() - arrival.started,
      log,
    )
  }
}

interface Ending {
  readonly rejection?: Rejection
  readonly status?: number
  readonly fault?: Fault
  readonly failure?: unknown
}

const noVerdict: RequestVerdict = { rejection: undefined, violations: [], notices: [], body: undefined }

const describeOutage = ({ kind, reason }: UpstreamFailure, { origin }: Upstream): Rejection =>
  kind === 'slow'
    ? {
        code: 'gateway_timeout',
        status: 504,
        message: `${origin} did not respond in time: ${reason}; --upstream-timeout raises the limit`,
      }
    : { code: 'bad_gateway', status: 502, message: `${origin} does not respond: ${reason}` }

/**
 * One request to the real service: checked and sent, its response checked and sent on, and both recorded. What the client and
 * the service send is unchanged; only headers of one connection are not forwarded.
 */
import type { Operation } from '../contract/operation/operation.ts'
import { type CheckBody, checkResponseHead } from '../contract/response/validate-response.ts'
import { findHeader } from '../contract/values/header-list.ts'
import type { Rejection } from '../errors.ts'
import { describeFailure } from '../handle/rejections.ts'
import { serveRequest } from '../http/transport.ts'
import { whenGone } from '../http/when-gone.ts'
import { writeReply } from '../http/write-reply.ts'
import { formatNotices } from '../notices.ts'
import type { IncomingRequest, ReadBody } from '../ports.ts'
import { checkRequest, type RequestVerdict } from './check-request.ts'
import { type Ending, ExchangeReport, type ForwardContext, type ObservedParts } from './exchange-report.ts'
import { forwardRequestHeaders, forwardResponseHeaders, isInCircle } from './forward-headers.ts'
import { circle, describeBody, describeOutage } from './proxy-rejections.ts'
import { openRequestBody, type RequestBody } from './request-body.ts'
import { type RelayHead, ResponseRelay } from './response-relay.ts'
import { writeSandboxReply } from './sandbox-reply.ts'
import type { Arriving, UpstreamClient, UpstreamFailure } from './upstream-client.ts'
import { targetOf, type Upstream, type Upstreams } from './upstreams.ts'

/** What the handling of one request needs. */
export interface ForwardDeps extends ObservedParts {
  readonly client: UpstreamClient
  readonly upstreams: Upstreams
  /** Whether an exchange that breaks the contract becomes an error. */
  readonly errors: boolean
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
  readonly #report: ExchangeReport
  readonly #relay: ResponseRelay
  #body: RequestBody | undefined
  /** Why the body of the request was not validated. */
  #unread: string | undefined
  #requestBody: Buffer | undefined
  #checking: Promise<void> | undefined
  #arriving: Arriving | undefined
  #head: RelayHead | undefined
  #checkBody: CheckBody | undefined
  #holding: NodeJS.Timeout | undefined
  /** Whether it is decided how the request ends. */
  #isSettled = false
  /** Whether the client has closed its connection. */
  #isGone = false
  #settle: () => void = () => {}

  constructor(context: ForwardContext, deps: ForwardDeps) {
    this.#context = context
    this.#deps = deps
    const { req, res, request, service } = context
    this.#report = new ExchangeReport(context, deps)
    this.#operation = this.#report.operation
    this.#upstream = deps.upstreams.of(this.#operation?.document ?? service.ownerOf(request.path).document)
    this.#relay = new ResponseRelay(req, res, deps.transport.maxBody)
  }

  async run(): Promise<void> {
    const { req, res } = this.#context
    const { errors, transport } = this.#deps
    if (isInCircle(req.headers.via)) return this.#reject(circle)
    res.on('error', () => {})
    this.#body = await openRequestBody(req, { copied: transport.maxBody, isHeld: errors })
    const failure = describeBody(this.#body)
    if (failure) return this.#reject(failure)
    this.#checking = this.#check(this.#body)
    if (errors) {
      await this.#checking
      const rejection = this.#report.verdict?.rejection
      if (rejection) return this.#reject(rejection)
    }
    const settled = new Promise<void>((resolve) => {
      this.#settle = resolve
    })
    const watch = whenGone(req, res)
    const stopWatching = watch(() => {
      this.#isGone = true
      if (!res.writableFinished) this.#arriving?.abort()
    })
    this.#send(this.#body)
    await settled
    stopWatching()
  }

  /** Validates the request, when its body has arrived. */
  async #check(body: RequestBody): Promise<void> {
    const { request, query, match } = this.#context
    let reading: Promise<ReadBody> | undefined
    const read = async (): Promise<ReadBody> => {
      const result = await body.read()
      if (result.kind === 'bytes') this.#requestBody = result.bytes
      else if (result.code !== 'invalid_request') this.#unread = result.message
      return result
    }
    const readBody = (): Promise<ReadBody> => {
      reading ??= read()
      return reading
    }
    const verdict: RequestVerdict = await checkRequest({
      request: { ...request, readBody },
      query,
      match,
      unread: () => this.#unread,
    })
    this.#report.verdict = verdict
  }

  #send({ content }: RequestBody): void {
    const { req, request, service } = this.#context
    const document = this.#operation?.document ?? service.ownerOf(request.path).document
    const headers = forwardRequestHeaders({
      rawHeaders: req.rawHeaders,
      httpVersion: req.httpVersion,
      client: req.socket.remoteAddress,
      isSecure: this.#deps.transport.security?.isSecure === true,
    })
    const { method } = request
    const path = targetOf(this.#upstream, request, document)
    this.#deps.client.send(
      { origin: this.#upstream.origin, path, method, headers, body: content },
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
    step().catch((failure: unknown) => {
      this.#context.res.destroy()
      this.#finish({ status: 500, failure })
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
    const head = { status, statusText, headers: forwardResponseHeaders(rawHeaders) }
    this.#head = head
    this.#checkHead(head)
    const { errors } = this.#deps
    if (this.#checkBody === undefined && !(errors && this.#report.violations.length > 0)) {
      this.#release()
      return
    }
    this.#relay.hold()
    if (!errors) this.#holding = setTimeout(() => this.#release(), maxHold).unref()
  }

  #checkHead({ status, headers }: RelayHead): void {
    const { request, service } = this.#context
    if (!this.#operation) return
    try {
      const { compiler } = service.of(this.#operation.document)
      const checked = checkResponseHead(this.#operation, compiler, request.method, { status, headers })
      this.#report.violations = checked.violations
      this.#checkBody = checked.checkBody
    } catch (error) {
      this.#report.addNotice('not-validated', 'response', describeFailure(error).message)
    }
  }

  #receive(chunk: Buffer): void {
    if (this.#isSettled || this.#isGone) return
    if (!this.#relay.write(chunk, () => this.#arriving?.resume())) this.#arriving?.pause()
    if (!this.#relay.copy.isOver) return
    if (this.#deps.errors && this.#relay.isHeld && this.#report.violations.length > 0) {
      // The client gets an error whatever follows, so that nothing more has to be held back.
      this.#isSettled = true
      this.#arriving?.abort()
      this.#run(() => this.#rejectResponse())
      return
    }
    if (!this.#checkBody) return
    this.#checkBody = undefined
    this.#report.addNotice('not-validated', 'response')
    if (this.#relay.isHeld) this.#release()
  }

  /** Sends the head with what is known, and from now on the body as it arrives. */
  #release(): void {
    clearTimeout(this.#holding)
    if (this.#relay.isStarted || !this.#head || this.#isGone) return
    this.#relay.start(this.#report.completeHead(this.#head))
  }

  async #end(trailers: readonly string[]): Promise<void> {
    if (this.#isSettled) return
    clearTimeout(this.#holding)
    const { status, headers } = this.#head ?? noHead
    const body = await this.#validateBody(headers)
    if (this.#deps.errors && this.#report.violations.length > 0 && !this.#relay.isStarted) return this.#rejectResponse()
    // A response that arrives before the request is complete does not wait for it.
    const isComplete = this.#body?.isComplete() ?? true
    const record = (): void => this.#report.record({ status, headers, body }, this.#sentBody())
    if (isComplete) {
      await this.#checking
      record()
    }
    const head = this.#relay.isStarted || !this.#head ? undefined : this.#report.completeHead(this.#head)
    this.#relay.end(head, trailers)
    if (!isComplete) {
      await this.#checking
      record()
    }
    this.#finish({ status })
  }

  #sentBody(): Buffer | undefined {
    return this.#requestBody ?? this.#body?.sent()
  }

  /** Validates the body, decompressed. Returns it, if it is not larger than the limit. */
  async #validateBody(headers: readonly string[]): Promise<Buffer | undefined> {
    const { copy } = this.#relay
    if (copy.isOver) return undefined
    const check = this.#checkBody
    const read = await copy.read(findHeader(headers, 'Content-Encoding'))
    if (read.kind === 'rejected') {
      if (check) this.#report.addNotice('not-validated', 'response', read.message)
      return copy.bytes()
    }
    if (!check) return read.bytes
    try {
      this.#report.violations = [...this.#report.violations, ...(await check(read.bytes))]
    } catch (error) {
      this.#report.addNotice('not-validated', 'response', describeFailure(error).message)
    }
    return read.bytes
  }

  /** Responds with an error of the proxy. The response of the service is discarded. */
  async #reject(rejection: Rejection): Promise<void> {
    this.#isSettled = true
    await this.#checking
    const { req, res, service, request } = this.#context
    const { errors } = this.#operation ? service.of(this.#operation.document) : service.ownerOf(request.path)
    const now = this.#report.sandbox.now()
    const reply = errors.render({ rejection, operation: this.#operation, request, now })
    const { status, headers } = reply
    headers.push(...this.#report.headers(rejection))
    const body = reply.body === undefined ? undefined : Buffer.from(reply.body)
    this.#report.record({ status, headers, body }, this.#sentBody(), rejection)
    if (!res.destroyed && !res.headersSent) writeReply(req, res, reply)
    this.#finish({ status, rejection })
  }

  #rejectResponse(): Promise<void> {
    const { violations } = this.#report
    const message = violations.map((violation) => violation.message).join('; ')
    return this.#reject({ code: 'response_invalid', status: 500, message, violations })
  }

  async #fail(failure: UpstreamFailure): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#holding)
    if (failure.kind === 'aborted' || this.#isGone) return this.#abandon()
    const ofBody = this.#body && describeBody(this.#body)
    if (ofBody && !this.#head) return this.#reject(ofBody)
    if (!this.#head || (this.#deps.errors && !this.#relay.isStarted))
      return this.#reject(describeOutage(failure, this.#upstream))
    const { status, headers } = this.#head
    this.#report.addNotice('incomplete', 'upstream', failure.reason)
    this.#release()
    await this.#checking
    this.#report.record({ status, headers, body: undefined, fault: 'truncate' }, this.#sentBody())
    this.#relay.break()
    this.#finish({ status, fault: 'truncate' })
  }

  /** The client has gone: nothing can be sent. */
  async #abandon(): Promise<void> {
    const { status, headers } = this.#head ?? noHead
    this.#report.addNotice('incomplete', 'client')
    await this.#checking
    this.#report.record({ status, headers, body: undefined, fault: 'reset' }, this.#sentBody())
    this.#context.res.destroy()
    this.#finish({ status, fault: 'reset' })
  }

  /** The service has not built the operation, and its document does not have the status: the sandbox answers, as Prism does. */
  #mayAnswer(): boolean {
    const responses = this.#operation?.compile().responses ?? []
    const isDocumented = responses.some(({ status }) => status === '501' || status === '5XX' || status === 'default')
    return (
      this.#operation !== undefined && !isDocumented && this.#body?.isComplete() === true && this.#unread === undefined
    )
  }

  async #answerFromSandbox(): Promise<void> {
    const { req, res, received } = this.#context
    await this.#checking
    const read = this.#body ? await this.#body.read() : noBody
    const request: IncomingRequest = {
      ...received,
      readBody: async () => read,
      bodySoFar: () => (read.kind === 'bytes' && read.bytes.length > 0 ? read.bytes : undefined),
    }
    const reply = await serveRequest(request, { target: req.url ?? '' }, this.#deps.transport)
    reply.headers.push('Sandbox-Notice', formatNotices([{ kind: 'mocked', names: ['501'] }]))
    if (!res.destroyed) writeSandboxReply(req, res, reply)
    this.#settle()
  }

  #finish(ending: Ending): void {
    this.#isSettled = true
    this.#settle()
    this.#report.log(ending)
  }
}

const noHead: RelayHead = { status: 0, statusText: '', headers: [] }
const noBody: ReadBody = { kind: 'bytes', bytes: Buffer.alloc(0) }

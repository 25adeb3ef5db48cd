/**
 * What is found out about one forwarded request, and where it is reported: the headers of the response, the journal, the
 * coverage and the log.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Match } from '../contract/operation/match.ts'
import { fullPathOf, type Operation } from '../contract/operation/operation.ts'
import { findHeader } from '../contract/values/header-list.ts'
import { memoize } from '../contract/values/memoize.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection, Violation } from '../errors.ts'
import { addCorsHeaders, logRequest, type Transport } from '../http/transport.ts'
import type { Exchange } from '../journal/exchange.ts'
import type { Service } from '../loading/service.ts'
import { formatNotices, formatTrace, type Notice, nameOperation } from '../notices.ts'
import type { Fault, IncomingRequest } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { placesOf, type RequestVerdict } from './check-request.ts'
import { findSandbox } from './find-sandbox.ts'
import { describeViolations, type RecordedResponse, recordExchange } from './record-exchange.ts'
import type { RelayHead } from './response-relay.ts'

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

/** Where requests come from and what is recorded of them. */
export interface ObservedParts {
  readonly sandboxes: Sandboxes
  readonly transport: Transport
  /** Called with each exchange whose response is complete. */
  readonly observe?: ((exchange: Exchange, operation: Operation | undefined) => void) | undefined
}

/** How a request ended, for the log. */
export interface Ending {
  readonly status: number
  readonly rejection?: Rejection
  readonly fault?: Fault
  /** An unexpected error. */
  readonly failure?: unknown
}

export class ExchangeReport {
  readonly operation: Operation | undefined
  readonly sandbox: Sandbox
  /** Undefined until the request has been validated. */
  verdict: RequestVerdict | undefined
  /** What breaks the contract in the response. */
  violations: readonly Violation[] = []
  readonly #context: ForwardContext
  readonly #parts: ObservedParts
  readonly #notices: Notice[] = []

  constructor(context: ForwardContext, parts: ObservedParts) {
    const { match } = context
    this.#context = context
    this.#parts = parts
    this.operation = match.kind === 'operation' ? match.operation : undefined
    this.sandbox = findSandbox(context, parts.sandboxes)
  }

  addNotice(kind: Notice['kind'], ...names: readonly string[]): void {
    this.#notices.push({ kind, names })
  }

  /** The head of the service's response for the client, with what is known about the exchange now. */
  completeHead({ headers, ...head }: RelayHead): RelayHead {
    const { received } = this.#context
    const all = [...headers, ...this.headers()]
    const needsCors = this.#parts.transport.cors && received.headers.origin !== undefined
    if (needsCors && findHeader(headers, 'Access-Control-Allow-Origin') === undefined)
      addCorsHeaders({ reply: { status: head.status, headers: all } }, received)
    return { ...head, headers: all }
  }

  /** The headers that explain the response. `rejection`: it is an error of the proxy. */
  headers(rejection?: Rejection): readonly string[] {
    const notices = this.#allNotices()
    const headers = [
      'Sandbox-Request-Id',
      this.#context.received.id,
      'Sandbox-Trace',
      this.#trace(rejection),
      'Sandbox-Id',
      this.sandbox.encodedId,
    ]
    if (notices.length > 0) headers.push('Sandbox-Notice', formatNotices(notices))
    return headers
  }

  /** `failure`: the response is an error of the proxy. */
  record(response: RecordedResponse, requestBody: Buffer | undefined, failure?: Rejection): void {
    const { received, query, match, arrival } = this.#context
    const exchange = recordExchange({
      received,
      query,
      match,
      sandbox: this.sandbox,
      arrival,
      requestBody,
      verdict: this.verdict ?? noVerdict,
      response,
      violations: this.violations,
      notices: this.#allNotices(),
      failure,
    })
    if (!failure && response.fault === undefined) this.#parts.observe?.(exchange, this.operation)
  }

  /** Writes the line of the log. */
  log({ status, rejection, fault, failure }: Ending): void {
    const { received, arrival, req } = this.#context
    const { log } = this.#parts.transport
    if (!log) return
    const { verdict = noVerdict, violations } = this
    const handled = {
      reply: { status, headers: ['Sandbox-Trace', this.#trace(rejection)], ...(fault ? { fault } : {}) },
      operation: this.operation?.id,
      route: this.operation && fullPathOf(this.operation),
      sandbox: this.sandbox.id,
      rejection: rejection ?? describeViolations({ verdict, violations }),
      // The message has the places of what is invalid.
      notices: this.#allNotices().filter(({ kind }) => kind !== 'invalid-request' && kind !== 'invalid-response'),
      ...(failure === undefined ? {} : { failure }),
    }
    logRequest(received, req.url ?? '', { handled, duration: performance.now() - arrival.started }, log)
  }

  #trace(rejection: Rejection | undefined): string {
    return !rejection && this.operation ? traceOf(this.operation) : formatOrigin(this.operation, rejection)
  }

  #allNotices(): readonly Notice[] {
    const { notices } = this.verdict ?? noVerdict
    if (this.violations.length === 0 && this.#notices.length === 0) return notices
    const places = placesOf(this.violations)
    return [
      ...notices,
      ...(places.length === 0 ? [] : [{ kind: 'invalid-response', names: places } as const]),
      ...this.#notices,
    ]
  }
}

/** Where a response comes from: the service, or the proxy itself. */
const formatOrigin = (operation: Operation | undefined, rejection?: Rejection): string =>
  formatTrace({
    operation: operation && nameOperation(operation.id),
    rejection: rejection?.code,
    source: rejection ? undefined : 'upstream',
    steps: undefined,
  })

const traceOf = memoize((operation: Operation) => formatOrigin(operation))

const noVerdict: RequestVerdict = { rejection: undefined, violations: [], notices: [], body: undefined }

/**
 * The proxy: forwards requests to the real service, and validates them and their responses against the documents. It decides
 * which requests the sandbox answers; forward-request.ts handles one of the others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Operation } from '../contract/operation/operation.ts'
import { memoize } from '../contract/values/memoize.ts'
import { suggest } from '../contract/values/nearest.ts'
import { emptyQuery, parseQuery } from '../contract/values/query.ts'
import { UsageError } from '../errors.ts'
import { checkHead } from '../http/check-head.ts'
import { receive } from '../http/receive.ts'
import { isAnsweredEarly, serveRequest, type Transport } from '../http/transport.ts'
import { writeFailure } from '../http/write-failure.ts'
import type { Forwarding } from '../loading/describe.ts'
import { operationsOf, type Service } from '../loading/service.ts'
import type { IncomingRequest, Send } from '../ports.ts'
import { readAddress } from '../sandboxes/open-sandbox.ts'
import type { ObservedParts } from './exchange-report.ts'
import { fetchForwarded } from './fetch-forwarded.ts'
import { type ForwardDeps, forwardRequest } from './forward-request.ts'
import { InnerRequests } from './inner-requests.ts'
import type { ProxyOptions } from './proxy-options.ts'
import { writeSandboxReply } from './sandbox-reply.ts'
import { createUpstreamClient } from './upstream-client.ts'
import { addressOf, readUpstreams } from './upstreams.ts'

export interface Forwarder {
  /** Never rejects. `serve` answers from the sandbox. */
  readonly forward: (request: IncomingMessage, response: ServerResponse, serve: () => Promise<void>) => Promise<void>
  /** The same for a request of this process. */
  readonly fetch: (request: Request, url: URL) => Promise<Response>
  readonly send: Send
  /** Whether the real service answers an operation, and not the sandbox. */
  readonly isForwarded: (operation: Operation) => boolean
  readonly describe: () => Forwarding
  readonly close: () => Promise<void>
}

export interface ProxyParts extends ObservedParts {
  /** The files that are served now. */
  readonly current: { readonly setup: { readonly service: Service } }
  readonly options: ProxyOptions
}

/** Throws UsageError if an option is wrong. */
export const createProxy = async ({ options, ...parts }: ProxyParts): Promise<Forwarder> => {
  const { service } = parts.current.setup
  const upstreams = readUpstreams(
    options.upstream,
    service.documents.map(({ document }) => document),
  )
  const mocked = new Set(options.mock ?? [])
  checkMocked(mocked, operationsOf(service))
  const isMocked = memoize((operation: Operation) => namesOf(operation).some((name) => mocked.has(name)))
  const client = await createUpstreamClient(options)
  const deps: ForwardDeps = { ...parts, client, upstreams, errors: options.errors ?? false }
  const { transport } = parts
  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    received: IncomingRequest,
    serve: () => Promise<void>,
  ): Promise<void> => {
    const arrival = { at: parts.sandboxes.realTime(), started: performance.now() }
    const { service: now } = parts.current.setup
    try {
      const request = readAddress(received)
      const match = now.matcher.match(request.method, request.path)
      const isOurs =
        checkHead(req) !== undefined ||
        isAnsweredEarly(received, transport) ||
        (mocked.size > 0 && match.kind === 'operation' && isMocked(match.operation))
      if (isOurs) return await serve()
      const query = request.query === '' ? emptyQuery : parseQuery(request.query)
      await forwardRequest({ req, res, received, request, query, match, service: now, arrival }, deps)
    } catch (failure) {
      writeFailure(failure, { req, res }, transport, received)
    }
  }
  const describe = (): Forwarding => ({
    upstreams: parts.current.setup.service.documents.map(({ document }) => ({
      document: document.name,
      url: addressOf(upstreams.of(document)),
    })),
    insecure: options.insecureUpstream ?? false,
    errors: deps.errors,
    mock: [...mocked],
  })
  const inner = new InnerRequests((req, res, sentFrom) => {
    const received = { ...receive(req, transport), ...(sentFrom === undefined ? {} : { sentFrom }) }
    answer(req, res, received, () => serveInner(req, res, received, transport)).catch(() => res.destroy())
  }, transport.maxBody)
  return {
    forward: (req, res, serve) => answer(req, res, receive(req, transport), serve),
    fetch: (request, url) => fetchForwarded(request, url, inner),
    send: inner.send,
    isForwarded: (operation) => !isMocked(operation),
    describe,
    close: () => client.close(),
  }
}

/** The sandbox answers a request of this process. */
const serveInner = async (
  req: IncomingMessage,
  res: ServerResponse,
  received: IncomingRequest,
  transport: Transport,
): Promise<void> => {
  const reply = await serveRequest(received, { target: req.url ?? '', rejection: checkHead(req) }, transport)
  writeSandboxReply(req, res, reply)
}

/** `createPet`, `POST /pets`. */
const namesOf = ({ id, method, path }: Operation): readonly string[] => [id, `${method} ${path}`]

const checkMocked = (names: ReadonlySet<string>, operations: readonly Operation[]): void => {
  const known = new Set(operations.flatMap(namesOf))
  for (const name of names)
    if (!known.has(name))
      throw new UsageError(`--mock: there is no operation ${JSON.stringify(name)}. ${suggest(name, [...known])}`)
}

/**
 * One request, one direction: match, open the sandbox, validate, behave, respond. Read it from top to bottom; each step
 * either answers or hands on. It knows nothing of sockets, so tests and other transports call it as the server does.
 */

import type { Operation, PathEntry } from './contract/operation.ts'
import { parseQuery } from './contract/query.ts'
import { respond } from './contract/respond.ts'
import { SchemaCompileError } from './contract/schema-compiler.ts'
import { type MatchedRequest, validateRequest } from './contract/validate.ts'
import type { Refusal } from './errors.ts'
import { formatNotices, formatText, type Notice } from './notices.ts'
import type { IncomingRequest, Reply } from './ports.ts'
import { authenticate } from './sandboxes/keys.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import type { ServedDocument, Service } from './service.ts'

/** A reply and what the log and the journal want to know of it. */
export interface Handled {
  readonly reply: Reply
  /** The operationId, where a path and method were found. */
  readonly operation?: string
  readonly refusal?: Refusal
  /** An unforeseen failure, for the log; the client gets its code only. */
  readonly failure?: unknown
}

export type Handle = (request: IncomingRequest) => Promise<Handled>

export interface HandlerParts {
  readonly service: Service
  readonly sandbox: Sandbox
}

export const createHandle = ({ service, sandbox }: HandlerParts): Handle => {
  const traces = new Map<Operation, string>()

  const handleRequest = async (request: IncomingRequest): Promise<Handled> => {
    const query = parseQuery(request.query)
    const match = service.matcher.match(request.method, request.path)
    switch (match.kind) {
      case 'bad-escape':
        return refuse(
          {
            code: 'invalid_request',
            status: 400,
            message: `the path holds a bad escape in "${request.path.slice(0, 100)}"; escapes are % and two hexadecimal digits of UTF-8`,
          },
          request,
        )
      case 'unknown-path':
        return refuse(unknownPath(request, match.nearest), request)
      case 'wrong-method':
        return answerMethod(match.entry, request, query)
      case 'operation':
        return handleOperation({ request, operation: match.operation, pathParams: match.params, query })
    }
  }

  const handleOperation = async (matched: MatchedRequest): Promise<Handled> => {
    const { request, operation, query } = matched
    const now = sandbox.clock()
    const unauthorized = authenticate(operation.security, sandbox.keys, { headers: request.headers, query, now })
    if (unauthorized) return refuse(unauthorized, request, operation)
    if (operation.deprecation?.goneAt !== undefined && now >= operation.deprecation.goneAt)
      return refuse(removed(operation), request, operation)

    const validated = await validateRequest(matched)
    if (validated.kind === 'refused') return refuse(validated.refusal, request, operation)

    const behaviour = service.behaviours.get(operation)
    if (!behaviour) {
      const outcome = await respond({
        matched,
        body: validated.input.body,
        compiler: service.of(operation.document).compiler,
        seed: sandbox.seed,
      })
      if (outcome.kind === 'refused') return refuse(outcome.refusal, request, operation)
      return finish(
        outcome.reply,
        matched,
        `${traceOf(operation)}, source=${outcome.source}`,
        noticesOf(validated.input.undocumentedQuery, undefined),
      )
    }
    const outcome = await behaviour.run(validated.input, sandbox)
    if (outcome.kind === 'refused') return refuse(outcome.refusal, request, operation)
    const reply: Reply = { status: outcome.status, headers: ['Content-Type', 'application/json'], body: outcome.body }
    return finish(reply, matched, traceOf(operation), noticesOf(validated.input.undocumentedQuery, outcome.ignored))
  }

  /** What Sandbox-Trace says of an operation, made on its first request. */
  const traceOf = (operation: Operation): string => {
    const known = traces.get(operation)
    if (known !== undefined) return known
    const behaviour = service.behaviours.get(operation)
    const trace = `operation=${formatText(operation.id)}, behaviour=${behaviour ? `${behaviour.kind}, resource=${formatText(behaviour.resource.name)}` : 'none'}`
    traces.set(operation, trace)
    return trace
  }

  const finish = (
    reply: Reply,
    { request, operation }: MatchedRequest,
    trace: string,
    notices: readonly Notice[],
  ): Handled => {
    const { headers } = reply
    headers.push('Sandbox-Request-Id', request.id, 'Sandbox-Trace', trace)
    if (notices.length > 0) headers.push('Sandbox-Notice', formatNotices(notices))
    if (operation.deprecation) headers.push(...operation.deprecation.headers)
    return { reply, operation: operation.id }
  }

  /** A known path without an operation for the method; where it has no operation at all, only a good key learns that. */
  const answerMethod = (entry: PathEntry, request: IncomingRequest, query: MatchedRequest['query']): Handled => {
    if (request.method === 'OPTIONS')
      return { reply: { status: 204, headers: ['Allow', entry.allow, 'Sandbox-Request-Id', request.id] } }
    if (entry.operations.size > 0) return refuse(wrongMethod(entry, request), request)
    const unauthorized = authenticate(entry.security, sandbox.keys, {
      headers: request.headers,
      query,
      now: sandbox.clock(),
    })
    return refuse(unauthorized ?? notDescribed(entry), request)
  }

  const refuse = (refusal: Refusal, request: IncomingRequest, operation?: Operation, failure?: unknown): Handled => {
    const served: ServedDocument = operation ? service.of(operation.document) : service.ownerOf(request.path)
    const reply = served.errors.render({ refusal, operation, request, now: sandbox.clock() })
    reply.headers.push(
      'Sandbox-Request-Id',
      request.id,
      'Sandbox-Trace',
      operation ? `${traceOf(operation)}, refused=${refusal.code}` : `refused=${refusal.code}`,
    )
    if (operation?.deprecation) reply.headers.push(...operation.deprecation.headers)
    return {
      reply,
      refusal,
      ...(operation ? { operation: operation.id } : {}),
      ...(failure === undefined ? {} : { failure }),
    }
  }

  return async (request) => {
    try {
      return await handleRequest(request)
    } catch (error) {
      return refuse(describeFailure(error), request, undefined, error)
    }
  }
}

const noNotices: readonly Notice[] = []

const noticesOf = (query: readonly string[], ignored: readonly string[] | undefined): readonly Notice[] => {
  if (query.length === 0 && (ignored === undefined || ignored.length === 0)) return noNotices
  const notices: Notice[] = []
  if (ignored && ignored.length > 0)
    notices.push({ kind: 'ignored-properties', names: ignored.map((name) => `body.${name}`) })
  if (query.length > 0) notices.push({ kind: 'undocumented-query', names: query })
  return notices
}

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

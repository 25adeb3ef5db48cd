/**
 * The Koa application: the list of middleware, from the outside in. Every throw below ends in the first of them.
 */
import type { IncomingMessage } from 'node:http'
import Koa from 'koa'
import { type Rejection, unexpectedFailure } from '../errors.ts'
import type { Handled } from '../handle/finish.ts'
import type { Handle } from '../handle/handle.ts'
import type { IncomingRequest, ReadBody, Reply, RequestLog } from '../ports.ts'
import { addCorsHeaders, answerPreflight } from './cors.ts'
import { describeFailure, toLogEntry } from './log-entry.ts'
import { readBody, takeArrived } from './read-body.ts'
import { breakConnection, writeReply } from './write-reply.ts'

export interface AppParts {
  readonly handle: Handle
  /** Renders a rejection of a request that is not handed to `handle`. */
  readonly reject: (rejection: Rejection, requestId: string) => Reply
  /** Routes below /_sandbox. */
  readonly control: Koa.Middleware
  /** Unique request ids. */
  readonly nextId: () => string
  readonly maxBody: number
  /** Whether pages of other origins may read the responses. */
  readonly cors: boolean
  /** Undefined: nothing is logged, and nothing is measured for it. */
  readonly log: RequestLog | undefined
}

export const createApp = (parts: AppParts): Koa => {
  const app = new Koa()
  // Koa prints stack traces of its own; what goes wrong is logged and answered below.
  app.silent = true
  app.use(catchFailures(parts))
  app.use(routeControl(parts.control))
  app.use(serveInterface(parts))
  return app
}

/** The last resort: whatever is thrown becomes a 500 in the error shape, and a line in the log. */
const catchFailures =
  ({ reject, nextId, log }: AppParts): Koa.Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const requestId = nextId()
      const rejection = unexpectedFailure
      log?.({
        requestId,
        method: ctx.method,
        target: ctx.req.url ?? '',
        status: 500,
        duration: 0,
        code: rejection.code,
        message: rejection.message,
        failure: describeFailure(error),
      })
      if (ctx.res.headersSent) ctx.res.destroy()
      else {
        ctx.respond = false
        writeReply(ctx.req, ctx.res, reject(rejection, requestId))
      }
    }
  }

const routeControl =
  (control: Koa.Middleware): Koa.Middleware =>
  (ctx, next) => {
    const url = ctx.req.url ?? ''
    return url.startsWith('/_sandbox') && /^\/_sandbox(?:[/?]|$)/.test(url) ? control(ctx, next) : next()
  }

const serveInterface =
  (parts: AppParts): Koa.Middleware =>
  async (ctx) => {
    const { req, res } = ctx
    ctx.respond = false
    const started = parts.log ? performance.now() : 0
    const request = toIncomingRequest(req, parts)
    const handled = await answer(req, request, parts)
    const { reply } = handled
    if (parts.cors) addCorsHeaders(reply.headers, req)
    if (reply.fault === undefined) writeReply(req, res, reply)
    else breakConnection(req, res, reply, reply.fault)
    if (parts.log)
      parts.log(toLogEntry({ request, target: req.url ?? '', handled, duration: performance.now() - started }))
  }

/** Host and preflight first; the interface itself only then. */
const answer = (
  req: IncomingMessage,
  request: IncomingRequest,
  { handle, reject, cors }: AppParts,
): Handled | Promise<Handled> => {
  const badHost = checkHost(req)
  if (badHost) return { reply: reject(badHost, request.id), rejection: badHost }
  const preflight = cors && req.method === 'OPTIONS' ? answerPreflight(req) : undefined
  if (preflight) return { reply: preflight }
  if (request.path === '*')
    return { reply: { status: 204, headers: ['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'] } }
  return handle(request)
}

/** HTTP/1.1 asks for exactly one Host (RFC 9112, section 3.2). Node would take the first of two. */
const checkHost = ({ rawHeaders, httpVersion }: IncomingMessage): Rejection | undefined => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return {
    code: 'invalid_request',
    status: 400,
    message: hosts === 0 ? 'header.Host is required' : `header.Host must be given once, came ${hosts} times`,
  }
}

const toIncomingRequest = (req: IncomingMessage, { nextId, maxBody }: AppParts): IncomingRequest => {
  const target = req.url ?? '/'
  // A proxy's form of request: http://host/path (RFC 9112, section 3.2.2).
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/'
  const at = local.indexOf('?')
  let body: Promise<ReadBody> | undefined
  let bytes: Buffer | undefined
  return {
    id: nextId(),
    method: req.method ?? 'GET',
    path: at === -1 ? local : local.slice(0, at),
    query: at === -1 ? '' : local.slice(at + 1),
    headers: req.headers,
    readBody: () => {
      body ??= readBody(req, maxBody).then((read) => {
        if (read.kind === 'bytes') bytes = read.bytes
        return read
      })
      return body
    },
    bodySoFar: () => {
      if (!body) bytes ??= takeArrived(req, maxBody)
      return bytes
    },
  }
}

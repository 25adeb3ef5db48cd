/**
 * The transport over sockets: a Koa application. Its list of middleware, from the outside in; every error that is thrown
 * ends in the first of them.
 */
import type { IncomingMessage } from 'node:http'
import Koa from 'koa'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest } from '../ports.ts'
import { readBody, takeArrived } from './read-body.ts'
import { logRequest, rejectFailure, serveRequest, type Transport, toIncomingRequest } from './transport.ts'
import { breakConnection, writeReply } from './write-reply.ts'

export interface AppParts extends Transport {
  /** The routes below /_sandbox. */
  readonly control: Koa.Middleware
}

export const createApp = (parts: AppParts): Koa => {
  const app = new Koa()
  // Koa would print stack traces. Errors are logged and answered by catchErrors.
  app.silent = true
  app.use(catchErrors(parts))
  app.use(routeControl(parts.control))
  app.use(serveDocuments(parts))
  return app
}

const catchErrors =
  (parts: AppParts): Koa.Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const id = parts.nextId()
      const handled = rejectFailure(error, id, parts)
      if (parts.log) logRequest({ id, method: ctx.method, target: ctx.req.url ?? '' }, handled, 0, parts.log)
      ctx.respond = false
      if (ctx.res.headersSent) ctx.res.destroy()
      else writeReply(ctx.req, ctx.res, handled.reply)
    }
  }

const routeControl =
  (control: Koa.Middleware): Koa.Middleware =>
  (ctx, next) => {
    const url = ctx.req.url ?? ''
    return url.startsWith('/_sandbox') && /^\/_sandbox(?:[/?]|$)/.test(url) ? control(ctx, next) : next()
  }

const serveDocuments =
  (parts: AppParts): Koa.Middleware =>
  async (ctx) => {
    const { req, res } = ctx
    ctx.respond = false
    const request = receive(req, parts)
    const reply = await serveRequest(request, { target: req.url ?? '', rejection: checkHost(req) }, parts)
    if (reply.fault === undefined) writeReply(req, res, reply)
    else breakConnection(req, res, reply, reply.fault)
  }

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). Node would use the first of two. */
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
    message: hosts === 0 ? 'header.Host is required' : `header.Host must be given once, got ${hosts} times`,
  }
}

const receive = (req: IncomingMessage, parts: AppParts): IncomingRequest => {
  const target = req.url ?? '/'
  // A client that uses a proxy sends the whole URL: http://host/path (RFC 9112, section 3.2.2).
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '') || '/'
  const at = local.indexOf('?')
  return toIncomingRequest(
    {
      method: req.method ?? 'GET',
      path: at === -1 ? local : local.slice(0, at),
      query: at === -1 ? '' : local.slice(at + 1),
      headers: req.headers,
      readBody: () => readBody(req, parts.maxBody),
      takeArrivedBody: () => takeArrived(req, parts.maxBody),
    },
    parts,
  )
}

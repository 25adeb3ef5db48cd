/**
 * The control API below /_sandbox, one thin function per route. So far it can say whether the server is up.
 */
import { Router } from '@koa/router'
import type Koa from 'koa'

export interface ControlParts {
  readonly version: string
  /** Title and address of each document. */
  readonly documents: readonly { readonly title: string; readonly url: string }[]
}

/** The router's middleware; what no route takes is a 404 in problem details (RFC 9457). */
export const createControl = ({ version, documents }: ControlParts): Koa.Middleware => {
  const router = new Router({ prefix: '/_sandbox' })
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok', version, documents }
  })
  const routes = router.routes()
  return async (ctx) => {
    await routes(ctx as Parameters<typeof routes>[0], async () => refuseUnknown(ctx))
  }
}

const refuseUnknown = (ctx: Koa.Context): void => {
  ctx.status = 404
  ctx.body = {
    type: 'about:blank',
    title: 'Not found',
    status: 404,
    detail: `${ctx.method} ${ctx.path} is no route of the control API; GET /_sandbox/health is`,
  }
  ctx.type = 'application/problem+json'
}

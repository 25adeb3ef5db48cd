/**
 * Access to the control API. With an admin token, requests must send it. Without one, requests must use a loopback name or an
 * allowed host. Pages of other sites are rejected in both cases. What probes of a container platform call is public.
 */
import { timingSafeEqual } from 'node:crypto'
import type Koa from 'koa'
import { ControlError } from '../actions/control-error.ts'

export interface GuardParts {
  /** Undefined: no token is required. */
  readonly token: string | undefined
  /** Allowed values of Host, in addition to loopback names. */
  readonly allowedHosts: readonly string[]
  /** Origins of websites whose pages may call the control API: `https://tools.example`. */
  readonly origins: readonly string[]
}

/** Throws ControlError 401 or 403. */
export const guard =
  ({ token, allowedHosts, origins }: GuardParts): Koa.Middleware =>
  (ctx, next) => {
    if (isPublic(ctx.path)) return next()
    rejectOtherSites(ctx, origins)
    if (token !== undefined) checkToken(ctx, token)
    else checkHost(ctx, allowedHosts)
    return next()
  }

const isPublic = (path: string): boolean => path === '/_sandbox/health' || path === '/_sandbox/ready'

/**
 * For the console's files. They hold no data, so they need no token, and a link on another site may lead to the page: it is
 * the same for everybody, cannot be framed, and changes nothing by being opened. Other sites may not use its files.
 * Throws ControlError 403.
 */
export const guardFiles = (ctx: Koa.Context, { token, allowedHosts, origins }: GuardParts): void => {
  if (!isNavigation(ctx)) rejectOtherSites(ctx, origins)
  if (token === undefined) checkHost(ctx, allowedHosts)
}

const isNavigation = (ctx: Koa.Context): boolean =>
  ctx.method === 'GET' && ctx.get('Sec-Fetch-Mode') === 'navigate' && ctx.get('Sec-Fetch-Dest') === 'document'

/** Rejects requests that a browser marks as cross-site (Fetch Metadata) or that have another Origin (RFC 6454). */
const rejectOtherSites = (ctx: Koa.Context, origins: readonly string[]): void => {
  const site = ctx.get('Sec-Fetch-Site')
  const origin = ctx.get('Origin')
  if (origins.includes(origin)) return
  const isForeign = origin !== '' && origin !== `${ctx.protocol}://${ctx.get('Host')}`
  if (isForeign || (site !== '' && site !== 'same-origin' && site !== 'none'))
    throw new ControlError(
      403,
      'the control API rejects requests from pages of other sites; --control-origin allows an origin',
    )
}

const checkToken = (ctx: Koa.Context, token: string): void => {
  const given = Buffer.from(/^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1] ?? '')
  const expected = Buffer.from(token)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  ctx.set('WWW-Authenticate', 'Bearer realm="Standin control API"')
  throw new ControlError(
    401,
    'the control API needs "Authorization: Bearer <admin token>"; the banner prints the token, --admin-token sets it',
  )
}

/** Protects against DNS rebinding: a foreign name can be made to point to this machine. */
const checkHost = (ctx: Koa.Context, allowedHosts: readonly string[]): void => {
  const name = ctx.get('Host').replace(/:\d+$/, '').toLowerCase()
  const isLoopback =
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
  if (!isLoopback && !allowedHosts.includes(name)) {
    throw new ControlError(
      403,
      `the Host "${name.slice(0, 100)}" is not a loopback name; --allowed-hosts allows other names`,
    )
  }
}

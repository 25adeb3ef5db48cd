/**
 * Who may use the control API: whoever has the token, where there is one; else only what comes from this machine, by a
 * name of this machine, and not from a page of another site. Health says nothing and is open.
 */
import { timingSafeEqual } from 'node:crypto'
import type Koa from 'koa'
import { ControlError } from '../actions/control-error.ts'

export interface GuardParts {
  /** Undefined: none is needed. */
  readonly token: string | undefined
  /** Names beside the loopback ones that Host may hold. */
  readonly allowedHosts: readonly string[]
  /** Origins of other sites whose pages may use it, `https://tools.example`. */
  readonly origins: readonly string[]
}

/** Throws ControlError 401 or 403. */
export const guard =
  ({ token, allowedHosts, origins }: GuardParts): Koa.Middleware =>
  (ctx, next) => {
    if (ctx.path === '/_sandbox/health') return next()
    rejectOtherSites(ctx, origins)
    if (token !== undefined) checkToken(ctx, token)
    else checkHost(ctx, allowedHosts)
    return next()
  }

/** What a browser marks as coming from another site (Fetch Metadata), or that has a foreign Origin (RFC 6454). */
const rejectOtherSites = (ctx: Koa.Context, origins: readonly string[]): void => {
  const site = ctx.get('Sec-Fetch-Site')
  const origin = ctx.get('Origin')
  if (origins.includes(origin)) return
  const isForeign = origin !== '' && origin !== `http://${ctx.get('Host')}`
  if (isForeign || (site !== '' && site !== 'same-origin' && site !== 'none'))
    throw new ControlError(
      403,
      'the control API takes no requests from pages of other sites; --control-origin allows one',
    )
}

const checkToken = (ctx: Koa.Context, token: string): void => {
  const given = Buffer.from(/^Bearer +(\S+) *$/i.exec(ctx.get('Authorization'))?.[1] ?? '')
  const expected = Buffer.from(token)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  ctx.set('WWW-Authenticate', 'Bearer realm="Standin control API"')
  throw new ControlError(
    401,
    'send "Authorization: Bearer <admin token>"; the banner prints the token, --admin-token sets it',
  )
}

/** A name that points at this machine only while somebody wants it to (DNS rebinding) is none of ours. */
const checkHost = (ctx: Koa.Context, allowedHosts: readonly string[]): void => {
  const name = ctx.get('Host').replace(/:\d+$/, '').toLowerCase()
  const isLoopback =
    name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
  if (!isLoopback && !allowedHosts.includes(name)) {
    throw new ControlError(403, `the Host "${name.slice(0, 100)}" is no loopback name; --allowed-hosts takes others`)
  }
}

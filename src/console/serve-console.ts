/**
 * Serves the console below /_sandbox/: its page for every address of a part, and its assets. The files hold no data, so they
 * need no token; what the page shows comes from the control API, which does.
 */
import { join } from 'node:path'
import type Koa from 'koa'
import Negotiator from 'negotiator'
import { ControlError } from '../control/actions/control-error.ts'
import { packageFolder } from '../package-folder.ts'
import { type ConsoleFile, type ConsoleFiles, type Encoding, readConsoleFiles } from './console-files.ts'

/** Whether a path below /_sandbox is the console's. All others are the control API's. */
export const isConsolePath = (path: string): boolean =>
  path === '/_sandbox' ||
  path === '/_sandbox/' ||
  isReferencePath(path) ||
  path.startsWith('/_sandbox/~') ||
  path.startsWith('/_sandbox/assets/')

/** The API reference: a page of its own for each document. */
const isReferencePath = (path: string): boolean => path === '/_sandbox/docs' || path.startsWith('/_sandbox/docs/')

/** The reference shows pictures that an API responds with. */
const policyOf = (path: string): string =>
  isReferencePath(path) ? contentSecurityPolicy.replace("img-src 'self' data:", '$& blob:') : contentSecurityPolicy

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** The middleware for paths of the console. The files are read on its first request. Throws ControlError. */
export const createConsole = (folder = join(packageFolder, 'dist/console')): ((ctx: Koa.Context) => Promise<void>) => {
  let reading: Promise<ConsoleFiles | undefined> | undefined
  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      throw new ControlError(405, `${ctx.path} does not support ${ctx.method}; it supports GET, HEAD`)
    }
    if (ctx.path === '/_sandbox') {
      ctx.status = 308
      ctx.set('Location', `/_sandbox/${ctx.search}`)
      return
    }
    reading ??= readConsoleFiles(folder)
    const files = await reading
    if (!files) {
      reading = undefined
      throw new ControlError(404, 'the console is not built; run "npm run build" and reload this page')
    }
    serveFile(ctx, findFile(ctx.path, files))
  }
}

const findFile = (path: string, files: ConsoleFiles): ConsoleFile => {
  const page = isReferencePath(path) ? 'docs.html' : 'index.html'
  const name = path.startsWith('/_sandbox/assets/') ? path.slice('/_sandbox/'.length) : page
  const file = files.get(name)
  if (file) return file
  throw new ControlError(
    404,
    `the console has no file ${path.slice(0, 200)}; reload the page, it may be of an earlier version`,
  )
}

const serveFile = (ctx: Koa.Context, { type, etag, encodings }: ConsoleFile): void => {
  const available: readonly Encoding[] = [...encodings.keys()]
  const preferred = new Negotiator(ctx.req).encodings([...preference])
  const encoding = preference.find((name) => available.includes(name) && preferred.includes(name)) ?? 'identity'
  ctx.set({ ...headers, 'Content-Security-Policy': policyOf(ctx.path) })
  ctx.set(
    'Cache-Control',
    ctx.path.startsWith('/_sandbox/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  ctx.set('Vary', 'Accept-Encoding')
  // Each coding is another representation (RFC 9110, section 8.8.3).
  const tag = encoding === 'identity' ? etag : `${etag.slice(0, -1)}-${encoding}"`
  ctx.set('ETag', tag)
  if (isFresh(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304
    return
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  ctx.status = 200
  ctx.body = encodings.get(encoding)
  ctx.set('Content-Type', type)
}

/** The smallest first. */
const preference: readonly Encoding[] = ['br', 'gzip', 'identity']

const isFresh = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch === '*' || ifNoneMatch.split(',').some((given) => given.trim().replace(/^W\//, '') === tag)

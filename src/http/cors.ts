/**
 * CORS (Fetch Standard, section 3.2): the origin is reflected, preflights are answered before anything else is asked.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Reply } from '../ports.ts'

const exposed = [
  'Sandbox-Request-Id, Sandbox-Id, Sandbox-Trace, Sandbox-Notice, Preference-Applied, RateLimit, RateLimit-Policy',
  'Allow, Deprecation, ETag, Idempotent-Replayed, Link, Location, Retry-After, Sunset, WWW-Authenticate',
].join(', ')

const allowed = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/** As much of a request as matters here. */
interface CorsRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** Adds what a browser on another origin needs to read the response. Always varies by Origin, so that no cache mixes them up. */
export const addCorsHeaders = (headers: string[], request: CorsRequest): void => {
  headers.push('Vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined) return
  headers.push(
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposed,
  )
}

/** The answer to a preflight, or undefined where the request is none. */
export const answerPreflight = (request: CorsRequest): Reply | undefined => {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': names } = request.headers
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return undefined
  const headers = ['Access-Control-Allow-Methods', allowed, 'Access-Control-Max-Age', '600']
  if (names !== undefined) headers.push('Access-Control-Allow-Headers', names)
  if (request.headers['access-control-request-private-network'] === 'true')
    headers.push('Access-Control-Allow-Private-Network', 'true')
  return { status: 204, headers }
}

/**
 * The headers and the URL of a request, as expressions and conditions refer to them.
 */
import type { IncomingRequest } from '../../ports.ts'

/** A header by its name in lower case. Repeated ones are joined (RFC 9110, section 5.3). */
export const headerOf = ({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return typeof value === 'string' ? value : value?.join(', ')
}

/** Scheme, host and port that the client sent the request to; undefined without a host. */
export const originOf = (request: Pick<IncomingRequest, 'headers' | 'isSecure'>): string | undefined => {
  const host = headerOf(request, 'host')
  return host === undefined ? undefined : `${request.isSecure ? 'https' : 'http'}://${host}`
}

/** The whole URL, as the client sent it. */
export const urlOf = (request: IncomingRequest): string => {
  const { path, query } = request
  return `${originOf(request) ?? 'http://'}${path}${query === '' ? '' : `?${query}`}`
}

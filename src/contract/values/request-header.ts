/**
 * The headers and the URL of a request, as expressions and conditions refer to them.
 */
import type { IncomingRequest } from '../../ports.ts'

/** A header by its name in lower case. Repeated ones are joined (RFC 9110, section 5.3). */
export const headerOf = ({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return typeof value === 'string' ? value : value?.join(', ')
}

/** The whole URL, as the client sent it. */
export const urlOf = (request: IncomingRequest): string => {
  const { isSecure, path, query } = request
  return `${isSecure ? 'https' : 'http'}://${headerOf(request, 'host') ?? ''}${path}${query === '' ? '' : `?${query}`}`
}

/**
 * Hides secrets of exchanges: credentials, and whatever has the name of a secret.
 */
import type { RequestHeaders } from '../ports.ts'

const redacted = '[redacted]'

const secretName = /^(authorization|proxy-authorization|cookie|set-cookie|.*(api[-_]?key|token|secret|password).*)$/i

/** Whether a header, parameter or property of this name holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** The value of a header as it may be shown. The scheme of credentials stays. */
export const redactHeader = (name: string, value: string): string =>
  isSecretName(name) ? hideCredentials(name, value) : value

const hideCredentials = (name: string, value: string): string => {
  const scheme = /authorization$/i.test(name) ? /^[A-Za-z]+(?= )/.exec(value)?.[0] : undefined
  return scheme === undefined ? redacted : `${scheme} ${redacted}`
}

export const redactHeaders = (headers: RequestHeaders): RequestHeaders => {
  const shown: Record<string, string | readonly string[]> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) shown[name] = isSecretName(name) ? redactHeader(name, [value].flat().join(', ')) : value
  }
  return shown
}

/** The value of a query parameter as it may be shown. `secrets`: names that the document declares as credentials. */
export const redactParameter = (name: string, value: string, secrets: ReadonlySet<string>): string =>
  secrets.has(name) || isSecretName(name) ? redacted : value

/** A query string, with the encoding of what is shown as it was. */
export const redactQuery = (query: string, secrets: ReadonlySet<string>): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return secrets.has(name) || isSecretName(name) ? `${name}=${redacted}` : pair
    })
    .join('&')

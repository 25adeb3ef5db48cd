/**
 * Hides secrets of exchanges: credentials, and whatever has the name of a secret.
 */
import { decodeFormText } from '../contract/values/query.ts'
import type { RequestHeaders } from '../ports.ts'

const redacted = '[redacted]'

const secretName = /^(authorization|proxy-authorization|cookie|set-cookie|.*(api[-_]?key|token|secret|password).*)$/i

/** Whether a header, parameter or property of this name holds a secret. */
export const isSecretName = (name: string): boolean => secretName.test(name)

/** Whether a name is one of a secret. */
export type FindSecretName = (name: string) => boolean

/** Names come from clients: when there are more than this, they are forgotten. */
const maxNames = 1_000
const maxRemembered = 100

/** Remembers the names that it was called with: most requests have the same ones. */
export const rememberNames = <Found>(find: (name: string) => Found): ((name: string) => Found) => {
  const known = new Map<string, { readonly found: Found }>()
  return (name) => {
    if (name.length > maxRemembered) return find(name)
    const before = known.get(name)
    if (before) return before.found
    if (known.size >= maxNames) known.clear()
    const found = find(name)
    known.set(name, { found })
    return found
  }
}

export const rememberSecretNames = (): FindSecretName => rememberNames(isSecretName)

/** The value of a header as it may be shown. The scheme of credentials stays. */
export const redactHeader = (name: string, value: string, isSecret: FindSecretName = isSecretName): string =>
  isSecret(name) ? hideCredentials(name, value) : value

const hideCredentials = (name: string, value: string): string => {
  const scheme = /authorization$/i.test(name) ? /^[A-Za-z]+(?= )/.exec(value)?.[0] : undefined
  return scheme === undefined ? redacted : `${scheme} ${redacted}`
}

export const redactHeaders = (headers: RequestHeaders, isSecret: FindSecretName): RequestHeaders => {
  const shown: Record<string, string | readonly string[]> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) shown[name] = isSecret(name) ? hideCredentials(name, [value].flat().join(', ')) : value
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
      const [encoded = ''] = pair.split('=', 1)
      const name = decodeFormText(encoded) ?? encoded
      return secrets.has(name) || isSecretName(name) ? `${encoded}=${redacted}` : pair
    })
    .join('&')

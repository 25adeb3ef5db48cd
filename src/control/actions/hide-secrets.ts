/**
 * Hides secrets in what is written from an exchange for a file: values under the name of a secret, and every string that
 * contains a credential of the request.
 */
import { isJsonArray } from '../../contract/values/json-object.ts'
import { parseQuery } from '../../contract/values/query.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { holdsSecret } from '../../journal/secret-names.ts'
import type { Json } from '../../ports.ts'

export interface SecretHider {
  /** The value with secrets replaced by others of the same type; the same value if it has no secrets. */
  readonly hide: (value: Json, name?: string) => Json
  /** Whether the value has a secret. */
  readonly hasSecret: (value: Json, name?: string) => boolean
}

/** Shorter credentials occur in other strings by chance. */
const minLength = 4

export const createSecretHider = (exchange: Exchange): SecretHider => {
  const credentials = credentialsOf(exchange)
  const isHidden = (text: string): boolean => credentials.some((credential) => text.includes(credential))
  const hide = (value: Json, isSecret: boolean): Json => {
    if (typeof value === 'string') return (isSecret && value !== '') || isHidden(value) ? 'redacted' : value
    if (typeof value === 'number' || typeof value === 'bigint') return isSecret || isHidden(String(value)) ? 0 : value
    if (isJsonArray(value)) return keepSame(value, (item) => hide(item, isSecret))
    if (typeof value !== 'object' || value === null) return value
    const pairs = Object.entries(value).map(
      ([name, inner]) => [name, inner, hide(inner, isSecret || holdsSecret(name))] as const,
    )
    if (pairs.every(([, inner, hidden]) => inner === hidden)) return value
    return Object.fromEntries(pairs.map(([name, , hidden]) => [name, hidden]))
  }
  const hideNamed: SecretHider['hide'] = (value, name) => hide(value, name !== undefined && holdsSecret(name))
  return { hide: hideNamed, hasSecret: (value, name) => hideNamed(value, name) !== value }
}

const keepSame = (items: readonly Json[], change: (item: Json) => Json): Json => {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? (items as Json) : changed
}

/** What the request was authenticated with: the values of secret headers, cookies and query parameters. */
const credentialsOf = ({ headers, query, operation }: Exchange): readonly string[] => {
  const names = new Set(operation?.secretQuery ?? [])
  const inHeaders = Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && holdsSecret(name) ? [value].flat().flatMap((text) => partsOf(name, text)) : [],
  )
  const inQuery = parseQuery(query).pairs.flatMap(([name, value]) =>
    names.has(name) || holdsSecret(name) ? [value] : [],
  )
  return [...new Set([...inHeaders, ...inQuery])].filter((text) => text.length >= minLength)
}

const partsOf = (name: string, text: string): readonly string[] => {
  if (/cookie$/i.test(name)) return text.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  const [scheme = '', ...rest] = text.trim().split(/\s+/)
  if (!/authorization$/i.test(name) || rest.length === 0) return [text]
  if (scheme.toLowerCase() !== 'basic') return [rest.join(' ')]
  const login = Buffer.from(rest.join(''), 'base64').toString('utf8')
  return [rest.join(' '), login.slice(login.indexOf(':') + 1)]
}

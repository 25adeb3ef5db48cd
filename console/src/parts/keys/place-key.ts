/**
 * A key as a request carries it: as a header, and in a curl command.
 */
import type { Result } from '../../api/client.ts'

export type DocumentCredentials = Result<'describeCredentials'>['documents'][number]
export type Scheme = DocumentCredentials['schemes'][number]

/** `user:password`, with an empty password if the key has none. */
const loginOf = (key: string): string => (key.includes(':') ? key : `${key}:`)

const encodeBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** `Authorization: Bearer KEY`; undefined where it is not a header. */
export const formatHeader = ({ place, parameter, prefix }: Scheme, key: string): string | undefined => {
  if (place === 'header') return `${parameter}: ${prefix}${key}`
  if (place === 'basic') return `Authorization: Basic ${encodeBase64(loginOf(key))}`
  if (place === 'cookie') return `Cookie: ${parameter}=${encodeURIComponent(key)}`
  return undefined
}

/** A word of a POSIX shell. */
const quote = (text: string): string => (/^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`)

/** A curl command for an address with the key in its place. */
export const formatCurl = (scheme: Scheme, key: string, url: string): string => {
  const { place, parameter } = scheme
  if (place === 'basic' || place === 'digest')
    return `curl ${place === 'digest' ? '--digest ' : ''}-u ${quote(loginOf(key))} ${quote(url)}`
  if (place === 'query') {
    const address = new URL(url)
    address.searchParams.set(parameter, key)
    return `curl ${quote(address.href)}`
  }
  const header = formatHeader(scheme, key)
  return header === undefined ? `curl ${quote(url)}` : `curl -H ${quote(header)} ${quote(url)}`
}

/** Where a request carries the key, in words. */
export const describePlace = ({ place, parameter, prefix }: Scheme): string => {
  switch (place) {
    case 'header':
      return prefix === '' ? `an API key in the header ${parameter}` : `a ${prefix.trim()} token in ${parameter}`
    case 'query':
      return `an API key in the query parameter ${parameter}`
    case 'cookie':
      return `an API key in the cookie ${parameter}`
    case 'basic':
      return 'user and password (Basic authentication)'
    case 'digest':
      return 'user and password (Digest authentication)'
    case 'none':
      return 'a client certificate, which is not checked here'
  }
}

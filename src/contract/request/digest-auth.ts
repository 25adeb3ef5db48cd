/**
 * HTTP Digest authentication (RFC 7616): the challenge, and the verification of a response to it. The nonce is constant, so
 * that the same requests get the same responses; a mock server does not need protection against replay.
 */
import { createHash } from 'node:crypto'

const algorithms: ReadonlyMap<string, string> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
])

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')

const nonceOf = (realm: string): string => hash('sha256', realm).slice(0, 32)

/** Clients that do not know SHA-256 omit the algorithm, which then means MD5. */
export const digestChallenge = (realm: string): string =>
  `Digest realm="${realm}", qop="auth", algorithm=SHA-256, nonce="${nonceOf(realm)}"`

export interface Digest {
  readonly user: string
  readonly verify: (password: string) => boolean
}

/** Undefined if a parameter is missing, or if the response is for another challenge. */
export const readDigest = (credentials: string, method: string, realm: string): Digest | undefined => {
  const parts = readParts(credentials)
  const { username: user, uri, response, nonce } = parts
  const algorithm = algorithms.get((parts.algorithm ?? 'MD5').toLowerCase())
  if (!user || !uri || !response || nonce !== nonceOf(realm) || parts.realm !== realm || !algorithm) return undefined
  const { nc = '', cnonce = '', qop } = parts
  const verify = (password: string): boolean => {
    const account = hash(algorithm, `${user}:${realm}:${password}`)
    const request = hash(algorithm, `${method}:${uri}`)
    const middle = qop === undefined ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`
    return hash(algorithm, `${account}:${middle}:${request}`) === response.toLowerCase()
  }
  return { user, verify }
}

/** Parameters (RFC 9110, section 11.2) by name in lower case. */
const readParts = (text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(([, name = '', quoted, token]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  )

/**
 * HTTP Digest authentication (RFC 7616): the challenge, and what a client's answer to it proves. The nonce is always the
 * same, so that the same requests get the same answers; a sandbox has nothing that a replay could harm.
 */
import { createHash } from 'node:crypto'

const algorithms: ReadonlyMap<string, string> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
])

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')

const nonceOf = (realm: string): string => hash('sha256', realm).slice(0, 32)

/** Clients without SHA-256 leave the algorithm out of their answer, which is MD5 then. */
export const digestChallenge = (realm: string): string =>
  `Digest realm="${realm}", qop="auth", algorithm=SHA-256, nonce="${nonceOf(realm)}"`

export interface Digest {
  readonly user: string
  readonly proves: (password: string) => boolean
}

/** Undefined where the answer lacks a part, or is to another challenge. */
export const readDigest = (credentials: string, method: string, realm: string): Digest | undefined => {
  const parts = readParts(credentials)
  const { username: user, uri, response, nonce } = parts
  const algorithm = algorithms.get((parts.algorithm ?? 'MD5').toLowerCase())
  if (!user || !uri || !response || nonce !== nonceOf(realm) || parts.realm !== realm || !algorithm) return undefined
  const { nc = '', cnonce = '', qop } = parts
  const proves = (password: string): boolean => {
    const account = hash(algorithm, `${user}:${realm}:${password}`)
    const request = hash(algorithm, `${method}:${uri}`)
    const middle = qop === undefined ? nonce : `${nonce}:${nc}:${cnonce}:${qop}`
    return hash(algorithm, `${account}:${middle}:${request}`) === response.toLowerCase()
  }
  return { user, proves }
}

/** auth-param of RFC 9110, section 11.2, by lower-case name. */
const readParts = (text: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g)].map(([, name = '', quoted, token]) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  )

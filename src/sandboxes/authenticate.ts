/**
 * Decides whether the credentials of a request satisfy an operation's security requirements. A rejection says which
 * problem it is (missing, malformed, unknown, expired, revoked, lacking a scope), because users of a mock server have to
 * find their mistake.
 */

import type { RequiredScheme, SecurityCheck } from '../contract/request/security.ts'
import type { Credential, CredentialSource } from '../contract/request/security-schemes.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { ClientCertificate, RequestHeaders } from '../ports.ts'
import type { Key } from './keys.ts'

/** A key, and the time on the clock of the sandbox that it opens. */
export interface FoundKey {
  readonly key: Key
  /** Epoch milliseconds. */
  readonly now: number
  /** Whether it was generated for one sandbox. Its state counts even where any credential is accepted. */
  readonly generated: boolean
}

export interface AuthenticationRequest {
  readonly method: string
  readonly headers: RequestHeaders
  readonly query: ParsedQuery
  readonly client: ClientCertificate | undefined
}

/** Where keys are looked up. */
export interface KeyLookup {
  /** True where any syntactically valid credential is accepted. `unsaid`: messages do not mention it, because a service decides. */
  readonly any: boolean | 'unsaid'
  readonly find: (value: string) => FoundKey | undefined
  /** The key of a user whose password passes `verify`. */
  readonly findUser: (user: string, verify: (password: string) => boolean) => FoundKey | undefined
  /** Called before each alternative: discards the sandboxes found for the previous one. */
  readonly forget: () => void
}

/** Undefined if the request is allowed, else a 401 or 403 with its challenge (RFC 9110, section 11.6.1; RFC 6750, section 3). */
export const authenticate = (
  security: SecurityCheck,
  keys: KeyLookup,
  { method, headers, query, client }: AuthenticationRequest,
): Rejection | undefined => {
  if (security.alternatives.length === 0) return undefined
  const carrier = { method, headers, query: query.pairs, client }
  let reason: Failure | undefined
  for (const needs of security.alternatives) {
    keys.forget()
    const failure = findFailure(needs, carrier, keys)
    if (!failure) return undefined
    // Of several alternatives, report the one that the client came closest to.
    if (!reason || failure.reached > reason.reached) reason = failure
  }
  keys.forget()
  if (security.open) return undefined
  return reject(security, reason ?? { message: 'no credential was sent', reached: reached.nothing })
}

/** How close a request came: no credential, a credential that is not accepted, an accepted one that lacks a scope. */
const reached = { nothing: 0, presented: 1, known: 2 } as const

interface Failure {
  readonly message: string
  readonly reached: (typeof reached)[keyof typeof reached]
  /** The required scopes, if one of them is missing. */
  readonly scopes?: readonly string[]
}

/** Of schemes that are required together, the failure of the first one that the request does not satisfy. */
const findFailure = (
  needs: readonly RequiredScheme[],
  carrier: CredentialSource,
  keys: KeyLookup,
): Failure | undefined => {
  for (const { scheme, scopes } of needs) {
    const failure = checkCredential(scheme.find(carrier), scopes, keys)
    if (failure) return failure
  }
  return undefined
}

const checkCredential = (credential: Credential, scopes: readonly string[], keys: KeyLookup): Failure | undefined => {
  switch (credential.kind) {
    case 'granted':
      return undefined
    case 'missing':
      return { message: credential.message + anyHint(keys), reached: reached.nothing }
    case 'no-certificate':
      return { message: credential.message, reached: credential.isMissing ? reached.nothing : reached.presented }
    case 'malformed':
      return keys.any && credential.value !== ''
        ? undefined
        : { message: credential.message + anyHint(keys), reached: reached.presented }
    case 'found':
      return checkKey(
        keys.find(credential.value) ??
          (credential.alternative === undefined ? undefined : keys.find(credential.alternative)),
        scopes,
        keys,
      )
    case 'proof':
      return checkKey(keys.findUser(credential.user, credential.verify), scopes, keys)
  }
}

const anyHint = ({ any }: KeyLookup): string => (any === true ? '; any key is accepted' : '')

const checkKey = (found: FoundKey | undefined, scopes: readonly string[], keys: KeyLookup): Failure | undefined => {
  if (keys.any && !found?.generated) return undefined
  if (!found)
    return {
      message:
        'the API key is unknown: it is neither in keys.yaml of the fixtures, nor given with --key, nor generated',
      reached: reached.presented,
    }
  const { key, now } = found
  if (key.state === 'revoked') return { message: 'the API key has been revoked', reached: reached.presented }
  if (key.state === 'expired' || (key.expires !== undefined && key.expires <= now))
    return { message: 'the API key has expired', reached: reached.presented }
  return scopes.length === 0 ? undefined : checkScopes(key, scopes)
}

const checkScopes = ({ scopes: held }: Key, needed: readonly string[]): Failure | undefined => {
  const lacking = held === undefined ? [] : needed.filter((scope) => !held.includes(scope))
  if (held === undefined || lacking.length === 0) return undefined
  const has = held.length === 0 ? 'it has none' : `it has ${held.join(', ')}`
  const message = `the API key lacks the scope${lacking.length === 1 ? '' : 's'} ${lacking.join(', ')}; ${has}`
  return { message, reached: reached.known, scopes: needed }
}

const reject = ({ challenges }: SecurityCheck, failure: Failure): Rejection => {
  const all = challenges.map((challenge) => challenge + formatError(challenge, failure)).join(', ')
  return {
    code: failure.scopes ? 'forbidden' : 'unauthorized',
    message: failure.message,
    ...(all === '' ? {} : { headers: ['WWW-Authenticate', all] }),
  }
}

/** The error parameters of a challenge for bearer tokens (RFC 6750, section 3.1). */
const formatError = (challenge: string, { message, reached: came, scopes }: Failure): string => {
  if (came === reached.nothing || !challenge.startsWith('Bearer ')) return ''
  const description = `error_description="${toAscii(message)}"`
  if (!scopes) return `, error="invalid_token", ${description}`
  return `, error="insufficient_scope", ${description}, scope="${toAscii(scopes.join(' '))}"`
}

/** error_description and scope are printable ASCII without quotes (RFC 6750, section 3). */
const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, '')

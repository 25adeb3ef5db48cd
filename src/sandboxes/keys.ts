/**
 * API keys of a sandbox, and the decision whether a request may pass. Says which of "missing", "malformed", "unknown",
 * "expired", "revoked" and "lacks a scope" it is: this is a sandbox, and its users are to find their mistake.
 */

import type { RequiredScheme, SecurityCheck } from '../contract/request/security.ts'
import type { Credential, CredentialSource } from '../contract/request/security-schemes.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { RequestHeaders } from '../ports.ts'

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const isKeyState = (value: unknown): value is KeyState => keyStates.some((state) => state === value)

export interface Key {
  /** The key itself; `user:password` for basic and digest authentication. */
  readonly key: string
  readonly state: KeyState
  /** Epoch milliseconds on the sandbox's clock from which an active key has expired. */
  readonly expires?: number
  /** What it may be used for, as requirements name it; absent: everything. */
  readonly scopes?: readonly string[]
}

/** Whether it opens a sandbox whose clock says `now`. */
export const isGood = ({ state, expires }: Key, now: number): boolean =>
  state === 'active' && (expires === undefined || expires > now)

export interface KeyRing {
  /** True where any well-formed credential is good. */
  readonly any: boolean
  readonly keys: ReadonlyMap<string, Key>
}

/** A key and the time, in epoch milliseconds, on the clock of the sandbox that it opens. */
export interface FoundKey {
  readonly key: Key
  readonly now: number
  /** Whether it was made for one sandbox; such a key has its own state wherever any other is good. */
  readonly generated: boolean
}

export interface AuthenticationRequest {
  readonly method: string
  readonly headers: RequestHeaders
  readonly query: ParsedQuery
}

/** Where keys are looked up. */
export interface KeyLookup {
  /** True where any well-formed credential is good. */
  readonly any: boolean
  readonly find: (value: string) => FoundKey | undefined
  /** The key of a user whose password passes the test. */
  readonly findUser: (user: string, proves: (password: string) => boolean) => FoundKey | undefined
  /** Called before each alternative: what was found for another one counts no more. */
  readonly forget: () => void
}

/** Undefined where the request may pass; else a 401 or 403 with its challenge (RFC 9110, section 11.6.1; RFC 6750, section 3). */
export const authenticate = (
  security: SecurityCheck,
  keys: KeyLookup,
  { method, headers, query }: AuthenticationRequest,
): Rejection | undefined => {
  if (security.alternatives.length === 0) return undefined
  const carrier = { method, headers, query: query.pairs }
  let reason: Failure | undefined
  for (const needs of security.alternatives) {
    keys.forget()
    const failure = findFailure(needs, carrier, keys)
    if (!failure) return undefined
    // Of several alternatives, the one that the client came nearest to tells it most.
    if (!reason || failure.reached > reason.reached) reason = failure
  }
  keys.forget()
  if (security.open) return undefined
  return reject(security, reason ?? { message: 'no credential was sent', reached: reached.nothing })
}

/** How far a request came: a credential was sent, good or not; it was good, but not for this. */
const reached = { nothing: 0, presented: 1, known: 2 } as const

interface Failure {
  readonly message: string
  readonly reached: (typeof reached)[keyof typeof reached]
  /** The scopes that are needed, where one of them is missing. */
  readonly scopes?: readonly string[]
}

/** The first scheme of some that are needed together which the request does not satisfy. */
const findFailure = (
  needs: readonly RequiredScheme[],
  carrier: CredentialSource,
  keys: KeyLookup,
): Failure | undefined => {
  for (const { scheme, scopes } of needs) {
    const failure = judge(scheme.find(carrier), scopes, keys)
    if (failure) return failure
  }
  return undefined
}

const judge = (credential: Credential, scopes: readonly string[], keys: KeyLookup): Failure | undefined => {
  switch (credential.kind) {
    case 'granted':
      return undefined
    case 'missing':
      return { message: credential.message, reached: reached.nothing }
    case 'malformed':
      return keys.any && credential.value !== ''
        ? undefined
        : { message: credential.message, reached: reached.presented }
    case 'found':
      return judgeKey(
        keys.find(credential.value) ??
          (credential.alternative === undefined ? undefined : keys.find(credential.alternative)),
        scopes,
        keys,
      )
    case 'proof':
      return judgeKey(keys.findUser(credential.user, credential.verify), scopes, keys)
  }
}

const judgeKey = (found: FoundKey | undefined, scopes: readonly string[], keys: KeyLookup): Failure | undefined => {
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
  return scopes.length === 0 ? undefined : judgeScopes(key, scopes)
}

const judgeScopes = ({ scopes: held }: Key, needed: readonly string[]): Failure | undefined => {
  const lacking = held === undefined ? [] : needed.filter((scope) => !held.includes(scope))
  if (held === undefined || lacking.length === 0) return undefined
  const has = held.length === 0 ? 'it has none' : `it has ${held.join(', ')}`
  const message = `the API key lacks the scope${lacking.length === 1 ? '' : 's'} ${lacking.join(', ')}; ${has}`
  return { message, reached: reached.known, scopes: needed }
}

const reject = ({ challenges }: SecurityCheck, failure: Failure): Rejection => {
  const all = challenges.map((challenge) => challenge + errorOf(challenge, failure)).join(', ')
  return {
    code: failure.scopes ? 'forbidden' : 'unauthorized',
    message: failure.message,
    ...(all === '' ? {} : { headers: ['WWW-Authenticate', all] }),
  }
}

/** What a challenge for bearer tokens says of the token that came (RFC 6750, section 3.1). */
const errorOf = (challenge: string, { message, reached: came, scopes }: Failure): string => {
  if (came === reached.nothing || !challenge.startsWith('Bearer ')) return ''
  const description = `error_description="${toAscii(message)}"`
  if (!scopes) return `, error="invalid_token", ${description}`
  return `, error="insufficient_scope", ${description}, scope="${toAscii(scopes.join(' '))}"`
}

/** error_description and scope hold printable ASCII without quotes (RFC 6750, section 3). */
const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, '')

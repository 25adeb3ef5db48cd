/**
 * API keys of a sandbox, and the decision whether a request may pass. Says which of "missing", "malformed", "unknown",
 * "expired" and "revoked" it is: this is a sandbox, and its users are to find their mistake.
 */
import type { ParsedQuery } from '../contract/query.ts'
import type { Carrier, Credential, Scheme, SecurityCheck } from '../contract/security.ts'
import type { Refusal } from '../errors.ts'
import type { RequestHeaders } from '../ports.ts'

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const isKeyState = (value: unknown): value is KeyState => keyStates.some((state) => state === value)

export interface Key {
  /** The key itself; `user:password` for basic authentication. */
  readonly key: string
  readonly state: KeyState
  /** Epoch milliseconds on the sandbox's clock from which an active key has expired. */
  readonly expires?: number
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
}

export interface AuthenticationRequest {
  readonly headers: RequestHeaders
  readonly query: ParsedQuery
}

/** Where keys are looked up. */
export interface KeyLookup {
  /** True where any well-formed credential is good. */
  readonly any: boolean
  readonly find: (value: string) => FoundKey | undefined
}

/** Undefined where the request may pass; else the 401 with its challenge (RFC 9110, section 11.6.1; RFC 6750, section 3). */
export const authenticate = (
  security: SecurityCheck,
  keys: KeyLookup,
  { headers, query }: AuthenticationRequest,
): Refusal | undefined => {
  if (security.open) return undefined
  const carrier = { headers, query: query.pairs }
  let reason: Failure | undefined
  for (const schemes of security.alternatives) {
    const failure = findFailure(schemes, carrier, keys)
    if (!failure) return undefined
    // Of several alternatives, the one that the client tried tells it most.
    if (!reason || (failure.presented && !reason.presented)) reason = failure
  }
  return refuse(security, reason ?? { message: 'no credential was sent', presented: false })
}

interface Failure {
  readonly message: string
  /** Whether the client sent a credential, good or not. */
  readonly presented: boolean
}

/** The first scheme of some that are needed together which the request does not satisfy. */
const findFailure = (schemes: readonly Scheme[], carrier: Carrier, keys: KeyLookup): Failure | undefined => {
  for (const scheme of schemes) {
    const failure = judge(scheme.find(carrier), keys)
    if (failure) return failure
  }
  return undefined
}

const judge = (credential: Credential, keys: KeyLookup): Failure | undefined => {
  if (credential.kind !== 'found') return { message: credential.message, presented: credential.kind === 'malformed' }
  const found = keys.find(credential.value)
  if (keys.any) return undefined
  if (!found)
    return {
      message:
        'the API key is unknown: it is neither in keys.yaml of the fixtures, nor given with --key, nor generated',
      presented: true,
    }
  const { key, now } = found
  if (key.state === 'revoked') return { message: 'the API key has been revoked', presented: true }
  if (key.state === 'expired' || (key.expires !== undefined && key.expires <= now))
    return { message: 'the API key has expired', presented: true }
  return undefined
}

const refuse = ({ challenge }: SecurityCheck, { message, presented }: Failure): Refusal => ({
  code: 'unauthorized',
  message,
  ...(challenge
    ? {
        headers: [
          'WWW-Authenticate',
          presented && challenge.startsWith('Bearer')
            ? `${challenge}, error="invalid_token", error_description="${toAscii(message)}"`
            : challenge,
        ],
      }
    : {}),
})

/** error_description holds printable ASCII without quotes (RFC 6750, section 3). */
const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]|["\\]/g, '')

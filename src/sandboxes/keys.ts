/**
 * API keys of a sandbox: how a file lists them, and the decision whether a request may pass. Says which of "missing", "malformed", "unknown",
 * "expired" and "revoked" it is: this is a sandbox, and its users are to find their mistake.
 */
import { getOwn, getString, isObject } from '../contract/is-object.ts'
import { nearestOf } from '../contract/nearest.ts'
import { appendPointer } from '../contract/pointer.ts'
import type { ParsedQuery } from '../contract/query.ts'
import type { Carrier, Credential, Scheme, SecurityCheck } from '../contract/security.ts'
import { findingAt, type Source } from '../contract/source.ts'
import type { Finding, Refusal } from '../errors.ts'
import type { RequestHeaders } from '../ports.ts'

export interface Key {
  /** The key itself; `user:password` for basic authentication. */
  readonly key: string
  readonly state: 'active' | 'expired' | 'revoked'
  /** Epoch milliseconds on the sandbox's clock from which an active key has expired. */
  readonly expires?: number
}

export interface KeyRing {
  /** True where any well-formed credential is good. */
  readonly any: boolean
  readonly keys: ReadonlyMap<string, Key>
}

export interface AuthenticationRequest {
  readonly headers: RequestHeaders
  readonly query: ParsedQuery
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
}

/** Undefined where the request may pass; else the 401 with its challenge (RFC 9110, section 11.6.1; RFC 6750, section 3). */
export const authenticate = (
  security: SecurityCheck,
  ring: KeyRing,
  { headers, query, now }: AuthenticationRequest,
): Refusal | undefined => {
  if (security.open) return undefined
  const carrier = { headers, query: query.pairs }
  let reason: Failure | undefined
  for (const schemes of security.alternatives) {
    const failure = findFailure(schemes, carrier, ring, now)
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
const findFailure = (schemes: readonly Scheme[], carrier: Carrier, ring: KeyRing, now: number): Failure | undefined => {
  for (const scheme of schemes) {
    const failure = judge(scheme.find(carrier), ring, now)
    if (failure) return failure
  }
  return undefined
}

const judge = (credential: Credential, ring: KeyRing, now: number): Failure | undefined => {
  if (credential.kind !== 'found') return { message: credential.message, presented: credential.kind === 'malformed' }
  if (ring.any) return undefined
  const key = ring.keys.get(credential.value)
  if (!key)
    return {
      message: 'the API key is unknown: it is neither in keys.yaml of the fixtures nor given with --key',
      presented: true,
    }
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

/** The keys that a file lists; what is wrong with it is added to the findings. */
export const readKeys = async (source: Source, findings: Finding[]): Promise<readonly Key[]> => {
  if (!Array.isArray(source.data)) {
    findings.push(await findingAt(source, '', 'key-invalid', 'must be a list of keys: - key: …, state: active'))
    return []
  }
  const keys = new Map<string, Key>()
  for (const [index, item] of source.data.entries()) {
    const parsed = parseKey(item)
    if (parsed.kind === 'key' && !keys.has(parsed.key.key)) keys.set(parsed.key.key, parsed.key)
    else {
      const { field, message } = parsed.kind === 'key' ? listedTwice(parsed.key) : parsed
      const pointer = field === undefined ? `/${index}` : appendPointer(`/${index}`, field)
      findings.push(await findingAt(source, pointer, 'key-invalid', message))
    }
  }
  return [...keys.values()]
}

interface KeyProblem {
  readonly kind: 'problem'
  /** Where in the item; undefined for the whole. */
  readonly field?: string
  readonly message: string
}

const problem = (message: string, field?: string): KeyProblem =>
  field === undefined ? { kind: 'problem', message } : { kind: 'problem', message, field }

const listedTwice = ({ key }: Key): KeyProblem => problem(`the key ${key} is listed twice; each key has one state`)

const states: ReadonlySet<unknown> = new Set(['active', 'expired', 'revoked'])

const fields = ['key', 'user', 'password', 'state', 'expires', 'scopes']

/** A key, or what is wrong with it. */
const parseKey = (item: unknown): { readonly kind: 'key'; readonly key: Key } | KeyProblem => {
  const unknown = isObject(item) ? Object.keys(item).find((name) => !fields.includes(name)) : undefined
  if (unknown !== undefined) return unknownField(unknown)
  const user = getString(item, 'user')
  const key =
    getString(item, 'key') ?? (user === undefined ? undefined : `${user}:${getString(item, 'password') ?? ''}`)
  if (!key) return problem('a key must have a key, a text (or user and password)')
  const state = getOwn(item, 'state') ?? 'active'
  if (!states.has(state)) return problem(`state must be active, expired or revoked, is ${JSON.stringify(state)}`)
  const expires = getOwn(item, 'expires')
  const at = typeof expires === 'string' ? Date.parse(expires) : undefined
  if (expires !== undefined && (at === undefined || Number.isNaN(at)))
    return problem(`expires must be a time like 2030-12-05T00:00:00Z, is ${JSON.stringify(expires)}`)
  return { kind: 'key', key: { key, state: state as Key['state'], ...(at === undefined ? {} : { expires: at }) } }
}

const unknownField = (name: string): KeyProblem => {
  const nearest = nearestOf(name, fields)
  const hint = nearest === undefined ? `it has ${fields.join(', ')}` : `did you mean ${nearest}?`
  return problem(`a key has no field ${name}; ${hint}`, name)
}

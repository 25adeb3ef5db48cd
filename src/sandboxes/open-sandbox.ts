/**
 * Which sandbox a request is for: the one that its key opens, that its header or address names, else the default one.
 * They must not disagree. One that is not there yet is made, but only for a request with a good key.
 */

import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import type { SecurityCheck } from '../contract/request/security.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, RequestHeaders } from '../ports.ts'
import { authenticate, type Key, type KeyLookup } from './keys.ts'
import { Sandbox } from './sandbox.ts'
import { readSandboxId } from './sandbox-name.ts'
import type { Sandboxes } from './sandboxes.ts'

export type Opened =
  | {
      readonly kind: 'opened'
      readonly sandbox: Sandbox
      /** Whether there was one of that name, which had not been used for too long. */
      readonly wasEvicted: boolean
    }
  | {
      readonly kind: 'rejected'
      readonly rejection: Rejection
      /** Whose journal tells of it. */
      readonly unreached: Sandbox
    }

export const openSandbox = ({ request, operation, query }: MatchedRequest, sandboxes: Sandboxes): Opened => {
  const { method, headers, address } = request
  const read = readSandboxId(headers, query.pairs, address)
  const known = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  const candidate = known ?? sandboxes.default
  const lookup = lookupIn(candidate, sandboxes)
  const rejection = authenticate(operation.security, lookup, { method, headers, query })
  if (rejection) return { kind: 'rejected', rejection, unreached: candidate }
  if (read.kind === 'rejected') return { kind: 'rejected', rejection: read.rejection, unreached: candidate }
  const { owner = ownerOfOpen(operation.security, headers, sandboxes), other } = lookup
  if (owner && other) return { kind: 'rejected', rejection: disagreeingKeys(owner.id, other.id), unreached: candidate }
  if (owner && read.kind === 'id' && owner.id !== read.id)
    return { kind: 'rejected', rejection: disagree(owner.id, read.id), unreached: candidate }
  const sandbox = owner ?? known ?? (read.kind === 'id' ? sandboxes.open(read.id) : candidate)
  if (!(sandbox instanceof Sandbox)) return { kind: 'rejected', rejection: sandbox, unreached: candidate }
  return { kind: 'opened', sandbox, wasEvicted: sandboxes.wasEvicted(sandbox.id) }
}

/** Where a request would have gone that matches no operation: it makes no sandbox. */
export const sandboxOfMiss = (
  { headers, address }: IncomingRequest,
  query: ParsedQuery,
  sandboxes: Sandboxes,
): Sandbox => {
  const read = readSandboxId(headers, query.pairs, address)
  const named = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  return named ?? ownerOfBearer(headers, sandboxes) ?? sandboxes.default
}

/** A generated key opens its sandbox where none is asked for, too. */
const ownerOfOpen = (
  { alternatives }: SecurityCheck,
  headers: RequestHeaders,
  sandboxes: Sandboxes,
): Sandbox | undefined => (alternatives.length === 0 ? ownerOfBearer(headers, sandboxes) : undefined)

const ownerOfBearer = ({ authorization }: RequestHeaders, sandboxes: Sandboxes): Sandbox | undefined => {
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization.toString())?.[1]
  return bearer === undefined ? undefined : sandboxes.ownerOf(bearer)
}

/** Keys of a sandbox, and generated keys of others: those tell which sandbox is meant. */
interface SandboxLookup extends KeyLookup {
  /** The sandbox that a generated key opened. */
  owner: Sandbox | undefined
  /** Another one, which a second key opened. */
  other: Sandbox | undefined
}

export const lookupIn = (candidate: Sandbox, sandboxes: Sandboxes): SandboxLookup => {
  const lookup: SandboxLookup = {
    any: candidate.takesAnyKey,
    owner: undefined,
    other: undefined,
    find: (value) => {
      const owner = sandboxes.ownerOf(value)
      const key = (owner ?? candidate).findKey(value)
      if (!key) return undefined
      if (owner && lookup.owner && owner !== lookup.owner) lookup.other = owner
      lookup.owner ??= owner
      return { key, now: (owner ?? candidate).now(), generated: owner !== undefined }
    },
    findUser: (user, proves) => {
      if (proves('')) return lookup.find(`${user}:`) ?? lookup.find(user)
      const key = candidate.keys.find((known) => known.key.startsWith(`${user}:`) && proves(passwordOf(known, user)))
      return key && { key, now: candidate.now(), generated: false }
    },
    forget: () => {
      lookup.owner = undefined
      lookup.other = undefined
    },
  }
  return lookup
}

const passwordOf = ({ key }: Key, user: string): string => key.slice(user.length + 1)

const disagreeingKeys = (first: string, second: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the API keys of the request open two sandboxes, ${JSON.stringify(first)} and ${JSON.stringify(second)}; use keys of one`,
})

const disagree = (opened: string, named: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the API key opens the sandbox ${JSON.stringify(opened)}, and the request names ${JSON.stringify(named)}; leave the name out, or use a key of the fixtures`,
})

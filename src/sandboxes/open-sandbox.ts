/**
 * Finds the sandbox of a request: the one that its key was generated for, else the one that its header, query or path
 * names, else the default one. If they disagree, the request is rejected. A sandbox that does not exist is created, but
 * only for a request with a valid key.
 */

import type { MatchedRequest } from '../contract/operation/validate-request.ts'
import type { SecurityCheck } from '../contract/request/security.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, RequestHeaders } from '../ports.ts'
import { authenticate, type KeyLookup } from './authenticate.ts'
import type { Key } from './keys.ts'
import { Sandbox } from './sandbox.ts'
import {
  type DecodedId,
  decodeAddress,
  decodeSandboxId,
  defaultId,
  idsInKeys,
  keyPrefix,
  rejectId,
  tokenPrefix,
} from './sandbox-name.ts'
import type { Sandboxes } from './sandboxes.ts'

/** A request below the address of a sandbox, /~name/path, as a request to /path. */
export const readAddress = <Request extends Pick<IncomingRequest, 'path' | 'address'>>(request: Request): Request => {
  if (!request.path.startsWith('/~')) return request
  const [, address, path = '/'] = /^(\/~[^/]+)(\/.*)?$/.exec(request.path) ?? []
  return address === undefined ? request : { ...request, path, address }
}

export type ReadId = DecodedId | { readonly kind: 'none' }

const unnamed: ReadId = { kind: 'none' }

/** The name that a request gives its sandbox. Names that disagree are rejected. */
export const readSandboxId = (
  headers: RequestHeaders,
  query: ParsedQuery['pairs'],
  address: string | undefined,
): ReadId => {
  const value =
    headers['sandbox-id'] ?? (query.length === 0 ? undefined : query.find(([name]) => name === '__sandbox')?.[1])
  if (value === undefined) return address === undefined ? unnamed : decodeAddress(address)
  if (typeof value !== 'string') return rejectId('header.Sandbox-Id must be given once')
  const named = decodeSandboxId(value)
  if (address === undefined || named.kind !== 'id') return named
  const addressed = decodeAddress(address)
  if (addressed.kind !== 'id' || addressed.id === named.id) return addressed
  return rejectId(
    `header.Sandbox-Id names the sandbox ${JSON.stringify(named.id)} and the path names ${JSON.stringify(addressed.id)}; they must be the same`,
  )
}

/** Credentials name no more sandboxes than this in a request that is valid. */
const maxNamed = 3

/**
 * Where several processes use the same sandboxes: learns of what the others have changed in those that a request names, or
 * whose keys it has. Rejects with LogError.
 */
export const refreshNamed = (
  { request, query }: Pick<MatchedRequest, 'request' | 'query'>,
  sandboxes: Sandboxes,
): Promise<void> => {
  const read = readSandboxId(request.headers, query.pairs, request.address)
  const named = read.kind === 'id' ? read.id : defaultId
  const keys = readKeys(request)
  // Most requests: all that wait at the same time share one promise.
  if (named === defaultId && keys === '' && sandboxes.isShared) return sandboxes.refresh(defaultId)
  return refreshAllNamed(named, keys, sandboxes)
}

/**
 * The sandbox that a request names, if this process has it and nothing else decides how the request is handled. Then it need
 * not be refreshed first: what the request sees can be checked together with its changes.
 */
export const findPlainlyNamed = (
  { request, query }: Pick<MatchedRequest, 'request' | 'query'>,
  sandboxes: Sandboxes,
): Sandbox | undefined => {
  if (!sandboxes.isShared || readKeys(request) !== '') return undefined
  const read = readSandboxId(request.headers, query.pairs, request.address)
  return sandboxes.find(read.kind === 'id' ? read.id : defaultId)
}

const refreshAllNamed = async (named: string, keys: string, sandboxes: Sandboxes): Promise<void> => {
  // Keys do not contain ids then. Requests for other sandboxes are served even if one cannot be read.
  if (!sandboxes.isShared) await sandboxes.refreshAll().catch(() => {})
  if (keys === '') await sandboxes.refresh(named)
  else {
    const ids = new Set([named, ...idsInKeys(keys).slice(0, maxNamed)])
    await Promise.all([...ids].map((id) => sandboxes.refresh(id)))
  }
  // The keys of the default sandbox decide who may create another one.
  if (!sandboxes.find(named)) await sandboxes.refresh(defaultId)
}

/** The parts of a request that may contain generated keys; empty for most requests. */
const readKeys = ({ headers, query }: IncomingRequest): string => {
  let found = hasKey(query) ? `${query}\n` : ''
  for (const name in headers) {
    const value = String(headers[name])
    if (hasKey(value)) found += `${value}\n`
  }
  const basic = /^Basic +(\S+)/i.exec(String(headers.authorization ?? ''))?.[1]
  return basic === undefined ? found : found + Buffer.from(basic, 'base64').toString()
}

const hasKey = (text: string): boolean => text.includes(keyPrefix) || text.includes(tokenPrefix)

export type OpenedSandbox =
  | {
      readonly kind: 'opened'
      readonly sandbox: Sandbox
      /** Whether a sandbox of that name was evicted because nobody used it. */
      readonly wasEvicted: boolean
    }
  | {
      readonly kind: 'rejected'
      readonly rejection: Rejection
      /** The sandbox whose journal records the request. */
      readonly sandbox: Sandbox
    }

export const openSandbox = ({ request, operation, query }: MatchedRequest, sandboxes: Sandboxes): OpenedSandbox => {
  const { method, headers, address, client } = request
  const read = readSandboxId(headers, query.pairs, address)
  const known = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  const candidate = known ?? sandboxes.default
  const reject = (rejection: Rejection): OpenedSandbox => ({ kind: 'rejected', rejection, sandbox: candidate })

  const lookup = lookupIn(candidate, sandboxes)
  const unauthorized = authenticate(operation.security, lookup, { method, headers, query, client })
  if (unauthorized) return reject(unauthorized)
  if (read.kind === 'rejected') return reject(read.rejection)

  const { owner = ownerWithoutSecurity(operation.security, headers, sandboxes), otherOwner } = lookup
  if (owner && otherOwner) return reject(keysDisagree(owner.id, otherOwner.id))
  if (owner && read.kind === 'id' && owner.id !== read.id) return reject(keyDisagrees(owner.id, read.id))

  const sandbox = owner ?? known ?? (read.kind === 'id' ? sandboxes.open(read.id) : candidate)
  if (!(sandbox instanceof Sandbox)) return reject(sandbox)
  return { kind: 'opened', sandbox, wasEvicted: sandboxes.wasEvicted(sandbox.id) }
}

/** The sandbox that a request without an operation was probably meant for. Creates none. */
export const guessSandbox = (
  { headers, address }: IncomingRequest,
  query: ParsedQuery,
  sandboxes: Sandboxes,
): Sandbox => {
  const read = readSandboxId(headers, query.pairs, address)
  const named = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  return named ?? ownerOfBearer(headers, sandboxes) ?? sandboxes.default
}

/** A generated key also selects its sandbox in operations that require no key. */
const ownerWithoutSecurity = (
  { alternatives }: SecurityCheck,
  headers: RequestHeaders,
  sandboxes: Sandboxes,
): Sandbox | undefined => (alternatives.length === 0 ? ownerOfBearer(headers, sandboxes) : undefined)

const ownerOfBearer = ({ authorization }: RequestHeaders, sandboxes: Sandboxes): Sandbox | undefined => {
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization.toString())?.[1]
  return bearer === undefined ? undefined : sandboxes.ownerOf(bearer)
}

/** Looks up keys of a sandbox, and generated keys of the others. */
interface SandboxLookup extends KeyLookup {
  /** The sandbox that the request's generated key belongs to. */
  owner: Sandbox | undefined
  /** A second one, if the request has two generated keys of different sandboxes. */
  otherOwner: Sandbox | undefined
}

export const lookupIn = (candidate: Sandbox, sandboxes: Sandboxes): SandboxLookup => {
  const lookup: SandboxLookup = {
    any: candidate.keys.acceptsAny,
    owner: undefined,
    otherOwner: undefined,
    find: (value) => {
      const owner = sandboxes.ownerOf(value)
      const key = (owner ?? candidate).keys.find(value)
      if (!key) return undefined
      if (owner && lookup.owner && owner !== lookup.owner) lookup.otherOwner = owner
      lookup.owner ??= owner
      return { key, now: (owner ?? candidate).now(), generated: owner !== undefined }
    },
    findUser: (user, verify) => {
      if (verify('')) return lookup.find(`${user}:`) ?? lookup.find(user)
      const isUsers = ({ key }: Key): boolean => key.startsWith(`${user}:`) && verify(key.slice(user.length + 1))
      const key = candidate.keys.list().find(isUsers)
      return key && { key, now: candidate.now(), generated: false }
    },
    forget: () => {
      lookup.owner = undefined
      lookup.otherOwner = undefined
    },
  }
  return lookup
}

const keysDisagree = (first: string, second: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the request has API keys of two sandboxes, ${JSON.stringify(first)} and ${JSON.stringify(second)}; use keys of one`,
})

const keyDisagrees = (owner: string, named: string): Rejection => ({
  code: 'invalid_request',
  status: 400,
  message: `the API key belongs to the sandbox ${JSON.stringify(owner)}, and the request names ${JSON.stringify(named)}; leave the name out, or use a key of the fixtures`,
})

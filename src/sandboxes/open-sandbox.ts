/**
 * Which sandbox a request is for: the one that its key opens, that its header or address names, else the default one.
 * They must not disagree. One that is not there yet is made, but only for a request with a good key.
 */
import type { ParsedQuery } from '../contract/query.ts'
import type { MatchedRequest } from '../contract/validate.ts'
import type { Refusal } from '../errors.ts'
import type { IncomingRequest } from '../ports.ts'
import { authenticate, type KeyLookup } from './keys.ts'
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
      readonly kind: 'refused'
      readonly refusal: Refusal
      /** Whose journal tells of it. */
      readonly unreached: Sandbox
    }

export const openSandbox = ({ request, operation, query }: MatchedRequest, sandboxes: Sandboxes): Opened => {
  const { headers, address } = request
  const read = readSandboxId(headers, query.pairs, address)
  const known = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  const candidate = known ?? sandboxes.default
  const lookup = lookupIn(candidate, sandboxes)
  const refusal = authenticate(operation.security, lookup, { headers, query })
  if (refusal) return { kind: 'refused', refusal, unreached: candidate }
  if (read.kind === 'refused') return { kind: 'refused', refusal: read.refusal, unreached: candidate }
  const { owner } = lookup
  if (owner && read.kind === 'id' && owner.id !== read.id)
    return { kind: 'refused', refusal: disagree(owner.id, read.id), unreached: candidate }
  const sandbox = owner ?? known ?? (read.kind === 'id' ? sandboxes.open(read.id) : candidate)
  if (!(sandbox instanceof Sandbox)) return { kind: 'refused', refusal: sandbox, unreached: candidate }
  return { kind: 'opened', sandbox, wasEvicted: sandboxes.wasEvicted(sandbox.id) }
}

/** Where a request would have gone that matches no operation: it makes no sandbox. */
export const sandboxOfMiss = (
  { headers, address }: IncomingRequest,
  query: ParsedQuery,
  sandboxes: Sandboxes,
): Sandbox => {
  const read = readSandboxId(headers, query.pairs, address)
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization?.toString() ?? '')?.[1]
  const named = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  return named ?? (bearer === undefined ? undefined : sandboxes.ownerOf(bearer)) ?? sandboxes.default
}

/** Keys of a sandbox, and generated keys of others: those tell which sandbox is meant. */
interface SandboxLookup extends KeyLookup {
  /** The sandbox that a generated key opened. */
  owner: Sandbox | undefined
}

export const lookupIn = (candidate: Sandbox, sandboxes: Sandboxes): SandboxLookup => {
  const lookup: SandboxLookup = {
    any: candidate.takesAnyKey,
    owner: undefined,
    find: (value) => {
      const owner = sandboxes.ownerOf(value)
      const key = (owner ?? candidate).findKey(value)
      lookup.owner ??= owner
      return key && { key, now: (owner ?? candidate).now() }
    },
  }
  return lookup
}

const disagree = (opened: string, named: string): Refusal => ({
  code: 'invalid_request',
  status: 400,
  message: `the API key opens the sandbox ${JSON.stringify(opened)}, and the request names ${JSON.stringify(named)}; leave the name out, or use a key of the fixtures`,
})

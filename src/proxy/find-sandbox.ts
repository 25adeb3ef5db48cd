/**
 * The sandbox in whose journal a forwarded request is recorded: the one that it names, created on first use. Its credentials
 * are for the real service, so that they select none.
 */
import type { Match } from '../contract/operation/match.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { IncomingRequest } from '../ports.ts'
import { readSandboxId } from '../sandboxes/open-sandbox.ts'
import { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'

export interface NamedRequest {
  readonly request: Pick<IncomingRequest, 'headers' | 'address'>
  readonly query: ParsedQuery
  readonly match: Match
}

export const findSandbox = ({ request, query, match }: NamedRequest, sandboxes: Sandboxes): Sandbox => {
  const read = readSandboxId(request.headers, query.pairs, request.address)
  if (read.kind !== 'id') return sandboxes.default
  const known = sandboxes.find(read.id)
  if (known) return known
  // As in a sandbox, a request without an operation creates none.
  const opened = match.kind === 'operation' ? sandboxes.open(read.id) : undefined
  return opened instanceof Sandbox ? opened : sandboxes.default
}

/**
 * The state of one request while it is handled: first what its path and headers contain; the steps of handle.ts add the rest.
 */
import type { Match } from '../contract/operation/match.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Service } from '../loading/service.ts'
import type { Notice } from '../notices.ts'
import type { IncomingRequest, Json } from '../ports.ts'
import type { Positions } from '../sandboxes/change-log.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Directive } from '../scenarios/play.ts'

export interface RequestContext extends Positions {
  readonly service: Service
  /** The request as it arrived. */
  readonly received: IncomingRequest
  /** The same request without the sandbox in its path. */
  readonly request: IncomingRequest
  readonly query: ParsedQuery
  /** The operation that matches its path and method, or why none does. */
  readonly match: Match
  /** Its sandbox. A request that is rejected earlier is recorded in the journal of the sandbox it was probably meant for. */
  sandbox: Sandbox
  hasReachedSandbox: boolean
  /** The version of the sandbox's log that the request sees; undefined: the sandbox was refreshed before. */
  version: number | undefined
  /** Whether the result is true of what was stored when the request came. */
  isVerified: boolean
  /** Epoch milliseconds on the sandbox's clock. */
  now: number
  /** What the scenarios do with the request; undefined if no scenario concerns it. */
  directive: Directive | undefined
  /** Names of the scenarios that apply, in the order in which they are tried. */
  scenarios: readonly string[]
  /** The body, after validation. */
  body: Json | undefined
  /** For the header Sandbox-Notice. */
  notices: readonly Notice[]
}

/** The request belongs to this sandbox. */
export const placeIn = (sandbox: Sandbox, context: RequestContext): void => {
  if (sandbox === context.sandbox) return
  context.sandbox = sandbox
  context.now = sandbox.now()
}

/**
 * What is known of one request. It starts with what its path and headers say; the steps of handle.ts add to it.
 */
import type { Match } from '../contract/operation/match.ts'
import type { ParsedQuery } from '../contract/values/query.ts'
import type { Service } from '../loading/service.ts'
import type { Notice } from '../notices.ts'
import type { IncomingRequest, Json } from '../ports.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Directive } from '../scenarios/play.ts'

export interface RequestContext {
  readonly service: Service
  /** The request as it arrived. */
  readonly received: IncomingRequest
  /** The same, with a path that does not name the sandbox. */
  readonly request: IncomingRequest
  readonly query: ParsedQuery
  /** The operation of its path and method, or why there is none. */
  readonly match: Match
  /** Its sandbox. A request that reached none is recorded in the journal of the one it was probably meant for. */
  sandbox: Sandbox
  hasReachedSandbox: boolean
  /** Epoch milliseconds on the sandbox's clock. */
  now: number
  /** What scenarios say about the request; undefined if none concerns it. */
  directive: Directive | undefined
  /** Names of the scenarios that apply, in the order in which they are tried. */
  scenarios: readonly string[]
  /** The body, once it has been found valid. */
  body: Json | undefined
  /** For the header Sandbox-Notice. */
  notices: readonly Notice[]
}

/**
 * What a sandbox's object is made of: the server's own parts, the same that the control API works on.
 */
import type { Serve } from '../http/fetch.ts'
import type { Service } from '../loading/service.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'

export interface HandleParts {
  readonly sandboxes: Sandboxes
  /** As it is now; files that change replace it. */
  readonly service: () => Service
  /** The server's address, without a slash at its end. */
  readonly origin: string
  readonly serve: Serve
}

/** The sandbox as it is now. Throws ControlError 404 once it is deleted. */
export type FindSandbox = () => Sandbox

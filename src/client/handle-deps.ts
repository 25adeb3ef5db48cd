/**
 * What a sandbox handle needs from the server. The control API uses the same objects.
 */
import type { Serve } from '../http/fetch.ts'
import type { Service } from '../loading/service.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'

export interface HandleDeps {
  readonly sandboxes: Sandboxes
  /** The current service; a reload replaces it. */
  readonly service: () => Service
  /** The server's address, without a trailing slash. */
  readonly origin: string
  readonly serve: Serve
}

/** Throws ControlError 404 if the sandbox has been deleted. */
export type FindSandbox = () => Sandbox

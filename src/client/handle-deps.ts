/**
 * What a sandbox handle needs from the server. The control API uses the same objects.
 */
import { findUnknownName } from '../contract/values/nearest.ts'
import { ControlError } from '../control/actions/control-error.ts'
import { findSandbox } from '../control/actions/find-sandbox.ts'
import type { Serve } from '../http/fetch.ts'
import type { Service } from '../loading/service.ts'
import { repeatWhileGone } from '../sandboxes/operation.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { SandboxEvent } from '../sandboxes/sandbox-events.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { Webhooks } from '../webhooks/delivery/webhooks.ts'

export interface HandleDeps {
  readonly sandboxes: Sandboxes
  /** The current service; a reload replaces it. */
  readonly service: () => Service
  /** The server's address, without a trailing slash. */
  readonly origin: string
  readonly serve: Serve
  readonly webhooks: Webhooks
  /** Calls back when the server closes. Returns the function that unsubscribes. */
  readonly whenOver?: (listener: () => void) => () => void
}

/** Throws ControlError 400 for an option that does not exist: it would change nothing. `owner`: what has the options. */
export const requireKnown = (options: object, known: object, owner: string): void => {
  const unknown = findUnknownName(options, known)
  if (unknown !== undefined) throw new ControlError(400, `${owner} has no option ${unknown}`)
}

/** What a method of a handle has changed. */
export type ChangeEvent = Omit<SandboxEvent, 'sandbox'>

export const changed = (kind: SandboxEvent['kind']): ChangeEvent => ({ kind, change: 'changed' })

/** The sandbox of a handle. */
export class SandboxAccess {
  readonly #sandboxes: Sandboxes
  readonly #id: string

  constructor(sandboxes: Sandboxes, id: string) {
    this.#sandboxes = sandboxes
    this.#id = id
  }

  /** As this process knows it. Throws ControlError 404 if it has been deleted. */
  find(): Sandbox {
    return findSandbox(this.#sandboxes, this.#id)
  }

  /** As it is stored. Rejects with ControlError 404, LogError. */
  async refresh(): Promise<Sandbox> {
    if (this.#sandboxes.needsRefresh) await this.#sandboxes.refresh(this.#id)
    return this.find()
  }

  /** Runs what reads the sandbox. Resolves when its changes are stored. Rejects with ControlError 404, LogError. */
  async use<Result>(run: (sandbox: Sandbox) => Promise<Result> | Result): Promise<Result> {
    return repeatWhileGone(async () => {
      const sandbox = await this.refresh()
      return sandbox.transact(() => run(sandbox))
    })
  }

  /** As `use`, for what changes the sandbox: clients of the events learn of it, as of a change through the control API. */
  async change<Result>(event: ChangeEvent, run: (sandbox: Sandbox) => Promise<Result> | Result): Promise<Result> {
    const result = await this.use(run)
    this.report(event)
    return result
  }

  report(event: ChangeEvent): void {
    this.#sandboxes.events.emit({ ...event, sandbox: this.#id })
  }
}

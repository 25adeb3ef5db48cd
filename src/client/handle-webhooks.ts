/**
 * The webhooks of a sandbox handle: who receives them, and what was delivered.
 */
import { type AwaitedDeliveries, awaitDeliveries, type DeliveryCondition } from '../control/actions/await-deliveries.ts'
import { type DeliveryFilter, type DeliveryView, listDeliveries, redeliver } from '../control/actions/deliveries.ts'
import {
  addTarget,
  listTargets,
  type NewTarget,
  removeTarget,
  type TargetView,
} from '../control/actions/webhook-targets.ts'
import { changed, type HandleDeps, type SandboxAccess } from './handle-deps.ts'

/** The webhooks and callbacks of one sandbox. */
export class HandleWebhooks {
  readonly #deps: HandleDeps
  readonly #sandbox: SandboxAccess

  constructor(deps: HandleDeps, sandbox: SandboxAccess) {
    this.#deps = deps
    this.#sandbox = sandbox
  }

  /** Adds a URL that receives the webhooks. Resolves with its id and its secret. Rejects with ControlError 400, 507. */
  add(target: NewTarget): Promise<TargetView> {
    return this.#sandbox.change(changed('webhooks'), (sandbox) => addTarget(sandbox, target, this.#deps, ''))
  }

  list(): Promise<readonly TargetView[]> {
    return this.#sandbox.use((sandbox) => listTargets(sandbox, this.#deps))
  }

  /** Deletes a URL by its id. Rejects with ControlError 404. */
  async delete(id: string): Promise<void> {
    await this.#sandbox.change(changed('webhooks'), (sandbox) => removeTarget(sandbox, id, this.#deps))
  }

  /** In the order of their creation. Rejects with ControlError 400 for an event that does not exist. */
  deliveries(filter: DeliveryFilter = {}): Promise<readonly DeliveryView[]> {
    return this.#sandbox.use((sandbox) => listDeliveries(sandbox, this.#deps.service(), filter, ''))
  }

  /** Sends a delivery at once, with the same id. Rejects with ControlError 404, 409. */
  redeliver(id: string): Promise<DeliveryView> {
    return this.#sandbox.change(changed('webhooks'), (sandbox) => redeliver(sandbox, id, this.#deps.webhooks))
  }

  /** Waits for deliveries; by default for one that has arrived. Resolves at the timeout, too: see `met`. */
  async await(condition: DeliveryCondition = {}): Promise<AwaitedDeliveries> {
    return awaitDeliveries(this.#deps, await this.#sandbox.refresh(), condition, '')
  }
}

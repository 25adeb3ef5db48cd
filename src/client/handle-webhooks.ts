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
import { changed, type HandleDeps, requireKnown, type SandboxAccess } from './handle-deps.ts'

const targetOptions = { url: true, events: true, secret: true } satisfies Readonly<Record<keyof NewTarget, true>>

const filterOptions = { event: true, state: true, cause: true } satisfies Readonly<Record<keyof DeliveryFilter, true>>

const conditionOptions = {
  ...filterOptions,
  count: true,
  timeout: true,
} satisfies Readonly<Record<keyof DeliveryCondition, true>>

/** The webhooks and callbacks of one sandbox. */
export class HandleWebhooks {
  readonly #deps: HandleDeps
  readonly #sandbox: SandboxAccess

  constructor(deps: HandleDeps, sandbox: SandboxAccess) {
    this.#deps = deps
    this.#sandbox = sandbox
  }

  /** Adds a URL that receives the webhooks. Resolves with its id and its secret. Rejects with ControlError 400, 507. */
  async add(target: NewTarget): Promise<TargetView> {
    requireKnown(target, targetOptions, 'a receiver of webhooks')
    return this.#sandbox.change(changed('webhooks'), (sandbox) => addTarget(sandbox, target, this.#deps, ''))
  }

  list(): Promise<readonly TargetView[]> {
    return this.#sandbox.use((sandbox) => listTargets(sandbox, this.#deps))
  }

  /** Deletes a URL by its id. Rejects with ControlError 404. */
  async delete(id: string): Promise<void> {
    await this.#sandbox.change(changed('webhooks'), (sandbox) => removeTarget(sandbox, id, this.#deps))
  }

  /** In the order of their creation. Rejects with ControlError 400 for an event or an option that does not exist. */
  async deliveries(filter: DeliveryFilter = {}): Promise<readonly DeliveryView[]> {
    requireKnown(filter, filterOptions, 'a filter of deliveries')
    return this.#sandbox.use((sandbox) => listDeliveries(sandbox, this.#deps.service(), filter, ''))
  }

  /** Sends a delivery at once, with the same id. Rejects with ControlError 404, 409. */
  redeliver(id: string): Promise<DeliveryView> {
    return this.#sandbox.change(changed('webhooks'), (sandbox) => redeliver(sandbox, id, this.#deps.webhooks))
  }

  /** Waits for deliveries; by default for one that has arrived. Resolves at the timeout, too: see `met`. */
  async await(condition: DeliveryCondition = {}): Promise<AwaitedDeliveries> {
    requireKnown(condition, conditionOptions, 'a condition for deliveries')
    return awaitDeliveries(this.#deps, await this.#sandbox.refresh(), condition, '')
  }
}

/**
 * The webhooks and callbacks of a server: what a request makes its sandbox send, and the delivery of it.
 */

import type { BehaviourContext } from '../../behaviours/behaviour.ts'
import type { BehaviourResult } from '../../behaviours/behaviour-reply.ts'
import type { ScriptedReply } from '../../contract/response/respond.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Delivery, Target } from '../outbox/delivery.ts'
import { beginOutgoing, maySend, type OutgoingParts } from './begin-outgoing.ts'
import { Deliverer, type DelivererParts } from './deliverer.ts'
import { targetsOf } from './note-deliveries.ts'
import type { WebhookSettings } from './settings.ts'

/** Milliseconds that a change of a clock waits for deliveries that became due. */
const settleTime = 10_000

/** Characters of the deliveries of all sandboxes. Beyond it, requests send nothing. */
const maxSize = 64 * 1024 * 1024

type Result = ScriptedReply | BehaviourResult

export class Webhooks {
  readonly settings: WebhookSettings
  readonly #parts: DelivererParts
  readonly #deliverer: Deliverer

  constructor(parts: DelivererParts) {
    this.settings = parts.settings
    this.#parts = parts
    this.#deliverer = new Deliverer(parts)
  }

  start(): void {
    this.#deliverer.start()
  }

  /** Another server has ended: what it was sending is delivered by one of the others. */
  wakeAll(): void {
    this.#deliverer.wakeAll()
  }

  close(): Promise<void> {
    return this.#deliverer.close()
  }

  /** Runs a behaviour. What it causes to be sent is in the outbox when the result is there. */
  run(parts: OutgoingParts, behave: (context: BehaviourContext) => Promise<Result>): Promise<Result> {
    const { service, operation, sandbox, context } = parts
    const { replica, settings } = this.#parts
    if (!maySend(service, operation, sandbox, settings)) return behave(context)
    // Otherwise clients could fill the memory with what nobody receives.
    if (this.#parts.sandboxes.outboxes.size > maxSize) return behave(context)
    const outgoing = beginOutgoing(parts, settings, replica)
    return outgoing.finish(behave(outgoing.context))
  }

  /** Everything that receives webhooks of a sandbox: those of the options first. */
  targetsOf(sandbox: Sandbox): readonly Target[] {
    return targetsOf(sandbox, this.settings)
  }

  /** Sends a delivery now, whatever has become of it. Returns it as it is then. */
  redeliver(sandbox: Sandbox, delivery: Delivery): Delivery {
    const redelivered = (delivery.redelivered ?? 0) + 1
    const change = { state: 'sending', owner: this.#parts.replica, dueAt: sandbox.now(), redelivered } as const
    sandbox.outbox.update(delivery.id, change)
    return { ...delivery, ...change }
  }

  /** Resolves when everything that is due has been tried, at the latest after ten seconds. */
  settle(sandbox: Sandbox): Promise<void> {
    return this.#deliverer.settle(sandbox, settleTime)
  }
}

/**
 * What one request makes its sandbox send. It costs nothing where the documents describe neither webhooks nor callbacks, or
 * where nobody receives them.
 */
import type { BehaviourContext } from '../../behaviours/behaviour.ts'
import type { BehaviourResult } from '../../behaviours/behaviour-reply.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import type { ScriptedReply } from '../../contract/response/respond.ts'
import type { Service } from '../../loading/service.ts'
import type { IncomingRequest } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { DeliverOrder } from '../../scenarios/scenario.ts'
import { noteCallbacks } from './note-callbacks.ts'
import { type Cause, noteWebhooks } from './note-deliveries.ts'
import type { WebhookSettings } from './settings.ts'
import { WatchedStore } from './watched-store.ts'

export interface OutgoingParts {
  readonly sandbox: Sandbox
  readonly service: Service
  readonly operation: Operation
  readonly request: IncomingRequest
  readonly input: Input
  /** The id of the exchange. */
  readonly id: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  readonly order: DeliverOrder | undefined
  readonly context: BehaviourContext
}

export interface Outgoing {
  /** What the behaviour may use: it notes what changes. */
  readonly context: BehaviourContext
  /** Puts deliveries into the outbox after a success. Resolves with the result. */
  readonly finish: (running: Promise<ScriptedReply | BehaviourResult>) => Promise<ScriptedReply | BehaviourResult>
}

/** Whether a request may make its sandbox send something. */
export const maySend = (
  { webhooks }: Service,
  operation: Operation,
  { outbox }: Sandbox,
  { targets }: WebhookSettings,
): boolean =>
  webhooks.hasCallbacks(operation) || (webhooks.hasWebhooks && (targets.length > 0 || outbox.targets.size > 0))

export const beginOutgoing = (parts: OutgoingParts, settings: WebhookSettings, replica: string): Outgoing => {
  const { sandbox, service, operation, request, input, id, now, order = {}, context } = parts
  const store = new WatchedStore(context.store)
  const cause: Cause = {
    sandbox,
    service,
    settings,
    replica,
    id,
    now,
    moment: { now, holdEndedAt: context.holdEndedAt },
    order,
    scenario: context.recordsOf,
    written: { size: 0 },
  }
  return {
    context: { ...context, store },
    finish: async (running) => {
      const result = await running
      if (result.kind !== 'reply') return result
      const { status, headers = [], body } = 'reply' in result ? result.reply : result
      const isReplay = 'isReplay' in result && result.isReplay === true
      if (status < 200 || status > 299 || isReplay) return result
      const changes = store.changes()
      await noteWebhooks(changes, cause)
      const sent = { status, headers, body: typeof body === 'string' ? body : undefined }
      await noteCallbacks(sent, changes, { ...cause, operation, request, input })
      return result
    },
  }
}

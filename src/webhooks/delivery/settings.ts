/**
 * What the options say about webhooks: the same for all sandboxes of a server.
 */
import { UsageError } from '../../errors.ts'
import type { Target } from '../outbox/delivery.ts'
import type { WebhookPlans } from '../plan/webhook-plans.ts'
import { checkSecret, secretOfSeed } from './sign.ts'
import { TargetGuard } from './target-guard.ts'

export interface WebhookOptions {
  /** URLs that receive the webhooks of every sandbox. */
  readonly webhooks?: readonly string[] | undefined
  /** Default: one that depends on the seed alone. */
  readonly webhookSecret?: string | undefined
  readonly allowWebhookHosts?: readonly string[] | undefined
}

export interface WebhookSettings {
  /** Targets in every sandbox. */
  readonly targets: readonly Target[]
  /** Signs what these receive, and callbacks. */
  readonly secret: string
  readonly guard: TargetGuard
}

/** Throws UsageError. */
export const readWebhookSettings = (
  { webhooks = [], webhookSecret, allowWebhookHosts = [] }: WebhookOptions,
  seed: number,
): WebhookSettings => {
  const guard = new TargetGuard(allowWebhookHosts)
  const secret = webhookSecret ?? secretOfSeed(seed)
  const problem = checkSecret(secret)
  if (problem !== undefined) throw new UsageError(`--webhook-secret ${problem}`)
  const targets = webhooks.map((url, index): Target => {
    const wrong = guard.check(url)
    if (wrong !== undefined) throw new UsageError(`--webhook: ${wrong}`)
    return { id: `option-${index + 1}`, url, events: [], secret }
  })
  return { targets, secret, guard }
}

/** Whether a target receives webhooks of that name. */
export const wants = ({ events }: Target, name: string): boolean => events.length === 0 || events.includes(name)

/** Notes for the start message: who receives webhooks, and with which secret. */
export const describeSettings = ({ targets, secret }: WebhookSettings, plans: WebhookPlans): readonly string[] => {
  if (targets.length === 0) return []
  if (plans.triggered.length === 0)
    return ['--webhook has no effect: no document has webhooks that wait for an event; check --explain lists them']
  return [`webhooks are sent to ${targets.map(({ url }) => url).join(', ')}, signed with ${secret}`]
}

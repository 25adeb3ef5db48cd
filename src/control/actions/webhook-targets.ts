/**
 * Control actions on the targets of a sandbox: the URLs that receive its webhooks.
 */
import { randomBytes } from 'node:crypto'
import { suggest } from '../../contract/values/nearest.ts'
import type { Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { checkSecret, generateSecret } from '../../webhooks/delivery/sign.ts'
import type { Webhooks } from '../../webhooks/delivery/webhooks.ts'
import type { Target } from '../../webhooks/outbox/delivery.ts'
import { outboxLimits } from '../../webhooks/outbox/outbox.ts'
import { ControlError, quote } from './control-error.ts'

export interface NewTarget {
  readonly url: string
  /** Names of webhooks. Default: all. */
  readonly events?: readonly string[] | undefined
  /** `whsec_` and base64. Default: generated. */
  readonly secret?: string | undefined
}

export interface WebhookDeps {
  readonly webhooks: Webhooks
  readonly service: () => Service
}

const describeTarget = ({ id, url, events, secret }: Target, isOption: boolean) => ({
  id,
  url,
  events: [...events],
  secret,
  from: isOption ? 'option' : 'sandbox',
})

/** A target as JSON. */
export type TargetView = ReturnType<typeof describeTarget>

/** Those of `--webhook` first. */
export const listTargets = (sandbox: Sandbox, { webhooks }: WebhookDeps): readonly TargetView[] =>
  webhooks.targetsOf(sandbox).map((target) => describeTarget(target, !sandbox.outbox.targets.has(target.id)))

/** Throws ControlError 400, 507. */
export const addTarget = (
  sandbox: Sandbox,
  { url, events = [], secret = generateSecret() }: NewTarget,
  { webhooks, service }: WebhookDeps,
  at: string,
): TargetView => {
  const problem = webhooks.settings.guard.check(url)
  if (problem !== undefined) throw new ControlError(400, `${at}url: ${problem}`)
  const wrong = checkSecret(secret)
  if (wrong !== undefined) throw new ControlError(400, `${at}secret ${wrong}`)
  const names = service().webhooks.webhooks.map(({ name }) => name)
  for (const event of events)
    if (!names.includes(event))
      throw new ControlError(400, `${at}events: no document has the webhook ${quote(event)}. ${suggest(event, names)}`)
  if (sandbox.outbox.targets.size >= outboxLimits.targets)
    throw new ControlError(507, `the sandbox has ${outboxLimits.targets} webhooks already; delete one first`)
  const target: Target = { id: `webhook-${randomBytes(6).toString('hex')}`, url, events: [...new Set(events)], secret }
  sandbox.outbox.change({ kind: 'target', target })
  return describeTarget(target, false)
}

/** Deliveries that wait for it are dropped. Throws ControlError 404, 409. */
export const removeTarget = (sandbox: Sandbox, id: string, { webhooks }: WebhookDeps): void => {
  if (sandbox.outbox.targets.has(id)) sandbox.outbox.change({ kind: 'remove-target', id })
  else if (webhooks.targetsOf(sandbox).some((target) => target.id === id))
    throw new ControlError(409, `${quote(id)} is a webhook of --webhook; start the server without it`)
  else throw new ControlError(404, `the sandbox ${quote(sandbox.id)} has no webhook ${quote(id)}`)
}

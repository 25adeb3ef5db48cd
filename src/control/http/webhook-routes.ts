/**
 * The routes of the control API for webhooks: who receives those of a sandbox, and what was delivered.
 */
import { awaitDeliveries, type DeliveryCondition } from '../actions/await-deliveries.ts'
import { type DeliveryFilter, listDeliveries, redeliver } from '../actions/deliveries.ts'
import { addTarget, listTargets, type NewTarget, removeTarget } from '../actions/webhook-targets.ts'
import { bodyOf, empty, json, pathOf, queryOf, type Route, sandboxOf } from './route.ts'

export const webhookRoutes = {
  listWebhooks: (input, deps) => json(listTargets(sandboxOf(input, deps), deps)),
  addWebhook: (input, deps) => json(addTarget(sandboxOf(input, deps), bodyOf<NewTarget>(input), deps, 'body.'), 201),
  deleteWebhook: (input, deps) => {
    removeTarget(sandboxOf(input, deps), pathOf(input, 'webhook'), deps)
    return empty
  },
  listDeliveries: (input, deps) =>
    json(listDeliveries(sandboxOf(input, deps), deps.service(), queryOf<DeliveryFilter>(input), 'query.')),
  redeliver: (input, deps) => json(redeliver(sandboxOf(input, deps), pathOf(input, 'delivery'), deps.webhooks), 202),
  awaitDeliveries: async (input, deps, whenOver) => {
    const sandbox = sandboxOf(input, deps)
    const condition = bodyOf<DeliveryCondition>(input)
    return json({ ...(await awaitDeliveries({ ...deps, whenOver }, sandbox, condition, 'body.')) })
  },
} satisfies Readonly<Record<string, Route>>

/** Routes after which what has become due is delivered before the response. */
export const clockRoutes: ReadonlySet<string> = new Set(['setClock', 'advanceClock', 'clearClock'])

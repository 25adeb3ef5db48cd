/**
 * Which event each route of the control API causes when it has changed something.
 */
import type { SandboxEvent } from '../../sandboxes/sandbox-events.ts'

type RouteEvent = Pick<SandboxEvent, 'kind' | 'change'>

const changed = (kind: SandboxEvent['kind']): RouteEvent => ({ kind, change: 'changed' })

/** By operationId. Creating and deleting a sandbox is reported by the sandboxes themselves. */
const routeEvents: Readonly<Record<string, RouteEvent>> = {
  resetSandbox: { kind: 'sandbox', change: 'reset' },
  restoreSnapshot: { kind: 'sandbox', change: 'restored' },
  setScenario: changed('scenario'),
  setClock: changed('clock'),
  clearClock: changed('clock'),
  advanceClock: changed('clock'),
  takeSnapshot: changed('snapshots'),
  deleteSnapshot: changed('snapshots'),
  putRecords: changed('records'),
  addRecord: changed('records'),
  putRecord: changed('records'),
  patchRecord: changed('records'),
  deleteRecord: changed('records'),
  importSandbox: changed('records'),
  generateKey: changed('keys'),
  putKey: changed('keys'),
  changeKey: changed('keys'),
  deleteKey: changed('keys'),
  addWebhook: changed('webhooks'),
  deleteWebhook: changed('webhooks'),
  redeliver: changed('webhooks'),
  clearExchanges: { kind: 'exchanges', change: 'cleared' },
}

/** Undefined if the route changes nothing that a page shows. */
export const eventOf = (
  route: string,
  { id, resource }: Readonly<Record<string, string>>,
): SandboxEvent | undefined => {
  const event = Object.hasOwn(routeEvents, route) ? routeEvents[route] : undefined
  return event && { ...event, sandbox: id, ...(resource === undefined ? {} : { resource }) }
}

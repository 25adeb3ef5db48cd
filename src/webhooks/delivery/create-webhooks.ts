/**
 * Creates the webhooks of a server, and connects them with the other servers that share its sandboxes.
 */
import type { DelivererParts } from './deliverer.ts'
import { Webhooks } from './webhooks.ts'

/** Where several servers share sandboxes, each delivers what it has taken, and what one has taken that is gone. */
export const createWebhooks = (parts: Omit<DelivererParts, 'isPresent'>): Webhooks => {
  const { sandboxes, replica, service } = parts
  const { sharing } = sandboxes.traffic
  const isPresent = (other: string): boolean => sharing?.isPresent(other) ?? other === replica
  const webhooks = new Webhooks({ ...parts, isPresent })
  const takeOver = (): void => {
    // Nobody may have used the sandboxes here since the other server did.
    if (!service().webhooks.isEmpty)
      sandboxes.refreshAll().then(
        () => webhooks.wakeAll(),
        () => {},
      )
  }
  if (sharing) {
    sharing.onGone = takeOver
    takeOver()
  }
  return webhooks
}

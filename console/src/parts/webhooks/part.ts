/** Webhooks: who receives those of a sandbox, and what became of each delivery. */
import { WebhooksIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'webhooks',
  title: 'Webhooks',
  description: 'Receivers, deliveries, deliver again',
  order: 75,
  shortcut: 'w',
  icon: WebhooksIcon,
  load: () => import('./webhooks.tsx'),
}

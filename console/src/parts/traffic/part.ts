/** Traffic: the exchanges, live. */
import { TrafficIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'traffic',
  title: 'Traffic',
  description: 'Requests and responses, live',
  order: 20,
  shortcut: 't',
  icon: TrafficIcon,
  load: () => import('./traffic.tsx'),
  opens: {
    exchange: (id) => ({ part: 'traffic', path: [id] }),
    operation: (operation) => ({ part: 'traffic', query: { operation } }),
  },
}

/** Overview: what is served, how to call it, and what is going on. */
import { OverviewIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'overview',
  title: 'Overview',
  description: 'Addresses, keys, a first request',
  order: 10,
  shortcut: 'o',
  icon: OverviewIcon,
  load: () => import('./overview.tsx'),
}

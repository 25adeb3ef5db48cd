/** Sandboxes: create, fork, reset, snapshots, delete. */
import { SandboxesIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'sandboxes',
  title: 'Sandboxes',
  description: 'Create, fork, reset, snapshots, delete',
  order: 60,
  shortcut: 'b',
  icon: SandboxesIcon,
  load: () => import('./sandboxes.tsx'),
}

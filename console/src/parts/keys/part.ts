/** Keys: which keys a sandbox accepts, and what its documents require. */
import { KeysIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'keys',
  title: 'Keys',
  description: 'Generate, revoke, expire, scopes',
  order: 70,
  shortcut: 'k',
  icon: KeysIcon,
  load: () => import('./keys.tsx'),
}

/** Time: the clock of the sandbox, and what happens next on it. */
import { TimeIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'time',
  title: 'Time',
  description: 'Freeze, set and advance the clock',
  order: 50,
  shortcut: 'i',
  icon: TimeIcon,
  load: () => import('./time.tsx'),
}

/** Coverage: which operations and statuses the requests have met, and the request that covers a gap. */
import { CoverageIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'coverage',
  title: 'Coverage',
  description: 'Operations and statuses that were met, and what is missing',
  order: 80,
  shortcut: 'c',
  icon: CoverageIcon,
  load: () => import('./coverage.tsx'),
}

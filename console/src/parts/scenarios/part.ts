/** Scenarios: what each does, on and off, and editing them. */
import { ScenariosIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'scenarios',
  title: 'Scenarios',
  description: 'Failures and special cases to switch on',
  order: 40,
  shortcut: 's',
  icon: ScenariosIcon,
  load: () => import('./scenarios.tsx'),
  opens: {
    scenario: (name) => ({ part: 'scenarios', path: [name] }),
    newScenario: (exchangeId) => ({ part: 'scenarios', path: [], query: { from: exchangeId } }),
    statusScenario: (operation, status) => ({
      part: 'scenarios',
      path: [],
      query: { new: 'status', operation, status },
    }),
  },
}

/** Records: the records of each resource, as a table and in a form. */
import { RecordsIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'records',
  title: 'Records',
  description: 'See, add, change and delete records',
  order: 30,
  shortcut: 'r',
  icon: RecordsIcon,
  load: () => import('./records.tsx'),
  opens: { resource: (name) => ({ part: 'records', path: [name] }) },
}

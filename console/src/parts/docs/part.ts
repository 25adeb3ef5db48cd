/**
 * The API reference in the navigation. It is a page of its own, at /_sandbox/docs.
 */
import { ReferenceIcon } from '../../components/icons.tsx'
import type { Part } from '../part.ts'

export const part: Part = {
  id: 'docs',
  title: 'Reference',
  description: 'The served documents, with requests to try',
  order: 90,
  shortcut: 'd',
  icon: ReferenceIcon,
  load: () => import('./docs.tsx'),
  opens: {
    documentation: (operation, document) => ({
      part: 'docs',
      path: document === undefined ? [] : [document],
      query: { operation },
    }),
  },
}

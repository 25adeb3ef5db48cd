/**
 * What identifies one thing or person in several places of one object.
 */
import { expect, it } from 'vitest'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }

it('the id of a language is the code of its label, also if it is described as an id', async () => {
  const codes: Readonly<Record<string, string>> = { English: 'en', German: 'de', French: 'fr', Swedish: 'sv' }
  const language = closed({ id: { ...text, description: 'language id of the video', example: 'en' }, label: text })
  for (const seed of seeds) {
    const value = (await generateSample(closed({ language }), seed, { examples: false })).language
    const { id, label } = value as Readonly<Record<string, string>>
    expect(id).toBe(codes[label ?? ''])
  }
})

it('each of the collaborators is one', async () => {
  const collaborator = closed({ id: text, isCollaborator: { type: 'boolean' } })
  for (const seed of seeds) {
    const value = await generateSample(closed({ collaborators: { type: 'array', items: collaborator } }), seed)
    for (const one of value.collaborators as readonly object[]) expect(one).toMatchObject({ isCollaborator: true })
  }
})

describeAgreeing('one person:', [
  [
    { email: 'ben.hansen@example.com', username: 'charlie661@example.com' },
    { email: 'ben.hansen@example.com', username: 'ben.hansen@example.com' },
  ],
  [
    { email: 'ben.hansen@example.com', username: 'ben' },
    { email: 'ben.hansen@example.com', username: 'ben' },
  ],
  [{ index: 1, unregistered_contributor: 'Liam Jensen' }, { index: 1 }, { optional: ['unregistered_contributor'] }],
  [
    {
      debtor: { name: 'Warm pebble', identification: '12', scheme: 'PAN' },
      debtorAccount: { name: 'Lumen Ltd', identification: '34', scheme: 'IBAN' },
    },
    {
      debtor: { name: 'Lumen Ltd', identification: '34', scheme: 'IBAN' },
      debtorAccount: { name: 'Lumen Ltd', identification: '34', scheme: 'IBAN' },
    },
  ],
  [
    { debtor: { name: 'Warm pebble' }, initiation: { debtorAccount: { name: 'Lumen Ltd' } } },
    { debtor: { name: 'Lumen Ltd' }, initiation: { debtorAccount: { name: 'Lumen Ltd' } } },
  ],
])

describeAgreeing('files and folders:', [
  [
    { kind: 'folder', name: 'project-plan.pdf', path: '/garden/cedar' },
    { kind: 'file', name: 'project-plan.pdf', path: '/garden/project-plan.pdf' },
    { members: { kind: ['file', 'folder'] } },
  ],
  [
    { type: 'dir', name: 'Gentle harbor', path: '/garden/cedar', previewable: true, hash: 'c5' },
    { type: 'dir', name: 'cedar', path: '/garden/cedar', previewable: false },
    { optional: ['hash'] },
  ],
  // The path of a page.
  [
    { name: 'Gentle harbor', path: '/garden' },
    { name: 'Gentle harbor', path: '/garden' },
  ],
])

describeAgreeing('what is written in several places:', [
  [
    {
      id: 1,
      labels: [
        { language: 'en', name: 'Books', is_default: false },
        { language: 'fr', name: 'Garden', is_default: false },
      ],
    },
    {
      id: 1,
      labels: [
        { language: 'en', name: 'Books', is_default: true },
        { language: 'fr', name: 'Books', is_default: false },
      ],
    },
  ],
  [
    { sql: 'SELECT value FROM series', executed_sql: 'SELECT 1' },
    { sql: 'SELECT value FROM series', executed_sql: 'SELECT value FROM series' },
  ],
  [
    { id: 7, members: [{ project_id: 1 }, { project_id: 2 }] },
    { id: 7, members: [{ project_id: 7 }, { project_id: 7 }] },
    { owner: 'projects Project' },
  ],
  [
    { id: 7, related: [{ project_id: 1 }, { project_id: 2 }] },
    { id: 7, related: [{ project_id: 1 }, { project_id: 2 }] },
    { owner: 'projects Project' },
  ],
  [
    { role: 'admin', description: 'Viewers Group' },
    { role: 'viewer', description: 'Viewers Group' },
    { members: { role: ['admin', 'viewer'] }, fixed: ['description'] },
  ],
])

describeAgreeing('what excludes each other:', [
  [{ actions: ['read'], notActions: ['read'] }, { actions: ['read'] }, { optional: ['notActions'] }],
  [{ amount: 267, percentage: 3.87 }, { amount: 267 }, { optional: ['percentage'], owner: 'discounts Discount' }],
  [
    { amount: 267, percentage: 3.87 },
    { amount: 267, percentage: 3.87 },
    { optional: ['percentage'], owner: 'shares' },
  ],
  [
    { discount_fixed: 85.24, discount_percent: 2.41 },
    { discount_fixed: 85.24, discount_percent: 0 },
  ],
])

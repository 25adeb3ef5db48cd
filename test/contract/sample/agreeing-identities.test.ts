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

describeAgreeing('two names of one thing:', [
  [
    { name: 'admin', translated_name: 'viewer' },
    { name: 'admin', translated_name: 'admin' },
  ],
  [
    { role: 'squad_commander', roleName: 'viewer' },
    { role: 'squad_commander', roleName: 'Squad commander' },
    { members: { role: ['squad_commander', 'fleet_commander'] } },
  ],
  [
    { TaskStatusCode: 'active', TaskStatusName: 'Gentle cedar' },
    { TaskStatusCode: 'active', TaskStatusName: 'Active' },
  ],
  // A code is not a word.
  [
    { status: 'OK', status_name: 'Gentle cedar' },
    { status: 'OK', status_name: 'Gentle cedar' },
  ],
  [
    { display_username: 'tara.jensen', name: 'Amber pebble' },
    { display_username: 'tara.jensen', name: 'Tara Jensen' },
  ],
  [
    { name: 'premium', displayName: 'Basic' },
    { name: 'premium', displayName: 'Premium' },
  ],
  [
    { name: 'jonas-becker', displayName: 'Jonas Becker' },
    { name: 'jonas-becker', displayName: 'Jonas Becker' },
  ],
  [
    { displayName: 'Eager garden', actorGroup: { name: 'Operations', displayName: 'Operations' } },
    { displayName: 'Operations', actorGroup: { name: 'Operations', displayName: 'Operations' } },
    { owner: 'actors Actor' },
  ],
  [
    { Artists: ['Ines Novak'], ArtistItems: [{ Name: 'Gentle willow', Id: 1 }] },
    { Artists: ['Ines Novak'], ArtistItems: [{ Name: 'Ines Novak', Id: 1 }] },
  ],
  [
    { name: 'Lively timber', online: { title: 'Budget review', seo: { title: 'Quarterly report' } } },
    { name: 'Lively timber', online: { title: 'Lively timber', seo: { title: 'Lively timber' } } },
  ],
  [
    { name: 'Noah Novak', sortName: 'Noah Novak' },
    { name: 'Noah Novak', sortName: 'Novak, Noah' },
  ],
  [
    { type: 'standard', category_type: 'custom' },
    { type: 'standard', category_type: 'standard' },
    { owner: 'categories' },
  ],
  [
    { type: 'standard', category_type: 'custom' },
    { type: 'standard', category_type: 'custom' },
    { owner: 'categories', members: { category_type: ['custom', 'other'] }, fixed: ['category_type'] },
  ],
])

describeAgreeing('one of several:', [
  [
    { service_address: '192.0.2.141', addresses: ['192.0.2.172', '192.0.2.218'] },
    { service_address: '192.0.2.172', addresses: ['192.0.2.172', '192.0.2.218'] },
  ],
  [
    { preferredRecording: { id: 'a', duration: 112 }, recordings: [{ id: 'b', duration: 310, size: 5 }] },
    { preferredRecording: { id: 'b', duration: 310 }, recordings: [{ id: 'b', duration: 310, size: 5 }] },
  ],
  [
    { parent_list_id: 7, parent_list_ids: [1, 2] },
    { parent_list_id: 7, parent_list_ids: [7, 2] },
  ],
  [
    { records: [{ type: 'A' }], supported_record_types: ['MX', 'CNAME'] },
    { records: [{ type: 'A' }], supported_record_types: ['A', 'MX'] },
  ],
  [
    {
      accountRef: { id: 'a1' },
      webPropertyRef: { id: 'w1', accountId: 'b2' },
      profileRef: { id: 'p1', accountId: 'c3', webPropertyId: 'd4' },
    },
    {
      accountRef: { id: 'a1' },
      webPropertyRef: { id: 'w1', accountId: 'a1' },
      profileRef: { id: 'p1', accountId: 'a1', webPropertyId: 'w1' },
    },
  ],
  [
    { account: { id: 1 }, parent: { accountId: 2 } },
    { account: { id: 1 }, parent: { accountId: 2 } },
  ],
])

describeAgreeing('addresses of one network, points of one area:', [
  [
    { ip_range: '192.0.2.0/24', gateway: '10.0.0.1', routes: [{ gateway: '10.0.1.1', destination: '10.9.0.0/16' }] },
    { ip_range: '192.0.2.0/24', gateway: '192.0.2.1', routes: [{ gateway: '192.0.2.1', destination: '10.9.0.0/16' }] },
  ],
  [
    { cidr: '192.0.2.0/24', reserved: [{ start: '192.168.1.0', end: '192.168.1.9' }], dns: '9.9.9.9' },
    { cidr: '192.0.2.0/24', reserved: [{ start: '192.0.2.1', end: '192.0.2.9' }], dns: '9.9.9.9' },
  ],
  // What the document shows stays.
  [
    { cidr: '192.0.2.0/24', gateway: '10.0.0.1' },
    { cidr: '192.0.2.0/24', gateway: '10.0.0.1' },
    { fixed: ['gateway'] },
  ],
  [
    {
      ip: '192.0.2.156',
      dns_ptr: [
        { ip: '192.0.2.1', name: 'a' },
        { ip: '192.0.2.2', name: 'b' },
      ],
    },
    { ip: '192.0.2.156', dns_ptr: [{ ip: '192.0.2.156', name: 'a' }] },
  ],
  [
    { bottomLeftCorner: { lat: 52, lng: 13 }, topRightCorner: { lat: 52, lng: 13 } },
    { bottomLeftCorner: { lat: 51.9995, lng: 12.9995 }, topRightCorner: { lat: 52.0005, lng: 13.0005 } },
  ],
])

describeAgreeing('forms of one address, text or color:', [
  [
    { display_url: 'forum.example.com/t/1', expanded_url: 'https://example.com/quiet-compass' },
    { display_url: 'example.com/quiet-compass', expanded_url: 'https://example.com/quiet-compass' },
  ],
  [
    { name: 'welcome-guide.png', image: 'https://example.com/images/copper-lantern.png' },
    { name: 'welcome-guide.png', image: 'https://example.com/images/welcome-guide.png' },
  ],
  [
    { urlPath: '/keen-meadow', urlPathPattern: '^[a-z]+$' },
    { urlPath: '/keen-meadow', urlPathPattern: '^/keen-meadow.*$' },
  ],
  [
    { src: 'https://cdn.example.com/captions/fr.vtt', language: 'de' },
    { src: 'https://cdn.example.com/captions/fr.vtt', language: 'fr' },
  ],
  [
    { name: 'beacon.example.com', DKIMHost: 'harbor.example.com' },
    { name: 'beacon.example.com', DKIMHost: 'mail._domainkey.beacon.example.com' },
  ],
  [
    { key: 'cooking/lasagna.mpg', container: 'm4a' },
    { key: 'cooking/lasagna.mpg', container: 'mpeg' },
  ],
  [
    { defaultValue: { language: 'de' }, translatedValues: [{ language: 'de' }, { language: 'fr' }] },
    { defaultValue: { language: 'de' }, translatedValues: [{ language: 'fr' }, { language: 'es' }] },
  ],
  [
    { color: 'teal', color_sample: '#b7403c' },
    { color: 'teal', color_sample: '#00897b' },
  ],
  [
    { value: '', desc: 'Pending' },
    { value: '', desc: '' },
  ],
  [
    { raw: 'rapid-willow', cooked: '<p>Part of the standard set.</p>' },
    { raw: 'Part of the standard set.', cooked: '<p>Part of the standard set.</p>' },
  ],
  [
    { Description: 'For general use.', DescriptionNoHTML: 'Part of the standard set.' },
    { Description: 'For general use.', DescriptionNoHTML: 'For general use.' },
  ],
  [
    { body: 'For general use.', body_preview: 'hello there, sounds good' },
    { body: 'hello there, sounds good', body_preview: 'hello there, sounds good' },
    { fixed: ['body_preview'] },
  ],
  [
    {
      arn: 'arn:aws:media:eu-west-1:123456789012:preset/brisk-summit',
      id: '7904099335649-3XW1ae',
      name: 'Slow motion',
    },
    {
      arn: 'arn:aws:media:eu-west-1:123456789012:preset/7904099335649-3XW1ae',
      id: '7904099335649-3XW1ae',
      name: 'Slow motion',
    },
  ],
  [
    { displayName: 'Brisk maple', userPrincipalName: 'jonas.dubois@example.com' },
    { displayName: 'Brisk maple' },
    { owner: 'application Identity', optional: ['userPrincipalName'] },
  ],
])

it('the names of two things beside each other differ', async () => {
  for (const seed of seeds) {
    const { tab_name, flair_name, name } = await generateSample(
      closed({ tab_name: text, flair_name: text, name: text }),
      seed,
    )
    expect(new Set([tab_name, flair_name, name]).size).toBe(3)
  }
})

it('nobody answers one question twice', async () => {
  const answers = { type: 'array', items: closed({ question: text, answer: text }) }
  for (const seed of seeds) {
    const value = await generateSample(closed({ answers }), seed)
    const questions = (value.answers as readonly Readonly<Record<string, unknown>>[]).map(({ question }) => question)
    expect(new Set(questions).size).toBe(questions.length)
  }
})

it('the phone in a list is of the place of the record', async () => {
  const phone = { type: 'array', items: closed({ number: { ...text, description: 'Phone number' } }) }
  const address = { type: 'array', items: closed({ city: text, country_code: text }) }
  const codes: Readonly<Record<string, string>> = { DE: '+49', FR: '+33', GB: '+44', SE: '+46' }
  for (const seed of seeds) {
    const value = await generateSample(closed({ first_name: text, email: text, phones: phone, address }), seed)
    const [{ number = '' } = {}] = value.phones as readonly Readonly<Record<string, string>>[]
    const [{ country_code = '' } = {}] = value.address as readonly Readonly<Record<string, string>>[]
    const code = codes[country_code]
    if (code !== undefined) expect(number.slice(0, 3)).toBe(code)
  }
})

it('what is generated instead of an example of another place is free to agree with what is beside it', async () => {
  const address = { ...text, format: 'ipv4' }
  const addresses = { type: 'array', items: address, minItems: 1 }
  const machine = closed({ city: text, service_address: { ...address, example: '10.0.0.1' }, addresses })
  for (const seed of seeds) {
    const value = await generateSample(machine, seed, { examples: true, imitate: true })
    expect(value.addresses).toContain(value.service_address)
  }
})

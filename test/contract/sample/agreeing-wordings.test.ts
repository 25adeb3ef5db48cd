/**
 * One text in several wordings: with and without markup, long and short, with the namespace around it; and two things that are
 * never the same.
 */
import { describe, expect, it } from 'vitest'
import { getString, itemsOf } from '../../../src/contract/values/json-object.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const one = 'Used by several teams.'
const other = 'For general use.'

describeAgreeing('a text with and without markup:', [
  [
    { content: one, html_content: `<p>${other}</p>` },
    { content: one, html_content: `<p>${one}</p>` },
  ],
  [
    { html: `<p>${other}</p>`, text: one },
    { html: `<p>${other}</p>`, text: other },
  ],
  [
    { description: one, descriptionText: other },
    { description: one, descriptionText: one },
  ],
  // Two strings of different things, and what the document shows.
  [
    { description: one, comment_text: other },
    { description: one, comment_text: other },
  ],
  [{ body: one, body_html: other }, { body: one, body_html: other }, { fixed: ['body_html'] }],
])

describeAgreeing('a short form begins like the long one:', [
  [
    { id: 'bdf39d557ec7f5cd', short_id: '1eddd3fc1752' },
    { id: 'bdf39d557ec7f5cd', short_id: 'bdf39d55' },
  ],
  [
    { sha: 'bdf39d557ec7f5cdbdf39d557ec7f5cd', abbreviated_sha: '1eddd3f' },
    { sha: 'bdf39d557ec7f5cdbdf39d557ec7f5cd', abbreviated_sha: 'bdf39d5' },
  ],
  [
    { short_id: '1eddd3fc1752', user_id: 'bdf39d557ec7f5cd' },
    { short_id: '1eddd3fc1752', user_id: 'bdf39d557ec7f5cd' },
  ],
  [
    { title: 'Project plan', short_title: 'Site visit' },
    { title: 'Project plan', short_title: 'Project plan' },
  ],
])

describeAgreeing('a name with its namespace ends with the name:', [
  [
    { name: 'Team handbook', name_with_namespace: 'crisp-harbor', path: '/eager-pebble', pathWithNamespace: 'a-b' },
    {
      name: 'Team handbook',
      name_with_namespace: 'Crisp harbor / Team handbook',
      path: '/eager-pebble',
      pathWithNamespace: 'a-b/eager-pebble',
    },
  ],
  [
    { name: 'Copper summit', full_name: 'calm-meadow/mellow-summit', owner: { login: 'ada.becker' } },
    { name: 'Copper summit', full_name: 'ada.becker/copper-summit', owner: { login: 'ada.becker' } },
  ],
  [
    { name: 'keen', full_name: 'Ada Becker' },
    { name: 'keen', full_name: 'Ada Becker' },
  ],
])

describeAgreeing('two that are never the same:', [
  [
    { debtor_name: 'Hollow falcon', creditor_name: 'Hollow falcon' },
    { debtor_name: 'Hollow falcon', creditor_name: 'Hollow garden' },
  ],
  [
    { primaryTitle: 'Customer survey', secondaryTitle: 'Customer survey' },
    { primaryTitle: 'Customer survey', secondaryTitle: 'Quarterly report' },
  ],
  [
    { source: 'keen-willow', target: 'keen-willow' },
    { source: 'keen-willow', target: 'keen-anchor' },
  ],
  // Documented, or not of words.
  [{ from: 'keen-willow', to: 'keen-willow' }, { from: 'keen-willow', to: 'keen-willow' }, { fixed: ['to'] }],
  [
    { source_branch: 'main', target_branch: 'main' },
    { source_branch: 'main', target_branch: 'main' },
  ],
])

describeAgreeing('a part belongs to what the whole belongs to:', [
  [
    { companyId: 'c1', settings: { companyId: 'd2', theme: 'dark' } },
    { companyId: 'c1', settings: { companyId: 'c1', theme: 'dark' } },
  ],
  // Another one of its kind, a list, the id of somebody.
  [
    { project_id: 'c1', parent: { project_id: 'd2' } },
    { project_id: 'c1', parent: { project_id: 'd2' } },
  ],
  [
    { project_id: 'c1', entries: [{ project_id: 'd2' }] },
    { project_id: 'c1', entries: [{ project_id: 'd2' }] },
  ],
  [
    { user_id: 'c1', settings: { user_id: 'd2' } },
    { user_id: 'c1', settings: { user_id: 'd2' } },
  ],
  [
    { company_id: 1, settings: { company_id: 2 } },
    { company_id: 1, settings: { company_id: 2 } },
    { fixed: ['company_id'] },
  ],
])

describeAgreeing('the events of a record are about the same:', [
  [
    { iban: 'DE1', accountNumber: '0745277509', events: [{ iban: 'FR2', accountNumber: '4484626886' }] },
    { iban: 'DE1', accountNumber: '0745277509', events: [{ iban: 'DE1', accountNumber: '0745277509' }] },
  ],
  [
    { iban: 'DE1', creditor: { iban: 'FR2' }, payments: [{ iban: 'FR3' }] },
    { iban: 'DE1', creditor: { iban: 'FR2' }, payments: [{ iban: 'FR3' }] },
  ],
])

describeAgreeing('the display name of a person:', [
  [
    { displayName: 'velvet-maple', userName: 'ines.weber@example.com' },
    { displayName: 'ines.weber', userName: 'ines.weber@example.com' },
  ],
  // The login is not one of a person, or the name is another one.
  [
    { display_name: 'velvet-maple', username: 'keen-harbor' },
    { display_name: 'velvet-maple', username: 'keen-harbor' },
  ],
  [
    { display_name: 'Ines Weber', username: 'ines.weber' },
    { display_name: 'Ines Weber', username: 'ines.weber' },
  ],
])

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
describeAgreeing('a browser and a system beside their user agent:', [
  [
    {
      UserAgent: firefox,
      Client: { Name: 'Lively compass', Company: 'Lumen Ltd' },
      OS: { Name: 'macOS', Family: 'a' },
    },
    { UserAgent: firefox, Client: { Name: 'Firefox', Company: 'Mozilla' }, OS: { Name: 'Linux', Family: 'Linux' } },
  ],
  [
    { user_agent: 'curl', client: { name: 'Lively compass' } },
    { user_agent: 'curl', client: { name: 'Lively compass' } },
  ],
])

describeAgreeing('a domain is that of the address with its name:', [
  [
    { inbound_address: 'ada.meyer@example.com', inbound_domain: 'river.example.com' },
    { inbound_address: 'ada.meyer@example.com', inbound_domain: 'example.com' },
  ],
  [
    { email: 'ada.meyer@example.com', tracking_domain: 'river.example.com' },
    { email: 'ada.meyer@example.com', tracking_domain: 'river.example.com' },
  ],
])

describe('a trip', () => {
  const place = closed({ city: { type: 'string' }, country: { type: 'string' } })
  const trip = closed({ origin: place, destination: place, dropoff: place })

  it('has one destination, whatever it is called', async () => {
    for (const seed of seeds) {
      const { destination, dropoff } = await generateSample(trip, seed)
      expect(dropoff).toEqual(destination)
    }
  })

  it('leads to another city of the country, if that has several', async () => {
    for (const seed of seeds) {
      const { origin, destination } = await generateSample(trip, seed)
      expect(getString(destination, 'city')).not.toBe(getString(origin, 'city'))
      if (!['Stockholm', 'Toronto'].includes(getString(origin, 'city') ?? ''))
        expect(getString(destination, 'country')).toBe(getString(origin, 'country'))
    }
  })
})

describeAgreeing('the ARN of an object:', [
  [
    { arn: 'arn:aws:tnb:us-east-1:123456789012:pkg/fp-ae86ca08cd653bf7c', id: 'fp-794ec857e79ad3bc4' },
    { arn: 'arn:aws:tnb:us-east-1:123456789012:pkg/fp-794ec857e79ad3bc4', id: 'fp-794ec857e79ad3bc4' },
  ],
  [
    { Arn: 'arn:aws:app:us-east-1:123456789012:app/quiet-bridge', Name: 'steady-cedar', Id: '55c95db1155b13b1' },
    { Arn: 'arn:aws:app:us-east-1:123456789012:app/steady-cedar', Name: 'steady-cedar', Id: '55c95db1155b13b1' },
  ],
  [
    { Arn: 'arn:aws:app:us-east-1:123456789012:app/quiet-bridge', Id: '55c95db1155b13b1' },
    { Arn: 'arn:aws:app:us-east-1:123456789012:app/55c95db1155b13b1', Id: '55c95db1155b13b1' },
  ],
  [
    { arn: 'arn:aws:app:us-east-1:123456789012:app/quiet-bridge', region: 'eu-west-1', accountId: '999988887777' },
    { arn: 'arn:aws:app:eu-west-1:999988887777:app/quiet-bridge', region: 'eu-west-1', accountId: '999988887777' },
  ],
  // That of a role is in no region, and called by its own name.
  [
    { role_arn: 'arn:aws:iam::123456789012:role/quiet-bridge', region: 'eu-west-1', name: 'keen-cedar' },
    { role_arn: 'arn:aws:iam::123456789012:role/quiet-bridge', region: 'eu-west-1', name: 'keen-cedar' },
  ],
])

describeAgreeing('a host is that of the address with its name:', [
  [
    { third_party_host: 'river.example.com', third_party_url: 'https://example.com/keen' },
    { third_party_host: 'example.com', third_party_url: 'https://example.com/keen' },
  ],
  [
    { smtp_host: 'river.example.com', help_url: 'https://example.com/keen' },
    { smtp_host: 'river.example.com', help_url: 'https://example.com/keen' },
  ],
])

describeAgreeing('the number of an account is in its IBAN:', [
  [
    { iban: 'DE50100000000079190801', number: '7941359129' },
    { iban: 'DE50100000000079190801', number: '0079190801' },
  ],
])

describe('the titles of a list', () => {
  it('differ', async () => {
    const schema = closed({ sections: { type: 'array', minItems: 3, items: closed({ title: { type: 'string' } }) } })
    for (const seed of seeds) {
      const { sections } = await generateSample(schema, seed)
      expect(new Set(itemsOf(sections).map((section) => getString(section, 'title'))).size).toBe(3)
    }
  })
})

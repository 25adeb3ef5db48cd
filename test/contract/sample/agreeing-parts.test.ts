/**
 * Values of one object that agree with a list, a page, a history or another form of the same thing beside them.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

describeAgreeing('a page beside its list, in an object of its own:', [
  [
    { data: [1], meta: { paging: { total: 344, limit: 344 } } },
    { data: [1], meta: { paging: { total: 1, limit: 344 } } },
  ],
  [
    { results: [1, 2], pagination: { total_count: 90, per_page: 1, total_pages: 9, page: 4 } },
    { results: [1, 2], pagination: { total_count: 2, per_page: 2, total_pages: 1, page: 1 } },
  ],
  [
    { content: [], page: { totalElements: 30, totalPages: 4, number: 2, size: 20 } },
    { content: [], page: { totalElements: 0, totalPages: 1, number: 0, size: 20 } },
  ],
  // Not a page of it: two lists, a list of something else.
  [
    { data: [1], items: [1], meta: { total: 9 } },
    { data: [1], items: [1], meta: { total: 9 } },
  ],
  [
    { tags: [1], meta: { total: 9 } },
    { tags: [1], meta: { total: 9 } },
  ],
  [
    { data: [1], budget: { total: 9 } },
    { data: [1], budget: { total: 9 } },
  ],
])

describeAgreeing('numbers that are strings:', [
  [
    { items: [1, 2], totalItems: '16' },
    { items: [1, 2], totalItems: '2' },
  ],
  [
    { members: [1], members_count: '7' },
    { members: [1], members_count: '1' },
  ],
  [
    { members: [1], stats: { member_count: '7' } },
    { members: [1], stats: { member_count: '1' } },
  ],
  [
    { startOffset: '72', endOffset: '72' },
    { startOffset: '36', endOffset: '72' },
  ],
  // A day is not half of it.
  [
    { start: '20240503', end: '20240503' },
    { start: '20240503', end: '20240503' },
  ],
])

describeAgreeing('what is in progress is one of several outcomes:', [
  [
    { failed: 0, inProgress: 78, pending: 5, succeeded: 5, total: 10 },
    { failed: 0, inProgress: 78, pending: 5, succeeded: 5, total: 88 },
  ],
  [
    { status: 'running', progress: 100 },
    { status: 'running', progress: 60 },
  ],
])

describeAgreeing('a total is the sum of what is beside it:', [
  [
    { '+1': 6, '-1': 2, heart: 6, total_count: 4, url: 'https://example.com/reactions' },
    { '+1': 6, '-1': 2, heart: 6, total_count: 14, url: 'https://example.com/reactions' },
  ],
  [
    { additions: 18, deletions: 0, total: 433, id: 7 },
    { additions: 18, deletions: 0, total: 18, id: 7 },
  ],
  [
    { principal: 4, fee: 22, total: '183' },
    { principal: 4, fee: 22, total: '26' },
  ],
  // Of a page, of what overlaps, of a list.
  [
    { page: 1, hits: 5, misses: 3, total: 40 },
    { page: 1, hits: 5, misses: 3, total: 40 },
  ],
  [
    { unique: 4, returning: 5, total: 40 },
    { unique: 4, returning: 5, total: 40 },
  ],
  [
    { wins: 4, losses: 5, total: 40, games: [] },
    { wins: 4, losses: 5, total: 0, games: [] },
  ],
])

describeAgreeing('what is chosen is within its range:', [
  [
    { preselected_value: 401, max_value: 106 },
    { preselected_value: 106, max_value: 106 },
  ],
])

const euros = (value: string): JsonObject => ({ currency: 'EUR', value })
describeAgreeing('amounts that are objects:', [
  [
    { subtotal: euros('80.00'), tax: euros('60.00'), total: euros('20.00') },
    { subtotal: euros('80.00'), tax: euros('16.00'), total: euros('96.00') },
  ],
  [
    { total: { currency_code: 'EUR', amount: 50 }, amount_refunded: { currency_code: 'EUR', amount: 70 } },
    { total: { currency_code: 'EUR', amount: 50 }, amount_refunded: { currency_code: 'EUR', amount: 0 } },
  ],
  // Of no currency, or with another form of the amount.
  [
    { subtotal: { value: 80 }, total: { value: 20 } },
    { subtotal: { value: 80 }, total: { value: 20 } },
  ],
  [
    { subtotal: { ...euros('80.00'), cents: 8000 }, total: { ...euros('20.00'), cents: 2000 } },
    { subtotal: { ...euros('80.00'), cents: 8000 }, total: { ...euros('20.00'), cents: 2000 } },
  ],
])

describeAgreeing('the last page has no next one:', [
  [{ page: 2, total_pages: 2, next_page: 7 }, { page: 2, total_pages: 2 }, { optional: ['next_page'] }],
  [{ page: 1, total_pages: 2, next_page: 7 }, { page: 1, total_pages: 2, next_page: 2 }, { optional: ['next_page'] }],
])

const requested = { state: 'REQUESTED' }
const active = { state: 'ACTIVE' }
describeAgreeing('a history ends with the current state:', [
  [
    { state: 'REQUESTED', stateHistories: [{ sessionState: 'REQUESTED' }, { sessionState: 'ACTIVE' }] },
    { state: 'REQUESTED', stateHistories: [{ sessionState: 'REQUESTED' }] },
  ],
  [
    { status: 'done', status_changes: [{ from_status: 'new', to_status: 'open' }] },
    { status: 'done', status_changes: [{ from_status: 'new', to_status: 'done' }] },
  ],
  [
    { state: 'ACTIVE', history: [requested, requested] },
    { state: 'ACTIVE', history: [requested, active] },
    { members: { state: ['REQUESTED', 'ACTIVE'] } },
  ],
  // That of something else, and one without states.
  [
    { state: 'ACTIVE', history: [requested, { state: 'paid' }] },
    { state: 'ACTIVE', history: [requested, { state: 'paid' }] },
  ],
  [
    { state: 'ACTIVE', state_log: ['created'] },
    { state: 'ACTIVE', state_log: ['created'] },
  ],
])

describeAgreeing('one thing has one name:', [
  [
    { name: 'Harbor Partners', full_name: 'Lumen Ltd' },
    { name: 'Harbor Partners', full_name: 'Harbor Partners' },
  ],
  [
    { Image: 'anchor:1.19', ImageName: 'falcon:1.9' },
    { Image: 'anchor:1.19', ImageName: 'anchor:1.19' },
  ],
  [
    { host: 'amber.example.com', host_name: 'quiet.example.com' },
    { host: 'amber.example.com', host_name: 'amber.example.com' },
  ],
  // A short name, a picture, a person.
  [
    { name: 'harbor', full_name: 'Harbor Partners' },
    { name: 'harbor', full_name: 'Harbor Partners' },
  ],
  [
    { image: 'https://example.com/a.png', image_name: 'falcon:1.9' },
    { image: 'https://example.com/a.png', image_name: 'falcon:1.9' },
  ],
  [
    { name: 'Harbor Partners', first_name: 'Ada', full_name: 'Ada Becker' },
    { name: 'Harbor Partners', first_name: 'Ada', full_name: 'Ada Becker' },
  ],
])

const hash = '6fb818655dd1e1c99c2788cc500f011783a37da64a8d89f986e79cb5598e42cc'
describeAgreeing('the algorithm of a hash:', [
  [
    { algorithm: 'RS256', hash },
    { algorithm: 'SHA256', hash },
  ],
  [
    { checksum_type: 'standard', checksum: hash.slice(0, 32) },
    { checksum_type: 'MD5', checksum: hash.slice(0, 32) },
  ],
  [
    { algorithm: 'RS256', signature: hash },
    { algorithm: 'RS256', signature: hash },
  ],
  [
    { type: 'standard', hash },
    { type: 'standard', hash },
  ],
])

describeAgreeing('there are as many as desired:', [
  [
    { CurrentSize: 54, Desired: 6, Max: 98, Min: 6 },
    { CurrentSize: 6, Desired: 6, Max: 98, Min: 6 },
  ],
  [
    { desiredCount: 3, runningCount: 8 },
    { desiredCount: 3, runningCount: 3 },
  ],
  [
    { desired_nodes: 3, current_pods: 8 },
    { desired_nodes: 3, current_pods: 8 },
  ],
])

describeAgreeing('what has not begun has found nothing, and nobody has done what comes later:', [
  [
    { status: 'queued', highs: 4, medium_findings: 2, vulnerability_count: 6 },
    { status: 'queued', highs: 0, medium_findings: 0, vulnerability_count: 0 },
    { owner: 'scans' },
  ],
  [{ status: 'queued', highs: 4 }, { status: 'queued', highs: 4 }, { owner: 'orders' }],
  [
    { status: 'pending', appliedByMemberID: 'a', approved_by_user: 'b', requested_by: 'c' },
    { status: 'pending', requested_by: 'c' },
    { optional: ['appliedByMemberID', 'approved_by_user', 'requested_by'] },
  ],
  [
    { status: 'applied', appliedByMemberID: 'a' },
    { status: 'applied', appliedByMemberID: 'a' },
    { optional: ['appliedByMemberID'] },
  ],
])

describeAgreeing('a picture is not a document:', [
  [
    { brightness: 'dark', file: 'customer-survey.txt' },
    { brightness: 'dark', file: 'customer-survey.png' },
  ],
])

it('an identification has the form of its scheme', async () => {
  const forms = { 'UK.OBIE.IBAN': /^GB\d\dNWBK\d{14}$/, 'UK.OBIE.PAN': /^4\d{15}$/, 'UK.OBIE.BICFI': /^[A-Z]{6}/ }
  for (const [scheme, form] of Object.entries(forms)) {
    const schema = closed({
      SchemeName: { type: 'string', 'x-namespaced-enum': [scheme] },
      Identification: { type: 'string' },
    })
    for (const seed of seeds) {
      const { SchemeName, Identification } = await generateSample(schema, seed)
      expect(SchemeName).toBe(scheme)
      expect(Identification).toMatch(form)
    }
  }
})

describe('a list', () => {
  const examples = { examples: true, imitate: true }
  const label = closed({ id: { type: 'integer', example: 621 }, name: { type: 'string', example: 'Mountain' } })
  const list = { type: 'array', items: label }

  it('has a documented thing once', async () => {
    for (const seed of seeds) {
      const { labels } = await generateSample(closed({ labels: list }), seed, examples)
      expect(labels).toEqual([{ id: 621, name: 'Mountain' }])
    }
  })

  it('has it again where the schema wants more', async () => {
    const { labels } = await generateSample(closed({ labels: { ...list, minItems: 2 } }), 1, examples)
    expect(labels).toHaveLength(2)
  })
})

describe('a range in one string', () => {
  it('begins with the lower number, as in the example', async () => {
    const schema = closed({ zorbles: { type: 'string', example: '70-80' } })
    for (const seed of seeds) {
      const { zorbles } = await generateSample(schema, seed, { imitate: true })
      const [least, most] = String(zorbles).split('-')
      expect(zorbles).toMatch(/^\d\d-\d\d$/)
      expect(Number(least)).toBeLessThanOrEqual(Number(most))
    }
  })
})

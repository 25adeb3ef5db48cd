/**
 * Flags, with what was counted and what was done in parts.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { describeAgreeing } from '../../support/agree.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const flag = { type: 'boolean' }

describeAgreeing('nobody clicks what was not sent:', [
  [
    { is_sent: false, click_count: 4, unique_opens: 2, recipient_count: 9 },
    { is_sent: false, click_count: 0, unique_opens: 0, recipient_count: 9 },
  ],
  [
    { is_sent: true, click_count: 4 },
    { is_sent: true, click_count: 4 },
  ],
  [{ is_sent: false, click_count: 4 }, { is_sent: true, click_count: 4 }, { fixed: ['click_count'] }],
  [
    { click_tracking: false, clicks: 4, opens: 5 },
    { click_tracking: false, clicks: 0, opens: 5 },
  ],
])

describeAgreeing('what a flag does not allow has no count:', [
  [
    { commentable: false, comment_count: 4 },
    { commentable: false, comment_count: 0 },
  ],
  [
    { available: false, avail_count: 4 },
    { available: false, avail_count: 4 },
  ],
  [
    { is_edit_eligible: false, edits_remaining: 4 },
    { is_edit_eligible: false, edits_remaining: 0 },
  ],
])

describeAgreeing('what is fulfilled has all of its parts:', [
  [
    { fulfilled: true, terms: { deliver: [{ unitsFulfilled: 5, unitsRequired: 14 }] } },
    { fulfilled: false, terms: { deliver: [{ unitsFulfilled: 5, unitsRequired: 14 }] } },
  ],
  [
    { fulfilled: true, terms: { deliver: [{ unitsFulfilled: 14, unitsRequired: 14 }] } },
    { fulfilled: true, terms: { deliver: [{ unitsFulfilled: 14, unitsRequired: 14 }] } },
  ],
])

describeAgreeing('what is complete is so by 100 percent:', [
  [
    { isCompleteStatus: true, PercentComplete: 94.68 },
    { isCompleteStatus: false, PercentComplete: 94.68 },
  ],
  [
    { completed: false, progress: 100 },
    { completed: true, progress: 100 },
  ],
  [{ completed: true, progress: 40 }, { completed: true, progress: 100 }, { fixed: ['completed'] }],
])

describeAgreeing('what is free costs nothing:', [
  [
    { ownership: 'Free', price: 26.66, rentalPeriod: 7 },
    { ownership: 'Free', price: 0 },
    { optional: ['rentalPeriod'] },
  ],
  [
    { ownership: 'Rent', price: 26.66, rentalPeriod: 7 },
    { ownership: 'Rent', price: 26.66, rentalPeriod: 7 },
    { optional: ['rentalPeriod'] },
  ],
])

describeAgreeing('the rights that a text names:', [
  [
    { accessDescription: 'Download only', accessMode: { delete: true, download: false, upload: true } },
    { accessDescription: 'Download only', accessMode: { delete: false, download: true, upload: false } },
    { fixed: ['accessDescription'] },
  ],
  [
    { role: 'admin', _pendingInvite: false, can_invite: false },
    { role: 'admin', _pendingInvite: false, can_invite: true },
  ],
  [
    { aclAdmin: true, aclWrite: false, aclRead: false },
    { aclAdmin: true, aclWrite: true, aclRead: true },
  ],
])

describeAgreeing('what is not wanted is not used:', [
  [
    { select_as: false, select_as_used: true },
    { select_as: false, select_as_used: false },
  ],
  [
    { optInDecision: false, optInTimestamp: '2024-01-29T08:00:00Z' },
    { optInDecision: false },
    { optional: ['optInTimestamp'] },
  ],
  [
    { cells: false, cell_offset: 7 },
    { cells: false, cell_offset: 0 },
  ],
])

describe('a flag of a record', () => {
  const always = (title: string, name: string, properties: JsonObject, expected: object): void =>
    it(title, async () => {
      for (const seed of seeds) expect(await generateSample(closed(properties), seed, { name })).toMatchObject(expected)
    })
  always('is what the resource is called', 'forks', { fork: flag }, { fork: true })
  always('does not say that it was rejected', 'reject', { value: flag }, { value: false })
  const description = 'Returns `true` if the request was processed successfully.'
  always(
    'says that the request succeeded, also of a draft',
    'invoices',
    { status: { type: 'string', enum: ['Draft'] }, success: { ...flag, description } },
    { success: true },
  )
})

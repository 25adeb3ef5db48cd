/**
 * Counts of what was sent, shown and acted on: each stage has fewer than those before, also in objects within an object. Counts
 * of what was done, and of lists.
 */
import { describeAgreeing } from '../../support/agree.ts'

describeAgreeing('counts of a mailing:', [
  [
    { emails_sent: 20, opens: 30, clicks: 2840 },
    { emails_sent: 20, opens: 8, clicks: 3 },
  ],
  [{ counts: { sent_emails: 0, replies: 12, views: 15 } }, { counts: { sent_emails: 0, replies: 12, views: 15 } }],
  [
    { sent_emails: 0, replies: 12, views: 15 },
    { sent_emails: 0, replies: 0, views: 0 },
  ],
  [
    { sent: 100, opens: { opens_total: 40, unique_opens: 60 }, clicks: { clicks_total: 90 } },
    { sent: 100, opens: { opens_total: 40, unique_opens: 30 }, clicks: { clicks_total: 12 } },
  ],
  [
    { emails_sent: 90, delivery: { emails_sent: 40 }, replies: 95 },
    { emails_sent: 90, delivery: { emails_sent: 90 }, replies: 4 },
  ],
  // Of other kinds.
  [
    { forwards_opens: 9, opened_by: 4 },
    { forwards_opens: 9, opened_by: 4 },
  ],
  [
    { opens: 9, closes: 17 },
    { opens: 9, closes: 17 },
  ],
])

describeAgreeing('a rate', [
  [
    { total_sent: 20, opens: 5, clicks: 2, open_rate: 0.9, click_rate: 0.9 },
    { total_sent: 20, opens: 5, clicks: 2, open_rate: 0.25, click_rate: 0.1 },
  ],
])

describeAgreeing('counts beside lists:', [
  [
    { processed: 9, total: 20, scopes: ['a', 'b'] },
    { processed: 9, total: 20, scopes: ['a', 'b'] },
  ],
  [
    { rowcount: 5, data: [{}], applied_filters: [{}, {}] },
    { rowcount: 1, data: [{}], applied_filters: [{}, {}] },
  ],
  [
    { cntChildren: 2, cntFiles: 3, cntFolders: 4 },
    { cntChildren: 7, cntFiles: 3, cntFolders: 4 },
  ],
  [
    { cntChildren: 2, children: [], cntFiles: 3, cntFolders: 4 },
    { cntChildren: 0, children: [], cntFiles: 0, cntFolders: 0 },
  ],
])

describeAgreeing('what was done of what is to be done:', [
  [
    { unitsFulfilled: 5, unitsRequired: 2 },
    { unitsFulfilled: 2, unitsRequired: 5 },
  ],
  [
    { status: 'completed', count: 11, completed: 1, errors: 0 },
    { status: 'completed', count: 11, completed: 11, errors: 0 },
  ],
  [
    { processed_at: 1_715_000_000, requested_at: 1_714_000_000 },
    { processed_at: 1_715_000_000, requested_at: 1_714_000_000 },
  ],
])

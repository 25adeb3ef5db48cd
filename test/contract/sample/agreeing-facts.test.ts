/**
 * Numbers, flags, states and times of one object that agree with one another, whatever they are called.
 */
import { describeAgreeing } from '../../support/agree.ts'

const at = '2024-05-01T10:00:00Z'
const end = '2024-05-01T11:30:00Z'

describeAgreeing('what a flag denies has no details:', [
  [{ paid: false, paid_at: at }, { paid: false }, { optional: ['paid_at'] }],
  [{ verified: false, verification_date: at }, { verified: false }, { optional: ['verification_date'] }],
  [
    { is_refunded: false, refund_amount: 12 },
    { is_refunded: false, refund_amount: 0 },
  ],
  [{ recurring: false, recurrence_rule: 'weekly' }, { recurring: false }, { optional: ['recurrence_rule'] }],
  [{ viewedByMe: false, viewedByMeTime: at }, { viewedByMe: false }, { optional: ['viewedByMeTime'] }],
  [{ inherited: false, inheritedFrom: 'a' }, { inherited: false }, { optional: ['inheritedFrom'] }],
  [{ dry_ice: false, dry_ice_weight: 12 }, { dry_ice: false }, { optional: ['dry_ice_weight'] }],
  // What has to be there confirms the flag.
  [
    { paid: false, paid_at: at },
    { paid: true, paid_at: at },
  ],
  [
    { hasSecret: false, clientSecret: 'c5c5' },
    { hasSecret: true, clientSecret: 'c5c5' },
  ],
  // Something else.
  [
    { verified: false, verification_url: 'https://example.com' },
    { verified: false, verification_url: 'https://example.com' },
  ],
  [
    { enabled: false, id: 'enabled' },
    { enabled: false, id: 'enabled' },
  ],
])

describeAgreeing('states of one object are as far:', [
  [
    { state: 'CREATING', phase: 'PROMOTE_IN_PROGRESS' },
    { state: 'CREATING', phase: 'WAITING' },
    { members: { phase: ['PROMOTE_IN_PROGRESS', 'WAITING'] } },
  ],
])

describeAgreeing('flags fit the state and the kind:', [
  [
    { status: 'active', enabled: false },
    { status: 'active', enabled: true },
  ],
  [
    { isOpen: false, startTime: 9, endTime: 17, is24Hours: true },
    { isOpen: true, startTime: 9, endTime: 17, is24Hours: false },
  ],
  [
    { status: 'Stopped', is_running: true, online: true },
    { status: 'Stopped', is_running: false, online: false },
  ],
  [
    { verified: true, unverified: true },
    { verified: true, unverified: false },
  ],
  [
    { type: 'user', is_admin: true, is_user: false },
    { type: 'user', is_admin: false, is_user: true },
    { members: { type: ['user', 'admin'] } },
  ],
  [
    { has_more: true, next_cursor: null },
    { has_more: false, next_cursor: null },
  ],
  [
    { has_more: false, next: 'https://example.com' },
    { has_more: true, next: 'https://example.com' },
  ],
  [{ active: true, archived: false }, { active: false, archived: false }, { owner: 'collaborators inactive' }],
])

describeAgreeing('times fit the state:', [
  [{ status: 'not_started', end_time: end }, { status: 'not_started' }, { optional: ['end_time'] }],
  [
    { status: 'not_started', duration_seconds: 5 },
    { status: 'not_started', duration_seconds: 0 },
  ],
  [
    { date_create: 1_708_679_271, date_delete: 1_717_320_105 },
    { date_create: 1_708_679_271, date_delete: 0 },
  ],
  [{ is_act: true, bill_withdrawn: end }, { is_act: true }, { optional: ['bill_withdrawn'] }],
  [{ status: 'in_progress', end_reason: 'a' }, { status: 'in_progress' }, { optional: ['end_reason'] }],
  [{ status: 'ended', end_reason: 'a' }, { status: 'ended', end_reason: 'a' }, { optional: ['end_reason'] }],
  [{ status: 'success', expired_at: end }, { status: 'success' }, { optional: ['expired_at'] }],
  [{ status: 'expired', expired_at: at }, { status: 'expired', expired_at: at }, { optional: ['expired_at'] }],
  [{ state: 'RUNNING', deleteTime: end }, { state: 'RUNNING' }, { optional: ['deleteTime'] }],
  [{ state: 'RUNNING', stoppedBy: 'a' }, { state: 'RUNNING' }, { optional: ['stoppedBy'] }],
  [{ state: 'RUNNING', replacedByJobId: 'a' }, { state: 'RUNNING' }, { optional: ['replacedByJobId'] }],
  [{ status: 'stopped', stopped_by: 'a' }, { status: 'stopped', stopped_by: 'a' }, { optional: ['stopped_by'] }],
  [
    { status: 'active', start_date: at, end_date: end },
    { status: 'active', start_date: at },
    { optional: ['end_date'] },
  ],
  [
    { status: 'active', start_date: at, planned_end_date: end },
    { status: 'active', start_date: at, planned_end_date: end },
    { optional: ['planned_end_date'] },
  ],
  [{ status: 'ended', next_run_at: at }, { status: 'ended' }, { optional: ['next_run_at'] }],
  [{ status: 'ok', last_failed_at: at }, { status: 'ok' }, { optional: ['last_failed_at'] }],
])

describeAgreeing('documented times fit the state:', [
  [
    { state: 'live', ended_at: end },
    { state: 'live' },
    { optional: ['ended_at'], fixed: ['ended_at'], members: { state: ['live', 'ended'] } },
  ],
])

const onlyIfEnded = { conditions: { seen: 'It is present only if the experiment has ended.' }, optional: ['seen'] }

describeAgreeing('what a record has only after its start or its end:', [
  [{ status: 'READY_TO_RUN', seen: at }, { status: 'READY_TO_RUN' }, onlyIfEnded],
  [{ status: 'RUNNING', seen: at }, { status: 'RUNNING' }, onlyIfEnded],
  [{ status: 'ENDED', seen: at }, { status: 'ENDED', seen: at }, onlyIfEnded],
  [
    { status: 'RUNNING', seen: at },
    { status: 'RUNNING', seen: at },
    { conditions: { seen: 'Set only when the experiment has started.' }, optional: ['seen'] },
  ],
  [
    { status: 'RUNNING', seen: at },
    { status: 'RUNNING', seen: at },
    { conditions: { seen: 'Set only if it has not ended.' }, optional: ['seen'] },
  ],
  [
    { status: 'READY_TO_RUN', start_time: at, reason_experiment_ended: 'a' },
    { status: 'READY_TO_RUN' },
    { optional: ['start_time', 'reason_experiment_ended'] },
  ],
])

describeAgreeing('what has no end yet:', [
  [{ status: 'pending', duration: '152' }, { status: 'pending' }, { optional: ['duration'], owner: 'pipelines' }],
  [{ status: 'pending', coverage: '84.9' }, { status: 'pending' }, { optional: ['coverage'], owner: 'builds' }],
  [{ status: 'waiting', resolution: 'calm-anchor' }, { status: 'waiting' }, { optional: ['resolution'] }],
  [
    { status: 'processing', resolution: '640x480' },
    { status: 'processing', resolution: '640x480' },
    { optional: ['resolution'] },
  ],
  [{ status: 'active', merged_to_id: 4 }, { status: 'active' }, { optional: ['merged_to_id'] }],
  [
    { status: 'pending', pending_operations: [1], successful_operations: [2] },
    { status: 'pending', pending_operations: [1], successful_operations: [] },
  ],
  [
    { status: 'in_progress', pending_operations: [1], successful_operations: [2] },
    { status: 'in_progress', pending_operations: [1], successful_operations: [2] },
  ],
  [
    { status: 'completed', pending_operations: [1], successful_operations: [2] },
    { status: 'completed', pending_operations: [], successful_operations: [2] },
  ],
  [
    { status: 'completed', warnings: 3 },
    { status: 'completed', warnings: 0 },
  ],
])

describeAgreeing('what lives for a while expires after it:', [
  [
    { created_at: at, ttl: 5400, expires_at: '2033-01-01T00:00:00Z' },
    { created_at: at, ttl: 5400, expires_at: end },
  ],
  [
    { createTime: at, ttl: '5400s', expireTime: '2033-01-01T00:00:00Z' },
    { createTime: at, ttl: '5400s', expireTime: end },
  ],
  [
    { iat: 1_714_557_600, expires_in_minutes: 90, expiry: 1_988_000_000 },
    { iat: 1_714_557_600, expires_in_minutes: 90, expiry: 1_714_563_000 },
  ],
  [
    { ttl: 60, expires_at: '2033-01-01T00:00:00Z' },
    { ttl: 60, expires_at: '2025-01-01T00:00:00Z' },
  ],
  [
    { create_time: '2024-04-20T10:00:00Z', end_time: at, ttl: 5400, expire_time: '2033-01-01T00:00:00Z' },
    { create_time: '2024-04-20T10:00:00Z', end_time: at, ttl: 5400, expire_time: end },
  ],
  [
    { ttl: 60, expired: false, processed_at: at, expires_at: '2033-01-01T00:00:00Z', status: 'processed' },
    { ttl: 60, expired: true, processed_at: at, expires_at: '2024-05-01T10:01:00Z', status: 'processed' },
  ],
  [
    { validity: 2, expires_at: '2033-01-01T00:00:00Z' },
    { validity: 2, expires_at: '2033-01-01T00:00:00Z' },
  ],
])

describeAgreeing('nothing is wrong unless the state is a failure:', [
  [{ status: 'creating', cancelDescription: 'a' }, { status: 'creating' }, { optional: ['cancelDescription'] }],
  [{ status: 'pending', httpErrorStatusCode: 200 }, { status: 'pending' }, { optional: ['httpErrorStatusCode'] }],
  [
    { status: 'pending', errorMessage: 'keen-river' },
    { status: 'pending', errorMessage: '' },
  ],
  [{ last_error: 'keen-river', name: 'a' }, { name: 'a' }, { optional: ['last_error'] }],
  [
    { status: 'failed', errorCode: 5 },
    { status: 'failed', errorCode: 5 },
  ],
  [
    { error_code: 5, error_message: 'a' },
    { error_code: 5, error_message: 'a' },
    { owner: 'error', optional: ['error_message'] },
  ],
  [{ error_strategy: 'retry', name: 'a' }, { error_strategy: 'retry', name: 'a' }, { optional: ['error_strategy'] }],
])

describeAgreeing('counts fit the state:', [
  [
    { status: 'CREATING', createdVmCount: 6, targetVmCount: 6 },
    { status: 'CREATING', createdVmCount: 0, targetVmCount: 6 },
  ],
  [
    { status: 'running', processed_rows: 6, total_rows: 6 },
    { status: 'running', processed_rows: 3, total_rows: 6 },
  ],
  [
    { status: 'pending', requested_count: 6 },
    { status: 'pending', requested_count: 6 },
  ],
  [
    { status: 'pending', running_count: 6, computed_count: 6 },
    { status: 'pending', running_count: 0, computed_count: 6 },
  ],
])

describeAgreeing('pages:', [
  [
    { page: 20, total_pages: 19 },
    { page: 1, total_pages: 19 },
  ],
  [
    { page: 1, pages: 9, per_page: 20, total: 45 },
    { page: 1, pages: 3, per_page: 20, total: 45 },
  ],
  [
    { number: 1, page: 1, totalPages: 1, first: false, last: false },
    { number: 1, page: 1, totalPages: 1, first: true, last: true },
  ],
])

describeAgreeing('pages of Spring:', [
  [
    { content: [1], number: 7, size: 20, totalElements: 9, totalPages: 3, first: false, last: false, empty: true },
    { content: [1], number: 0, size: 20, totalElements: 1, totalPages: 1, first: true, last: true, empty: false },
  ],
])

describeAgreeing('rates:', [
  [
    { opens: 5, delivered: 20, open_rate: 3 },
    { opens: 5, delivered: 20, open_rate: 25 },
  ],
  [
    { opens: 5, delivered: 20, open_rate: 0.3 },
    { opens: 5, delivered: 20, open_rate: 0.25 },
  ],
  [
    { bounces: 0, bounce_rate: 3.4 },
    { bounces: 0, bounce_rate: 0 },
  ],
  [
    { disk_used: 10, disk_total: 40, disk_used_percent: 70 },
    { disk_used: 10, disk_total: 40, disk_used_percent: 25 },
  ],
  [
    { completed: 2, total: 8, progress: 70 },
    { completed: 2, total: 8, progress: 25 },
  ],
  [
    { amount: 100, tax_rate: 20, tax: 7 },
    { amount: 100, tax_rate: 20, tax: 20 },
  ],
])

describeAgreeing('lists and their counts:', [
  [
    { stats: { member_count: 9 }, members: [1, 2] },
    { stats: { member_count: 2 }, members: [1, 2] },
  ],
  [
    { total_items: 9, items: [1, 2], tags: [1] },
    { total_items: 2, items: [1, 2], tags: [1] },
  ],
])

describeAgreeing('lengths of time:', [
  [
    { startTimeMillis: '1717410312000', endTimeMillis: '1717413492000', activeTimeMillis: '622' },
    { startTimeMillis: '1717410312000', endTimeMillis: '1717413492000', activeTimeMillis: '1908000' },
  ],
  [
    { start: at, end, duration: 'PT5M' },
    { start: at, end, duration: 'PT1H30M' },
  ],
  [
    { start: at, end, duration: '00:05:00' },
    { start: at, end, duration: '01:30:00' },
  ],
  [
    { start: 307, end: 307 },
    { start: 153, end: 307 },
  ],
])

describeAgreeing('a number is not after a later one:', [
  [
    { earliest_count: 9, latest_count: 3 },
    { earliest_count: 3, latest_count: 9 },
  ],
  [
    { opens: '09:05:06Z', closes: '08:25:23Z' },
    { opens: '08:25:23Z', closes: '09:05:06Z' },
  ],
  [
    { start_time: '17:00', end_time: '09:00' },
    { start_time: '09:00', end_time: '17:00' },
  ],
  [
    { open: 9, close: 3 },
    { open: 9, close: 3 },
  ],
  [
    { gte: 9, lte: 3 },
    { gte: 3, lte: 9 },
  ],
])

describeAgreeing('what is within a span happens within it:', [
  [
    {
      started_at: at,
      finished_at: end,
      attempts: [
        { started_at: '2024-05-01T10:10:00Z', finished_at: '2024-05-01T10:20:00Z' },
        { started_at: '2024-05-02T09:00:00Z', finished_at: '2024-05-02T09:30:00Z', duration_seconds: 1800 },
      ],
    },
    {
      started_at: at,
      finished_at: end,
      attempts: [
        { started_at: '2024-05-01T10:10:00Z', finished_at: '2024-05-01T10:20:00Z' },
        { started_at: '2024-05-01T10:45:00Z', finished_at: '2024-05-01T11:15:00Z', duration_seconds: 1800 },
      ],
    },
  ],
  [
    {
      start: at,
      end,
      stage: { start: 1_714_000_000, end: 1_714_010_800, duration: 10_800, created_at: 1_714_000_000 },
    },
    { start: at, end, stage: { start: 1_714_557_600, end: 1_714_563_000, duration: 5400, created_at: 1_714_000_000 } },
  ],
  // Both times of a part are moved, or none.
  [
    { start: at, end, stage: { start: 1_714_000_000, end: 1_714_010_800 } },
    { start: at, end, stage: { start: 1_714_000_000, end: 1_714_010_800 } },
    { fixedIn: ['stage.start'] },
  ],
])

describeAgreeing('what comes before is less:', [
  [
    { version: 4, previous_version: 7 },
    { version: 4, previous_version: 3 },
  ],
  [
    { current_step: 5, total_steps: 3 },
    { current_step: 1, total_steps: 3 },
  ],
  [
    { cost_price: 90, price: 30, list_price: 60 },
    { cost_price: 30, price: 60, list_price: 90 },
  ],
  [
    { value: '161.72', valueInBaseUnits: 3 },
    { value: '161.72', valueInBaseUnits: 16_172 },
  ],
])

describeAgreeing('amounts of one object:', [
  [
    { net_local: 41.26, vat_local: 61.92, gross_local: 48.95 },
    { net_local: 41.26, vat_local: 8.25, gross_local: 49.51 },
  ],
  [
    { amount: 73, total_refunded_amount: 20 },
    { amount: 73, total_refunded_amount: 0 },
  ],
  [
    { status: 'refunded', amount: 73, refunded_amount: 20 },
    { status: 'refunded', amount: 73, refunded_amount: 20 },
  ],
  [
    {
      tax_amount: 6,
      amount: 3,
      total_amount: 9,
      lines: [
        { tax_amount: 2, amount: 20 },
        { tax_amount: 3, amount: 30 },
      ],
    },
    {
      tax_amount: 5,
      amount: 50,
      total_amount: 55,
      lines: [
        { tax_amount: 2, amount: 20 },
        { tax_amount: 3, amount: 30 },
      ],
    },
  ],
])

describeAgreeing('counts of what belongs together:', [
  [
    { payments_accepted: 12, payments_rejected: 0, payments_submitted: 3 },
    { payments_accepted: 12, payments_rejected: 0, payments_submitted: 12 },
  ],
  [
    { impression_count: 10, like_count: 14 },
    { impression_count: 192, like_count: 14 },
  ],
  [
    { adults: 3, rooms: 12 },
    { adults: 3, rooms: 1 },
  ],
  [
    { word_count: 277, sentence_count: 2, long_sentence_count: 1, passive_sentence_count: 1 },
    { word_count: 277, sentence_count: 17, long_sentence_count: 1, passive_sentence_count: 1 },
  ],
])

describeAgreeing('a part has its own state, and one unit of time:', [
  [
    { status: 'Ready', step_status: 'completed', step_progress: 56 },
    { status: 'Ready', step_status: 'completed', step_progress: 100 },
  ],
  [
    { date: 1_711_706_726, submitted_date: 1_711_710_737_000 },
    { date: 1_711_706_726, submitted_date: 1_711_710_737 },
  ],
  [
    { start_date: '2024-04-09', end_date: '2024-05-21', duration: 125 },
    { start_date: '2024-04-09', end_date: '2024-05-21', duration: 125 },
  ],
  [
    { tax_deducted: false, deducted_tax_amount: 5.9 },
    { tax_deducted: false, deducted_tax_amount: 0 },
  ],
  [{ status: 'active', uninstall_date: at }, { status: 'active' }, { optional: ['uninstall_date'] }],
  [{ status: 'new', developing_at: at }, { status: 'new' }, { optional: ['developing_at'] }],
])

describeAgreeing('the enum of a state is a life:', [
  [
    { status: 'held', settled_at: at },
    { status: 'held' },
    { optional: ['settled_at'], members: { status: ['held', 'settled'] } },
  ],
  [
    { status: 'shipping', packed_at: end, shipping_at: at, delivered_at: end },
    { status: 'shipping', packed_at: at, shipping_at: end },
    { optional: ['delivered_at'], members: { status: ['new', 'packed', 'shipping', 'delivered'] } },
  ],
  // In the order of the alphabet.
  [
    { status: 'archived', shared_at: at },
    { status: 'archived', shared_at: at },
    { optional: ['shared_at'], members: { status: ['active', 'archived', 'shared'] } },
  ],
  [{ status: 'pending', delivery_date: at }, { status: 'pending' }, { optional: ['delivery_date'] }],
  [{ status: 'available', deprecated: at }, { status: 'available' }, { optional: ['deprecated'] }],
])

describeAgreeing('parts of amounts:', [
  [
    { total: 105.32, payments: [{ amount: 479.23, id: 1 }] },
    { total: 105.32, payments: [{ amount: 105.32, id: 1 }] },
  ],
  [
    { index_number: 6, index_number_end: 5 },
    { index_number: 5, index_number_end: 6 },
  ],
])

describeAgreeing('what most records are spared:', [
  [{ status: 'active', revocation_record: { reason: 'a' } }, { status: 'active' }, { optional: ['revocation_record'] }],
  [
    { status: 'pending', auto_withdrawn_reason_code: 'a' },
    { status: 'pending' },
    { optional: ['auto_withdrawn_reason_code'] },
  ],
  [{ status: 'in_progress', signed_object: { id: 1 } }, { status: 'in_progress' }, { optional: ['signed_object'] }],
  [{ status: 'developing', resolved_by_user_id: 5 }, { status: 'developing' }, { optional: ['resolved_by_user_id'] }],
])

describeAgreeing('what changes is another one, and the latest is not older:', [
  [
    { status_before: 'active', status_after: 'active' },
    { status_before: 'pending', status_after: 'active' },
  ],
  [
    { version: '1.9.6', latest_version: '1.7.3' },
    { version: '1.9.6', latest_version: '1.9.6' },
  ],
  [
    { tax_base: 200, rate: 10, amount: 348 },
    { tax_base: 200, rate: 10, amount: 20 },
  ],
  [
    { valid_not_before: at, valid_not_after: '2032-02-07T16:37:42Z' },
    { valid_not_before: at, valid_not_after: '2032-02-07T16:37:42Z' },
  ],
])

describeAgreeing('what is at work has neither ended nor made anything:', [
  [{ active: true, created_at: at, ended_at: end }, { active: true, created_at: at }, { optional: ['ended_at'] }],
  [
    { status: 'pending', urls: ['https://example.com'] },
    { status: 'pending' },
    { owner: 'exports', optional: ['urls'] },
  ],
  [
    { status: 'pending', urls: ['https://example.com'] },
    { status: 'pending', urls: ['https://example.com'] },
    { owner: 'users', optional: ['urls'] },
  ],
  [{ banned: false, ban_expires: at }, { banned: false }, { optional: ['ban_expires'] }],
])

describeAgreeing('shares of a whole:', [
  [
    { total_amount: 252.96, payment_allocations: [{ allocation_amount: 488.58 }] },
    { total_amount: 252.96, payment_allocations: [{ allocation_amount: 252.96 }] },
  ],
  [{ percent_complete: 94, date_completed: at }, { percent_complete: 94 }, { optional: ['date_completed'] }],
  [
    { percent_complete: 100, date_completed: at },
    { percent_complete: 100, date_completed: at },
  ],
  [
    { category_has_unit_price: false, category_unit_price: '5' },
    { category_has_unit_price: true, category_unit_price: '5' },
  ],
  [{ mirror: false, mirror_updated: at }, { mirror: false }, { optional: ['mirror_updated'] }],
])

describeAgreeing('kinds of a total, and how something was done:', [
  [
    { mono_fat: 27.5, sat_fat: 80.5, calories_from_fat: 43, total_fat: 1.83, sat_fat_pct: 84 },
    { mono_fat: 27.5, sat_fat: 80.5, calories_from_fat: 43, total_fat: 108, sat_fat_pct: 75 },
  ],
  [
    { fixed: false, fixed_by_versions: ['1.7.2'] },
    { fixed: false, fixed_by_versions: [] },
  ],
])

describeAgreeing('what has not begun has not lasted:', [
  [
    { state: 'SCHEDULED', total_execution_duration_seconds: 500, timeout_minutes: 76 },
    { state: 'SCHEDULED', total_execution_duration_seconds: 0, timeout_minutes: 76 },
    { owner: 'jobruns' },
  ],
  [{ status: 'PREPARING', order_fulfilled_date: at }, { status: 'PREPARING' }, { optional: ['order_fulfilled_date'] }],
  [{ state: 'REQUESTED', active_start_time: at }, { state: 'REQUESTED' }, { optional: ['active_start_time'] }],
  [
    { status: 'pending', last_processed_at: at },
    { status: 'pending', last_processed_at: at },
  ],
])

describeAgreeing('what was rejected is not what was accepted:', [
  [
    { approvedCountries: ['FR'], disapprovedCountries: ['FR'], pendingCountries: ['FR'] },
    { approvedCountries: ['FR'], disapprovedCountries: [], pendingCountries: [] },
  ],
  [
    { status: 'running', import_errors: [1] },
    { status: 'running', import_errors: [] },
  ],
  [
    { status: 'failed', import_errors: [1] },
    { status: 'failed', import_errors: [1] },
  ],
  [
    { status: 'pending', refunds: [1] },
    { status: 'pending', refunds: [] },
  ],
  [
    { status: 'settled', refunds: [1] },
    { status: 'settled', refunds: [1] },
  ],
  [
    { status: 'paid', rejected_payments: [1], rejected_count: 1 },
    { status: 'paid', rejected_payments: [], rejected_count: 0 },
  ],
  [
    { status: 'failed', rejected_payments: [1] },
    { status: 'failed', rejected_payments: [1] },
  ],
  [{ blocked_users: [1] }, { blocked_users: [1] }],
])

describeAgreeing('the clock of a zone:', [
  [
    { startTimeUtc: at, startTimeLocal: at, timeZone: 'Australia/Sydney' },
    { startTimeUtc: at, startTimeLocal: '2024-05-01T20:00:00Z', timeZone: 'Australia/Sydney' },
  ],
  [
    { startTimeUtc: at, startTimeLocal: at, timeZone: 'Nowhere/Town' },
    { startTimeUtc: at, startTimeLocal: at, timeZone: 'Nowhere/Town' },
  ],
])

describeAgreeing('what only a failure has:', [
  [{ error: null, stacktrace: 'at line 7' }, { error: null }, { optional: ['stacktrace'] }],
  [{ status: 'draft', trashed: at }, { status: 'draft' }, { optional: ['trashed'] }],
  [{ status: 'SOFT_TRASHED', trashed: at }, { status: 'SOFT_TRASHED', trashed: at }, { optional: ['trashed'] }],
])

describeAgreeing('a later flag implies the earlier ones:', [
  [
    { accepted: true, sent: false },
    { accepted: true, sent: true },
  ],
  [{ accepted: true, sent: false, opened: true }, { accepted: false, sent: false, opened: false }, { fixed: ['sent'] }],
  [
    { hardLock: true, locked: false },
    { hardLock: false, locked: false },
  ],
  [
    { aclRead: false, aclWrite: true },
    { aclRead: true, aclWrite: true },
  ],
  [
    { switchOn: false, switchPhaseL1On: true, switchPhaseL2On: true },
    { switchOn: false, switchPhaseL1On: false, switchPhaseL2On: false },
  ],
  [
    { isInvoiced: false, invoiceIdfk: 4 },
    { isInvoiced: true, invoiceIdfk: 4 },
  ],
  [
    { ready_to_execute: false, state: 'done' },
    { ready_to_execute: true, state: 'done' },
  ],
])

describeAgreeing('roles have their rights:', [
  [
    { name: 'viewer', permissions: { edit_roles: true, read_reports: false, other: false } },
    { name: 'viewer', permissions: { edit_roles: false, read_reports: true, other: false } },
  ],
  [
    { role: 'admin', can_edit: false },
    { role: 'admin', can_edit: true },
  ],
  [
    { editor_access: 'read', visitor_access: 'write' },
    { editor_access: 'write', visitor_access: 'read' },
  ],
])

describeAgreeing('a flag beside details that are documented:', [
  [{ archived: false, archivedDate: at }, { archived: true, archivedDate: at }, { fixed: ['archivedDate'] }],
  [
    { archived: false, archivedDate: at },
    { archived: false },
    { fixed: ['archived', 'archivedDate'], optional: ['archivedDate'] },
  ],
  [{ batchIndicator: false, batchNumber: 17 }, { batchIndicator: false }, { optional: ['batchNumber'] }],
])

describeAgreeing('states and the end:', [
  [
    { status: 'ACTIVE', startTime: at, endTime: end },
    { status: 'INACTIVE', startTime: at, endTime: end },
    { members: { status: ['ACTIVE', 'INACTIVE'] } },
  ],
  [
    { status: 'running', finished: end, progress: 100 },
    { status: 'running', progress: 60 },
    { fixed: ['finished', 'progress'], optional: ['finished'] },
  ],
  [{ end_time: null, end_result_time: end }, { end_time: null }, { optional: ['end_result_time'] }],
  [
    { onboardingState: 'UPLOADING', usageState: 'IN_USE', operationalState: 'ENABLED' },
    { onboardingState: 'UPLOADING', usageState: 'NOT_IN_USE', operationalState: 'DISABLED' },
    { members: { usageState: ['IN_USE', 'NOT_IN_USE'], operationalState: ['ENABLED', 'DISABLED'] } },
  ],
  [
    { state: { id: 1, label: 'Pending' }, moderationResponse: 'fine' },
    { state: { id: 1, label: 'Pending' } },
    { optional: ['moderationResponse'] },
  ],
])
